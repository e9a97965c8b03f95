package io.algeon.engine.sql.translate;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons of exact numbers of different scale without rounding and, where one side is a constant, without converting
 * the other, so that its statistics can be used: {@code price < 2.505} is {@code price <= 2.50}.
 */
final class DecimalComparisons {
    private DecimalComparisons() {}

    /** The comparison; null if a common type that holds both sides exactly serves as well. */
    static @Nullable Expr compare(String function, Expr left, Expr right, SqlType type) {
        if (!left.type().kind().isExactNumeric() || !right.type().kind().isExactNumeric()) {
            return null;
        }
        if (isConstant(right) && !isConstant(left)) {
            return withConstant(function, left, value((Expr.Literal) right), type);
        } else if (isConstant(left) && !isConstant(right)) {
            return withConstant(flipped(function), right, value((Expr.Literal) left), type);
        }
        int scale = Math.max(left.type().scale(), right.type().scale());
        int digits = Math.max(left.type().wholeDigits(), right.type().wholeDigits()) + scale;
        if (digits <= SqlType.MAX_DECIMAL_PRECISION) {
            return null;
        }
        return left.type().scale() < right.type().scale()
                ? withTruncated(function, left, right, type)
                : left.type().scale() > right.type().scale()
                        ? withTruncated(flipped(function), right, left, type)
                        : null;
    }

    private static boolean isConstant(Expr expression) {
        return expression instanceof Expr.Literal literal && literal.value() != null;
    }

    private static BigDecimal value(Expr.Literal literal) {
        Object value = literal.value();
        return value instanceof BigInteger big
                ? new BigDecimal(big, literal.type().scale())
                : BigDecimal.valueOf(
                        value instanceof Number number ? number.longValue() : 0,
                        literal.type().scale());
    }

    private static @Nullable Expr withConstant(String function, Expr operand, BigDecimal constant, SqlType type) {
        int scale = operand.type().scale();
        BigDecimal floor = constant.setScale(scale, RoundingMode.FLOOR);
        boolean exact = floor.compareTo(constant) == 0;
        Expr.Literal literal = fitting(floor, operand.type());
        if (literal == null) {
            return outOfRange(function, operand, constant, type);
        } else if (exact) {
            return new Expr.Call(function, List.of(operand, literal), type);
        }
        return switch (function) {
            case "less", "less_or_equal" -> new Expr.Call("less_or_equal", List.of(operand, literal), type);
            case "greater", "greater_or_equal" -> new Expr.Call("greater", List.of(operand, literal), type);
            default -> known(function, operand, false, type);
        };
    }

    /** A constant of this type; null if its values cannot be that large. */
    private static Expr.@Nullable Literal fitting(BigDecimal value, SqlType type) {
        BigInteger unscaled = value.unscaledValue();
        SqlType notNull = type.withNullable(false);
        return switch (type.kind()) {
            case TINYINT -> bits(unscaled, Byte.SIZE) ? new Expr.Literal(unscaled.intValue(), notNull) : null;
            case SMALLINT -> bits(unscaled, Short.SIZE) ? new Expr.Literal(unscaled.intValue(), notNull) : null;
            case INTEGER -> bits(unscaled, Integer.SIZE) ? new Expr.Literal(unscaled.intValue(), notNull) : null;
            case BIGINT -> bits(unscaled, Long.SIZE) ? new Expr.Literal(unscaled.longValue(), notNull) : null;
            default ->
                value.precision() - value.scale() <= type.precision() - type.scale()
                        ? new Expr.Literal(Literals.decimal(value, type), notNull)
                        : null;
        };
    }

    private static boolean bits(BigInteger value, int bits) {
        return value.bitLength() < bits;
    }

    /** The constant is beyond all values of the operand. */
    private static Expr outOfRange(String function, Expr operand, BigDecimal constant, SqlType type) {
        boolean below = constant.signum() > 0;
        return switch (function) {
            case "less", "less_or_equal" -> unlessNull(operand, below, type);
            case "greater", "greater_or_equal" -> unlessNull(operand, !below, type);
            default -> known(function, operand, false, type);
        };
    }

    /** A test of equality whose outcome the types decide. */
    private static Expr known(String function, Expr operand, boolean equal, SqlType type) {
        return switch (function) {
            case "equal" -> unlessNull(operand, equal, type);
            case "not_equal" -> unlessNull(operand, !equal, type);
            case "is_distinct_from" -> new Expr.Literal(!equal, type.withNullable(false));
            default -> new Expr.Literal(equal, type.withNullable(false));
        };
    }

    private static Expr unlessNull(Expr operand, boolean outcome, SqlType type) {
        Expr literal = new Expr.Literal(outcome, SqlTypes.BOOLEAN.withNullable(false));
        return operand.type().nullable() ? nullIfNull(List.of(operand), literal, type) : literal;
    }

    private static Expr nullIfNull(List<Expr> operands, Expr otherwise, SqlType type) {
        SqlType nullable = type.withNullable(true);
        List<Expr.Case.When> nulls = operands.stream()
                .map(operand -> new Expr.Case.When(
                        new Expr.Call("is_null", List.of(operand), SqlTypes.BOOLEAN.withNullable(false)),
                        new Expr.Literal(null, nullable)))
                .toList();
        return new Expr.Case(nulls, otherwise, nullable);
    }

    /**
     * No decimal has the digits of both: compares the coarse side with the fine one truncated to its scale and, where these
     * are equal, the truncated with the fine one.
     */
    private static Expr withTruncated(String function, Expr coarse, Expr fine, SqlType type) {
        int scale = coarse.type().scale();
        Expr places = new Expr.Literal(scale, SqlTypes.INTEGER.withNullable(false));
        Expr truncated = new Expr.Call("truncate", List.of(fine, places), fine.type());
        int wholeDigits = Math.max(coarse.type().wholeDigits(), fine.type().wholeDigits());
        Expr rounded = RexTranslator.cast(truncated, SqlTypes.decimal(wholeDigits + scale, scale));
        Expr same = Comparisons.compare("equal", coarse, rounded, type);
        return switch (function) {
            case "less", "less_or_equal", "greater", "greater_or_equal" -> {
                String strict = function.startsWith("less") ? "less" : "greater";
                Expr decided = Comparisons.compare(strict, coarse, rounded, type);
                Expr tied = Comparisons.compare(function, truncated, fine, type);
                yield new Expr.Or(List.of(decided, new Expr.And(List.of(same, tied), type)), type);
            }
            case "equal", "not_equal" -> {
                Expr first = Comparisons.compare(function, coarse, rounded, type);
                Expr second = Comparisons.compare(function, truncated, fine, type);
                Expr both = function.equals("equal")
                        ? new Expr.And(List.of(first, second), type)
                        : new Expr.Or(List.of(first, second), type);
                yield coarse.type().nullable() ? nullIfNull(List.of(coarse), both, type) : both;
            }
            default -> {
                Expr first = Comparisons.compare(function, coarse, rounded, type);
                Expr second = Comparisons.compare(function, truncated, fine, type);
                yield function.equals("is_not_distinct_from")
                        ? new Expr.And(List.of(first, second), type)
                        : new Expr.Or(List.of(first, second), type);
            }
        };
    }

    private static String flipped(String function) {
        return switch (function) {
            case "less" -> "greater";
            case "less_or_equal" -> "greater_or_equal";
            case "greater" -> "less";
            case "greater_or_equal" -> "less_or_equal";
            default -> function;
        };
    }
}
