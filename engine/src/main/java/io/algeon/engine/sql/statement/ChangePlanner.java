package io.algeon.engine.sql.statement;

import io.algeon.engine.plan.DataChange;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.PlannedStatement;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.ColumnDetails;
import io.algeon.engine.sql.PlanningContext;
import io.algeon.engine.sql.optimize.PhysicalPlanner;
import io.algeon.engine.sql.optimize.ScalarTranslator;
import io.algeon.engine.sql.parser.ChangingWith;
import io.algeon.engine.sql.parser.DataStatement;
import io.algeon.engine.sql.parser.DataStatement.Assignment;
import io.algeon.engine.sql.parser.DataStatement.Target;
import io.algeon.engine.sql.parser.ParsedStatement;
import io.algeon.engine.sql.parser.Place;
import io.algeon.engine.table.MemoryTable;
import io.algeon.engine.table.NumberedTable;
import io.algeon.engine.table.ReturnedRows;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Plans INSERT, UPDATE, DELETE and MERGE. Each is a query over the table with the numbers of its rows, which gives the rows to be
 * changed and their new values.
 */
public final class ChangePlanner {
    private final StatementQueries queries;
    private final PlanningContext context;

    private ChangePlanner(StatementQueries queries) {
        this.queries = queries;
        this.context = queries.context();
    }

    /** @throws EngineException if the statement is wrong; the message says where */
    public static PlannedStatement.Change plan(
            DataStatement statement, PlanningContext context, PhysicalPlanner planner, ScalarTranslator translator) {
        StatementQueries queries = new StatementQueries(context, planner, translator, statement.parameters());
        DataStatement bare = statement;
        if (statement instanceof DataStatement.With with) {
            queries.with(with.queries());
            bare = with.statement();
        }
        DataChange change = new ChangePlanner(queries).change(bare);
        return new PlannedStatement.Change(change, queries.parameterTypes());
    }

    /** Plans a statement with changes within WITH. */
    public static PlannedStatement.Chain plan(
            ChangingWith statement, PlanningContext context, PhysicalPlanner planner, ScalarTranslator translator) {
        StatementQueries queries = new StatementQueries(context, planner, translator, statement.parameters());
        ChangePlanner changes = new ChangePlanner(queries);
        SqlNodeList visible = new SqlNodeList(SqlParserPos.ZERO);
        List<PlannedStatement.Step> steps = new ArrayList<>();
        for (ChangingWith.Item item : statement.items()) {
            if (item instanceof ChangingWith.Reading reading) {
                visible.add(reading.query());
                queries.with(visible);
                continue;
            }
            ChangingWith.Changing changing = (ChangingWith.Changing) item;
            DataChange change = changes.change(changing.change());
            ReturnedRows rows = new ReturnedRows(
                    changing.name().getSimple(), change.returning().columns());
            steps.add(new PlannedStatement.Step(change, rows));
            if (!change.returning().isEmpty()) {
                visible.add(queries.item(changing.name(), changing.columns(), rows));
                queries.with(visible);
            }
        }
        PlannedStatement last;
        if (statement.last() instanceof DataStatement change) {
            last = new PlannedStatement.Change(changes.change(change), List.of());
        } else {
            StatementQueries.PlannedRows rows = queries.plan(((ParsedStatement.Query) statement.last()).tree());
            last = new PlannedStatement.Query(rows.plan(), rows.columns(), List.of());
        }
        return new PlannedStatement.Chain(steps, last, queries.parameterTypes());
    }

    private DataChange change(DataStatement statement) {
        MemoryTable table = TableTargets.writable(statement.target().table(), context);
        if (statement instanceof DataStatement.Insert insert) {
            return insert(insert, table);
        } else if (statement instanceof DataStatement.Update update) {
            return update(update, table);
        } else if (statement instanceof DataStatement.Delete delete) {
            return delete(delete, table);
        }
        return new MergePlanner(queries, table, (DataStatement.Merge) statement).plan();
    }

    // --- INSERT

    private DataChange insert(DataStatement.Insert insert, MemoryTable table) {
        PlanNode rows = new InsertPlanner(queries, table).rows(insert);
        DataStatement.Conflict conflict = insert.conflict();
        return new DataChange.Insert(
                table,
                rows,
                conflict == null ? null : conflict(conflict, insert.target(), table),
                returning(insert, table));
    }

