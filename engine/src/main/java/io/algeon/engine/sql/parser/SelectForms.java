package io.algeon.engine.sql.parser;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlStarExclude;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * What PostgreSQL and others allow in the list of SELECT, in terms of what validation knows:
 *
 * <ul>
 *   <li>{@code SELECT a, unnest(b) FROM t}: {@code SELECT a, u.c FROM t CROSS JOIN UNNEST(b) AS u (c)}
 *   <li>{@code SELECT * EXCLUDE (a)}, with {@link QuerySyntax#EXCLUDE} for the star: Calcite's star without columns
 *   <li>{@code ARRAY(SELECT x ... ORDER BY y)}: {@code (SELECT COALESCE(ARRAY_AGG(x ORDER BY the row's number), ARRAY[]) ...)}
 * </ul>
 */
final class SelectForms extends SqlShuttle {
    private static final String VALUE = "$value";
    private static final String NUMBER = "$number";

    private int tables;

    private SelectForms() {}

    static boolean isNeeded(SqlTokens tokens) {
        return tokens.hasWordStartingWith('"' + QuerySyntax.UNNEST)
                || tokens.hasWordStartingWith('"' + QuerySyntax.EXCLUDE)
                || tokens.hasArrayOfQuery();
    }

    static SqlNode rewrite(SqlNode tree) {
        SqlNode rewritten = tree.accept(new SelectForms());
        return rewritten == null ? tree : rewritten;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        if (visited instanceof SqlSelect select) {
            stars(select);
            unnest(select);
            return select;
        }
        return visited instanceof SqlCall made && made.getKind() == SqlKind.ARRAY_QUERY_CONSTRUCTOR
                ? array(made.operand(0), made.getParserPosition())
                : visited;
    }

    // --- * EXCLUDE

    private static void stars(SqlSelect select) {
        SqlNodeList items = select.getSelectList();
        for (int i = 0; i < items.size(); i++) {
            SqlNode item = items.get(i);
            if (isCall(value(item), QuerySyntax.EXCLUDE)) {
                SqlCall marker = (SqlCall) value(item);
                SqlParserPos position = marker.getParserPosition();
                List<SqlNode> columns = new ArrayList<>(marker.getOperandList());
                SqlIdentifier table = (SqlIdentifier) columns.remove(0);
                boolean all = table.names.get(0).equals(QuerySyntax.EXCLUDE);
                SqlIdentifier star = all ? SqlIdentifier.star(position) : table.plusStar();
                if (!all) {
                    columns.replaceAll(column -> qualified(table, column));
                }
                items.set(i, new SqlStarExclude(position, star, new SqlNodeList(columns, position)));
            }
        }
    }

    private static SqlNode qualified(SqlIdentifier table, SqlNode column) {
        return column instanceof SqlIdentifier name && name.isSimple()
                ? table.plus(name.getSimple(), name.getParserPosition())
                : column;
    }

    private static boolean isCall(SqlNode node, String function) {
        return node instanceof SqlCall call && call.getOperator().getName().equals(function);
    }

    private static SqlNode value(SqlNode item) {
        return item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
    }

    // --- unnest

    private void unnest(SqlSelect select) {
        SqlNodeList items = select.getSelectList();
        boolean found = false;
        for (int i = 0; i < items.size(); i++) {
            SqlNode item = items.get(i);
            if (!isCall(value(item), QuerySyntax.UNNEST)) {
                continue;
            }
            SqlCall call = (SqlCall) value(item);
            SqlParserPos position = call.getParserPosition();
            if (found || select.getGroup() != null || call.operandCount() != 1) {
                throw new EngineException(
                        ErrorCode.UNSUPPORTED_FEATURE,
                        "UNNEST stands once in a list of SELECT, of one array and without GROUP BY (line "
                                + position.getLineNum() + ", column " + position.getColumnNum()
                                + "). Write it in FROM: FROM t, UNNEST(t.array) AS u (element).");
            }
            found = true;
            String table = "$unnest" + tables++;
            SqlParserPos quoted = position.withQuoting(true);
            SqlNode rows = SqlStdOperatorTable.AS.createCall(
                    position,
                    SqlStdOperatorTable.UNNEST.createCall(position, call.getOperandList()),
                    new SqlIdentifier(table, quoted),
                    new SqlIdentifier(VALUE, quoted));
            SqlNode from = select.getFrom();
            select.setFrom(
                    from == null
                            ? rows
                            : new SqlJoin(
                                    position,
                                    from,
                                    SqlLiteral.createBoolean(false, position),
                                    JoinType.CROSS.symbol(position),
                                    rows,
                                    JoinConditionType.NONE.symbol(position),
                                    null));
            SqlNode column = new SqlIdentifier(List.of(table, VALUE), null, quoted, List.of(quoted, quoted));
            SqlNode label =
                    item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(1) : new SqlIdentifier("unnest", position);
            items.set(i, SqlStdOperatorTable.AS.createCall(item.getParserPosition(), column, label));
        }
    }

    // --- ARRAY(SELECT ...)

    private static SqlNode array(SqlNode query, SqlParserPos position) {
        SqlNodeList order = SqlNodeList.EMPTY;
        SqlNode rows = query;
        if (query instanceof SqlOrderBy ordered) {
            order = ordered.orderList;
            rows = ordered.query;
        }
        boolean numbered = rows instanceof SqlSelect select
                && !select.isDistinct()
                && select.getSelectList().size() == 1
                && !(select.getSelectList().get(0) instanceof SqlIdentifier name && name.isStar());
        SqlParserPos quoted = position.withQuoting(true);
        SqlNode source = query;
        SqlNode item = SqlIdentifier.star(position);
        if (numbered) {
            SqlSelect select = (SqlSelect) rows;
            SqlNodeList items = select.getSelectList();
            SqlNodeList keys = new SqlNodeList(position);
            for (SqlNode key : order) {
                keys.add(WindowForms.resolveOrder(key, items));
            }
            SqlNode named =
                    SqlStdOperatorTable.AS.createCall(position, value(items.get(0)), new SqlIdentifier(VALUE, quoted));
            SqlNode number = SqlStdOperatorTable.AS.createCall(
                    position,
                    LimitForms.over(SqlStdOperatorTable.ROW_NUMBER, SqlNodeList.EMPTY, keys),
                    new SqlIdentifier(NUMBER, quoted));
            select.setSelectList(new SqlNodeList(List.of(named, number), position));
            if (query instanceof SqlOrderBy ordered) {
                source = new SqlOrderBy(position, select, keys, ordered.offset, ordered.fetch);
            }
            item = new SqlIdentifier(VALUE, quoted);
        } else {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_FEATURE,
                    "ARRAY(SELECT ...) takes a query of one named or computed column, without DISTINCT or UNION (line "
                            + position.getLineNum() + ", column " + position.getColumnNum()
                            + "). Put those into a query in its FROM.");
        }
        SqlNode aggregate = SqlStdOperatorTable.WITHIN_GROUP.createCall(
                position,
                FunctionForms.function("ARRAY_AGG", position, item),
                SqlNodeList.of(new SqlIdentifier(NUMBER, quoted)));
        SqlNode whole = SqlStdOperatorTable.COALESCE.createCall(
                position, aggregate, FunctionForms.function(FunctionForms.EMPTY_ARRAY, List.of(), position));
        SqlNode from = SqlStdOperatorTable.AS.createCall(position, source, new SqlIdentifier("$rows", quoted));
        return PlainSelect.of(position, List.of(whole), from, null);
    }
}
