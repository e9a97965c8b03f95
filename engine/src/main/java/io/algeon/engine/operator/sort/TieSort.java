package io.algeon.engine.operator.sort;

import io.algeon.engine.exec.CancellationToken;

/** Merge sort of row numbers by comparing rows. Stable. */
final class TieSort {
    /** Up to here, insertion is faster than merging. */
    private static final int SMALL = 16;

    /** From here on, a range is long enough to ask whether the query goes on. */
    private static final int LONG = 1 << 16;

    private TieSort() {}

    /** Sorts {@code order[from..to)}, overwriting the same range of {@code buffer}. */
    static void sort(int[] order, int from, int to, int[] buffer, RowRuns.Ties rows, CancellationToken cancellation) {
        if (to - from <= SMALL) {
            insert(order, from, to, rows);
            return;
        }
        int middle = from + to >>> 1;
        sort(order, from, middle, buffer, rows, cancellation);
        sort(order, middle, to, buffer, rows, cancellation);
        if (rows.compare(order[middle - 1], order[middle]) <= 0) {
            return;
        }
        if (to - from > LONG) {
            cancellation.check();
        }
        System.arraycopy(order, from, buffer, from, middle - from);
        int left = from;
        int right = middle;
        int at = from;
        while (left < middle && right < to) {
            order[at++] = rows.compare(buffer[left], order[right]) <= 0 ? buffer[left++] : order[right++];
        }
        System.arraycopy(buffer, left, order, at, middle - left);
    }

    private static void insert(int[] order, int from, int to, RowRuns.Ties rows) {
        for (int i = from + 1; i < to; i++) {
            int row = order[i];
            int at = i;
            while (at > from && rows.compare(order[at - 1], row) > 0) {
                order[at] = order[at - 1];
                at--;
            }
            order[at] = row;
        }
    }
}
