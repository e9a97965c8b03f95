package io.algeon.engine.pipeline;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.source.TableScan;
import java.util.Arrays;

/**
 * What workers take from a scan: its morsels, or parts of those that are so large that workers would wait for the last one.
 * Parts of a morsel follow each other, so that mostly one worker reads all of them, and finds pages as it has left them.
 */
final class ScanParts {
    /** Parts that each worker gets at least, if rows suffice. */
    private static final int PARTS_A_WORKER = 16;

    /** Fewer rows are not worth a part: whoever begins one goes through the pages again that it begins in. */
    private static final long LEAST_ROWS = 8L * Batch.ROWS;

    private int count;
    private int[] morsels = new int[16];
    private long[] firstRows = new long[16];
    private long[] rows = new long[16];

    private ScanParts() {}

    /** Every morsel as one part. */
    static ScanParts whole(TableScan scan) {
        return of(scan, Long.MAX_VALUE);
    }

    /** For several workers. */
    static ScanParts divided(TableScan scan, int workers) {
        long all = 0;
        for (int morsel = 0; morsel < scan.morselCount(); morsel++) {
            all += scan.morselRows(morsel);
        }
        return of(scan, Math.max(LEAST_ROWS, all / ((long) PARTS_A_WORKER * workers)));
    }

    private static ScanParts of(TableScan scan, long wanted) {
        ScanParts parts = new ScanParts();
        for (int morsel = 0; morsel < scan.morselCount(); morsel++) {
            long all = scan.morselRows(morsel);
            long pieces = scan.isDivisible(morsel) ? Math.max(1, (all + wanted / 2) / wanted) : 1;
            long batches = (all + Batch.ROWS - 1) / Batch.ROWS;
            long size = pieces == 1 ? Math.max(1, all) : (batches + pieces - 1) / pieces * Batch.ROWS;
            for (long first = 0; first == 0 || first < all; first += size) {
                parts.add(morsel, first, Math.min(size, all - first));
            }
        }
        return parts;
    }

    private void add(int morsel, long firstRow, long partRows) {
        if (count == morsels.length) {
            morsels = Arrays.copyOf(morsels, 2 * count);
            firstRows = Arrays.copyOf(firstRows, 2 * count);
            rows = Arrays.copyOf(rows, 2 * count);
        }
        morsels[count] = morsel;
        firstRows[count] = firstRow;
        rows[count++] = partRows;
    }

    int count() {
        return count;
    }

    /** The morsel that a part is of. */
    int morsel(int part) {
        return morsels[part];
    }

    /** First row of a part within its morsel. */
    long firstRow(int part) {
        return firstRows[part];
    }

    /** Rows of a part. */
    long rows(int part) {
        return rows[part];
    }
}
