package io.algeon.engine.sql.translate;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.apache.calcite.avatica.util.ByteString;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.util.DateString;
import org.apache.calcite.util.NlsString;
import org.apache.calcite.util.TimeString;
import org.apache.calcite.util.TimestampString;
import org.jspecify.annotations.Nullable;

/** Calcite's literals in the stored form of {@link Expr.Literal}. */
final class Literals {
    private Literals() {}

    /** The stored value of a literal of this type. */
    static Expr.Literal of(RexLiteral literal, SqlType type) {
        return new Expr.Literal(literal.isNull() ? null : value(literal, type), type);
    }

    /** The literal, or a cast that fails once it is evaluated where the value does not fit the type. */
    static Expr expression(RexLiteral literal, SqlType type) {
        if (type.kind() == TypeKind.REAL && !literal.isNull()) {
            double value = approximate(literal);
            if (Float.isInfinite((float) value) && !Double.isInfinite(value)) {
                Expr wide = new Expr.Literal(value, SqlTypes.DOUBLE.withNullable(false));
                return new Expr.Cast(wide, type, false);
            }
        }
        return of(literal, type);
    }

    private static @Nullable Object value(RexLiteral literal, SqlType type) {
        return switch (type.kind()) {
            case NULL -> null;
            case BOOLEAN -> literal.getValueAs(Boolean.class);
            case TINYINT, SMALLINT, INTEGER -> exact(literal, type).intValueExact();
            case BIGINT -> exact(literal, type).longValueExact();
            case DECIMAL -> decimal(exact(literal, type), type);
            case REAL -> (float) approximate(literal);
            case DOUBLE -> approximate(literal);
            case CHAR, VARCHAR -> text(literal);
            case VARBINARY ->
                new Expr.Bytes(Objects.requireNonNull(literal.getValueAs(ByteString.class))
                        .getBytes());
            case UUID -> uuid(Objects.requireNonNull(literal.getValueAs(UUID.class)));
            case DATE ->
                Objects.requireNonNull(literal.getValueAs(DateString.class)).getDaysSinceEpoch();
            case TIME -> time(Objects.requireNonNull(literal.getValueAs(TimeString.class)), type.unitsPerSecond());
            case TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE ->
                timestamp(Objects.requireNonNull(literal.getValueAs(TimestampString.class)), type.unitsPerSecond());
            case INTERVAL_YEAR_MONTH -> months(exact(literal, type));
            case INTERVAL_DAY_SECOND -> micros(exact(literal, type));
            case ARRAY, ROW, MAP -> elements(literal, type);
        };
    }

    private static int months(BigDecimal months) {
        if (months.toBigInteger().bitLength() >= Integer.SIZE) {
            throw tooLong(months + " months");
        }
        return months.intValueExact();
    }

    /** @param milliseconds as Calcite holds intervals */
    private static long micros(BigDecimal milliseconds) {
        BigDecimal micros = milliseconds.movePointRight(3);
        if (micros.toBigInteger().bitLength() >= Long.SIZE) {
            throw tooLong(milliseconds.movePointLeft(3).toPlainString() + " seconds");
        }
        return micros.longValue();
    }

    private static EngineException tooLong(String length) {
        return new EngineException(
                ErrorCode.DATETIME_OUT_OF_RANGE,
                "An interval of " + length
                        + " is out of range: intervals go to some 178 million years of months, or 106"
                        + " million days.");
    }

