package io.algeon.engine;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Casts parameter values to the types that a statement gives its parameters: the usual ones at once, others as CAST does. */
final class ParameterCast {
    private ParameterCast() {}

    /** The value in the stored form of {@code planned}. */
    static @Nullable Object cast(PreparedQuery.ParameterValue given, SqlType planned, ExecutionContext context) {
        Object value = given.value();
        SqlType from = given.type();
        if (value == null || isSame(from, planned)) {
            return value;
        }
        if (from.kind().isInteger() && planned.kind() == TypeKind.BIGINT) {
            return ((Number) value).longValue();
        }
        if (planned.kind() == TypeKind.DECIMAL && from.kind().isExactNumeric()) {
            Object decimal = decimal(value, from, planned);
            if (decimal != null) {
                return decimal;
            }
        }
        Expr cast = new Expr.Cast(new Expr.Literal(value, from), planned, false);
        return ExpressionCompiler.evaluateConstant(cast, context);
    }

    private static boolean isSame(SqlType from, SqlType planned) {
        return from == planned
                || from.kind() == planned.kind()
                        && (from.kind() == TypeKind.VARCHAR && planned.precision() == SqlType.UNLIMITED
                                || from.precision() == planned.precision()
                                        && from.scale() == planned.scale()
                                        && (planned.fields().isEmpty()
                                                || from.fields().equals(planned.fields())));
    }

    /** A decimal of the planned scale, null if it has too many digits. */
    private static @Nullable Object decimal(Object value, SqlType from, SqlType planned) {
        BigDecimal exact = value instanceof BigInteger wide
                ? new BigDecimal(wide, from.scale())
                : BigDecimal.valueOf(((Number) value).longValue(), from.scale());
        BigDecimal scaled = exact.setScale(planned.scale(), RoundingMode.HALF_UP);
        if (scaled.precision() > planned.precision()) {
            return null;
        }
        return planned.precision() <= SqlType.MAX_LONG_DECIMAL_PRECISION
                ? (Object) scaled.unscaledValue().longValueExact()
                : scaled.unscaledValue();
    }
}
