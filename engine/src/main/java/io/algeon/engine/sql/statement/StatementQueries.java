package io.algeon.engine.sql.statement;

import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.TableSource;
import io.algeon.engine.sql.PlanningContext;
import io.algeon.engine.sql.optimize.PhysicalPlanner;
import io.algeon.engine.sql.optimize.ScalarTranslator;
import io.algeon.engine.sql.parser.ParsedStatement;
import io.algeon.engine.sql.parser.PlainSelect;
import io.algeon.engine.sql.parser.TreeCopy;
import io.algeon.engine.sql.type.TypeMapping;
import io.algeon.engine.sql.validate.ConvertedQuery;
import io.algeon.engine.sql.validate.QueryConverter;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.SqlWithItem;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * The queries that a statement consists of: builds them, plans them, and keeps what is known of the statement's parameters over
 * all of them. One instance a statement.
 */
final class StatementQueries {
    private final PlanningContext context;
    private final PhysicalPlanner planner;
    private final ScalarTranslator translator;
    private final Map<String, TableSource> targets = new HashMap<>();
    private final Map<Integer, SqlType> known = new HashMap<>();
    private final int parameters;
    private @Nullable SqlNodeList with;

    StatementQueries(PlanningContext context, PhysicalPlanner planner, ScalarTranslator translator, int parameters) {
        this.context = context;
        this.planner = planner;
        this.translator = translator;
        this.parameters = parameters;
    }

    /** Lets all queries of the statement see these. */
    void with(SqlNodeList queries) {
        with = queries;
    }

    PlanningContext context() {
        return context;
    }

    /** Types of all parameters, of kind NULL where nothing gave one. */
    List<SqlType> parameterTypes() {
        List<SqlType> types = new ArrayList<>(Collections.nCopies(parameters, SqlTypes.NULL));
        known.forEach(types::set);
        return types;
    }

    /** Gives a value that is a bare parameter the type of the column that it goes to. */
    void assign(@Nullable SqlNode value, SqlType column) {
        if (value instanceof SqlDynamicParam parameter) {
            known.putIfAbsent(parameter.getIndex(), unlimited(column));
        }
    }

    /** The type of a parameter. */
    SqlType typeOf(SqlDynamicParam parameter) {
        return known.getOrDefault(parameter.getIndex(), SqlTypes.NULL);
    }

    /** Character and binary types without their length, which is checked when a row is stored. */
    static SqlType unlimited(SqlType type) {
        SqlType wide = switch (type.kind()) {
            case CHAR, VARCHAR -> SqlTypes.VARCHAR;
            case VARBINARY -> SqlTypes.VARBINARY;
            default -> type;
        };
        return wide.withNullable(true);
    }

    /** A table that the statement brings along, as an item of FROM. */
    SqlNode target(TableSource source, String label, SqlParserPos position) {
        String name = "t" + targets.size();
        targets.put(name, source);
        return as(QueryConverter.target(name, position), label);
    }

    /** A table that the statement brings along, as an item of WITH. */
    SqlWithItem item(SqlIdentifier name, @Nullable SqlNodeList columns, TableSource source) {
        SqlParserPos position = name.getParserPosition();
        SqlNode all = select(List.of(SqlIdentifier.star(position)), target(source, name.getSimple(), position), null);
        return new SqlWithItem(position, name, columns, all, SqlLiteral.createBoolean(false, position));
    }

    static SqlNode as(SqlNode node, String label) {
        SqlParserPos position = node.getParserPosition();
        return SqlStdOperatorTable.AS.createCall(position, node, new SqlIdentifier(label, position.withQuoting(true)));
    }

    static SqlIdentifier column(String label, String column, SqlParserPos position) {
        SqlParserPos quoted = position.withQuoting(true);
        return new SqlIdentifier(List.of(label, column), null, quoted, List.of(quoted, quoted));
    }

    static SqlNode join(SqlNode left, JoinType type, SqlNode right, @Nullable SqlNode condition) {
        SqlParserPos position = left.getParserPosition();
        return new SqlJoin(
                position,
                left,
                SqlLiteral.createBoolean(false, position),
                type.symbol(position),
                right,
                (condition == null ? JoinConditionType.NONE : JoinConditionType.ON).symbol(position),
                condition);
    }

