package io.algeon.engine.sql.optimize;

import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Folds what depends neither on rows nor on parameters, session or time into literals, and logic over literals. What would
 * fail stays, and fails when it is reached.
 */
final class ConstantFolder {
    private static final long MICROS_A_DAY = 86_400_000_000L;

    private final ConstantEvaluator evaluator;

    ConstantFolder(ConstantEvaluator evaluator) {
        this.evaluator = evaluator;
    }

    Expr fold(Expr expr) {
        List<Expr> operands = ExprTrees.operands(expr);
        if (operands.isEmpty()) {
            return expr;
        }
        List<Expr> folded = new ArrayList<>(operands.size());
        boolean changed = false;
        for (Expr operand : operands) {
            Expr result = fold(operand);
            changed |= result != operand;
            folded.add(result);
        }
        Expr rebuilt = changed ? ExprTrees.withOperands(expr, folded) : expr;
        Expr constant = constant(rebuilt);
        if (constant == null && isEvaluable(rebuilt)) {
            constant = evaluated(rebuilt);
        }
        return constant == null ? rebuilt : constant;
    }

    /** Whether only literals are read, none of them or of the result depending on the session's zone. */
    private static boolean isEvaluable(Expr expr) {
        if (!isZoneless(expr) || !ExprProperties.isConstant(expr)) {
            return false;
        }
        for (Expr operand : ExprTrees.operands(expr)) {
            if (!(operand instanceof Expr.Literal) || !isZoneless(operand)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isZoneless(Expr expr) {
        TypeKind kind = expr.type().kind();
        return kind != TypeKind.TIMESTAMP_WITH_TIME_ZONE && !kind.isNested();
    }

    private @Nullable Expr evaluated(Expr expr) {
        try {
            Object value = evaluator.evaluate(expr);
            return new Expr.Literal(value, value == null ? expr.type().withNullable(true) : expr.type());
        } catch (EngineException failure) {
            return null;
        }
    }

    private static @Nullable Expr constant(Expr expr) {
        if (expr instanceof Expr.And and) {
            return and(and);
        } else if (expr instanceof Expr.Or or) {
            return or(or);
        } else if (expr instanceof Expr.Cast cast && cast.operand() instanceof Expr.Literal literal) {
            return cast(literal, cast.type());
        } else if (expr instanceof Expr.Call call) {
            if (call.operands().size() == 2
                    && call.operands().get(0) instanceof Expr.Literal a
                    && call.operands().get(1) instanceof Expr.Literal b) {
                return binary(call, a, b);
            }
            if (call.function().equals("not") && call.operands().get(0) instanceof Expr.Literal literal) {
                return literal.value() instanceof Boolean value
                        ? new Expr.Literal(!value, call.type())
                        : new Expr.Literal(null, call.type());
            }
        }
        return null;
    }

    private static @Nullable Expr and(Expr.And and) {
        List<Expr> rest = new ArrayList<>();
        for (Expr operand : and.operands()) {
            if (operand instanceof Expr.Literal literal && Boolean.FALSE.equals(literal.value())) {
                return new Expr.Literal(false, and.type());
            }
            if (!ExprTrees.isTrue(operand)) {
                rest.add(operand);
            }
        }
        return rest.size() == and.operands().size() ? null : ExprTrees.conjunction(rest);
    }

    private static @Nullable Expr or(Expr.Or or) {
        List<Expr> rest = new ArrayList<>();
        for (Expr operand : or.operands()) {
            if (ExprTrees.isTrue(operand)) {
                return new Expr.Literal(true, or.type());
            }
            if (!(operand instanceof Expr.Literal literal && Boolean.FALSE.equals(literal.value()))) {
                rest.add(operand);
            }
        }
        return rest.size() == or.operands().size() ? null : ExprTrees.disjunction(rest);
    }

    private static @Nullable Expr binary(Expr.Call call, Expr.Literal a, Expr.Literal b) {
        SqlType type = call.type();
        if (a.value() == null || b.value() == null) {
            return null;
        }
        if (a.type().kind() == TypeKind.DATE && b.type().kind().isInterval() && type.kind() == TypeKind.DATE) {
            return shiftDate(call.function(), a, b, type);
        }
        BigDecimal x = exact(a);
        BigDecimal y = exact(b);
        if (x == null || y == null) {
            return null;
        }
        return switch (call.function()) {
            case "add" -> literal(x.add(y), type);
            case "subtract" -> literal(x.subtract(y), type);
            case "multiply" -> literal(x.multiply(y), type);
            case "equal" -> new Expr.Literal(x.compareTo(y) == 0, type);
            case "not_equal" -> new Expr.Literal(x.compareTo(y) != 0, type);
            case "less" -> new Expr.Literal(x.compareTo(y) < 0, type);
            case "less_or_equal" -> new Expr.Literal(x.compareTo(y) <= 0, type);
            case "greater" -> new Expr.Literal(x.compareTo(y) > 0, type);
            case "greater_or_equal" -> new Expr.Literal(x.compareTo(y) >= 0, type);
            default -> null;
        };
    }

    private static @Nullable Expr shiftDate(String function, Expr.Literal date, Expr.Literal interval, SqlType type) {
        int sign = switch (function) {
            case "add" -> 1;
            case "subtract" -> -1;
            default -> 0;
        };
        if (sign == 0 || !(date.value() instanceof Integer day)) {
            return null;
        }
        try {
            if (interval.value() instanceof Integer months) {
                return new Expr.Literal(
                        Math.toIntExact(LocalDate.ofEpochDay(day)
                                .plusMonths(sign * months.longValue())
                                .toEpochDay()),
                        type);
            }
            if (interval.value() instanceof Long micros && micros % MICROS_A_DAY == 0) {
                return new Expr.Literal(Math.toIntExact(day + sign * (micros / MICROS_A_DAY)), type);
            }
        } catch (DateTimeException | ArithmeticException outOfRange) {
            return null;
        }
        return null;
    }

    private static @Nullable Expr cast(Expr.Literal literal, SqlType type) {
        if (literal.value() == null) {
            return new Expr.Literal(null, type.withNullable(true));
        }
        BigDecimal value = exact(literal);
        if (value == null || !type.kind().isExactNumeric()) {
            return null;
        }
        return literal(value.setScale(type.scale(), RoundingMode.HALF_UP), type);
    }

    /** The exact number that a literal stands for; null if it is no integer or decimal. */
    private static @Nullable BigDecimal exact(Expr.Literal literal) {
        if (!literal.type().kind().isExactNumeric()) {
            return null;
        }
        Object value = literal.value();
        if (value instanceof Integer number) {
            return BigDecimal.valueOf(number);
        } else if (value instanceof Long number) {
            return BigDecimal.valueOf(number, literal.type().scale());
        } else if (value instanceof BigInteger number) {
            return new BigDecimal(number, literal.type().scale());
        }
        return null;
    }

    /** A literal of an exact type; null if the number does not fit. */
    private static @Nullable Expr literal(BigDecimal value, SqlType type) {
        if (!type.kind().isExactNumeric() || value.stripTrailingZeros().scale() > type.scale()) {
            return null;
        }
        BigInteger unscaled =
                value.setScale(type.scale(), RoundingMode.UNNECESSARY).unscaledValue();
        if (type.kind() == TypeKind.DECIMAL && unscaled.abs().compareTo(BigInteger.TEN.pow(type.precision())) >= 0) {
            return null;
        }
        if (value.doubleValue() < ColumnFacts.typeLow(type) || value.doubleValue() > ColumnFacts.typeHigh(type)) {
            return null;
        }
        return switch (type.physicalKind()) {
            case INT32 -> new Expr.Literal(unscaled.intValueExact(), type);
            case INT64 -> unscaled.bitLength() < 64 ? new Expr.Literal(unscaled.longValueExact(), type) : null;
            default -> new Expr.Literal(unscaled, type);
        };
    }
}
