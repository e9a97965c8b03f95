package io.algeon.engine.sql.statement;

import io.algeon.engine.plan.DataChange;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.sql.parser.DataStatement;
import io.algeon.engine.sql.parser.DataStatement.Action;
import io.algeon.engine.sql.parser.DataStatement.When;
import io.algeon.engine.sql.parser.Place;
import io.algeon.engine.sql.parser.TreeCopy;
import io.algeon.engine.table.MemoryTable;
import io.algeon.engine.table.NumberedTable;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Plans MERGE: an outer join from the source to the table; for each row the number of the clause that applies, and for each
 * column the value that this clause gives it.
 */
final class MergePlanner {
    private final StatementQueries queries;
    private final MemoryTable table;
    private final DataStatement.Merge merge;
    private final String label;
    private final SqlParserPos position;
    private final List<ColumnDef> columns;

    MergePlanner(StatementQueries queries, MemoryTable table, DataStatement.Merge merge) {
        this.queries = queries;
        this.table = table;
        this.merge = merge;
        this.label = merge.target().label();
        this.position = merge.target().table().getParserPosition();
        this.columns = table.definition().columns();
    }

    DataChange plan() {
        List<Map<Integer, SqlNode>> values = new ArrayList<>();
        for (When when : merge.whens()) {
            values.add(values(when));
        }
        boolean inserts = merge.whens().stream().anyMatch(when -> !when.matched() && !when.bySource());
        boolean bySource = merge.whens().stream().anyMatch(When::bySource);
        SqlNode own = queries.target(table.numbered(), label, position);
        SqlNode from = StatementQueries.join(merge.source(), inserts ? JoinType.LEFT : JoinType.INNER, own, merge.on());
        SqlNode query = bySource ? withUnmatched(values, from) : select(false, values, from, null);
        PlanNode plan = queries.plan(query).plan();
        return new DataChange.Merge(table, actions(plan), ChangePlanner.returning(queries, merge, table));
    }

    /** The rows of the join, and after them those of the table that match nothing. */
    private SqlNode withUnmatched(List<Map<Integer, SqlNode>> values, SqlNode joined) {
        SqlNode source = TreeCopy.of(merge.source());
        SqlNode on = TreeCopy.of(merge.on());
        SqlNode partner = StatementQueries.select(List.of(number(1)), source, on);
        SqlNode none =
                SqlStdOperatorTable.NOT.createCall(position, SqlStdOperatorTable.EXISTS.createCall(position, partner));
        SqlNode rest = select(true, values, queries.target(table.numbered(), label, position), none);
        return SqlStdOperatorTable.UNION_ALL.createCall(position, select(false, values, joined, null), rest);
    }

    /** Row number, clause and values, for the clauses that are by source or for the others. */
    private SqlNode select(
            boolean bySource, List<Map<Integer, SqlNode>> values, SqlNode from, @Nullable SqlNode where) {
        List<SqlNode> items = new ArrayList<>();
        items.add(rowNumber());
        items.add(StatementQueries.as(clause(bySource), "\u0000clause"));
        for (int column = 0; column < columns.size(); column++) {
            items.add(StatementQueries.as(value(column, bySource, values), "\u0000value" + column));
        }
        return StatementQueries.select(items, from, where);
    }

    private SqlNode rowNumber() {
        return StatementQueries.column(label, NumberedTable.ROW_NUMBER, position);
    }

    /** The number of the clause that applies, from 1; 0: none. */
    private SqlNode clause(boolean bySource) {
        List<SqlNode> conditions = new ArrayList<>();
        List<SqlNode> numbers = new ArrayList<>();
        for (int i = 0; i < merge.whens().size(); i++) {
            if (merge.whens().get(i).bySource() != bySource) {
                continue;
            }
            conditions.add(condition(merge.whens().get(i)));
            numbers.add(number(i + 1));
        }
        return branch(conditions, numbers, number(0));
    }

    private SqlNode number(int value) {
        return SqlLiteral.createExactNumeric(String.valueOf(value), position);
    }

    private SqlNode condition(When when) {
        SqlNode matches = (when.matched() || when.bySource()
                        ? SqlStdOperatorTable.IS_NOT_NULL
                        : SqlStdOperatorTable.IS_NULL)
                .createCall(when.position(), rowNumber());
        SqlNode further = when.condition();
        return further == null ? matches : SqlStdOperatorTable.AND.createCall(when.position(), matches, further);
    }

    private SqlNode branch(List<SqlNode> conditions, List<SqlNode> values, SqlNode otherwise) {
        return conditions.isEmpty() ? otherwise : cases(conditions, values, otherwise);
    }

