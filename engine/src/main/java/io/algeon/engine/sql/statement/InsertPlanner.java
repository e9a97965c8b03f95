package io.algeon.engine.sql.statement;

import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.ColumnDetails;
import io.algeon.engine.sql.parser.DataStatement;
import io.algeon.engine.sql.parser.Place;
import io.algeon.engine.table.MemoryTable;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Plans the rows that INSERT adds: those of a query, with each column cast to that of the table and defaults for the others.
 * VALUES are planned cell by cell, since statements of thousands of rows are common: literals at once, others some hundred at a
 * time.
 */
final class InsertPlanner {
    /** Expressions that are validated together; the time for one grows with their number. */
    private static final int CHUNK = 200;

    private final StatementQueries queries;
    private final MemoryTable table;
    private final List<ColumnDef> columns;

    InsertPlanner(StatementQueries queries, MemoryTable table) {
        this.queries = queries;
        this.table = table;
        this.columns = table.definition().columns();
    }

    /** A plan with the columns of the table. */
    PlanNode rows(DataStatement.Insert insert) {
        int[] positions = positions(insert.columns());
        SqlNode source = insert.source();
        if (source == null) {
            return values(Collections.singletonList(new Expr[columns.size()]));
        }
        if (source.getKind() == SqlKind.VALUES && !hasQuery(source)) {
            return values(insert, (SqlCall) source, positions);
        }
        return query(insert, source, positions);
    }

