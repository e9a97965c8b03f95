package io.algeon.engine.sql.parser;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperator;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlBasicVisitor;

/**
 * Makes long chains of AND, OR or || balanced trees, operands in the same order. The grammar makes them as deep as they are
 * long, and everything after it recurses: 3,000 conditions would exhaust the stack.
 */
final class ChainBalancer extends SqlBasicVisitor<Void> {
    /** Shorter chains stay as they are. */
    private static final int LONG_CHAIN = 50;

    private ChainBalancer() {}

    static SqlNode balance(SqlNode tree) {
        tree.accept(new ChainBalancer());
        return tree;
    }

    @Override
    public Void visit(SqlCall call) {
        if (call.getKind() == SqlKind.NOT) {
            shorten(call);
        }
        boolean chain = call.getKind() == SqlKind.AND
                || call.getKind() == SqlKind.OR
                || call.getOperator() == SqlStdOperatorTable.CONCAT;
        if (!chain || call.operandCount() != 2) {
            return super.visit(call);
        }
        List<SqlNode> links = links(call);
        if (links.size() > LONG_CHAIN) {
            int middle = links.size() / 2;
            call.setOperand(0, tree(call.getOperator(), links.subList(0, middle)));
            call.setOperand(1, tree(call.getOperator(), links.subList(middle, links.size())));
        }
        for (SqlNode link : links) {
            link.accept(this);
        }
        return null;
    }

    /** NOT more than twice in a row is NOT once or twice. */
    private static void shorten(SqlCall not) {
        SqlCall innermost = not;
        boolean odd = true;
        while (innermost.operand(0).getKind() == SqlKind.NOT) {
            innermost = innermost.operand(0);
            odd = !odd;
        }
        if (innermost != not) {
            not.setOperand(0, odd ? innermost.operand(0) : innermost);
        }
    }

    /** The operands of a chain of one operator, from left to right. */
    private static List<SqlNode> links(SqlCall call) {
        List<SqlNode> reversed = new ArrayList<>();
        Deque<SqlNode> pending = new ArrayDeque<>();
        pending.push(call);
        while (!pending.isEmpty()) {
            SqlNode node = pending.pop();
            if (node instanceof SqlCall link && link.getOperator() == call.getOperator() && link.operandCount() == 2) {
                pending.push(link.operand(0));
                pending.push(link.operand(1));
            } else {
                reversed.add(node);
            }
        }
        Collections.reverse(reversed);
        return reversed;
    }

    private static SqlNode tree(SqlOperator operator, List<SqlNode> links) {
        if (links.size() == 1) {
            return links.get(0);
        }
        int middle = links.size() / 2;
        SqlNode left = tree(operator, links.subList(0, middle));
        SqlNode right = tree(operator, links.subList(middle, links.size()));
        SqlParserPos position = left.getParserPosition().plus(right.getParserPosition());
        return operator.createCall(position, left, right);
    }
}
