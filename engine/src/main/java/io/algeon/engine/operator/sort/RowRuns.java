package io.algeon.engine.operator.sort;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sorts (word, row) pairs by several threads. Each takes a run of neighbouring rows and sorts it by radix, least significant
 * digit first, and where words are equal by comparing rows. Runs are then merged in pairs, and each merge is cut into slices
 * of equal length: where a slice begins in either run is found by binary search (the "merge path" of Odeh, Green et al.), so
 * that all threads have work to the last merge. Stable.
 */
final class RowRuns {
    /** What sorting holds besides the words and the order. */
    static final long BYTES_PER_ROW = 2L * Long.BYTES + Integer.BYTES;

    private static final int RADIX_BITS = 11;
    private static final int RADIX = 1 << RADIX_BITS;

    /** Shorter runs are not worth a merge. */
    private static final int MIN_RUN = 1 << 15;

    /** Slices of a merge: enough that threads which began late do their share. */
    private static final int SLICES_PER_THREAD = 4;

    private final int count;
    private final int[] order;
    private final @Nullable Ties ties;
    private final CancellationToken cancellation;
    private final Crew crew;
    private final int runs;

    private long[] keys;
    private long[] otherKeys;
    private int[] rows;
    private int[] otherRows;

    /** Order of rows whose words are equal. */
    interface Ties {
        int compare(int left, int right);
    }

    /**
     * Prepares to sort; {@link #BYTES_PER_ROW} are reserved by the caller.
     *
     * @param words by row number, compared as unsigned
     * @param order row numbers, to be sorted
     * @param ties null if words tell all different rows apart
     */
    RowRuns(long[] words, int[] order, @Nullable Ties ties, CancellationToken cancellation, Crew crew) {
        this.count = order.length;
        this.order = order;
        this.ties = ties;
        this.cancellation = cancellation;
        this.crew = crew;
        int parts = 1;
        while (parts < crew.size() && count / (2 * parts) >= MIN_RUN) {
            parts *= 2;
        }
        runs = parts;
        keys = new long[count];
        otherKeys = new long[count];
        rows = order;
        otherRows = new int[count];
        crew.each(runs, run -> {
            for (int i = start(run); i < start(run + 1); i++) {
                keys[i] = words[order[i]];
            }
        });
    }

    /** Sorts the order. */
    void sort() {
        crew.each(runs, run -> sortRun(start(run), start(run + 1)));
        for (int width = 1; width < runs; width *= 2) {
            mergePairs(width);
        }
        if (rows != order) {
            System.arraycopy(rows, 0, order, 0, count);
        }
    }

    private int start(int run) {
        return Crew.bound(count, runs, run);
    }

    private void sortRun(int from, int to) {
        radixSort(from, to);
        Ties order = ties;
        if (order == null) {
            return;
        }
        for (int begin = from; begin < to; ) {
            int end = begin + 1;
            while (end < to && keys[end] == keys[begin]) {
                end++;
            }
            if (end - begin > 1) {
                TieSort.sort(rows, begin, end, otherRows, order, cancellation);
            }
            begin = end;
        }
    }

    /** Leaves out digits that are the same in all words of the run. */
    private void radixSort(int from, int to) {
        long different = 0;
        for (int i = from; i < to; i++) {
            different |= keys[i] ^ keys[from];
        }
        long[] fromKeys = keys;
        long[] toKeys = otherKeys;
        int[] fromRows = rows;
        int[] toRows = otherRows;
        int[] starts = new int[RADIX];
        for (int shift = 0; shift < 64; shift += RADIX_BITS) {
            if ((different >>> shift & RADIX - 1) == 0) {
                continue;
            }
            cancellation.check();
            Arrays.fill(starts, 0);
            for (int i = from; i < to; i++) {
                starts[(int) (fromKeys[i] >>> shift) & RADIX - 1]++;
            }
            int sum = from;
            for (int digit = 0; digit < RADIX; digit++) {
                int size = starts[digit];
                starts[digit] = sum;
                sum += size;
            }
            for (int i = from; i < to; i++) {
                int at = starts[(int) (fromKeys[i] >>> shift) & RADIX - 1]++;
                toKeys[at] = fromKeys[i];
                toRows[at] = fromRows[i];
            }
            long[] swapKeys = fromKeys;
            fromKeys = toKeys;
            toKeys = swapKeys;
            int[] swapRows = fromRows;
            fromRows = toRows;
            toRows = swapRows;
        }
        if (fromRows != rows) {
            System.arraycopy(fromKeys, from, keys, from, to - from);
            System.arraycopy(fromRows, from, rows, from, to - from);
        }
    }

    /** Merges each two neighbours, of {@code width} runs each. */
    private void mergePairs(int width) {
        int pairs = runs / (2 * width);
        int slices = Math.max(1, SLICES_PER_THREAD * crew.size() / pairs);
        crew.each(pairs * slices, part -> {
            cancellation.check();
            int pair = part / slices;
            int slice = part % slices;
            int left = start(2 * width * pair);
            int right = start(2 * width * pair + width);
            int end = start(2 * width * (pair + 1));
            int from = (int) ((long) (end - left) * slice / slices);
            int to = (int) ((long) (end - left) * (slice + 1) / slices);
            merge(left, right, end, from, to);
        });
        long[] swapKeys = keys;
        keys = otherKeys;
        otherKeys = swapKeys;
        int[] swapRows = rows;
        rows = otherRows;
        otherRows = swapRows;
    }

    /** Writes places {@code from} to {@code to} of the merge of {@code [left, right)} and {@code [right, end)}. */
    private void merge(int left, int right, int end, int from, int to) {
        int a = left + taken(left, right, end, from);
        int b = right + from - (a - left);
        int aEnd = left + taken(left, right, end, to);
        int bEnd = right + to - (aEnd - left);
        for (int at = left + from; at < left + to; at++) {
            boolean first = b == bEnd || a < aEnd && compare(a, b) <= 0;
            int next = first ? a++ : b++;
            otherKeys[at] = keys[next];
            otherRows[at] = rows[next];
        }
    }

    /** How many of the first {@code place} pairs of the merge come from {@code [left, right)}. */
    private int taken(int left, int right, int end, int place) {
        int low = Math.max(0, place - (end - right));
        int high = Math.min(place, right - left);
        while (low < high) {
            int middle = low + high >>> 1;
            if (compare(left + middle, right + place - 1 - middle) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private int compare(int left, int right) {
        int byWord = Long.compareUnsigned(keys[left], keys[right]);
        Ties order = ties;
        return byWord != 0 || order == null ? byWord : order.compare(rows[left], rows[right]);
    }
}
