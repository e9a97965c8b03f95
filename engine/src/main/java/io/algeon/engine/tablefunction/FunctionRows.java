package io.algeon.engine.tablefunction;

import io.algeon.engine.batch.ColumnVector;

/** The rows that a function has computed. Read by several threads at the same time. */
public interface FunctionRows {
    long rowCount();

    /**
     * Fills a vector with the values of a column.
     *
     * @param column among the function's output columns
     * @param from first row
     * @param count rows, at most {@code Batch.ROWS}
     * @param reuse a vector of an earlier call for the same column, or null
     * @return the vector, which the caller may pass to the next call
     */
    ColumnVector fill(int column, long from, int count, @org.jspecify.annotations.Nullable ColumnVector reuse);
}
