package io.algeon.engine.file;

import io.algeon.engine.batch.Batch;
import org.jspecify.annotations.Nullable;

/** Reads parts of one file, one after the other, for one worker. */
public interface PartReader extends AutoCloseable {
    /** Goes to the start of a part. */
    void open(DataFile.Part part);

    /** The next rows of the part, at most {@link Batch#ROWS} and at least one; null at its end. Valid until the next call. */
    @Nullable
    Batch next();

    /** Gives memory and file handles back. */
    @Override
    void close();
}
