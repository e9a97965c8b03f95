package io.algeon.engine;

import io.algeon.engine.batch.Batch;
import io.algeon.metadata.catalog.ColumnDef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A running statement and its result. {@link #next()} and {@link #close()} belong to one thread at a time;
 * {@link #cancel()}, {@link #progress()} and {@link #report()} to anyone.
 */
public interface QueryExecution extends AutoCloseable {
    /** Columns of the result. */
    List<ColumnDef> columns();

    /**
     * The next rows of the result, produced as they are asked for in bounded memory; null at the end. Valid until the next
     * call.
     *
     * @throws io.algeon.metadata.error.EngineException if the query fails, is cancelled or times out; the execution is over
     *     then
     */
    @Nullable
    Batch next();

    /**
     * Does what a statement changes, now, also if its result is never asked for. Queries produce rows only as they are asked
     * for, and do nothing here.
     */
    default void complete() {}

    /** Rows changed by a statement without a result; -1 for one with a result. */
    long updateCount();

    /** Stops the query within 250 ms; {@link #next()} then throws {@code cancelled}. Does nothing after the end. */
    void cancel();

    /** Share of the work done, 0 to 1; an estimate that never decreases. */
    double progress();

    /** Remarks for the user, such as a fall-back to another device. */
    List<String> warnings();

    /** What the execution did so far; final once it is closed. */
    QueryReport report();

    /** Stops what still runs and gives everything back. Idempotent. */
    @Override
    void close();
}
