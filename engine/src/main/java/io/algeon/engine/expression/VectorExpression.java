package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;

/**
 * A compiled expression; keeps its buffers, so each worker compiles its own. Not thread-safe.
 */
public interface VectorExpression {
    /**
     * Values for all rows of the batch, in the first {@code input.rowCount()} rows of the result. The result is valid until
     * the next call and may be a vector of the input itself; a character result may be a {@code DictionaryVector}.
     *
     * @throws io.algeon.metadata.error.EngineException if the expression fails for some row (overflow, division by zero, bad
     *     cast); the message names the value
     */
    ColumnVector evaluate(Batch input);
}
