package io.algeon.engine.exec;

/**
 * Counters of one plan node, kept by one worker and added up when it ends; shown by EXPLAIN ANALYZE and the query's report.
 * Not thread-safe.
 */
public final class OperatorStatistics {
    /** Rows and batches given on. */
    public long rows;

    public long batches;
    /** Time inside the operator, without its input. */
    public long nanoseconds;
    /** Bytes read from files, as stored. */
    public long bytesRead;
    /** Bytes of pages found in the cache, uncompressed. */
    public long bytesCached;
    /** Rows that a scan left out because a join or the like has no use for them. */
    public long rowsFiltered;
    /** Row groups, pages and rows that a scan left out because they come behind the first rows that a sort keeps. */
    public long rowGroupsBeyondLimit;

    public long pagesBeyondLimit;
    public long rowsBeyondLimit;
    /** Bytes of pages that were decompressed, uncompressed, and their number. */
    public long bytesDecompressed;

    public long pagesDecompressed;
    /** Most bytes reserved at one time. */
    public long peakBytes;
    /** Bytes written out under memory pressure. */
    public long bytesSpilled;

    /** Adds another worker's counters. */
    public synchronized void add(OperatorStatistics other) {
        rows += other.rows;
        batches += other.batches;
        nanoseconds += other.nanoseconds;
        bytesRead += other.bytesRead;
        rowsFiltered += other.rowsFiltered;
        rowGroupsBeyondLimit += other.rowGroupsBeyondLimit;
        pagesBeyondLimit += other.pagesBeyondLimit;
        rowsBeyondLimit += other.rowsBeyondLimit;
        bytesDecompressed += other.bytesDecompressed;
        pagesDecompressed += other.pagesDecompressed;
        bytesCached += other.bytesCached;
        peakBytes += other.peakBytes;
        bytesSpilled += other.bytesSpilled;
    }
}
