package io.algeon.engine.sql.parser;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.JoinType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlSelectKeyword;
import org.apache.calcite.sql.SqlStarExclude;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.apache.calcite.util.Litmus;
import org.jspecify.annotations.Nullable;

/**
 * What PostgreSQL and others allow in the list of SELECT, in terms of what validation knows:
 *
 * <ul>
 *   <li>{@code SELECT a, unnest(b), unnest(c) FROM t}: {@code SELECT a, u.d, u.e FROM t CROSS JOIN UNNEST(b, c) AS u (d, e)}
 *   <li>{@code SELECT unnest(b), count(*) FROM t GROUP BY unnest(b)}: likewise, and {@code GROUP BY u.d}
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
        if (call instanceof SqlOrderBy sorted && sorted.query instanceof SqlSelect select) {
            numberArrays(sorted.orderList, select.getSelectList());
        }
        SqlNode visited = super.visit(call);
        if (visited instanceof SqlSelect select) {
            stars(select);
            return unnest(select);
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
                items.set(i, star(table, columns, position));
            }
        }
    }

    /** A star without some columns, of a table or of {@link QuerySyntax#EXCLUDE}, which stands for all. */
    static SqlNode star(SqlIdentifier table, List<SqlNode> columns, SqlParserPos position) {
        boolean all = table.names.get(0).equals(QuerySyntax.EXCLUDE);
        SqlIdentifier star = all ? SqlIdentifier.star(position) : starOf(table, position);
        List<SqlNode> without = new ArrayList<>(columns);
        if (!all) {
            without.replaceAll(column -> qualified(table, column));
        }
        return new SqlStarExclude(position, star, new SqlNodeList(without, position));
    }

    /** All columns of a table, at a place. */
    static SqlIdentifier starOf(SqlIdentifier table, SqlParserPos position) {
        return (SqlIdentifier) table.plusStar().clone(position);
    }

    private static SqlNode qualified(SqlIdentifier table, SqlNode column) {
        return column instanceof SqlIdentifier name && name.isSimple()
                ? table.plus(name.getSimple(), name.getParserPosition())
                : column;
    }

    private static boolean isCall(SqlNode node, String function) {
        return node instanceof SqlCall call && call.getOperator().getName().equalsIgnoreCase(function);
    }

    private static SqlNode value(SqlNode item) {
        return item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
    }

    // --- unnest

    /** An array in ORDER BY is sorted by as the result column that it must be. */
    private static void numberArrays(SqlNodeList order, SqlNodeList items) {
        for (int i = 0; i < order.size(); i++) {
            order.set(i, OrderItem.withKey(order.get(i), key -> numbered(key, items)));
        }
    }

    private static SqlNode numbered(SqlNode key, SqlNodeList items) {
        if (!isCall(key, QuerySyntax.UNNEST)) {
            return key;
        }
        for (int i = 0; i < items.size(); i++) {
            if (value(items.get(i)).equalsDeep(key, Litmus.IGNORE)) {
                return SqlLiteral.createExactNumeric(Integer.toString(i + 1), key.getParserPosition());
            }
        }
        throw new EngineException(
                ErrorCode.UNSUPPORTED_FEATURE,
                "ORDER BY can sort by UNNEST only if it is selected, too (" + Place.of(key.getParserPosition()) + ").");
    }

    /** All arrays of a list give their elements side by side, the shorter ones NULL at the end. */
    private SqlNode unnest(SqlSelect select) {
        Arrays arrays = new Arrays("$unnest" + tables++);
        boolean grouped = groupsElements(select);
        SqlNodeList items = new SqlNodeList(select.getSelectList().getParserPosition());
        for (SqlNode item : select.getSelectList()) {
            SqlNode replaced = item.accept(arrays);
            boolean plain = isCall(item, QuerySyntax.UNNEST);
            items.add(
                    plain
                            ? SqlStdOperatorTable.AS.createCall(
                                    item.getParserPosition(),
                                    replaced,
                                    new SqlIdentifier("unnest", item.getParserPosition()))
                            : replaced);
        }
        SqlNodeList groups = select.getGroup();
        if (grouped && groups != null) {
            select.setGroupBy((SqlNodeList) groups.accept(arrays));
        }
        if (arrays.found.isEmpty()) {
            return select;
        }
        if (!grouped && (groups != null || arrays.aggregated)) {
            return unnestGroups(select, arrays);
        }
        select.setSelectList(items);
        select.setFrom(crossJoin(select.getFrom(), arrays.rows()));
        return select;
    }

    /** Whether GROUP BY has elements of an array, itself or by the number or name of a result column: they are grouped, not the array. */
    private static boolean groupsElements(SqlSelect select) {
        if (select.getGroup() == null) {
            return false;
        }
        Set<Integer> numbers = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < select.getSelectList().size(); i++) {
            SqlNode item = select.getSelectList().get(i);
            if (unnests(value(item))) {
                numbers.add(i + 1);
                names.add(
                        item.getKind() == SqlKind.AS
                                ? ((SqlCall) item).operand(1).toString()
                                : "unnest");
            }
        }
        return select.getGroup().stream()
                .anyMatch(group -> unnests(group)
                        || group instanceof SqlNumericLiteral number
                                && number.isInteger()
                                && numbers.contains(number.intValue(true))
                        || group instanceof SqlIdentifier name
                                && name.isSimple()
                                && names.stream().anyMatch(name.getSimple()::equalsIgnoreCase));
    }

    private static boolean unnests(SqlNode expression) {
        Arrays arrays = new Arrays("");
        expression.accept(arrays);
        return !arrays.found.isEmpty() && !arrays.aggregated;
    }

    private static SqlNode crossJoin(@Nullable SqlNode from, SqlNode rows) {
        SqlParserPos position = rows.getParserPosition();
        return from == null
                ? rows
                : new SqlJoin(
                        position,
                        from,
                        SqlLiteral.createBoolean(false, position),
                        JoinType.CROSS.symbol(position),
                        rows,
                        JoinConditionType.NONE.symbol(position),
                        null);
    }

    /** What is grouped is grouped first: its columns are those of a query in FROM, next to which the arrays are. */
    private SqlNode unnestGroups(SqlSelect select, Arrays arrays) {
        String groups = arrays.table + "$groups";
        SqlNodeList inner = new SqlNodeList(select.getSelectList().getParserPosition());
        SqlNodeList outer = new SqlNodeList(select.getSelectList().getParserPosition());
        Arrays above = new Arrays(arrays.table);
        int arraysAlone = 0;
        for (SqlNode item : select.getSelectList()) {
            SqlNode value = value(item);
            SqlParserPos position = item.getParserPosition();
            boolean array = isCall(value, QuerySyntax.UNNEST);
            SqlNode grouped = array ? ((SqlCall) value).operand(0) : value;
            String name = "$column" + inner.size();
            SqlNode column = qualified(groups, name, position);
            inner.add(SqlStdOperatorTable.AS.createCall(
                    position, grouped, new SqlIdentifier(name, position.withQuoting(true))));
            arraysAlone += array ? 1 : 0;
            SqlNode shown = array ? above.add((SqlCall) value, column) : column;
            SqlNode label = item.getKind() == SqlKind.AS
                    ? ((SqlCall) item).operand(1)
                    : array
                            ? new SqlIdentifier("unnest", position)
                            : value instanceof SqlIdentifier known && !known.isStar()
                                    ? new SqlIdentifier(known.names.get(known.names.size() - 1), position)
                                    : null;
            outer.add(label == null ? shown : SqlStdOperatorTable.AS.createCall(position, shown, label));
        }
        if (arraysAlone < arrays.calls) {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_FEATURE,
                    "Beside GROUP BY and aggregates, UNNEST stands alone in the list of SELECT, not within an expression."
                            + " Put the groups into a query in FROM: FROM (SELECT ... GROUP BY ...) AS g, UNNEST(g.array).");
        }
        boolean distinct = select.isDistinct();
        if (distinct) {
            select.setOperand(0, SqlNodeList.EMPTY);
        }
        select.setSelectList(inner);
        SqlParserPos position = select.getParserPosition();
        SqlNode from = SqlStdOperatorTable.AS.createCall(
                position, select, new SqlIdentifier(groups, position.withQuoting(true)));
        SqlSelect made = PlainSelect.of(position, outer.getList(), crossJoin(from, above.rows()), null);
        if (distinct) {
            made.setOperand(0, SqlNodeList.of(SqlSelectKeyword.DISTINCT.symbol(position)));
        }
        return made;
    }

    private static SqlIdentifier qualified(String table, String column, SqlParserPos position) {
        SqlParserPos quoted = position.withQuoting(true);
        return new SqlIdentifier(List.of(table, column), null, quoted, List.of(quoted, quoted));
    }

    /** Takes the arrays out of expressions, in whose place columns of one UNNEST come. */
    private static final class Arrays extends SqlShuttle {
        private final String table;
        private final List<SqlNode> found = new ArrayList<>();
        private SqlParserPos position = SqlParserPos.ZERO;
        private boolean aggregated;
        private int calls;

        Arrays(String table) {
            this.table = table;
        }

        SqlNode add(SqlCall call, SqlNode array) {
            position = call.getParserPosition();
            found.add(array);
            return qualified(table, VALUE + found.size(), position);
        }

        @Override
        public @Nullable SqlNode visit(SqlCall call) {
            if (call.isA(SqlKind.QUERY)) {
                return call;
            }
            if (!isCall(call, QuerySyntax.UNNEST)) {
                return super.visit(call);
            }
            if (call.operandCount() != 1) {
                throw new EngineException(
                        ErrorCode.UNSUPPORTED_FEATURE,
                        "UNNEST in a list of SELECT is of one array (" + Place.of(call.getParserPosition())
                                + "). Several UNNEST give their elements side by side.");
            }
            SqlNode array = call.operand(0);
            aggregated |= gathers(array);
            calls++;
            for (int i = 0; i < found.size() && !aggregated; i++) {
                if (found.get(i).equalsDeep(array, Litmus.IGNORE)) {
                    return qualified(table, VALUE + (i + 1), call.getParserPosition());
                }
            }
            return add(call, array);
        }

        private static boolean gathers(SqlNode array) {
            SqlNode node = array.getKind() == SqlKind.WITHIN_GROUP || array.getKind() == SqlKind.FILTER
                    ? ((SqlCall) array).operand(0)
                    : array;
            return isCall(node, "ARRAY_AGG");
        }

        /** {@code UNNEST(arrays) AS table (columns)}. */
        SqlNode rows() {
            SqlParserPos quoted = position.withQuoting(true);
            List<SqlNode> operands = new ArrayList<>();
            operands.add(SqlStdOperatorTable.UNNEST.createCall(position, found));
            operands.add(new SqlIdentifier(table, quoted));
            for (int i = 1; i <= found.size(); i++) {
                operands.add(new SqlIdentifier(VALUE + i, quoted));
            }
            return SqlStdOperatorTable.AS.createCall(position, operands);
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
                    "ARRAY(SELECT ...) takes a query of one named or computed column, without DISTINCT or UNION ("
                            + Place.of(position) + "). Put those into a query in its FROM.");
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
