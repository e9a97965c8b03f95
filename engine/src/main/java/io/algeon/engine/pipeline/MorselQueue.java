package io.algeon.engine.pipeline;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Hands the numbers from 0 to {@code count - 1} out to workers, each once. Every worker has a run of consecutive numbers of its
 * own, which it takes in ascending order; when that is used up it helps another, from the end of its run. So a worker sees a
 * range of a table that is in some order, and what it keeps by key (groups, say) hardly overlaps with what others keep.
 * Thread-safe.
 */
final class MorselQueue {
    /** By owner: the first number that is left in the lower half, the end of the run in the upper half. */
    private final AtomicLong[] runs;

    MorselQueue(int count, int workers) {
        runs = new AtomicLong[Math.max(1, workers)];
        for (int i = 0; i < runs.length; i++) {
            int from = (int) ((long) count * i / runs.length);
            int to = (int) ((long) count * (i + 1) / runs.length);
            runs[i] = new AtomicLong(pack(from, to));
        }
    }

    private static long pack(int from, int to) {
        return (long) to << 32 | from;
    }

    private static int from(long run) {
        return (int) run;
    }

    private static int to(long run) {
        return (int) (run >>> 32);
    }

    /** The next number for a worker, -1 when none is left. */
    int take(int worker) {
        AtomicLong own = runs[worker % runs.length];
        while (true) {
            long run = own.get();
            if (from(run) == to(run)) {
                return steal();
            }
            if (own.compareAndSet(run, pack(from(run) + 1, to(run)))) {
                return from(run);
            }
        }
    }

    private int steal() {
        while (true) {
            AtomicLong longest = runs[0];
            int most = 0;
            for (AtomicLong run : runs) {
                long seen = run.get();
                if (to(seen) - from(seen) > most) {
                    most = to(seen) - from(seen);
                    longest = run;
                }
            }
            if (most == 0) {
                return -1;
            }
            long run = longest.get();
            if (from(run) < to(run) && longest.compareAndSet(run, pack(from(run), to(run) - 1))) {
                return to(run) - 1;
            }
        }
    }
}
