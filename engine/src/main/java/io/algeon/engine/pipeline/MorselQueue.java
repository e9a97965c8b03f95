package io.algeon.engine.pipeline;

/**
 * Hands the numbers from 0 to {@code count - 1} out to workers, each once. Every worker has a run of consecutive numbers of its
 * own, which it takes in ascending order; when that is used up it takes over the second half of the longest run of another. So
 * a worker sees few ranges of a table that is in some order, and what it keeps by key (groups, say) hardly overlaps with what
 * others keep. Thread-safe.
 */
final class MorselQueue {
    /** By owner: the first number that is left, and the end. */
    private final int[] next;

    private final int[] end;

    MorselQueue(int count, int workers) {
        int runs = Math.max(1, workers);
        next = new int[runs];
        end = new int[runs];
        for (int run = 0; run < runs; run++) {
            next[run] = (int) ((long) count * run / runs);
            end[run] = (int) ((long) count * (run + 1) / runs);
        }
    }

    /** The next number for a worker, -1 when none is left. */
    synchronized int take(int worker) {
        int own = worker % next.length;
        if (next[own] == end[own]) {
            int longest = own;
            for (int run = 0; run < next.length; run++) {
                longest = left(run) > left(longest) ? run : longest;
            }
            if (left(longest) == 0) {
                return -1;
            }
            end[own] = end[longest];
            next[own] = end[longest] - (left(longest) + 1) / 2;
            end[longest] = next[own];
        }
        return next[own]++;
    }

    private int left(int run) {
        return end[run] - next[run];
    }
}
