package io.algeon.engine.operator.window;

import io.algeon.engine.batch.ColumnVector;

/** One window function, with the buffers of one worker. Used by one thread at a time. */
interface WindowFunction {
    /** Results for the places of a span; valid until the next call. */
    ColumnVector evaluate(Span span);
}
