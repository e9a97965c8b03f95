package io.algeon.engine.source;

import io.algeon.engine.batch.Batch;
import org.jspecify.annotations.Nullable;

/** Reads morsels, a batch at a time, for one worker. */
public interface MorselReader extends AutoCloseable {
    /** Goes to the start of a morsel. */
    void open(int morsel);

    /**
     * Goes to rows of a divisible morsel.
     *
     * @param firstRow the first of them, a multiple of {@link Batch#ROWS}; rows are those before predicates
     * @param rows as many; the rest of the morsel, or a multiple of {@link Batch#ROWS}
     */
    default void open(int morsel, long firstRow, long rows) {
        throw new UnsupportedOperationException("the morsel is read as a whole");
    }

    /**
     * The next batch of the morsel: the requested columns in their order, rows that fail the request's predicates removed;
     * at most {@link Batch#ROWS} rows and at least one. Null at the end of the morsel. Valid until the next call.
     */
    @Nullable
    Batch next();

    /**
     * Gives memory back that it gets again when it is asked for rows; the batch given last stays valid.
     *
     * @return bytes given back
     */
    default long idle() {
        return 0;
    }

    /** Gives memory and file handles back. */
    @Override
    void close();
}
