package io.algeon.engine.graph;

import io.algeon.engine.exec.RadixSort;
import java.util.Arrays;

/**
 * Sorts rows of neighbours: short ones by insertion, long ones by the library, very long ones (of vertices that half of all others
 * know) by radix, eleven bits at a time, which takes a tenth of a second for ten million and can be cancelled in between.
 */
final class RowSort {
    private static final int SHORT = 24;
    private static final int LONG = 1 << 14;
    private static final int DIGIT_BITS = 11;
    private static final int DIGITS = 1 << DIGIT_BITS;

    private final int bits;
    private final GraphWork work;

    /** @param limit all values are below */
    RowSort(int limit, GraphWork work) {
        this.bits = 32 - Integer.numberOfLeadingZeros(Math.max(1, limit - 1));
        this.work = work;
    }

    /** Sorts numbers. */
    void sort(int[] values, int from, int to) {
        if (to - from > LONG) {
            byRadix(values, from, to);
        } else if (to - from > SHORT) {
            Arrays.sort(values, from, to);
        } else {
            for (int i = from + 1; i < to; i++) {
                int moved = values[i];
                int j = i - 1;
                while (j >= from && values[j] > moved) {
                    values[j + 1] = values[j];
                    j--;
                }
                values[j + 1] = moved;
            }
        }
    }

    /** Sorts pairs of a number, in the upper half, and a position, in the lower; positions rise as they are given. */
    void sort(long[] values, int from, int to) {
        if (to - from > LONG) {
            byRadix(values, from, to);
        } else if (to - from > SHORT) {
            Arrays.sort(values, from, to);
        } else {
            for (int i = from + 1; i < to; i++) {
                long moved = values[i];
                int j = i - 1;
                while (j >= from && values[j] > moved) {
                    values[j + 1] = values[j];
                    j--;
                }
                values[j + 1] = moved;
            }
        }
    }

    private void byRadix(int[] values, int from, int to) {
        int count = to - from;
        work.hold(4L * count);
        int[] source = values;
        int sourceFrom = from;
        int[] target = new int[count];
        int targetFrom = 0;
        for (int shift = 0; shift < bits; shift += DIGIT_BITS) {
            work.cancellation().check();
            int[] at = new int[DIGITS + 1];
            for (int i = sourceFrom; i < sourceFrom + count; i++) {
                at[(source[i] >>> shift & DIGITS - 1) + 1]++;
            }
            sum(at, targetFrom);
            for (int i = sourceFrom; i < sourceFrom + count; i++) {
                target[at[source[i] >>> shift & DIGITS - 1]++] = source[i];
            }
            int[] swapped = source;
            int swappedFrom = sourceFrom;
            source = target;
            sourceFrom = targetFrom;
            target = swapped;
            targetFrom = swappedFrom;
        }
        if (source != values) {
            System.arraycopy(source, 0, values, from, count);
        }
        work.hold(-4L * count);
    }

    private void byRadix(long[] values, int from, int to) {
        int count = to - from;
        work.hold(RadixSort.bytes(count));
        RadixSort.sort(values, from, count, Integer.SIZE, work.cancellation());
        work.hold(-RadixSort.bytes(count));
    }

    /** Makes counts of digits, each one place further, the positions where they begin. */
    private static void sum(int[] counts, int from) {
        counts[0] = from;
        for (int digit = 0; digit < DIGITS; digit++) {
            counts[digit + 1] += counts[digit];
        }
    }
}
