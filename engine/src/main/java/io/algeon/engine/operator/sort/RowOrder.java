package io.algeon.engine.operator.sort;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.operator.rows.RowStore;
import io.algeon.engine.plan.SortKey;
import io.algeon.metadata.type.PhysicalKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The order of the rows of a {@link RowStore} by some of its columns.
 *
 * <p>All rows are known when this is made, so every key is turned into a number without gaps at its ends: the distance from
 * the column's minimum (dictionary-coded strings: the rank of their entry; NULLs before or after all; descending:
 * complemented), in as many bits as the range needs. Keys are put side by side into words of 64 bits. Most sorts have one
 * word, and a radix sort of (word, row) pairs is all there is to do. Further words, and strings that agree in their first
 * eight bytes, are compared where the first word leaves ties. Sorting is stable.
 */
public final class RowOrder implements AutoCloseable {
    private static final int RADIX_BITS = 11;
    private static final int RADIX = 1 << RADIX_BITS;

    /** Below this, merge sort is faster than clearing and summing the histograms of a radix sort. */
    private static final int SMALL = 512;

    private static final int CHECK_MASK = (1 << 16) - 1;

    private final RowStore rows;
    private final Reservation reservation;
    private final CancellationToken cancellation;
    private final List<Step> steps = new ArrayList<>();
    private long @Nullable [] openWord;
    private int openBits;

    /** What is compared next: a word of each row (unsigned), or a string column in full. */
    private record Step(long @Nullable [] words, int column, boolean descending) {}

    /**
     * Prepares to sort.
     *
     * @param reservation taken, and closed by {@link #close()}
     */
    public RowOrder(RowStore rows, List<SortKey> keys, Reservation reservation, CancellationToken cancellation) {
        this.rows = rows;
        this.reservation = reservation;
        this.cancellation = cancellation;
        for (SortKey key : keys) {
            addKey(key);
        }
        openWord = null;
    }

    private void addKey(SortKey key) {
        int count = rows.rowCount();
        boolean wide = rows.types().get(key.column()).physicalKind() == PhysicalKind.INT128;
        reservation.grow(8L * count * (wide ? 2 : 1));
        long[] codes = new long[count];
        long[] low = wide ? new long[count] : codes;
        boolean[] nulls = rows.mayHaveNulls(key.column()) ? new boolean[count] : new boolean[0];
        boolean exact = read(key, codes, low, nulls);
        addItem(codes, nulls, key);
        if (wide) {
            addItem(low, nulls.length == 0 ? nulls : clearNulls(low, nulls), key);
        }
        if (!exact) {
            openWord = null;
            steps.add(new Step(null, key.column(), key.descending()));
        }
    }

    /** NULL rows are told apart by the high half already; their low halves must only be equal. */
    private static boolean[] clearNulls(long[] low, boolean[] nulls) {
        for (int i = 0; i < low.length; i++) {
            if (nulls[i]) {
                low[i] = 0;
            }
        }
        return new boolean[0];
    }

    /** Reads a column; returns whether the codes tell all different values apart. */
    private boolean read(SortKey key, long[] codes, long[] low, boolean[] nulls) {
        int[] numbers = new int[Batch.ROWS];
        ColumnVector vector = null;
        int[] ranks = null;
        boolean exact = rows.types().get(key.column()).physicalKind() != PhysicalKind.BYTES;
        for (int from = 0; from < codes.length; from += Batch.ROWS) {
            cancellation.check();
            int count = Math.min(Batch.ROWS, codes.length - from);
            RowStore.range(from, count, numbers);
            vector = rows.gather(key.column(), numbers, count, false, vector);
            if (vector instanceof DictionaryVector coded) {
                if (ranks == null) {
                    ranks = SortCodes.ranks(coded.dictionary());
                    exact = true;
                }
                for (int i = 0; i < count; i++) {
                    codes[from + i] = vector.isNull(i) ? 0 : ranks[coded.codes()[i]];
                }
            } else {
                SortCodes.write(vector, count, codes, from);
            }
            if (vector instanceof Int128Vector wide) {
                for (int i = 0; i < count; i++) {
                    low[from + i] = wide.low()[i] ^ Long.MIN_VALUE;
                }
            }
            for (int i = 0; i < count && nulls.length > 0; i++) {
                nulls[from + i] = vector.isNull(i);
            }
        }
        return exact;
    }

