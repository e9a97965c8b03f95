package io.algeon.engine.parquet.scan;

import io.algeon.engine.batch.ColumnVector;
import org.jspecify.annotations.Nullable;

/**
 * Gives the values of one column of a row group, a window of rows at a time. Windows move forward only; a window nobody
 * reads from is skipped, and with it every page that it covers. Used by one thread.
 */
abstract class ColumnReader implements AutoCloseable {
    /** Goes to a row group, without reading yet. */
    abstract void open(ScanFile file, int rowGroup);

    /** Goes to the {@code rows} rows from {@code firstRow} of the row group. */
    abstract void seek(long firstRow, int rows);

    /** A vector that this row group's values can be appended to: {@code reuse} if it is one, else a new one. */
    abstract ColumnVector target(@Nullable ColumnVector reuse);

    /**
     * Appends values of the present window to a vector.
     *
     * @param rows of the window, ascending; null: its first {@code count} ones
     * @param target from {@link #target}, whose first {@code at} rows are kept
     * @return the vector that holds the rows: the target, but for nested columns, which must be given {@code at == 0}
     */
    abstract ColumnVector read(int @Nullable [] rows, int count, ColumnVector target, int at);

    /** Whether {@link #read} can append behind earlier rows. */
    boolean canAppend() {
        return true;
    }

    /** Gives buffers back that are filled again when they are needed; the window stays the same. */
    void idle() {}

    @Override
    public abstract void close();
}
