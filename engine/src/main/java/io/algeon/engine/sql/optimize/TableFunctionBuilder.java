package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import io.algeon.engine.sql.tablefunction.TableFunctionRel;
import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.FieldType;
import io.algeon.engine.tablefunction.FunctionCall;
import io.algeon.engine.tablefunction.Options;
import io.algeon.engine.tablefunction.TableFunction;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexNode;

/** The logical form of calls of table functions: options become constants, and are checked as far as they are known. */
final class TableFunctionBuilder {
    private final LogicalBuilder builder;
    private final ScalarTranslator translator;
    private final ConstantFolder folder;
    private final QueryColumns columns;

    TableFunctionBuilder(
            LogicalBuilder builder, ScalarTranslator translator, ConstantFolder folder, QueryColumns columns) {
        this.builder = builder;
        this.translator = translator;
        this.folder = folder;
        this.columns = columns;
    }

    LogicalBuilder.Relation build(TableFunctionRel rel) {
        List<LogicalNode> inputs = new ArrayList<>();
        List<List<Column>> arguments = new ArrayList<>();
        List<FunctionCall.RelationInput> relations = new ArrayList<>();
        double rows = 1;
        for (TableFunctionRel.Input input : rel.relations()) {
            LogicalBuilder.Relation relation = builder.build(input.rel());
            List<Column> chosen = new ArrayList<>();
            inputs.add(chosen(rel.function(), input, relation, chosen));
            arguments.add(chosen);
            relations.add(new FunctionCall.RelationInput(input.argument(), input.fields()));
            for (Column column : chosen) {
                rows = Math.max(rows, columns.facts(column.id()).originRows());
            }
        }
        FunctionCall call = new FunctionCall(rel.function(), relations, options(rel), rel.vertexType());
        check(call);
        List<Column> fields = new ArrayList<>();
        for (RelDataTypeField field : rel.getRowType().getFieldList()) {
            SqlType type = translator.type(field.getType());
            fields.add(columns.create(field.getName(), type, ColumnFacts.unknown(type, rows)));
        }
        return new LogicalBuilder.Relation(new LogicalNode.TableFunction(call, inputs, arguments, fields), fields);
    }

    /** The columns that the function takes, numbers cast to DOUBLE. */
    private LogicalNode chosen(
            TableFunction function,
            TableFunctionRel.Input input,
            LogicalBuilder.Relation relation,
            List<Column> chosen) {
        List<Column> computed = new ArrayList<>();
        List<Expr> expressions = new ArrayList<>();
        for (int i = 0; i < input.fields().size(); i++) {
            Column column = relation.fields().get(input.positions().get(i));
            if (isNumber(function, input.argument(), input.fields().get(i))
                    && !column.type().withNullable(true).equals(SqlTypes.DOUBLE)) {
                Expr cast = new Expr.Cast(
                        column.reference(),
                        SqlTypes.DOUBLE.withNullable(column.type().nullable()),
                        false);
                column = columns.create(column.name(), cast);
                computed.add(column);
                expressions.add(cast);
            }
            chosen.add(column);
        }
        return computed.isEmpty() ? relation.node() : new LogicalNode.Compute(relation.node(), computed, expressions);
    }

    private static boolean isNumber(TableFunction function, String argument, String field) {
        for (Argument.Relation relation : function.relations()) {
            for (Argument.Field declared : relation.fields()) {
                if (relation.name().equals(argument) && declared.name().equals(field)) {
                    return declared.type() == FieldType.NUMBER;
                }
            }
        }
        return false;
    }

    private List<Expr> options(TableFunctionRel rel) {
        List<Expr> options = new ArrayList<>();
        for (Argument.Option option : rel.function().options()) {
            RexNode given = rel.options().get(option.name());
            if (given == null) {
                options.add(
                        new Expr.Literal(option.defaultValue(), option.type().sqlType()));
                continue;
            }
            Expr value = translator.translate(given);
            SqlType type = option.type().target(value.type());
            if (!value.type().withNullable(true).equals(type)) {
                value = new Expr.Cast(value, type, false);
            }
            options.add(folder.fold(value));
        }
        return options;
    }

    /** Checks the options that are known. */
    private static void check(FunctionCall call) {
        Options known = new Options(call.function());
        List<Argument.Option> declared = call.function().options();
        for (int i = 0; i < declared.size(); i++) {
            if (call.options().get(i) instanceof Expr.Literal literal) {
                known.set(declared.get(i), literal.value());
            }
        }
        call.function().check(call, known);
    }
}
