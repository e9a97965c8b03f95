package io.algeon.engine.parquet.scan;

import org.jspecify.annotations.Nullable;

/**
 * A test that rows must pass, for one worker. The request's predicates are such tests; what becomes known only while the
 * query runs, such as the keys of a join's built side, can be added as others.
 */
interface RowFilter {
    /** Lower is cheaper for a row. Reads nothing. */
    int cost();

    /** Whether it is known, without reading rows, that no row of the open row group passes. */
    boolean rejectsAll();

    /**
     * Keeps the rows of the present window that pass.
     *
     * @param rows ascending, null: all; may be {@code selected} itself
     * @return how many rows were written to {@code selected}; if it is {@code count} and {@code rows} is null,
     *     {@code selected} may be untouched
     */
    int apply(int @Nullable [] rows, int count, int[] selected);

    /** Keeps all rows; for {@link #apply}. */
    static int keepAll(int @Nullable [] rows, int count, int[] selected) {
        if (rows != null && rows != selected) {
            System.arraycopy(rows, 0, selected, 0, count);
        }
        return count;
    }

    /** Keeps the rows at the first {@code kept} positions; for {@link #apply}. */
    static int keep(int[] positions, int kept, int @Nullable [] rows, int[] selected) {
        if (rows == null) {
            System.arraycopy(positions, 0, selected, 0, kept);
        } else {
            for (int i = 0; i < kept; i++) {
                selected[i] = rows[positions[i]];
            }
        }
        return kept;
    }
}
