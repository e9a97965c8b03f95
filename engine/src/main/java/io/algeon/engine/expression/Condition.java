package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;

/** A compiled condition that can also be asked about some rows of a batch only. */
abstract class Condition implements VectorPredicate {
    /**
     * Keeps those of {@code rows[0..count)} for which the condition is true, in place and in order; other rows are not
     * evaluated if that could fail. Returns how many there are.
     */
    abstract int refine(Batch input, int[] rows, int count);

    /** All rows, as a start for refining. */
    static int all(int[] rows, int count) {
        for (int i = 0; i < count; i++) {
            rows[i] = i;
        }
        return count;
    }

    /** Removes {@code removed[0..removedCount)}, a subset, from {@code rows[0..count)}, both ascending; returns what is left. */
    static int subtract(int[] rows, int count, int[] removed, int removedCount) {
        int kept = 0;
        int next = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            boolean gone = next < removedCount && removed[next] == row;
            rows[kept] = row;
            next += gone ? 1 : 0;
            kept += gone ? 0 : 1;
        }
        return kept;
    }
}
