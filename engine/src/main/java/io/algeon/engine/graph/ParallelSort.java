package io.algeon.engine.graph;

import java.util.Arrays;

/** Sorts by several threads: runs apart, then merged in pairs. */
final class ParallelSort {
    private ParallelSort() {}

    static void sort(long[] values, GraphWork work) {
        int runs = Integer.highestOneBit(Math.max(1, Math.min(64, values.length / 32_768)));
        if (runs == 1 || work.crew().size() == 1) {
            Arrays.sort(values);
            return;
        }
        int[] bounds = new int[runs + 1];
        for (int run = 0; run <= runs; run++) {
            bounds[run] = GraphWork.bound(values.length, runs, run);
        }
        work.each(runs, run -> Arrays.sort(values, bounds[run], bounds[run + 1]));
        work.memory().grow(8L * values.length);
        long[] from = values;
        long[] to = new long[values.length];
        for (int width = 1; width < runs; width *= 2) {
            long[] source = from;
            long[] target = to;
            int step = width;
            work.each(
                    runs / (2 * width),
                    pair -> merge(
                            source,
                            target,
                            bounds[2 * step * pair],
                            bounds[2 * step * pair + step],
                            bounds[2 * step * (pair + 1)]));
            from = target;
            to = source;
        }
        if (from != values) {
            System.arraycopy(from, 0, values, 0, values.length);
        }
        work.memory().grow(-8L * values.length);
    }

    private static void merge(long[] from, long[] to, int low, int middle, int high) {
        int left = low;
        int right = middle;
        for (int at = low; at < high; at++) {
            boolean takeLeft = right == high || left < middle && from[left] <= from[right];
            to[at] = takeLeft ? from[left++] : from[right++];
        }
    }
}
