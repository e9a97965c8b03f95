package io.algeon.engine.expression;

import io.algeon.engine.function.Comparison;
import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.function.FunctionRegistry;
import io.algeon.engine.function.ScalarFunction;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.PhysicalKind;

/** Rough costs for ordering conjuncts: about nanoseconds a row, over the share of rows that a condition removes. */
final class ExpressionCost {
    private static final double CHEAP_CALL = 1;
    private static final double STRING_CALL = 8;
    private static final double EXPENSIVE_CALL = 40;

    private ExpressionCost() {}

    /** Rank of a condition: those of smaller rank come first. */
    static double rank(Expr condition) {
        return of(condition) / (1.01 - selectivity(condition));
    }

    /** Cost of evaluating the expression for a row. */
    static double of(Expr expr) {
        double cost = 0;
        if (expr instanceof Expr.Call call) {
            ScalarFunction function = FunctionRegistry.scalar(call.function());
            boolean bytes = call.operands().stream().anyMatch(o -> o.type().physicalKind() == PhysicalKind.BYTES);
            cost = function != null && function.expensive() ? EXPENSIVE_CALL : bytes ? STRING_CALL : CHEAP_CALL;
        } else if (expr instanceof Expr.Cast cast) {
            boolean text = cast.type().kind().isCharacter()
                    || cast.operand().type().kind().isCharacter();
            cost = text ? EXPENSIVE_CALL : CHEAP_CALL;
        } else if (expr instanceof Expr.InSet) {
            cost = 3;
        } else if (expr instanceof Expr.Case || expr instanceof Expr.Coalesce) {
            cost = 3;
        }
        for (Expr operand : ExprProperties.operands(expr)) {
            cost += of(operand);
        }
        return cost;
    }

    private static double selectivity(Expr condition) {
        if (condition instanceof Expr.Call call) {
            Comparison comparison = Comparison.of(call.function());
            if (comparison == Comparison.EQUAL) {
                return 0.1;
            }
            if (comparison == Comparison.NOT_EQUAL || call.function().startsWith("is_not")) {
                return 0.9;
            }
            return 0.4;
        } else if (condition instanceof Expr.InSet) {
            return 0.2;
        } else if (condition instanceof Expr.Or) {
            return 0.6;
        }
        return 0.5;
    }
}