    /**
     * A constant converted at once, where the conversion cannot fail and loses nothing: a number to a wider one. Null where
     * that is not so.
     */
    static Expr.@Nullable Literal widened(Expr.Literal literal, SqlType type) {
        SqlType from = literal.type();
        Object value = literal.value();
        if (!(value instanceof Number number)
                || !from.kind().isExactNumeric()
                || !type.kind().isNumeric()) {
            return from.kind().isCharacter() && type.kind() == TypeKind.VARCHAR && type.precision() == SqlType.UNLIMITED
                    ? new Expr.Literal(value, type.withNullable(false))
                    : null;
        }
        BigDecimal exact = number instanceof BigInteger big
                ? new BigDecimal(big, from.scale())
                : BigDecimal.valueOf(number.longValue(), from.scale());
        Object converted = switch (type.kind()) {
            case INTEGER -> fits(exact, Integer.SIZE - 1) ? exact.intValueExact() : null;
            case BIGINT -> fits(exact, Long.SIZE - 1) ? exact.longValueExact() : null;
            case DECIMAL -> {
                boolean fits = Math.max(exact.stripTrailingZeros().scale(), 0) <= type.scale()
                        && exact.precision() - exact.scale() <= type.precision() - type.scale();
                yield fits ? decimal(exact, type) : null;
            }
            case DOUBLE -> exact.doubleValue();
            default -> null;
        };
        return converted == null ? null : new Expr.Literal(converted, type.withNullable(false));
    }

    private static boolean fits(BigDecimal value, int bits) {
        return value.stripTrailingZeros().scale() <= 0 && value.toBigInteger().bitLength() <= bits;
    }

    private static BigDecimal exact(RexLiteral literal, SqlType type) {
        BigDecimal value = literal.getValueAs(BigDecimal.class);
        if (value == null) {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_EXPRESSION, "The literal " + literal + " cannot be of type " + type + ".");
        }
        return value;
    }

    /** The unscaled value of a decimal, rounded half away from zero to the type's scale. */
    static Object decimal(BigDecimal value, SqlType type) {
        BigInteger unscaled = value.setScale(type.scale(), RoundingMode.HALF_UP).unscaledValue();
        return type.physicalKind() == PhysicalKind.INT64 ? (Object) unscaled.longValueExact() : unscaled;
    }

    private static double approximate(RexLiteral literal) {
        Object value = literal.getValue();
        return value instanceof Number number ? number.doubleValue() : Double.parseDouble(String.valueOf(value));
    }

    private static String text(RexLiteral literal) {
        Object value = literal.getValue();
        return value instanceof NlsString string ? string.getValue() : String.valueOf(value);
    }

    private static BigInteger uuid(UUID value) {
        BigInteger low = BigInteger.valueOf(value.getLeastSignificantBits())
                .and(BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE));
        return BigInteger.valueOf(value.getMostSignificantBits())
                .shiftLeft(Long.SIZE)
                .add(low);
    }

    private static long time(TimeString value, long unitsPerSecond) {
        String text = value.toString();
        long seconds = Integer.parseInt(text.substring(0, 2)) * 3600L
                + Integer.parseInt(text.substring(3, 5)) * 60L
                + Integer.parseInt(text.substring(6, 8));
        return seconds * unitsPerSecond + fraction(text, unitsPerSecond);
    }

    private static long timestamp(TimestampString value, long unitsPerSecond) {
        String text = value.toString();
        long seconds = Math.floorDiv(value.getMillisSinceEpoch(), 1000L);
        return Math.addExact(Math.multiplyExact(seconds, unitsPerSecond), fraction(text, unitsPerSecond));
    }

    /** What follows the point, in stored units. */
    private static long fraction(String text, long unitsPerSecond) {
        int point = text.indexOf('.');
        return point < 0
                ? 0
                : new BigDecimal("0" + text.substring(point))
                        .multiply(BigDecimal.valueOf(unitsPerSecond))
                        .longValue();
    }

    private static List<@Nullable Object> elements(RexLiteral literal, SqlType type) {
        List<?> literals = Objects.requireNonNull(literal.getValueAs(List.class));
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < literals.size(); i++) {
            SqlType element =
                    type.fields().get(Math.min(i, type.fields().size() - 1)).type();
            values.add(of((RexLiteral) literals.get(i), element).value());
        }
        return values;
    }
}
