package io.algeon.engine.table;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;

/**
 * Up to {@link Batch#ROWS} rows, one vector a column. Immutable: scans give the vectors out as they are.
 *
 * @param columns never written to
 */
record Block(ColumnVector[] columns, int rows) {
    /** Heap that the vectors hold. */
    long bytes() {
        long bytes = 64;
        for (ColumnVector column : columns) {
            bytes += 48 + column.retainedBytes();
        }
        return bytes;
    }
}
