package io.algeon.engine;

import io.algeon.engine.PreparedQuery.ParameterValue;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Whether a parameter's value is the same value in the type that the statement gives the parameter. {@code n = ?} makes the
 * parameter an INTEGER; 2.5 must then not be compared as 3, so such a value keeps its own type and the statement is planned
 * for it.
 */
final class ParameterFit {
    private static final long SECONDS_PER_DAY = 86_400;

    private ParameterFit() {}

    /** Whether nothing of the value is lost in the planned type; texts and other kinds are cast whatever they hold. */
    static boolean isExact(ParameterValue parameter, SqlType planned) {
        SqlType given = parameter.type();
        Object value = parameter.value();
        if (value == null || given.withNullable(true).equals(planned.withNullable(true))) {
            return true;
        }
        if (given.kind().isNumeric() && planned.kind().isNumeric()) {
            // 10 / ? with 4.0 is 2.5, whatever whole number 4.0 is
            boolean fractional = given.kind().isFloating() || given.kind() == TypeKind.DECIMAL && given.scale() > 0;
            return planned.kind().isFloating()
                    || !(planned.kind().isInteger() && fractional) && fits(number(value, given), planned);
        }
        boolean timestamp = given.kind() == TypeKind.TIMESTAMP || given.kind() == TypeKind.TIMESTAMP_WITH_TIME_ZONE;
        if (planned.kind() == TypeKind.DATE && timestamp) {
            return given.kind() == TypeKind.TIMESTAMP && (long) value % (SECONDS_PER_DAY * given.unitsPerSecond()) == 0;
        }
        return true;
    }

    /** The number; null for NaN and the infinities. */
    private static @Nullable BigDecimal number(Object value, SqlType type) {
        if (value instanceof Double || value instanceof Float) {
            double number = ((Number) value).doubleValue();
            return Double.isFinite(number) ? new BigDecimal(value.toString()) : null;
        }
        return value instanceof BigInteger wide
                ? new BigDecimal(wide, type.scale())
                : BigDecimal.valueOf(((Number) value).longValue(), type.kind() == TypeKind.DECIMAL ? type.scale() : 0);
    }

    private static boolean fits(@Nullable BigDecimal number, SqlType type) {
        if (number == null) {
            return false;
        }
        BigDecimal stripped = number.stripTrailingZeros();
        if (type.kind() == TypeKind.DECIMAL) {
            return stripped.scale() <= type.scale()
                    && stripped.precision() - stripped.scale() <= type.precision() - type.scale();
        }
        if (stripped.scale() > 0) {
            return false;
        }
        int bits = switch (type.kind()) {
            case TINYINT -> Byte.SIZE;
            case SMALLINT -> Short.SIZE;
            case INTEGER -> Integer.SIZE;
            default -> Long.SIZE;
        };
        return stripped.precision() - stripped.scale() <= 19
                && stripped.toBigIntegerExact().bitLength() < bits;
    }
}
