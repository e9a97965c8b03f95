package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.core.RepeatUnion;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.jspecify.annotations.Nullable;

/** WITH RECURSIVE: Calcite's repeated union, and the scans of its table, which the step's rows of the time before are. */
final class RecursiveQueries {
    private final LogicalBuilder builder;
    private final ScalarTranslator translator;
    private final QueryColumns columns;

    /** The recursive queries around, by the name of their table. */
    private final Map<String, Open> open = new HashMap<>();

    private record Open(int id, List<Column> columns) {}

    RecursiveQueries(LogicalBuilder builder, ScalarTranslator translator, QueryColumns columns) {
        this.builder = builder;
        this.translator = translator;
        this.columns = columns;
    }

    LogicalBuilder.Relation build(RepeatUnion union) {
        LogicalBuilder.Relation seed = builder.build(union.getSeedRel());
        List<Column> outputs = define(union.getRowType().getFieldList());
        int id = columns.nextRecursion();
        String name = name(union);
        Open outer = open.put(name, new Open(id, outputs));
        LogicalBuilder.Relation step = builder.build(union.getIterativeRel());
        if (outer == null) {
            open.remove(name);
        } else {
            open.put(name, outer);
        }
        LogicalBuilder.Relation first = aligned(seed, outputs);
        LogicalBuilder.Relation next = aligned(step, outputs);
        return new LogicalBuilder.Relation(
                new LogicalNode.Recursion(
                        id, first.node(), next.node(), first.fields(), next.fields(), !union.all, outputs),
                outputs);
    }

    private static String name(RepeatUnion union) {
        if (union.getTransientTable() == null) {
            throw new EngineException(ErrorCode.UNSUPPORTED_OPERATOR, "The recursive query has no name.");
        }
        List<String> path = union.getTransientTable().getQualifiedName();
        return path.get(path.size() - 1);
    }

    /** The rows of the step before; null if the scan is of an ordinary table. */
    LogicalBuilder.@Nullable Relation scan(TableScan scan) {
        List<String> path = scan.getTable().getQualifiedName();
        Open recursion = path.size() == 1 ? open.get(path.get(0)) : null;
        if (recursion == null) {
            return null;
        }
        List<Column> fields = new ArrayList<>();
        recursion.columns.forEach(column -> fields.add(columns.copy(column, true)));
        return new LogicalBuilder.Relation(new LogicalNode.RecursiveRows(recursion.id, fields), fields);
    }

    private List<Column> define(List<RelDataTypeField> fields) {
        List<Column> result = new ArrayList<>();
        for (RelDataTypeField field : fields) {
            SqlType type = translator.type(field.getType()).withNullable(true);
            result.add(columns.create(field.getName(), type, ColumnFacts.unknown(type, 1e6)));
        }
        return result;
    }

    /** With the types of the output. */
    private LogicalBuilder.Relation aligned(LogicalBuilder.Relation input, List<Column> outputs) {
        List<Column> fields = new ArrayList<>();
        List<Column> computed = new ArrayList<>();
        List<Expr> expressions = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            Column field = input.fields().get(i);
            SqlType type = outputs.get(i).type();
            if (!field.type().withNullable(true).equals(type)) {
                Expr cast = new Expr.Cast(field.reference(), type, false);
                field = columns.create(field.name(), cast);
                computed.add(field);
                expressions.add(cast);
            }
            fields.add(field);
        }
        LogicalNode node =
                computed.isEmpty() ? input.node() : new LogicalNode.Compute(input.node(), computed, expressions);
        return new LogicalBuilder.Relation(node, fields);
    }
}
