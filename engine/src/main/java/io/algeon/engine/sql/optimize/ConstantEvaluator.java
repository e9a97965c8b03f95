package io.algeon.engine.sql.optimize;

import io.algeon.engine.scalar.Expr;
import org.jspecify.annotations.Nullable;

/** Computes expressions at planning time, as execution would. */
public interface ConstantEvaluator {
    /**
     * The value, in the stored form of {@code Expr.Literal}, of an expression over literals that depends neither on
     * session nor time; null for NULL.
     *
     * @throws io.algeon.metadata.error.EngineException if it has no value
     */
    @Nullable
    Object evaluate(Expr constant);
}
