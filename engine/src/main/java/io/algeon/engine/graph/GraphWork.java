package io.algeon.engine.graph;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.memory.Reservation;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleConsumer;

/**
 * What algorithms need from around them.
 *
 * @param crew carries out what can be done in parts
 * @param cancellation checked every few milliseconds
 * @param memory grown before arrays are made
 * @param progress told the share that is done, 0 to 1, by any thread
 */
public record GraphWork(Crew crew, CancellationToken cancellation, Reservation memory, DoubleConsumer progress) {
    /** The same for a part of the work: what it tells of its progress is from {@code from} to {@code to} of the whole. */
    public GraphWork share(double from, double to) {
        return new GraphWork(
                crew, cancellation, memory, share -> progress.accept(from + (to - from) * Math.min(1, share)));
    }

    /** Carries out a part. */
    @FunctionalInterface
    interface Part {
        void run(int part);
    }

    /** Carries out parts, checking for cancellation before each. */
    void each(int parts, Part part) {
        crew.each(parts, number -> {
            cancellation.check();
            part.run(number);
        });
    }

    /** The same, telling of the parts that are done as progress. */
    void eachTold(int parts, Part part) {
        AtomicInteger done = new AtomicInteger();
        each(parts, number -> {
            part.run(number);
            progress.accept((double) done.incrementAndGet() / parts);
        });
    }

    /**
     * Carries out a computation for ranges of {@code 0 .. count - 1}, a few for each thread.
     *
     * @param least numbers in a range at least
     */
    void ranges(int count, int least, Range range) {
        int parts = parts(count, least);
        each(parts, part -> range.run(Crew.bound(count, parts, part), Crew.bound(count, parts, part + 1)));
    }

    /** Grows the memory; for parts that run side by side. */
    void hold(long bytes) {
        synchronized (progress) {
            memory.grow(bytes);
        }
    }

    int parts(int count, int least) {
        return Math.max(1, Math.min(16 * crew.size(), count / Math.max(1, least)));
    }

    /** A computation for numbers from (inclusive) and to (exclusive). */
    @FunctionalInterface
    interface Range {
        void run(int from, int to);
    }
}
