package io.algeon.engine.exec;

import io.algeon.engine.batch.Batch;
import org.jspecify.annotations.Nullable;

/**
 * One worker's instance of a streaming step: it pulls batches from its input, an operator itself, and gives batches on. Used
 * by one thread at a time.
 */
public interface Operator extends AutoCloseable {
    /**
     * The next batch, with at least one row and at most {@link Batch#ROWS}; null at the end, and from then on. Valid
     * until the next call; the caller does not write into it. Checks for cancellation at least once a batch of work.
     */
    @Nullable
    Batch next();

    /**
     * Gives memory back that it gets again when it needs it, as nobody will ask for a while; the batch given last stays valid.
     * Concerns this operator, not its input. Called between calls of {@link #next}.
     *
     * @return bytes given back
     */
    default long idle() {
        return 0;
    }

    /** Gives everything back; idempotent. Closes its input. */
    @Override
    void close();
}
