package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;

/** A compiled condition; keeps its buffers, so each worker compiles its own. Not thread-safe. */
public interface VectorPredicate {
    /**
     * Finds the rows for which the condition is true (not false, not unknown).
     *
     * @param selected receives their numbers, ascending; has room for {@code input.rowCount()}
     * @return how many there are
     * @throws io.algeon.metadata.error.EngineException as {@link VectorExpression#evaluate}
     */
    int select(Batch input, int[] selected);
}
