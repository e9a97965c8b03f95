package io.algeon.engine.sql.parser;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;
import org.jspecify.annotations.Nullable;

/**
 * One form for aggregates over rows in an order: {@code string_agg(x, ',' ORDER BY y)} becomes {@code LISTAGG(x, ',') WITHIN
 * GROUP (ORDER BY y)}, {@code array_agg(x ORDER BY y)} likewise; LISTAGG without delimiter gets the empty one, the
 * others a comma.
 */
final class OrderedAggregates extends SqlShuttle {
    private static final Set<String> JOINING = Set.of("LISTAGG", "STRING_AGG", "GROUP_CONCAT");

    private OrderedAggregates() {}

    static SqlNode rewrite(SqlNode tree) {
        SqlNode rewritten = tree.accept(new OrderedAggregates());
        return rewritten == null ? tree : rewritten;
    }

    @Override
    public @Nullable SqlNode visit(SqlCall call) {
        String name = call.getOperator().getName().toUpperCase(Locale.ROOT);
        if (call.getKind() == SqlKind.WITHIN_GROUP) {
            SqlNode percentile = Percentiles.withinGroup(call);
            return percentile == null ? super.visit(call) : percentile;
        } else if (Percentiles.isQuantile(name) && call.operandCount() == 2) {
            return Percentiles.quantile(call, name);
        }
        boolean joining = JOINING.contains(name);
        if (!joining && !name.equals("ARRAY_AGG")) {
            return super.visit(call);
        }
        List<SqlNode> arguments = new ArrayList<>();
        SqlNodeList order = null;
        for (SqlNode operand : call.getOperandList()) {
            if (operand instanceof SqlNodeList list) {
                order = list;
            } else if (operand != null && operand.getKind() == SqlKind.SEPARATOR) {
                arguments.add(((SqlCall) operand).operand(0));
            } else if (operand != null) {
                arguments.add(operand);
            }
        }
        SqlParserPos position = call.getParserPosition();
        if (joining && arguments.size() == 1) {
            arguments.add(SqlLiteral.createCharString(name.equals("LISTAGG") ? "" : ",", position));
        }
        SqlNode aggregate = new SqlUnresolvedFunction(
                        new SqlIdentifier(joining ? "LISTAGG" : name, position),
                        null,
                        null,
                        null,
                        null,
                        org.apache.calcite.sql.SqlFunctionCategory.USER_DEFINED_FUNCTION)
                .createCall(call.getFunctionQuantifier(), position, arguments.toArray(new SqlNode[0]));
        return order == null ? aggregate : SqlStdOperatorTable.WITHIN_GROUP.createCall(position, aggregate, order);
    }
}
