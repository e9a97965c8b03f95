package io.algeon.engine.sql.validate;

import io.algeon.engine.sql.parser.OrderItem;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.SqlUtil;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.util.Litmus;
import org.apache.calcite.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * A name in ORDER BY that Calcite would call ambiguous, and that is not, becomes the number of a result column: of several
 * whose names differ in case only the one that is spelt exactly so, and of several that are the same column any.
 */
final class OrderByNames {
    private OrderByNames() {}

    static void resolve(SqlSelect select) {
        SqlNodeList order = select.getOrderList();
        if (order == null || order.size() == 0) {
            return;
        }
        List<SqlNode> columns = select.getSelectList();
        List<@Nullable String> names = new ArrayList<>();
        for (SqlNode column : columns) {
            names.add(SqlValidatorUtil.alias(column));
        }
        for (int i = 0; i < order.size(); i++) {
            order.set(i, OrderItem.withKey(order.get(i), key -> resolved(key, columns, names)));
        }
    }

    private static SqlNode resolved(SqlNode item, List<SqlNode> columns, List<@Nullable String> names) {
        if (!(item instanceof SqlIdentifier identifier) || !identifier.isSimple()) {
            return item;
        }
        String name = identifier.getSimple();
        List<SqlNode> similar = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            if (name.equalsIgnoreCase(names.get(i))) {
                similar.add(columns.get(i));
            }
        }
        int exact = names.indexOf(name);
        if (similar.size() < 2 || exact < 0 || exact != names.lastIndexOf(name) && !areEqual(similar)) {
            return item;
        }
        return SqlLiteral.createExactNumeric(Integer.toString(exact + 1), item.getParserPosition());
    }

    private static boolean areEqual(List<SqlNode> columns) {
        SqlNode first = SqlUtil.stripAs(columns.get(0));
        return columns.stream().allMatch(column -> isSame(SqlUtil.stripAs(column), first));
    }

    /** Whether two items are one; a name without its table's is that column of the only table that has it. */
    private static boolean isSame(SqlNode item, SqlNode other) {
        if (item instanceof SqlIdentifier name
                && other instanceof SqlIdentifier otherName
                && (name.isSimple() || otherName.isSimple())) {
            return Util.last(name.names).equalsIgnoreCase(Util.last(otherName.names));
        }
        return item.equalsDeep(other, Litmus.IGNORE);
    }
}
