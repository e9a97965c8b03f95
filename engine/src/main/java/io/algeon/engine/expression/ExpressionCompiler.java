package io.algeon.engine.expression;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.scalar.Expr;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Turns expressions into vector loops. What is compiled keeps buffers, so every worker compiles its own; compiling takes
 * microseconds. Parameters and execution constants are bound here.
 */
public final class ExpressionCompiler {
    private ExpressionCompiler() {}

    /** Compiles an expression whose {@code InputRef}s number the columns of the batches that it will be given. */
    public static VectorExpression compile(Expr expr, ExecutionContext context) {
        return new Compilation(context).value(expr);
    }

    /** Compiles a condition; anything but true is not selected. */
    public static VectorPredicate compilePredicate(Expr condition, ExecutionContext context) {
        return compilePredicate(List.of(condition), context);
    }

    /** Compiles a conjunction, which may be empty (true). Conjuncts that cannot fail may be evaluated in another order. */
    public static VectorPredicate compilePredicate(List<Expr> conjuncts, ExecutionContext context) {
        return new Compilation(context).all(conjuncts, false);
    }

    /**
     * Evaluates an expression that reads no column.
     *
     * @return the value in the stored form of {@code Expr.Literal}, null for NULL
     */
    public static @Nullable Object evaluateConstant(Expr expr, ExecutionContext context) {
        return new Compilation(context).constant(expr);
    }
}
