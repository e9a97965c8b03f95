package io.algeon.engine.exec;

import java.util.Arrays;

/** Sorts numbers by their digits of eleven bits, from the last to the first. Stable; takes an array of the same length besides. */
public final class RadixSort {
    private static final int DIGIT_BITS = 11;
    private static final int DIGITS = 1 << DIGIT_BITS;

    private RadixSort() {}

    /** Memory that sorting so many numbers takes besides theirs. */
    public static long bytes(int count) {
        return 8L * count;
    }

    /**
     * Sorts {@code values[from .. from + count)}. Digits in which all agree are left out.
     *
     * @param lowest the lowest bit that counts; numbers that differ in lower ones only keep their order
     */
    public static void sort(long[] values, int from, int count, int lowest, CancellationToken cancellation) {
        long differing = 0;
        for (int i = from; i < from + count; i++) {
            differing |= values[i] ^ values[from];
        }
        long[] source = values;
        int sourceFrom = from;
        long[] target = new long[count];
        int targetFrom = 0;
        int[] at = new int[DIGITS + 1];
        int first = Math.max(lowest, Long.numberOfTrailingZeros(differing));
        for (int shift = first; shift < Long.SIZE; shift += DIGIT_BITS) {
            if ((differing >>> shift & DIGITS - 1) == 0) {
                continue;
            }
            cancellation.check();
            Arrays.fill(at, 0);
            for (int i = sourceFrom; i < sourceFrom + count; i++) {
                at[digit(source[i], shift) + 1]++;
            }
            at[0] = targetFrom;
            for (int digit = 0; digit < DIGITS; digit++) {
                at[digit + 1] += at[digit];
            }
            for (int i = sourceFrom; i < sourceFrom + count; i++) {
                target[at[digit(source[i], shift)]++] = source[i];
            }
            long[] swapped = source;
            int swappedFrom = sourceFrom;
            source = target;
            sourceFrom = targetFrom;
            target = swapped;
            targetFrom = swappedFrom;
        }
        if (source != values) {
            System.arraycopy(source, 0, values, from, count);
        }
    }

    /** A digit of a number, negative ones being smaller. */
    private static int digit(long value, int shift) {
        return (int) ((value ^ Long.MIN_VALUE) >>> shift) & DIGITS - 1;
    }
}
