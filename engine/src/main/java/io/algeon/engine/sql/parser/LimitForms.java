package io.algeon.engine.sql.parser;

import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlWindow;
import org.apache.calcite.sql.SqlWith;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * Limits that are more than numbers, as conditions on the number of the row in the query's order:
 *
 * <ul>
 *   <li>{@code FETCH FIRST n ROWS WITH TIES}: {@code QUALIFY RANK() OVER (ORDER BY ...) <= n}
 *   <li>{@code LIMIT (SELECT n ...) OFFSET (SELECT ...)}: {@code QUALIFY ROW_NUMBER() OVER (ORDER BY ...) <= n + ...}; NULL is
 *       no limit
 * </ul>
 */
final class LimitForms extends SqlShuttle {
    private LimitForms() {}

    /** Whether there may be such a limit. */
    static boolean isNeeded(SqlTokens tokens) {
        return tokens.hasWordStartingWith('"' + QuerySyntax.TIES) || tokens.limitsByQuery();
    }

    static SqlNode rewrite(SqlNode tree) {
        SqlNode rewritten = tree.accept(new LimitForms());
        return rewritten == null ? tree : rewritten;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        SqlNode visited = super.visit(call);
        if (!(visited instanceof SqlOrderBy ordered)) {
            return visited;
        }
        SqlNode limit = ordered.fetch;
        boolean ties = isTies(limit);
        if (!ties && !isQuery(limit) && !isQuery(ordered.offset)) {
            return visited;
        }
        SqlParserPos position = ordered.getParserPosition();
        SqlNodeList order = ordered.orderList;
        SqlNode limited = limited(
                ordered.query,
                order,
                ties && limit != null ? ((SqlCall) limit).operand(0) : limit,
                ordered.offset,
                ties ? SqlStdOperatorTable.RANK : SqlStdOperatorTable.ROW_NUMBER);
        return order.isEmpty() ? limited : new SqlOrderBy(position, limited, order, null, null);
    }

    private static boolean isTies(@Nullable SqlNode limit) {
        return limit instanceof SqlCall call && call.getOperator().getName().equals(QuerySyntax.TIES);
    }

    private static boolean isQuery(@Nullable SqlNode limit) {
        return limit != null && limit.isA(SqlKind.QUERY);
    }

    private static SqlNode limited(
            SqlNode query, SqlNodeList order, @Nullable SqlNode limit, @Nullable SqlNode offset, SqlOperator number) {
        if (query instanceof SqlWith with) {
            return new SqlWith(
                    with.getParserPosition(), with.withList, limited(with.body, order, limit, offset, number));
        }
        SqlParserPos position = query.getParserPosition();
        SqlNodeList keys = new SqlNodeList(position);
        SqlSelect select;
        if (query instanceof SqlSelect plain && !plain.isDistinct() && plain.getFetch() == null) {
            select = plain;
            order.forEach(key -> keys.add(WindowForms.resolveOrder(key, plain.getSelectList())));
        } else {
            select = around(query);
            order.forEach(key -> keys.add(ofResult(key, query)));
        }
        SqlNode condition = null;
        if (limit != null) {
            SqlNode last = offset == null
                    ? limit
                    : SqlStdOperatorTable.PLUS.createCall(position, limit, orZero(offset, position));
            SqlNode within = SqlStdOperatorTable.LESS_THAN_OR_EQUAL.createCall(
                    position, over(number, SqlNodeList.EMPTY, keys), last);
            condition =
                    SqlStdOperatorTable.COALESCE.createCall(position, within, SqlLiteral.createBoolean(true, position));
        }
        if (offset != null) {
            SqlNode behind = SqlStdOperatorTable.GREATER_THAN.createCall(
                    position, over(SqlStdOperatorTable.ROW_NUMBER, SqlNodeList.EMPTY, keys), orZero(offset, position));
            condition = condition == null ? behind : SqlStdOperatorTable.AND.createCall(position, condition, behind);
        }
        SqlNode given = select.getQualify();
        if (given != null && condition != null) {
            // the rows that QUALIFY leaves are numbered, not those that it takes away
            return limited(around(select), order, limit, offset, number);
        }
        select.setQualify(condition);
        return select;
    }

    private static SqlNode orZero(SqlNode offset, SqlParserPos position) {
        return SqlStdOperatorTable.COALESCE.createCall(position, offset, SqlLiteral.createExactNumeric("0", position));
    }

    /** A window function of the row, within its partition, in an order. */
    static SqlNode over(SqlOperator number, SqlNodeList partition, SqlNodeList keys) {
        SqlParserPos position = keys.getParserPosition();
        SqlNode window = SqlWindow.create(
                null,
                null,
                partition,
                keys,
                SqlLiteral.createBoolean(false, position),
                null,
                null,
                null,
                SqlWindow.createExcludeNoOthers(position),
                position);
        return SqlStdOperatorTable.OVER.createCall(position, number.createCall(position), window);
    }

    private static SqlSelect around(SqlNode query) {
        SqlParserPos position = query.getParserPosition();
        SqlNode from = SqlStdOperatorTable.AS.createCall(
                position, query, new SqlIdentifier("$limited", position.withQuoting(true)));
        return PlainSelect.of(position, List.of(SqlIdentifier.star(position)), from, null);
    }

    /** A key of ORDER BY as a column of the query's result; the key itself if it is none. */
    private static SqlNode ofResult(SqlNode item, SqlNode query) {
        SqlNode first = query;
        while (first.isA(SqlKind.SET_QUERY)) {
            first = ((SqlCall) first).operand(0);
        }
        return first instanceof SqlSelect select
                ? OrderItem.withKey(item, key -> ofItems(key, select.getSelectList()))
                : item;
    }

    private static SqlNode ofItems(SqlNode key, List<SqlNode> items) {
        if (key instanceof SqlNumericLiteral number && number.isInteger()) {
            int position = number.intValue(true);
            return position >= 1 && position <= items.size() ? name(items.get(position - 1), key) : key;
        }
        for (SqlNode item : items) {
            SqlNode value = item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
            if (value.equalsDeep(key, Litmus.IGNORE)) {
                return name(item, key);
            }
        }
        return key;
    }

    private static SqlNode name(SqlNode item, SqlNode otherwise) {
        if (item.getKind() == SqlKind.AS) {
            return ((SqlCall) item).operand(1);
        }
        return item instanceof SqlIdentifier name && !name.isStar()
                ? name.getComponent(name.names.size() - 1)
                : otherwise;
    }
}
