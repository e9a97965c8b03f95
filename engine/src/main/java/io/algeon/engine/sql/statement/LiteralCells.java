package io.algeon.engine.sql.statement;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlCharStringLiteral;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNumericLiteral;
import org.apache.calcite.sql.SqlUnknownLiteral;
import org.jspecify.annotations.Nullable;

/**
 * Literals of INSERT ... VALUES as values of their columns, without validation and translation of each, which would take most
 * of the time of statements with thousands of rows. Only what surely is what a cast gives; all else, errors too, is left to
 * the usual way.
 */
final class LiteralCells {
    private static final Pattern DATE = Pattern.compile("(\\d{4})-(\\d\\d)-(\\d\\d)");
    private static final Pattern TIMESTAMP =
            Pattern.compile("(\\d{4})-(\\d\\d)-(\\d\\d) ([01]\\d|2[0-3]):([0-5]\\d):([0-5]\\d)(?:\\.(\\d{1,6}))?");
    private static final int MICROSECOND_DIGITS = 6;

    private LiteralCells() {}

    /** The literal as a value of the column's type; null if it has to be translated. */
    static Expr.@Nullable Literal of(SqlNode cell, SqlType type) {
        if (cell.getKind() == SqlKind.MINUS_PREFIX
                && ((SqlCall) cell).operand(0) instanceof SqlNumericLiteral number
                && number.getValue() != null) {
            return number(number.bigDecimalValue().negate(), number.isExact(), type);
        }
        if (!(cell instanceof SqlLiteral literal)) {
            return null;
        }
        if (literal.getValue() == null) {
            return new Expr.Literal(null, type);
        }
        if (literal instanceof SqlNumericLiteral number) {
            return number(number.bigDecimalValue(), number.isExact(), type);
        }
        if (literal instanceof SqlCharStringLiteral) {
            String text = literal.getValueAs(String.class);
            return type.kind() == TypeKind.VARCHAR ? new Expr.Literal(text, SqlTypes.VARCHAR) : temporal(text, type);
        }
        if (literal instanceof SqlUnknownLiteral tagged
                && tagged.tag.equals(type.kind().name())) {
            return temporal(String.valueOf(tagged.getValue()), type);
        }
        return type.kind() == TypeKind.BOOLEAN && literal.getValue() instanceof Boolean truth
                ? new Expr.Literal(truth, type)
                : null;
    }

    private static Expr.@Nullable Literal number(BigDecimal value, boolean exact, SqlType type) {
        if (!exact) {
            double floating = value.doubleValue();
            return type.kind() == TypeKind.DOUBLE && Double.isFinite(floating)
                    ? new Expr.Literal(floating, type)
                    : null;
        }
        if (value.precision() > SqlType.MAX_DECIMAL_PRECISION || value.scale() < 0) {
            return null;
        }
        return switch (type.kind()) {
            case TINYINT -> whole(value, Byte.MIN_VALUE, Byte.MAX_VALUE, type);
            case SMALLINT -> whole(value, Short.MIN_VALUE, Short.MAX_VALUE, type);
            case INTEGER -> whole(value, Integer.MIN_VALUE, Integer.MAX_VALUE, type);
            case BIGINT -> whole(value, Long.MIN_VALUE, Long.MAX_VALUE, type);
            case DECIMAL -> {
                BigDecimal scaled = value.setScale(type.scale(), RoundingMode.HALF_UP);
                if (scaled.precision() > type.precision()) {
                    yield null;
                }
                yield new Expr.Literal(
                        type.physicalKind() == PhysicalKind.INT64
                                ? (Object) scaled.unscaledValue().longValueExact()
                                : scaled.unscaledValue(),
                        type);
            }
            case DOUBLE -> new Expr.Literal(value.doubleValue(), type);
            default -> null;
        };
    }

    private static Expr.@Nullable Literal whole(BigDecimal value, long least, long greatest, SqlType type) {
        try {
            long number = value.setScale(0, RoundingMode.HALF_UP).longValueExact();
            if (number < least || number > greatest) {
                return null;
            }
            return new Expr.Literal(
                    type.physicalKind() == PhysicalKind.INT32 ? (Object) (int) number : (Object) number, type);
        } catch (ArithmeticException tooLarge) {
            // told with the value by the cast
            return null;
        }
    }

    private static Expr.@Nullable Literal temporal(String text, SqlType type) {
        boolean date = type.kind() == TypeKind.DATE;
        if (!date && type.kind() != TypeKind.TIMESTAMP) {
            return null;
        }
        Matcher parts = (date ? DATE : TIMESTAMP).matcher(text);
        if (!parts.matches()) {
            return null;
        }
        try {
            long day = LocalDate.of(digits(parts, 1), digits(parts, 2), digits(parts, 3))
                    .toEpochDay();
            if (date) {
                return new Expr.Literal((int) day, type);
            }
            String fraction = parts.group(7) == null ? "" : parts.group(7);
            if (fraction.length() > type.precision()) {
                return null;
            }
            long seconds = ((day * 24 + digits(parts, 4)) * 60 + digits(parts, 5)) * 60 + digits(parts, 6);
            long micros = fraction.isEmpty()
                    ? 0
                    : Long.parseLong(fraction + "0".repeat(MICROSECOND_DIGITS - fraction.length()));
            long units = type.unitsPerSecond();
            return new Expr.Literal(Math.multiplyExact(seconds, units) + micros * (units / 1_000_000), type);
        } catch (DateTimeException | ArithmeticException notThere) {
            return null;
        }
    }

    private static int digits(Matcher parts, int group) {
        return Integer.parseInt(parts.group(group));
    }
}
