package io.algeon.engine;

/**
 * What the engine of this class loader does, for JConsole and the like; registered as {@code io.algeon:type=Engine} while a
 * connection is open.
 */
public interface EngineMXBean {
    /** Threads that run queries. */
    int getThreads();

    /** Open connections. */
    int getConnections();

    /** Queries begun and not yet at their end, those that wait for admission or for their reader included. */
    int getOpenQueries();

    /** Queries that wait for admission. */
    int getQueuedQueries();

    /** Queries that gave all rows, or were closed before. */
    long getDoneQueries();

    /** Queries that ended with an error. */
    long getFailedQueries();

    /** Queries that were cancelled or ran into their time limit. */
    long getCancelledQueries();

    /** Bytes that operators hold now. */
    long getOperatorMemoryBytes();

    /** Most bytes that operators and the resident cache have held together. */
    long getPeakMemoryBytes();

    /** The setting memory_limit, in bytes. */
    long getMemoryLimitBytes();

    /** Bytes of the resident cache. */
    long getCacheBytes();

    /** Bytes that the resident cache may have. */
    long getCacheCapBytes();

    /** The devices, each with what can be done with it or why nothing can. */
    String[] getDevices();
}
