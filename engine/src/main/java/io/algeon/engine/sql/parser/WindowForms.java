package io.algeon.engine.sql.parser;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.calcite.sql.SqlBasicCall;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlCase;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * Forms around windows in terms of those that validation knows:
 *
 * <ul>
 *   <li>{@code f(x) FILTER (WHERE c) OVER w}: {@code f(CASE WHEN c THEN x END) OVER w}
 *   <li>{@code SELECT DISTINCT ON (a) b ... ORDER BY a, c}: {@code SELECT b ... QUALIFY ROW_NUMBER() OVER (PARTITION BY a ORDER BY
 *       a, c) = 1 ORDER BY a, c}
 * </ul>
 */
final class WindowForms extends SqlShuttle {
    private WindowForms() {}

    static SqlNode rewrite(SqlNode tree) {
        SqlNode rewritten = tree.accept(new WindowForms());
        return rewritten == null ? tree : rewritten;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        if (call.getKind() == SqlKind.OVER && call.operand(0).getKind() == SqlKind.FILTER) {
            SqlCall filter = call.operand(0);
            SqlNode aggregate = filtered(filter.operand(0), filter.operand(1));
            return super.visit(
                    SqlStdOperatorTable.OVER.createCall(call.getParserPosition(), aggregate, call.operand(1)));
        }
        if (call instanceof SqlOrderBy ordered && ordered.query instanceof SqlSelect select && isDistinctOn(select)) {
            select(select, ordered.orderList);
        } else if (call instanceof SqlSelect select && isDistinctOn(select)) {
            SqlNodeList order = select.getOrderList();
            select(select, order == null ? SqlNodeList.EMPTY : order);
        }
        return super.visit(call);
    }

    private static SqlNode filtered(SqlCall aggregate, SqlNode condition) {
        if (aggregate.getOperator().getName().equalsIgnoreCase("ARRAY_AGG")) {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_FEATURE,
                    "ARRAY_AGG with FILTER is not available as a window function ("
                            + Place.of(aggregate.getParserPosition()) + ").");
        }
        List<SqlNode> arguments = new ArrayList<>(aggregate.getOperandList());
        SqlParserPos position = condition.getParserPosition();
        boolean rows = arguments.isEmpty() || arguments.get(0) instanceof SqlIdentifier name && name.isStar();
        SqlNode value = rows ? SqlLiteral.createExactNumeric("1", position) : arguments.get(0);
        SqlNode chosen = SqlCase.createSwitched(
                position, null, SqlNodeList.of(condition), SqlNodeList.of(value), SqlLiteral.createNull(position));
        if (rows) {
            arguments.clear();
            arguments.add(chosen);
        } else {
            arguments.set(0, chosen);
        }
        return new SqlBasicCall(
                aggregate.getOperator(), arguments, aggregate.getParserPosition(), aggregate.getFunctionQuantifier());
    }

    private static boolean isDistinctOn(SqlSelect select) {
        return select.getSelectList().size() > 1
                && select.getSelectList().get(0) instanceof SqlCall first
                && first.getOperator().getName().equals(WindowSyntax.DISTINCT_ON);
    }

    private static void select(SqlSelect select, SqlNodeList order) {
        SqlNodeList items = select.getSelectList();
        SqlCall marker = (SqlCall) items.get(0);
        SqlParserPos position = marker.getParserPosition();
        SqlNodeList kept = new SqlNodeList(items.getList().subList(1, items.size()), items.getParserPosition());
        select.setSelectList(kept);
        SqlNodeList partition = new SqlNodeList(position);
        for (SqlNode key : marker.getOperandList()) {
            partition.add(resolve(key, kept));
        }
        SqlNodeList keys = new SqlNodeList(position);
        for (SqlNode key : order) {
            keys.add(resolveOrder(key, kept));
        }
        SqlNode first = SqlStdOperatorTable.EQUALS.createCall(
                position,
                LimitForms.over(SqlStdOperatorTable.ROW_NUMBER, partition, keys),
                SqlLiteral.createExactNumeric("1", position));
        SqlNode qualify = select.getQualify();
        select.setQualify(qualify == null ? first : SqlStdOperatorTable.AND.createCall(position, qualify, first));
    }

    /** An item of ORDER BY over what is selected from: numbers and aliases replaced by what they stand for. */
    static SqlNode resolveOrder(SqlNode item, SqlNodeList items) {
        return OrderItem.withKey(item, key -> resolve(key, items));
    }

    /** The selected expression that a number or an alias stands for; the key itself if it is neither. */
    private static SqlNode resolve(SqlNode key, SqlNodeList items) {
        if (key instanceof SqlNumericLiteral literal && literal.isInteger()) {
            int number = literal.intValue(true);
            if (number < 1 || number > items.size()) {
                throw new EngineException(
                        ErrorCode.SQL_INVALID,
                        "There is no column " + number + " to order by (" + Place.of(key.getParserPosition())
                                + "); the query has " + items.size() + ".");
            }
            return withoutAlias(items.get(number - 1));
        }
        if (key instanceof SqlIdentifier name && name.isSimple()) {
            for (SqlNode item : items) {
                if (item.getKind() == SqlKind.AS
                        && ((SqlCall) item)
                                .operand(1)
                                .toString()
                                .toLowerCase(Locale.ROOT)
                                .equals(name.getSimple().toLowerCase(Locale.ROOT))) {
                    return withoutAlias(item);
                }
            }
        }
        return key;
    }

    private static SqlNode withoutAlias(SqlNode item) {
        return item.getKind() == SqlKind.AS ? ((SqlCall) item).operand(0) : item;
    }
}
