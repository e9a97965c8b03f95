package io.algeon.engine.exec;

import java.util.Arrays;

/**
 * Sorts numbers by several threads: samples give bounds of ranges that hold about as many numbers each, the numbers are divided
 * among the ranges, and each range is sorted by one thread, by radix within its caches. Numbers should be distinct for the most part; a range of equal ones is
 * one thread's work.
 */
public final class ParallelSort {
    private static final int RANGE = 1 << 13;
    private static final int MOST_RANGES = 1 << 12;
    private static final int SAMPLES_A_RANGE = 16;
    /** So many numbers are divided between two checks for cancellation. */
    private static final int PART = 1 << 16;

    private static final int MOST_PARTS = 256;
    /** Ranges that are much longer than planned, of numbers that repeat, are left to the library. */
    private static final int LONGEST_BY_RADIX = 8 * RANGE;

    private static final int SHORTEST_BY_RADIX = 1 << 9;

    private ParallelSort() {}

    /** Memory that sorting so many numbers takes besides theirs. */
    public static long bytes(int count) {
        return ranges(count) == 1 ? 0 : 10L * count + RadixSort.bytes(Math.min(count, LONGEST_BY_RADIX));
    }

    /** The numbers in rising order, in the given array or another one; what the given one holds afterwards is undefined. */
    public static long[] sorted(long[] values, Crew crew, CancellationToken cancellation) {
        int ranges = ranges(values.length);
        if (ranges == 1) {
            Arrays.sort(values);
            return values;
        }
        long[] bounds = bounds(values, ranges);
        int parts = Math.max(4 * crew.size(), Math.min(MOST_PARTS, values.length / PART));
        short[] rangeOf = new short[values.length];
        int[][] at = new int[parts][ranges];
        crew.each(parts, part -> {
            cancellation.check();
            int[] counts = at[part];
            int to = Crew.bound(values.length, parts, part + 1);
            for (int i = Crew.bound(values.length, parts, part); i < to; i++) {
                int range = range(bounds, values[i]);
                rangeOf[i] = (short) range;
                counts[range]++;
            }
        });
        int[] starts = new int[ranges + 1];
        int position = 0;
        for (int range = 0; range < ranges; range++) {
            starts[range] = position;
            for (int part = 0; part < parts; part++) {
                int count = at[part][range];
                at[part][range] = position;
                position += count;
            }
        }
        starts[ranges] = position;
        long[] sorted = new long[values.length];
        crew.each(parts, part -> {
            cancellation.check();
            int[] next = at[part];
            int to = Crew.bound(values.length, parts, part + 1);
            for (int i = Crew.bound(values.length, parts, part); i < to; i++) {
                sorted[next[rangeOf[i]]++] = values[i];
            }
        });
        crew.each(ranges, range -> {
            cancellation.check();
            int count = starts[range + 1] - starts[range];
            if (count > LONGEST_BY_RADIX || count < SHORTEST_BY_RADIX) {
                Arrays.sort(sorted, starts[range], starts[range + 1]);
            } else {
                RadixSort.sort(sorted, starts[range], count, 0, cancellation);
            }
        });
        return sorted;
    }

    /** A power of two. */
    private static int ranges(int count) {
        return Integer.highestOneBit(Math.max(1, Math.min(MOST_RANGES, count / RANGE)));
    }

    /** The least number of each range but the first. */
    private static long[] bounds(long[] values, int ranges) {
        long[] samples = new long[SAMPLES_A_RANGE * ranges];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = values[Crew.bound(values.length, samples.length, i)];
        }
        Arrays.sort(samples);
        long[] bounds = new long[ranges - 1];
        for (int i = 0; i < bounds.length; i++) {
            bounds[i] = samples[SAMPLES_A_RANGE * (i + 1)];
        }
        return bounds;
    }

    /** How many bounds are not above a value; without branches that depend on it. */
    private static int range(long[] bounds, long value) {
        int low = 0;
        for (int step = bounds.length + 1 >>> 1; step > 0; step >>>= 1) {
            low += bounds[low + step - 1] <= value ? step : 0;
        }
        return low;
    }
}
