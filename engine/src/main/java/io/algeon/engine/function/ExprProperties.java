package io.algeon.engine.function;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.util.List;

/** What the planner and the compiler need to know of an expression before they move or reorder it. */
public final class ExprProperties {
    private ExprProperties() {}

    /** Whether evaluating the expression can fail for some row, so that it must not be evaluated for rows that skip it. */
    public static boolean isFallible(Expr expr) {
        if (expr instanceof Expr.Call call) {
            if (callMayFail(call)) {
                return true;
            }
        }
        if (expr instanceof Expr.Cast cast
                && !cast.safe()
                && castMayFail(cast.operand().type(), cast.type())) {
            return true;
        }
        return operands(expr).stream().anyMatch(ExprProperties::isFallible);
    }

    /** Whether the expression gives the same value for the same row throughout one execution. */
    public static boolean isDeterministic(Expr expr) {
        if (expr instanceof Expr.Call call) {
            ScalarFunction function = FunctionRegistry.scalar(call.function());
            if (function != null && !function.deterministic()) {
                return false;
            }
        }
        return operands(expr).stream().allMatch(ExprProperties::isDeterministic);
    }

    /** Whether the expression reads no column and is deterministic: one value an execution. */
    public static boolean isConstant(Expr expr) {
        return !(expr instanceof Expr.InputRef)
                && (!(expr instanceof Expr.Call) || isDeterministicCall((Expr.Call) expr))
                && operands(expr).stream().allMatch(ExprProperties::isConstant);
    }

    private static boolean isDeterministicCall(Expr.Call call) {
        ScalarFunction function = FunctionRegistry.scalar(call.function());
        return function == null || function.deterministic();
    }

    /** Direct operands, in evaluation order. */
    public static List<Expr> operands(Expr expr) {
        if (expr instanceof Expr.Call call) {
            return call.operands();
        } else if (expr instanceof Expr.Cast cast) {
            return List.of(cast.operand());
        } else if (expr instanceof Expr.Case conditional) {
            java.util.ArrayList<Expr> all = new java.util.ArrayList<>();
            conditional.branches().forEach(branch -> {
                all.add(branch.condition());
                all.add(branch.value());
            });
            all.add(conditional.otherwise());
            return all;
        } else if (expr instanceof Expr.Coalesce coalesce) {
            return coalesce.operands();
        } else if (expr instanceof Expr.And and) {
            return and.operands();
        } else if (expr instanceof Expr.Or or) {
            return or.operands();
        } else if (expr instanceof Expr.InSet set) {
            return List.of(set.operand());
        }
        return List.of();
    }

    /**
     * Whether the call itself can fail, its operands apart. Knows that decimal arithmetic whose result type is wide enough
     * cannot, nor integer division by a constant but 0 and -1, nor SUBSTRING with a constant length.
     */
    public static boolean callMayFail(Expr.Call call) {
        ScalarFunction function = FunctionRegistry.scalar(call.function());
        if (function == null) {
            return true;
        }
        if (!function.fallible()) {
            return false;
        }
        SqlType result = call.type();
        List<Expr> operands = call.operands();
        if (call.function().equals("substring")) {
            return operands.size() == 3
                    && !(operands.get(2) instanceof Expr.Literal literal
                            && literal.value() instanceof Number length
                            && length.longValue() >= 0);
        }
        if (result.kind().isFloating()) {
            return !List.of("negate", "abs", "floor", "ceil", "round", "truncate")
                    .contains(call.function());
        }
        if (result.kind().isInteger()
                && (call.function().equals("divide") || call.function().equals("modulo"))) {
            return !(operands.get(1) instanceof Expr.Literal literal
                    && literal.value() instanceof Number divisor
                    && divisor.longValue() != 0
                    && divisor.longValue() != -1);
        }
        if (result.kind() != TypeKind.DECIMAL || operands.isEmpty()) {
            return true;
        }
        SqlType left = operands.get(0).type();
        SqlType right = operands.get(operands.size() - 1).type();
        if (!left.kind().isExactNumeric() || !right.kind().isExactNumeric()) {
            return true;
        }
        int whole = result.precision() - result.scale();
        int leftWhole = left.wholeDigits();
        int rightWhole = right.wholeDigits();
        return switch (call.function()) {
            case "add", "subtract" ->
                whole <= Math.max(leftWhole, rightWhole) || result.scale() < Math.max(left.scale(), right.scale());
            case "multiply" -> whole < leftWhole + rightWhole;
            case "negate", "abs" -> whole < leftWhole;
            default -> true;
        };
    }

    /** Whether a cast can meet a value that the target cannot hold. */
    public static boolean castMayFail(SqlType from, SqlType to) {
        if (from.kind() == TypeKind.NULL
                || from.kind() == to.kind()
                        && !to.kind().isNested()
                        && from.kind() != TypeKind.DECIMAL
                        && from.precision() <= to.precision()) {
            return false;
        }
        if (to.kind().isCharacter()) {
            return false;
        }
        if (from.kind() == TypeKind.TIMESTAMP && (to.kind() == TypeKind.DATE || to.kind() == TypeKind.TIME)) {
            return false;
        }
        if (from.kind().isExactNumeric() && to.kind().isFloating()) {
            return false;
        }
        if (from.kind() == TypeKind.REAL && to.kind() == TypeKind.DOUBLE) {
            return false;
        }
        if (from.kind().isExactNumeric() && to.kind().isExactNumeric()) {
            int whole = from.wholeDigits() + (from.scale() > to.scale() ? 1 : 0);
            boolean widerInteger = from.kind().isInteger() && to.kind().isInteger();
            return widerInteger
                    ? from.kind().compareTo(to.kind()) > 0
                    : whole > (to.kind() == TypeKind.DECIMAL ? to.precision() - to.scale() : to.digits() - 1);
        }
        return true;
    }
}