    /** Turns signed codes into distances from the minimum, with NULLs at their end, and appends them to the words. */
    private void addItem(long[] codes, boolean[] nulls, SortKey key) {
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int i = 0; i < codes.length; i++) {
            if (nulls.length == 0 || !nulls[i]) {
                min = Math.min(min, codes[i]);
                max = Math.max(max, codes[i]);
            }
        }
        long range = min > max ? 0 : max - min;
        boolean full = range < 0 || range == Long.MAX_VALUE;
        boolean separate = full && nulls.length > 0;
        long first = key.nullsFirst() && nulls.length > 0 && !separate ? 1 : 0;
        if (separate) {
            reservation.grow(8L * codes.length);
            long[] flags = new long[codes.length];
            for (int i = 0; i < flags.length; i++) {
                flags[i] = nulls[i] == key.nullsFirst() ? 0 : 1;
            }
            append(flags, 1);
        }
        for (int i = 0; i < codes.length; i++) {
            if (nulls.length > 0 && nulls[i]) {
                codes[i] = separate || key.nullsFirst() ? 0 : range + 1;
            } else {
                codes[i] = (key.descending() ? max - codes[i] : codes[i] - min) + first;
            }
        }
        long largest = range + (nulls.length > 0 && !separate ? 1 : 0);
        append(codes, full ? 64 : 64 - Long.numberOfLeadingZeros(largest));
    }

    /** Puts codes of {@code bits} bits into the open word, or begins a new one with them. */
    private void append(long[] codes, int bits) {
        long[] word = openWord;
        if (word != null && openBits + bits <= 64) {
            for (int i = 0; i < codes.length; i++) {
                word[i] = word[i] << bits | codes[i];
            }
            openBits += bits;
            reservation.grow(-8L * codes.length);
        } else {
            openWord = codes;
            openBits = bits;
            steps.add(new Step(codes, -1, false));
        }
    }

    /** All rows, in order. The array belongs to the caller; its memory is held until this order is closed. */
    public int[] sorted() {
        int count = rows.rowCount();
        reservation.grow(4L * count);
        int[] order = new int[count];
        RowStore.range(0, count, order);
        sort(order);
        return order;
    }

    private void sort(int[] order) {
        if (steps.isEmpty() || order.length < 2) {
            return;
        }
        long[] words = steps.get(0).words();
        if (words == null || order.length < SMALL) {
            mergeSort(order, 0, order.length, new int[order.length], 0);
            return;
        }
        reservation.grow(20L * order.length);
        long[] keys = radixSort(words, order);
        if (steps.size() > 1) {
            int[] buffer = new int[order.length];
            for (int from = 0; from < keys.length; ) {
                int to = from + 1;
                while (to < keys.length && keys[to] == keys[from]) {
                    to++;
                }
                if (to - from > 1) {
                    mergeSort(order, from, to, buffer, 1);
                }
                from = to;
            }
        }
        reservation.grow(-20L * order.length);
    }

    /** Least significant digit first, leaving out digits that are the same in all words; returns the sorted words. */
    private long[] radixSort(long[] words, int[] order) {
        int count = order.length;
        long[] keys = new long[count];
        long different = 0;
        for (int i = 0; i < count; i++) {
            keys[i] = words[order[i]];
            different |= keys[i] ^ keys[0];
        }
        long[] otherKeys = new long[count];
        int[] rowsNow = order;
        int[] otherRows = new int[count];
        int[] starts = new int[RADIX];
        for (int shift = 0; shift < 64; shift += RADIX_BITS) {
            if ((different >>> shift & RADIX - 1) == 0) {
                continue;
            }
            cancellation.check();
            Arrays.fill(starts, 0);
            for (int i = 0; i < count; i++) {
                starts[(int) (keys[i] >>> shift) & RADIX - 1]++;
            }
            int sum = 0;
            for (int digit = 0; digit < RADIX; digit++) {
                int size = starts[digit];
                starts[digit] = sum;
                sum += size;
            }
            for (int i = 0; i < count; i++) {
                int at = starts[(int) (keys[i] >>> shift) & RADIX - 1]++;
                otherKeys[at] = keys[i];
                otherRows[at] = rowsNow[i];
            }
            long[] swapKeys = keys;
            keys = otherKeys;
            otherKeys = swapKeys;
            int[] swapRows = rowsNow;
            rowsNow = otherRows;
            otherRows = swapRows;
        }
        if (rowsNow != order) {
            System.arraycopy(rowsNow, 0, order, 0, count);
        }
        return keys;
    }

    private void mergeSort(int[] order, int from, int to, int[] buffer, int firstStep) {
        if (to - from <= 16) {
            for (int i = from + 1; i < to; i++) {
                int row = order[i];
                int at = i;
                while (at > from && compare(order[at - 1], row, firstStep) > 0) {
                    order[at] = order[at - 1];
                    at--;
                }
                order[at] = row;
            }
            return;
        }
        int middle = from + to >>> 1;
        mergeSort(order, from, middle, buffer, firstStep);
        mergeSort(order, middle, to, buffer, firstStep);
        if (compare(order[middle - 1], order[middle], firstStep) <= 0) {
            return;
        }
        if (to - from > CHECK_MASK) {
            cancellation.check();
        }
        System.arraycopy(order, from, buffer, from, middle - from);
        int left = from;
        int right = middle;
        int at = from;
        while (left < middle && right < to) {
            order[at++] = compare(buffer[left], order[right], firstStep) <= 0 ? buffer[left++] : order[right++];
        }
        System.arraycopy(buffer, left, order, at, middle - left);
    }

    /** Whether two rows agree in all keys. */
    boolean areEqual(int left, int right) {
        return compare(left, right, 0) == 0;
    }

    private int compare(int left, int right, int firstStep) {
        for (int s = firstStep; s < steps.size(); s++) {
            Step step = steps.get(s);
            long[] words = step.words();
            int order;
            if (words != null) {
                order = Long.compareUnsigned(words[left], words[right]);
            } else {
                order = compareStrings(step, left, right);
            }
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }

    private int compareStrings(Step step, int left, int right) {
        if (rows.isNull(step.column(), left) || rows.isNull(step.column(), right)) {
            return 0;
        }
        int order = rows.compareBytes(step.column(), left, right);
        return step.descending() ? -order : order;
    }

    @Override
    public void close() {
        steps.clear();
        reservation.close();
    }
}
