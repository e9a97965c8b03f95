package io.algeon.engine.exec;

import io.algeon.engine.batch.Batch;

/**
 * Where pipelines end: the state that their workers fill together. Several pipelines may feed one sink (UNION ALL, the two
 * halves of an outer join).
 */
public interface Sink extends AutoCloseable {
    /** A worker's own part. Called concurrently. */
    Local open(WorkerContext worker);

    /**
     * Called once, by one thread, when every worker of every feeding pipeline has combined; never after a failure.
     *
     * @param crew carries out what can be done in parts
     */
    void finish(Crew crew);

    /**
     * Asks for memory back: writes out what can be written and returns the bytes given back, 0 if nothing can be. Called by
     * any thread while the sink fills.
     */
    default long revoke(long bytes) {
        return 0;
    }

    /** Gives everything back, also after a failure; idempotent. */
    @Override
    void close();

    /** Used by one thread at a time. */
    interface Local extends AutoCloseable {
        /**
         * Whether a batch would be taken now. False makes the task step aside (never block a worker thread) until the sink
         * runs {@code wakeUp}, from any thread, once; only bounded result queues say so.
         */
        default boolean ready(Runnable wakeUp) {
            return true;
        }

        /**
         * Takes the rows of a batch, which belongs to the caller again afterwards. False: no more rows are needed, from
         * anyone.
         */
        boolean accept(Batch batch);

        /** The worker has no more rows: adds this part to the shared state. Called once, concurrently with others. */
        void combine();

        /** Gives everything back that was not combined; idempotent. */
        @Override
        void close();
    }
}
