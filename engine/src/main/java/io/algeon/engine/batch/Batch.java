package io.algeon.engine.batch;

/**
 * Rows of a relation, column by column. A light holder that producers reuse: see the package page for who owns it and for
 * how long. A batch may have rows and no columns, as in {@code SELECT count(*)}.
 */
public final class Batch {
    /**
     * Most rows in a batch of the CPU engine: a few columns of 2,048 values stay in the first- and second-level caches,
     * and per-batch costs are spread over enough rows.
     */
    public static final int ROWS = 2048;

    private final ColumnVector[] columns;
    private int rowCount;

    /** Takes the array, which the producer may go on changing between batches. */
    public Batch(ColumnVector[] columns, int rowCount) {
        this.columns = columns;
        this.rowCount = rowCount;
    }

    public int rowCount() {
        return rowCount;
    }

    public void setRowCount(int rowCount) {
        this.rowCount = rowCount;
    }

    public int columnCount() {
        return columns.length;
    }

    public ColumnVector column(int index) {
        return columns[index];
    }

    public void setColumn(int index, ColumnVector column) {
        columns[index] = column;
    }

    /** A batch of its own, sharing nothing but dictionaries with this one. */
    public Batch copy() {
        ColumnVector[] copies = new ColumnVector[columns.length];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = columns[i].copy(rowCount);
        }
        return new Batch(copies, rowCount);
    }
}
