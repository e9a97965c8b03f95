package io.algeon.engine.sql.validate;

import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.jspecify.annotations.Nullable;

/**
 * A name in ORDER BY that is spelt exactly as one of several result columns whose names differ in case only becomes that
 * column's number; Calcite would call it ambiguous.
 */
final class OrderByNames {
    private OrderByNames() {}

    static void resolve(SqlSelect select) {
        SqlNodeList order = select.getOrderList();
        if (order == null || order.size() == 0) {
            return;
        }
        List<@Nullable String> names = new ArrayList<>();
        for (SqlNode item : select.getSelectList()) {
            names.add(SqlValidatorUtil.alias(item));
        }
        for (int i = 0; i < order.size(); i++) {
            order.set(i, resolved(order.get(i), names));
        }
    }

    private static SqlNode resolved(SqlNode item, List<@Nullable String> names) {
        SqlKind kind = item.getKind();
        if (kind == SqlKind.DESCENDING || kind == SqlKind.NULLS_FIRST || kind == SqlKind.NULLS_LAST) {
            SqlCall call = (SqlCall) item;
            call.setOperand(0, resolved(call.operand(0), names));
            return call;
        }
        if (!(item instanceof SqlIdentifier identifier) || !identifier.isSimple()) {
            return item;
        }
        String name = identifier.getSimple();
        int similar = 0;
        for (String candidate : names) {
            similar += name.equalsIgnoreCase(candidate) ? 1 : 0;
        }
        int exact = names.indexOf(name);
        return similar > 1 && exact >= 0 && exact == names.lastIndexOf(name)
                ? SqlLiteral.createExactNumeric(Integer.toString(exact + 1), item.getParserPosition())
                : item;
    }
}