    private DataChange.Conflict conflict(DataStatement.Conflict conflict, Target target, MemoryTable table) {
        List<Integer> key = ConflictKeys.columns(conflict, table);
        if (conflict.update().isEmpty()) {
            return new DataChange.Conflict(key, List.of(), new Expr.Literal(true, SqlTypes.BOOLEAN));
        }
        if (key.isEmpty()) {
            throw new EngineException(
                    ErrorCode.SQL_INVALID,
                    "ON CONFLICT DO UPDATE needs the columns of a key: ON CONFLICT (column, ...) DO UPDATE.");
        }
        List<ColumnDef> columns = table.definition().columns();
        String label = target.label();
        Map<Integer, SqlNode> assigned = assigned(conflict.update(), table);
        List<SqlNode> items = new ArrayList<>();
        assigned.values().forEach(value -> items.add(OwnColumns.qualify(value, label, columns)));
        SqlNode where = conflict.where();
        if (where != null) {
            items.add(OwnColumns.qualify(where, label, columns));
        }
        SqlParserPos position = target.table().getParserPosition();
        SqlNode from = StatementQueries.join(
                queries.target(table, label, position),
                JoinType.CROSS,
                queries.target(table, "excluded", position),
                null);
        List<Expr> translated = items.isEmpty()
                ? List.of()
                : queries.expressions(items, from, "ON CONFLICT DO UPDATE").values();
        List<Expr> values = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            values.add(new Expr.InputRef(i, columns.get(i).type()));
        }
        int next = 0;
        for (int column : assigned.keySet()) {
            values.set(column, AssignmentCast.cast(translated.get(next++), columns.get(column)));
        }
        for (int column : defaulted(conflict.update(), table)) {
            values.set(column, defaultValue(table, column));
        }
        Expr condition = where == null ? new Expr.Literal(true, SqlTypes.BOOLEAN) : translated.get(next);
        return new DataChange.Conflict(key, values, condition);
    }

    // --- UPDATE and DELETE

    private DataChange update(DataStatement.Update update, MemoryTable table) {
        List<ColumnDef> columns = table.definition().columns();
        String label = update.target().label();
        SqlParserPos position = update.target().table().getParserPosition();
        Map<Integer, SqlNode> assigned = assigned(update.assignments(), table);
        List<SqlNode> items = new ArrayList<>();
        items.add(StatementQueries.column(label, NumberedTable.ROW_NUMBER, position));
        for (int i = 0; i < columns.size(); i++) {
            SqlNode value = assigned.get(i);
            items.add(
                    value == null
                            ? StatementQueries.column(label, columns.get(i).name(), position)
                            : StatementQueries.as(value, "\u0000value" + i));
        }
        PlanNode plan = queries.plan(
                        StatementQueries.select(items, from(update.target(), table, update.from()), update.where()))
                .plan();
        List<Expr> values = new ArrayList<>();
        values.add(new Expr.InputRef(0, plan.output().get(0).type()));
        List<Integer> defaulted = defaulted(update.assignments(), table);
        for (int i = 0; i < columns.size(); i++) {
            Expr value = new Expr.InputRef(i + 1, plan.output().get(i + 1).type());
            values.add(defaulted.contains(i) ? defaultValue(table, i) : AssignmentCast.cast(value, columns.get(i)));
        }
        return new DataChange.Update(table, numbered(plan, values, table), returning(update, table));
    }

    private DataChange delete(DataStatement.Delete delete, MemoryTable table) {
        String label = delete.target().label();
        SqlParserPos position = delete.target().table().getParserPosition();
        SqlNode number = StatementQueries.column(label, NumberedTable.ROW_NUMBER, position);
        PlanNode plan = queries.plan(StatementQueries.select(
                        List.of(number), from(delete.target(), table, delete.using()), delete.where()))
                .plan();
        return new DataChange.Delete(table, plan, returning(delete, table));
    }

    private SqlNode from(Target target, MemoryTable table, @Nullable SqlNode others) {
        SqlNode own =
                queries.target(table.numbered(), target.label(), target.table().getParserPosition());
        return others == null ? own : StatementQueries.join(own, JoinType.COMMA, others, null);
    }

    /** A row number and values, projected from a query's columns. */
    static PlanNode numbered(PlanNode plan, List<Expr> values, MemoryTable table) {
        List<ColumnDef> output = new ArrayList<>();
        int before = values.size() - table.definition().columns().size();
        for (int i = 0; i < values.size(); i++) {
            String name = i < before
                    ? "\u0000" + i
                    : table.definition().columns().get(i - before).name();
            output.add(new ColumnDef(name, values.get(i).type()));
        }
        return new PlanNode.Project(plan, values, output);
    }

    // --- assignments

    /** Assigned values by column, in the order of columns; those that are DEFAULT are left out. */
    private Map<Integer, SqlNode> assigned(List<Assignment> assignments, MemoryTable table) {
        return assigned(queries, assignments, table);
    }

    static Map<Integer, SqlNode> assigned(StatementQueries queries, List<Assignment> assignments, MemoryTable table) {
        List<ColumnDef> columns = table.definition().columns();
        Map<Integer, SqlNode> values = new TreeMap<>();
        for (Assignment assignment : assignments) {
            SqlNode value = assignment.value();
            List<SqlNode> parts = value == null ? List.of() : parts(value, assignment);
            for (int i = 0; i < assignment.columns().size(); i++) {
                SqlIdentifier name = assignment.columns().get(i);
                int column = TableTargets.column(name, columns, table.name());
                ColumnDetails.Identity identity =
                        table.tableDetails().columns().get(column).identity();
                boolean computed = table.tableDetails().columns().get(column).generated() != null;
                if ((computed || identity != null && identity.always()) && value != null) {
                    throw new EngineException(
                            ErrorCode.GENERATED_COLUMN,
                            "The column '" + name + "'" + TableTargets.at(name)
                                    + " is GENERATED ALWAYS: it can only be set to DEFAULT.");
                }
                if (value != null) {
                    queries.assign(parts.get(i), columns.get(column).type());
                    if (values.put(column, parts.get(i)) != null) {
                        throw new EngineException(
                                ErrorCode.FIELD_EXISTS,
                                "The column '" + name + "'" + TableTargets.at(name) + " is assigned twice.");
                    }
                }
            }
        }
        return values;
    }

    /** Columns that are set to DEFAULT. */
    static List<Integer> defaulted(List<Assignment> assignments, MemoryTable table) {
        List<Integer> found = new ArrayList<>();
        for (Assignment assignment : assignments) {
            if (assignment.value() == null) {
                for (SqlIdentifier name : assignment.columns()) {
                    found.add(TableTargets.column(name, table.definition().columns(), table.name()));
                }
            }
        }
        return found;
    }

    /** The values of {@code (a, b) = ...}, one a column. */
    private static List<SqlNode> parts(SqlNode value, Assignment assignment) {
        int count = assignment.columns().size();
        if (count == 1 && value.getKind() != SqlKind.ROW) {
            return List.of(value);
        }
        if (value.getKind() == SqlKind.ROW && ((SqlCall) value).operandCount() == count) {
            return ((SqlCall) value).getOperandList();
        }
        if (value instanceof SqlSelect query && query.getSelectList().size() == count) {
            return columnsOf(query);
        }
        throw new EngineException(
                ErrorCode.SQL_INVALID,
                "The assignment at " + Place.of(assignment.position()) + " has " + count
                        + " columns; give a row or a query with as many values.");
    }

    /** One query a column of a query that gives one row. */
    private static List<SqlNode> columnsOf(SqlSelect query) {
        SqlParserPos position = query.getParserPosition();
        List<SqlNode> items = new ArrayList<>();
        for (SqlNode item : query.getSelectList()) {
            SqlNode value = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
            items.add(StatementQueries.as(value, "\u0000part" + items.size()));
        }
        List<SqlNode> parts = new ArrayList<>();
        for (int i = 0; i < items.size(); i++) {
            SqlSelect row = (SqlSelect) query.clone(position);
            row.setSelectList(new SqlNodeList(items, position));
            parts.add(StatementQueries.select(
                    List.of(new SqlIdentifier("\u0000part" + i, position.withQuoting(true))),
                    StatementQueries.as(row, "\u0000parts"),
                    null));
        }
        return parts;
    }

    /** The value of a column for which a statement gives none. */
    static Expr defaultValue(MemoryTable table, int column) {
        Expr value = table.tableDetails().columns().get(column).defaultValue();
        SqlType type = StatementQueries.unlimited(
                table.definition().columns().get(column).type());
        return value == null ? new Expr.Literal(null, type) : value;
    }

    // --- RETURNING

    private DataChange.Returning returning(DataStatement statement, MemoryTable table) {
        return returning(queries, statement, table);
    }

    static DataChange.Returning returning(StatementQueries queries, DataStatement statement, MemoryTable table) {
        if (statement.returning().isEmpty()) {
            return DataChange.Returning.NOTHING;
        }
        Target target = statement.target();
        SqlNode from = queries.target(table, target.label(), target.table().getParserPosition());
        StatementQueries.Expressions made =
                queries.expressions(ReturnedKeys.columns(statement.returning(), table), from, "RETURNING");
        return new DataChange.Returning(made.values(), made.columns());
    }
}
