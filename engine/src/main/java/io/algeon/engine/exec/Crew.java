package io.algeon.engine.exec;

import java.util.function.IntConsumer;

/**
 * Threads that carry out the parts of one piece of work together. For what a sink does when all rows have come; rows on their
 * way are divided by sources.
 */
public interface Crew {
    /** The calling thread alone. */
    Crew ALONE = new Crew() {
        @Override
        public int size() {
            return 1;
        }

        @Override
        public void each(int parts, IntConsumer work) {
            for (int part = 0; part < parts; part++) {
                work.accept(part);
            }
        }
    };

    /** Where a part begins, if {@code count} things are divided into {@code parts} of about the same size; 0 to {@code parts}. */
    static int bound(int count, int parts, int part) {
        return (int) ((long) count * part / parts);
    }

    /** Threads that may work at the same time, at least 1. */
    int size();

    /**
     * Carries out parts 0 to {@code parts - 1}, in any order, by the calling thread and whoever has time. Returns when all are
     * done, and what they have written can be read. The first failure of a part keeps those that have not begun from
     * beginning, and is thrown. A part should take some milliseconds at most: the last ones are waited for.
     */
    void each(int parts, IntConsumer work);
}
