package io.algeon.engine.table;

import java.util.Arrays;

/** What rows one state of a table has and another, which was made of it, has not. */
final class RowChanges {
    private long[] rows = new long[16];
    private int count;

    private RowChanges() {}

    private void add(long row) {
        if (count == rows.length) {
            rows = Arrays.copyOf(rows, 2 * count);
        }
        rows[count++] = row;
    }

    private long[] toArray() {
        return Arrays.copyOf(rows, count);
    }

    /** Numbers of the rows of the earlier state that the later one has no more, ascending. */
    static long[] deleted(TableData before, TableData after) {
        RowChanges found = new RowChanges();
        for (int g = 0; g < before.groupCount(); g++) {
            RowGroup former = before.group(g);
            RowGroup group = after.group(g);
            if (former == group || former.isDead()) {
                continue;
            }
            for (int row = 0; row < former.rows; row++) {
                if (former.isLive(row) && !group.isLive(row)) {
                    found.add((long) g << RowGroup.SHIFT | row);
                }
            }
        }
        return found.toArray();
    }

    /** Numbers of the rows of the later state that the earlier one had not, ascending. */
    static long[] added(TableData before, TableData after) {
        RowChanges found = new RowChanges();
        for (int g = Math.max(0, before.groupCount() - 1); g < after.groupCount(); g++) {
            RowGroup group = after.group(g);
            int from = g < before.groupCount() ? before.group(g).rows : 0;
            for (int row = from; row < group.rows; row++) {
                if (group.isLive(row)) {
                    found.add((long) g << RowGroup.SHIFT | row);
                }
            }
        }
        return found.toArray();
    }
}
