package io.algeon.engine.operator.sort;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.filter.SortCodes;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.operator.rows.RowStore;
import io.algeon.engine.plan.SortKey;
import io.algeon.metadata.type.PhysicalKind;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import org.jspecify.annotations.Nullable;

/**
 * The order of the rows of a {@link RowStore} by some of its columns.
 *
 * <p>All rows are known when this is made, so every key is turned into a number without gaps at its ends: the distance from
 * the column's minimum (dictionary-coded strings: the rank of their entry; NULLs before or after all; descending:
 * complemented), in as many bits as the range needs. Keys are put side by side into words of 64 bits. Most sorts have one
 * word, and sorting (word, row) pairs is all there is to do, see {@link RowRuns}. Further words, and strings that agree in
 * their first eight bytes, are compared where the first word leaves ties. Sorting is stable.
 */
public final class RowOrder implements AutoCloseable {
    /** Below this, merge sort is faster than clearing and summing the histograms of a radix sort. */
    private static final int SMALL = 512;

    /** Rows that one thread turns into words at a time. */
    private static final int PART_ROWS = 1 << 16;

    private final RowStore rows;
    private final Reservation reservation;
    private final CancellationToken cancellation;
    private final Crew crew;
    private final List<Step> steps = new ArrayList<>();
    private final List<Prefix> prefixes = new ArrayList<>();
    private final List<Integer> bitsOfStep = new ArrayList<>();
    private long @Nullable [] openWord;
    private int openBits;

    /** What is compared next: a word of each row (unsigned), or a string column in full. */
    private record Step(long @Nullable [] words, int column, boolean descending) {}

    /** Where the first keys end: so many steps, and of the last one's word so many bits had been filled. */
    private record Prefix(int steps, int bits) {}

    /**
     * Prepares to sort.
     *
     * @param reservation taken, and closed by {@link #close()}
     * @param crew sorts
     */
    public RowOrder(
            RowStore rows, List<SortKey> keys, Reservation reservation, CancellationToken cancellation, Crew crew) {
        this.rows = rows;
        this.reservation = reservation;
        this.cancellation = cancellation;
        this.crew = crew;
        prefixes.add(new Prefix(0, 0));
        for (SortKey key : keys) {
            addKey(key);
            prefixes.add(new Prefix(steps.size(), bitsOfStep.get(steps.size() - 1)));
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
            bitsOfStep.add(0);
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
        if (codes.length == 0) {
            return true;
        }
        int[] ranks = rows.slice(key.column(), 0, 1, null) instanceof DictionaryVector coded
                ? SortCodes.ranks(coded.dictionary())
                : null;
        eachPart(codes.length, (from, to) -> readPart(key, codes, low, nulls, ranks, from, to));
        return ranks != null || rows.types().get(key.column()).physicalKind() != PhysicalKind.BYTES;
    }

    private void readPart(
            SortKey key, long[] codes, long[] low, boolean[] nulls, int @Nullable [] ranks, int begin, int end) {
        ColumnVector vector = null;
        for (int from = begin; from < end; from += Batch.ROWS) {
            int count = Math.min(Batch.ROWS, end - from);
            vector = rows.slice(key.column(), from, count, vector);
            if (vector instanceof DictionaryVector coded && ranks != null) {
                for (int i = 0; i < count; i++) {
                    codes[from + i] = vector.isNull(i) ? 0 : ranks[coded.codes()[i]];
                }
            } else {
                SortCodes.write(vector, rows.types().get(key.column()), count, codes, from);
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
    }

    /** Carries out work on ranges of 0 to {@code count - 1}. */
    private void eachPart(int count, RangeWork work) {
        crew.each((count + PART_ROWS - 1) / PART_ROWS, part -> {
            cancellation.check();
            work.accept(part * PART_ROWS, Math.min(count, (part + 1) * PART_ROWS));
        });
    }

    private interface RangeWork {
        void accept(int from, int to);
    }

    /** Turns signed codes into distances from the minimum, with NULLs at their end, and appends them to the words. */
    private void addItem(long[] codes, boolean[] nulls, SortKey key) {
        LongSummaryStatistics bounds = bounds(codes, nulls);
        long min = bounds.getMin();
        long max = bounds.getMax();
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
        long nullCode = separate || key.nullsFirst() ? 0 : range + 1;
        boolean descending = key.descending();
        eachPart(codes.length, (from, to) -> {
            for (int i = from; i < to; i++) {
                codes[i] = nulls.length > 0 && nulls[i]
                        ? nullCode
                        : (descending ? max - codes[i] : codes[i] - min) + first;
            }
        });
        long largest = range + (nulls.length > 0 && !separate ? 1 : 0);
        append(codes, full ? 64 : 64 - Long.numberOfLeadingZeros(largest));
    }

    private LongSummaryStatistics bounds(long[] codes, boolean[] nulls) {
        LongSummaryStatistics all = new LongSummaryStatistics();
        eachPart(codes.length, (from, to) -> {
            long min = Long.MAX_VALUE;
            long max = Long.MIN_VALUE;
            for (int i = from; i < to; i++) {
                if (nulls.length == 0 || !nulls[i]) {
                    min = Math.min(min, codes[i]);
                    max = Math.max(max, codes[i]);
                }
            }
            if (min <= max) {
                synchronized (all) {
                    all.accept(min);
                    all.accept(max);
                }
            }
        });
        return all;
    }

    /** Puts codes of {@code bits} bits into the open word, or begins a new one with them. */
    private void append(long[] codes, int bits) {
        long[] word = openWord;
        if (word != null && openBits + bits <= 64) {
            eachPart(codes.length, (from, to) -> {
                for (int i = from; i < to; i++) {
                    word[i] = word[i] << bits | codes[i];
                }
            });
            openBits += bits;
            bitsOfStep.set(steps.size() - 1, openBits);
            reservation.grow(-8L * codes.length);
        } else {
            openWord = codes;
            openBits = bits;
            steps.add(new Step(codes, -1, false));
            bitsOfStep.add(bits);
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
            TieSort.sort(
                    order,
                    0,
                    order.length,
                    new int[order.length],
                    (left, right) -> compare(left, right, 0),
                    cancellation);
            return;
        }
        reservation.grow(RowRuns.BYTES_PER_ROW * order.length);
        RowRuns.Ties ties = steps.size() == 1 ? null : (left, right) -> compare(left, right, 1);
        new RowRuns(words, order, ties, cancellation, crew).sort();
        reservation.grow(-RowRuns.BYTES_PER_ROW * order.length);
    }

    /** Whether two rows agree in all keys. */
    boolean areEqual(int left, int right) {
        return compare(left, right, 0) == 0;
    }

    /** Whether two rows agree in the first {@code keys} keys. Thread-safe. */
    public boolean areEqual(int left, int right, int keys) {
        Prefix prefix = prefixes.get(keys);
        for (int s = 0; s < prefix.steps; s++) {
            Step step = steps.get(s);
            long[] words = step.words();
            if (words == null) {
                if (compareStrings(step, left, right) != 0) {
                    return false;
                }
            } else if (words[left] != words[right]) {
                int later = s + 1 == prefix.steps ? bitsOfStep.get(s) - prefix.bits : 0;
                if (later == 0 || (words[left] ^ words[right]) >>> later != 0) {
                    return false;
                }
            }
        }
        return true;
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
