package io.algeon.engine.table;

import io.algeon.engine.function.ScalarText;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZoneOffset;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Values in messages. */
final class ValueText {
    private static final int LONGEST = 80;

    private ValueText() {}

    /** A value in stored form as text, cut if it is long. */
    static String of(@Nullable Object value, SqlType type) {
        if (value == null) {
            return "NULL";
        }
        String text = text(value, type);
        return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "...";
    }

    private static String text(Object value, SqlType type) {
        if (value instanceof Expr.Bytes bytes) {
            return "X'" + HexFormat.of().withUpperCase().formatHex(bytes.value()) + "'";
        }
        return switch (type.kind()) {
            case DECIMAL -> {
                BigInteger unscaled = value instanceof BigInteger wide ? wide : BigInteger.valueOf((Long) value);
                yield new BigDecimal(unscaled, type.scale()).toPlainString();
            }
            case DATE, TIME, TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE, INTERVAL_DAY_SECOND, INTERVAL_YEAR_MONTH ->
                ScalarText.of(((Number) value).longValue(), type, ZoneOffset.UTC);
            case DOUBLE -> ScalarText.of((Double) value);
            case REAL -> ScalarText.of((Float) value);
            default -> value.toString();
        };
    }
}
