package io.algeon.engine.parquet.scan;

import java.util.Arrays;

/** Rows of a row group that are left when pages are ruled out: ascending ranges that do not touch. Immutable. */
final class RowRanges {
    private final long[] starts;
    private final long[] ends;

    private RowRanges(long[] starts, long[] ends) {
        this.starts = starts;
        this.ends = ends;
    }

    static RowRanges all(long rows) {
        return new RowRanges(new long[] {0}, new long[] {rows});
    }

    /** Rows of the pages that are kept; page {@code i} has those from {@code firstRows[i]} to {@code firstRows[i + 1]}. */
    static RowRanges of(long[] firstRows, boolean[] kept) {
        long[] starts = new long[kept.length];
        long[] ends = new long[kept.length];
        int count = 0;
        for (int i = 0; i < kept.length; i++) {
            if (!kept[i]) {
                continue;
            }
            if (count > 0 && ends[count - 1] == firstRows[i]) {
                ends[count - 1] = firstRows[i + 1];
            } else {
                starts[count] = firstRows[i];
                ends[count++] = firstRows[i + 1];
            }
        }
        return new RowRanges(Arrays.copyOf(starts, count), Arrays.copyOf(ends, count));
    }

    /** Rows that are in both. */
    RowRanges and(RowRanges other) {
        long[] newStarts = new long[starts.length + other.starts.length];
        long[] newEnds = new long[newStarts.length];
        int count = 0;
        for (int i = 0, k = 0; i < starts.length && k < other.starts.length; ) {
            long start = Math.max(starts[i], other.starts[k]);
            long end = Math.min(ends[i], other.ends[k]);
            if (start < end) {
                newStarts[count] = start;
                newEnds[count++] = end;
            }
            if (ends[i] < other.ends[k]) {
                i++;
            } else {
                k++;
            }
        }
        return new RowRanges(Arrays.copyOf(newStarts, count), Arrays.copyOf(newEnds, count));
    }

    /** First row from {@code row} on that is left, {@code Long.MAX_VALUE} if none is. */
    long next(long row) {
        int range = rangeFrom(row);
        return range == starts.length ? Long.MAX_VALUE : Math.max(row, starts[range]);
    }

    /** Where the range ends that a row, which is left, belongs to. */
    long endOf(long row) {
        return ends[rangeFrom(row)];
    }

    /** The first range that ends behind a row. */
    private int rangeFrom(long row) {
        int found = Arrays.binarySearch(ends, row);
        return found < 0 ? -found - 1 : found + 1;
    }

    /** Number of rows that are left. */
    long count() {
        long rows = 0;
        for (int i = 0; i < starts.length; i++) {
            rows += ends[i] - starts[i];
        }
        return rows;
    }
}