    private SqlNode cases(List<SqlNode> conditions, List<SqlNode> values, SqlNode otherwise) {
        return new SqlCase(
                position, null, new SqlNodeList(conditions, position), new SqlNodeList(values, position), otherwise);
    }

    /** What a clause gives columns, by column; a column that is not in it keeps its value, or has its default. */
    private Map<Integer, SqlNode> values(When when) {
        if (when.action() == Action.UPDATE) {
            return ChangePlanner.assigned(queries, when.assignments(), table);
        }
        Map<Integer, SqlNode> values = new java.util.TreeMap<>();
        if (when.action() == Action.INSERT && !when.values().isEmpty()) {
            int expected =
                    when.columns().isEmpty() ? columns.size() : when.columns().size();
            if (when.values().size() != expected) {
                throw new EngineException(
                        ErrorCode.SQL_INVALID,
                        "INSERT of MERGE at " + Place.of(when.position()) + " has "
                                + when.values().size() + " values for "
                                + expected + " columns.");
            }
            for (int i = 0; i < expected; i++) {
                int column = when.columns().isEmpty()
                        ? i
                        : TableTargets.column(when.columns().get(i), columns, table.name());
                SqlNode value = when.values().get(i);
                if (value != null) {
                    new InsertPlanner(queries, table).refuseGenerated(column, false);
                    queries.assign(value, columns.get(column).type());
                    values.put(column, value);
                }
            }
        }
        return values;
    }

    private SqlNode value(int column, boolean bySource, List<Map<Integer, SqlNode>> values) {
        List<SqlNode> conditions = new ArrayList<>();
        List<SqlNode> results = new ArrayList<>();
        SqlNode present = StatementQueries.column(label, columns.get(column).name(), position);
        for (int i = 0; i < merge.whens().size(); i++) {
            if (merge.whens().get(i).bySource() != bySource) {
                continue;
            }
            SqlNode value = values.get(i).get(column);
            conditions.add(condition(merge.whens().get(i)));
            results.add(value == null ? present : value);
        }
        return branch(conditions, results, present);
    }

    /** Row number, action and values, from row number, clause and values. */
    private PlanNode actions(PlanNode plan) {
        List<Expr> output = new ArrayList<>();
        output.add(new Expr.InputRef(0, plan.output().get(0).type()));
        Expr clause = new Expr.InputRef(1, plan.output().get(1).type());
        List<Expr.Case.When> branches = new ArrayList<>();
        for (int i = 0; i < merge.whens().size(); i++) {
            branches.add(new Expr.Case.When(
                    isClause(clause, i), integer(action(merge.whens().get(i)))));
        }
        output.add(new Expr.Case(branches, integer(DataChange.Merge.NOTHING), SqlTypes.INTEGER));
        for (int column = 0; column < columns.size(); column++) {
            ColumnDef target = columns.get(column);
            Expr value = AssignmentCast.cast(
                    new Expr.InputRef(column + 2, plan.output().get(column + 2).type()), target);
            output.add(withDefaults(column, clause, value));
        }
        return ChangePlanner.numbered(plan, output, table);
    }

    /** The value, or the column's default for the clauses that leave it to that. */
    private Expr withDefaults(int column, Expr clause, Expr value) {
        List<Expr.Case.When> branches = new ArrayList<>();
        for (int i = 0; i < merge.whens().size(); i++) {
            When when = merge.whens().get(i);
            boolean defaulted = when.action() == Action.UPDATE
                    ? ChangePlanner.defaulted(when.assignments(), table).contains(column)
                    : when.action() == Action.INSERT && !values(when).containsKey(column);
            if (defaulted) {
                branches.add(new Expr.Case.When(isClause(clause, i), ChangePlanner.defaultValue(table, column)));
            }
        }
        return branches.isEmpty()
                ? value
                : new Expr.Case(
                        branches,
                        value,
                        StatementQueries.unlimited(columns.get(column).type()));
    }

    private static Expr isClause(Expr clause, int index) {
        Expr number = new Expr.Literal(index + 1, clause.type().withNullable(false));
        return new Expr.Call("equal", List.of(clause, number), SqlTypes.BOOLEAN);
    }

    private static Expr integer(int value) {
        return new Expr.Literal(value, SqlTypes.INTEGER);
    }

    private static int action(When when) {
        return switch (when.action()) {
            case INSERT -> DataChange.Merge.INSERT;
            case UPDATE -> DataChange.Merge.UPDATE;
            case DELETE -> DataChange.Merge.DELETE;
            case NOTHING -> DataChange.Merge.NOTHING;
        };
    }
}