    /** Positions of the listed columns; without a list, all. */
    private int[] positions(List<SqlIdentifier> names) {
        int[] positions = new int[names.isEmpty() ? columns.size() : names.size()];
        boolean[] seen = new boolean[columns.size()];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = names.isEmpty() ? i : TableTargets.column(names.get(i), columns, table.name());
            if (seen[positions[i]]) {
                throw new EngineException(
                        ErrorCode.FIELD_EXISTS,
                        "The column '" + names.get(i) + "'" + TableTargets.at(names.get(i)) + " is listed twice.");
            }
            seen[positions[i]] = true;
        }
        return positions;
    }

    private EngineException wrongCount(int given, int expected, boolean listed, SqlNode at) {
        return new EngineException(
                ErrorCode.SQL_INVALID,
                "The row or query at " + Place.of(at.getParserPosition()) + " has " + given
                        + (given == 1 ? " value" : " values")
                        + (listed
                                ? " for " + expected + " listed columns."
                                : "; the table '" + table.name() + "' has "
                                        + expected + " columns. List the columns that get values: INSERT INTO "
                                        + table.name() + " (column, ...)."));
    }

    /** Refuses a value for a column that makes its values itself. */
    void refuseGenerated(int column, boolean overriding) {
        ColumnDetails details = table.tableDetails().columns().get(column);
        if (details.generated() != null) {
            throw new EngineException(
                    ErrorCode.GENERATED_COLUMN,
                    "The column '" + columns.get(column).name() + "' is computed, as "
                            + details.generated().text() + ": leave it out, or give it DEFAULT.");
        }
        ColumnDetails.Identity identity = details.identity();
        if (identity != null && identity.always() && !overriding) {
            throw new EngineException(
                    ErrorCode.GENERATED_COLUMN,
                    "The column '" + columns.get(column).name()
                            + "' is GENERATED ALWAYS: leave it out, give it DEFAULT, or write OVERRIDING SYSTEM VALUE.");
        }
    }

    // --- VALUES

    private PlanNode values(DataStatement.Insert insert, SqlCall values, int[] positions) {
        List<Expr[]> rows = new ArrayList<>();
        List<SqlNode> pending = new ArrayList<>();
        List<int[]> places = new ArrayList<>();
        int width = -1;
        for (SqlNode rowNode : values.getOperandList()) {
            List<SqlNode> cells = ((SqlCall) rowNode).getOperandList();
            // a row shorter than the table, without a list of columns, fills the first ones only where lists differ
            if (cells.size() != positions.length || width >= 0 && cells.size() != width) {
                throw wrongCount(
                        cells.size(), positions.length, !insert.columns().isEmpty(), rowNode);
            }
            width = cells.size();
            Expr[] row = new Expr[columns.size()];
            for (int i = 0; i < cells.size(); i++) {
                int column = positions[i];
                SqlNode cell = cells.get(i);
                if (cell.getKind() == SqlKind.DEFAULT) {
                    continue;
                }
                refuseGenerated(column, insert.overriding());
                Expr simple = simple(cell, columns.get(column));
                if (simple == null) {
                    pending.add(cell);
                    places.add(new int[] {rows.size(), column});
                } else {
                    row[column] = simple;
                }
            }
            rows.add(row);
        }
        for (int from = 0; from < pending.size(); from += CHUNK) {
            int to = Math.min(pending.size(), from + CHUNK);
            List<Expr> translated = queries.expressions(pending.subList(from, to), null, "VALUES of INSERT")
                    .values();
            for (int i = from; i < to; i++) {
                int[] place = places.get(i);
                rows.get(place[0])[place[1]] = AssignmentCast.cast(translated.get(i - from), columns.get(place[1]));
            }
        }
        return values(rows);
    }

    /** Constant rows; what is null has its default. */
    private PlanNode values(List<Expr[]> rows) {
        List<Expr> defaults = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            defaults.add(ChangePlanner.defaultValue(table, i));
        }
        List<List<Expr>> cells = new ArrayList<>(rows.size());
        for (@Nullable Expr[] row : rows) {
            List<Expr> full = new ArrayList<>(row.length);
            for (int i = 0; i < row.length; i++) {
                Expr cell = row[i];
                full.add(cell == null ? defaults.get(i) : cell);
            }
            cells.add(full);
        }
        return new PlanNode.Values(cells, output());
    }

    private List<ColumnDef> output() {
        return columns.stream()
                .map(column -> new ColumnDef(column.name(), StatementQueries.unlimited(column.type())))
                .toList();
    }

    /** A literal or parameter as the column's value; null if it has to be translated. */
    private @Nullable Expr simple(SqlNode cell, ColumnDef column) {
        SqlType type = StatementQueries.unlimited(column.type());
        if (cell instanceof SqlDynamicParam parameter) {
            queries.assign(parameter, column.type());
            return AssignmentCast.cast(new Expr.Parameter(parameter.getIndex(), queries.typeOf(parameter)), column);
        }
        return LiteralCells.of(cell, type);
    }

    private static boolean hasQuery(SqlNode node) {
        try {
            node.accept(new SqlBasicVisitor<Void>() {
                @Override
                public Void visit(SqlCall call) {
                    if (call.getKind() != SqlKind.VALUES && call.isA(SqlKind.QUERY)) {
                        throw new Util.FoundOne(call);
                    }
                    return super.visit(call);
                }
            });
            return false;
        } catch (Util.FoundOne found) {
            return true;
        }
    }

    // --- queries

    private PlanNode query(DataStatement.Insert insert, SqlNode source, int[] positions) {
        assignParameters(source, positions);
        PlanNode plan = queries.plan(source).plan();
        if (plan.output().size() != positions.length) {
            throw wrongCount(
                    plan.output().size(), positions.length, !insert.columns().isEmpty(), source);
        }
        List<Expr> values = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            values.add(ChangePlanner.defaultValue(table, i));
        }
        for (int i = 0; i < positions.length; i++) {
            int column = positions[i];
            refuseGenerated(column, insert.overriding());
            values.set(
                    column,
                    AssignmentCast.cast(
                            new Expr.InputRef(i, plan.output().get(i).type()), columns.get(column)));
        }
        return new PlanNode.Project(plan, values, output());
    }

    /** Parameters that are selected bare have the types of the columns that they go to. */
    private void assignParameters(SqlNode source, int[] positions) {
        if (source instanceof SqlSelect select) {
            SqlNodeList items = select.getSelectList();
            for (int i = 0; i < Math.min(items.size(), positions.length); i++) {
                SqlNode item =
                        items.get(i).getKind() == SqlKind.AS ? ((SqlCall) items.get(i)).operand(0) : items.get(i);
                queries.assign(item, columns.get(positions[i]).type());
            }
        } else if (source.getKind() == SqlKind.VALUES) {
            for (SqlNode row : ((SqlCall) source).getOperandList()) {
                List<SqlNode> cells = ((SqlCall) row).getOperandList();
                for (int i = 0; i < Math.min(cells.size(), positions.length); i++) {
                    queries.assign(cells.get(i), columns.get(positions[i]).type());
                }
            }
        }
    }
}
