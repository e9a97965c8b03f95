package io.algeon.engine.export;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.memory.Reservation;

/** Makes one file. Rows come through parts, which several workers fill side by side. */
interface TableWriter extends AutoCloseable {
    /**
     * A worker's own part. Called by any thread; what is returned is for one thread.
     *
     * @param memory what the part holds; closing the part gives it back
     */
    Part part(Reservation memory);

    /** Completes the file and gives it its name. Called once, when all parts are finished. */
    void finish();

    /** Gives everything back; a file that was not finished vanishes. Idempotent. */
    @Override
    void close();

    /** Rows of one worker. */
    interface Part extends AutoCloseable {
        /** Appends rows, of which nothing is kept by reference. */
        void write(Batch batch);

        /** Hands over what is left. */
        void finish();

        /** Idempotent. */
        @Override
        void close();
    }
}
