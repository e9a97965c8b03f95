package io.algeon.engine.sql.parser;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.math.BigDecimal;
import java.util.Locale;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlFunctionCategory;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlUnresolvedFunction;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/**
 * Percentiles as aggregates of a fraction and a value: {@code PERCENTILE_CONT(p) WITHIN GROUP (ORDER BY x)} and {@code
 * QUANTILE_CONT(x, p)} become {@code PERCENTILE_CONT(p, x)}, with an order if it is a descending one; {@code MODE() WITHIN GROUP
 * (ORDER BY x)} becomes {@code MODE(x)}.
 */
final class Percentiles {
    private Percentiles() {}

    static boolean isQuantile(String name) {
        return name.equals("QUANTILE_CONT") || name.equals("QUANTILE_DISC");
    }

    /** The call with WITHIN GROUP; null if it is none of these functions. */
    static @Nullable SqlNode withinGroup(SqlCall call) {
        if (!(call.operand(0) instanceof SqlCall aggregate) || !(call.operand(1) instanceof SqlNodeList order)) {
            return null;
        }
        SqlParserPos position = aggregate.getParserPosition();
        String name = aggregate.getOperator().getName().toUpperCase(Locale.ROOT);
        boolean percentile = name.equals("PERCENTILE_CONT") || name.equals("PERCENTILE_DISC");
        boolean mode = name.equals("MODE") && aggregate.operandCount() == 0;
        if (!percentile && !mode) {
            return null;
        }
        if (order.size() != 1 || aggregate.operandCount() > 1) {
            throw error(
                    position, name + " needs exactly one argument and one expression in WITHIN GROUP (ORDER BY ...)");
        }
        SqlNode key = order.get(0);
        boolean ascending = true;
        while (key.getKind() == SqlKind.DESCENDING
                || key.getKind() == SqlKind.NULLS_FIRST
                || key.getKind() == SqlKind.NULLS_LAST) {
            ascending &= key.getKind() != SqlKind.DESCENDING;
            key = ((SqlCall) key).operand(0);
        }
        if (mode) {
            return function("MODE", position).createCall(aggregate.getFunctionQuantifier(), position, key);
        }
        SqlNode result = percentile(aggregate, name, aggregate.operand(0), key);
        return ascending
                ? result
                : SqlStdOperatorTable.WITHIN_GROUP.createCall(call.getParserPosition(), result, order);
    }

    /** {@code QUANTILE_CONT(x, p)}. */
    static SqlNode quantile(SqlCall call, String name) {
        return percentile(call, name.replace("QUANTILE", "PERCENTILE"), call.operand(1), call.operand(0));
    }

    private static SqlNode percentile(SqlCall call, String name, SqlNode fraction, SqlNode value) {
        SqlParserPos position = call.getParserPosition();
        if (!(fraction instanceof SqlNumericLiteral number)
                || number.bigDecimalValue() == null
                || number.bigDecimalValue().signum() < 0
                || number.bigDecimalValue().compareTo(BigDecimal.ONE) > 0) {
            throw error(position, "The fraction of " + name + " must be a constant from 0 to 1");
        }
        return function(name, position).createCall(call.getFunctionQuantifier(), position, fraction, value);
    }

    private static EngineException error(SqlParserPos position, String problem) {
        return new EngineException(ErrorCode.SQL_INVALID, problem + " (" + Place.of(position) + ").");
    }

    private static SqlUnresolvedFunction function(String name, SqlParserPos position) {
        return new SqlUnresolvedFunction(
                new SqlIdentifier(name, position), null, null, null, null, SqlFunctionCategory.USER_DEFINED_FUNCTION);
    }
}
