package io.algeon.engine.operator.join;

import io.algeon.engine.batch.ColumnVector;

/** Finding rows whose key has a NULL that equals nothing. */
final class NullKeys {
    private NullKeys() {}

    /**
     * Selects the rows whose key can have partners: no NULL in a column that does not compare NULLs as equal.
     *
     * @param selected receives their numbers, ascending, unless it is all of them
     * @return how many there are
     */
    static int select(ColumnVector[] keys, boolean[] nullsEqual, int count, int[] selected) {
        boolean any = false;
        for (int i = 0; i < keys.length; i++) {
            any |= !nullsEqual[i] && keys[i].mayHaveNulls() && keys[i].nullCount(count) > 0;
        }
        if (!any) {
            return count;
        }
        int kept = 0;
        for (int row = 0; row < count; row++) {
            if (!isNull(keys, nullsEqual, row)) {
                selected[kept++] = row;
            }
        }
        return kept;
    }

    /** Whether the key of a row has a NULL that equals nothing. */
    static boolean isNull(ColumnVector[] keys, boolean[] nullsEqual, int row) {
        for (int i = 0; i < keys.length; i++) {
            if (!nullsEqual[i] && keys[i].isNull(row)) {
                return true;
            }
        }
        return false;
    }
}
