package io.algeon.engine.sql.parser;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlNode;

/** An item of ORDER BY: a key, and around it DESC, NULLS FIRST and NULLS LAST. */
public final class OrderItem {
    private OrderItem() {}

    private static boolean isDirection(SqlNode node) {
        return switch (node.getKind()) {
            case DESCENDING, NULLS_FIRST, NULLS_LAST -> true;
            default -> false;
        };
    }

    /** The key of an item. */
    public static SqlNode key(SqlNode item) {
        SqlNode key = item;
        while (isDirection(key)) {
            key = ((SqlCall) key).operand(0);
        }
        return key;
    }

    /** The item with another key in the same direction; itself if the key stays. */
    public static SqlNode withKey(SqlNode item, UnaryOperator<SqlNode> change) {
        if (!isDirection(item)) {
            return change.apply(item);
        }
        SqlCall call = (SqlCall) item;
        SqlNode key = withKey(call.operand(0), change);
        if (key == call.operand(0)) {
            return item;
        }
        List<SqlNode> operands = new ArrayList<>(call.getOperandList());
        operands.set(0, key);
        return call.getOperator().createCall(call.getParserPosition(), operands);
    }
}
