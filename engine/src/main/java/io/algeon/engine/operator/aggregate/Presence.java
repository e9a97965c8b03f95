package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.ColumnVector;
import java.util.Arrays;

/**
 * Which groups have had a value that is not NULL. As long as no NULLs come, that is every group there is, and costs nothing
 * a row: groups that are new in a batch without NULLs are present from the start.
 */
final class Presence {
    private boolean[] present = {};
    private int known;
    private boolean anyAbsent;

    void resize(int capacity) {
        present = Arrays.copyOf(present, capacity);
    }

    void add(GroupedRows rows, ColumnVector values) {
        int count = rows.count();
        boolean[] flags = present;
        if (!rows.isComplete() || values.hasNulls(count)) {
            anyAbsent = true;
            int[] groups = rows.groups();
            for (int i = 0; i < count; i++) {
                if (!values.isNull(i)) {
                    flags[groups[i]] = true;
                }
            }
        } else {
            Arrays.fill(flags, known, Math.max(known, rows.groupCount()), true);
            if (anyAbsent) {
                int[] groups = rows.groups();
                for (int i = 0; i < count; i++) {
                    flags[groups[i]] = true;
                }
            }
        }
        known = Math.max(known, rows.groupCount());
    }

    void set(int group) {
        present[group] = true;
    }

    /** Whether all of these groups have had a value. */
    boolean all(int[] groups, int count) {
        boolean all = true;
        for (int i = 0; i < count; i++) {
            all &= present[groups[i]];
        }
        return all;
    }

    boolean get(int group) {
        return present[group];
    }
}