    static SqlSelect select(List<? extends SqlNode> items, @Nullable SqlNode from, @Nullable SqlNode where) {
        return PlainSelect.of(SqlParserPos.ZERO, items, from, where);
    }

    private ConvertedQuery convert(SqlNode tree) {
        QueryConverter converter = new QueryConverter(
                context.catalog(),
                context.currentSchema(),
                targets,
                context.givenParameterTypes(),
                context.cancellation());
        ConvertedQuery converted = converter.convert(new ParsedStatement.Query(tree, parameters), known);
        for (int i = 0; i < parameters; i++) {
            SqlType type = converted.parameterTypes().get(i);
            if (type.kind() != TypeKind.NULL) {
                known.putIfAbsent(i, type);
            }
        }
        return converted;
    }

    /** A query with its columns. */
    record PlannedRows(PlanNode plan, List<ColumnDef> columns) {}

    PlannedRows plan(SqlNode tree) {
        SqlNodeList queries = with;
        ConvertedQuery converted = convert(queries == null ? tree : with(queries, tree));
        context.cancellation().check();
        PlanNode plan = planner.plan(converted.query(), converted.columnNames(), context.cancellation());
        return new PlannedRows(plan, columns(converted));
    }

    private static SqlNode with(SqlNodeList queries, SqlNode tree) {
        SqlNodeList copied = new SqlNodeList(queries.getParserPosition());
        queries.forEach(query -> copied.add(TreeCopy.of(query)));
        if (tree instanceof SqlOrderBy ordered) {
            return new SqlOrderBy(
                    ordered.getParserPosition(),
                    new SqlWith(tree.getParserPosition(), copied, ordered.query),
                    ordered.orderList,
                    ordered.offset,
                    ordered.fetch);
        }
        return new SqlWith(tree.getParserPosition(), copied, tree);
    }

    /** Names and types of a query's columns. */
    List<ColumnDef> columns(SqlNode tree) {
        return columns(convert(tree));
    }

    private static List<ColumnDef> columns(ConvertedQuery converted) {
        List<ColumnDef> columns = new ArrayList<>();
        List<RelDataTypeField> fields = converted.query().getRowType().getFieldList();
        for (int i = 0; i < fields.size(); i++) {
            columns.add(new ColumnDef(
                    converted.columnNames().get(i),
                    TypeMapping.toSqlType(fields.get(i).getType())));
        }
        return columns;
    }

    /** Expressions with the columns that they make. */
    record Expressions(List<Expr> values, List<ColumnDef> columns) {}

    /**
     * Expressions over the columns of what stands in FROM, side by side in its order; constant ones if nothing does.
     *
     * @param what they are, for the message that refuses sub-queries and aggregates
     */
    Expressions expressions(List<? extends SqlNode> items, @Nullable SqlNode from, String what) {
        ConvertedQuery converted = convert(select(items, from, null));
        RelNode query = converted.query();
        List<Expr> values = new ArrayList<>();
        if (query instanceof Project project && isPlain(project.getInput(), from != null)) {
            for (RexNode node : project.getProjects()) {
                if (org.apache.calcite.rex.RexUtil.SubQueryFinder.find(node) != null
                        || org.apache.calcite.rex.RexOver.containsOver(node)) {
                    throw unsupported(what);
                }
                values.add(translator.translate(node));
            }
        } else if (isPlain(query, from != null) && from != null) {
            for (RelDataTypeField field : query.getRowType().getFieldList()) {
                values.add(new Expr.InputRef(field.getIndex(), TypeMapping.toSqlType(field.getType())));
            }
        } else {
            throw unsupported(what);
        }
        return new Expressions(values, columns(converted));
    }

    private static boolean isPlain(RelNode input, boolean tables) {
        return tables
                ? input instanceof org.apache.calcite.rel.core.TableScan
                        || input instanceof org.apache.calcite.rel.core.Join
                                && input.getInputs().stream()
                                        .allMatch(org.apache.calcite.rel.core.TableScan.class::isInstance)
                : input instanceof org.apache.calcite.rel.core.Values;
    }

    private static EngineException unsupported(String what) {
        return new EngineException(
                ErrorCode.UNSUPPORTED_EXPRESSION,
                "A sub-query, an aggregate or a window function cannot stand in " + what + ".");
    }
}
