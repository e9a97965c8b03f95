package io.algeon.engine.source;

import io.algeon.engine.exec.WorkerContext;

/**
 * A prepared scan. Morsels are units of work, such as row groups or row ranges; each is read once, by one worker, in any
 * order, and may be divided among workers where it says so. Thread-safe; the readers that it opens are not.
 */
public interface TableScan {
    /** Number of morsels, 0 if everything was pruned. */
    int morselCount();

    /** Rows of a morsel before predicates. */
    long morselRows(int morsel);

    /** Whether rows of a morsel can be read without those before them, see {@link MorselReader#open(int, long, long)}. */
    default boolean isDivisible(int morsel) {
        return false;
    }

    /** Opens a reader for one worker; it reads many morsels one after the other, and is closed by its opener. */
    MorselReader openReader(WorkerContext worker);

    /** Whether earlier morsels probably make later ones needless, so that workers take them in their order. */
    default boolean isBestFirst() {
        return false;
    }

    /** Row groups (or their like) that statistics ruled out, for EXPLAIN ANALYZE. */
    int prunedMorsels();
}
