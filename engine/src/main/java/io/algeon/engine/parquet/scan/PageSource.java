package io.algeon.engine.parquet.scan;

import io.algeon.engine.resident.ResidentKey;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.parquet.ColumnChunk;
import io.algeon.metadata.parquet.ParquetColumn;
import io.algeon.metadata.parquet.ParquetFile;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives the decompressed pages of one leaf's chunks, one chunk at a time. The seam between getting pages (from a file, or
 * from a cache that keeps them) and decoding them. Used by one thread.
 */
interface PageSource extends AutoCloseable {
    /** Bytes that an array given out has at least behind a page's end, so that wide loads need no test. */
    int SLACK = 64;

    /** Goes to a chunk. */
    void open(ParquetFile file, int rowGroup, ParquetColumn leaf);

    /** The chunk that is open. */
    ColumnChunk chunk();

    /** Header of the dictionary page, null if there is none. */
    @Nullable
    PageHeader dictionary();

    /** Headers of the data pages, in order; their counts of values add up to the chunk's. */
    List<PageHeader> pages();

    /**
     * Gets the body of a page, uncompressed; the levels of a version 2 page come first, as in the file.
     *
     * @param body receives it; valid until the next call for a page of this source, and not to be written into
     */
    void load(PageHeader page, Body body);

    /** As {@link #load}, for a page whose bytes nobody will want again: it is not kept. */
    void loadOnce(PageHeader page, Body body);

    /** Reserves room for a larger form of a page that is kept; if so, {@link #replace} or {@link #abandon} must follow. */
    boolean admitLarger(long bytes);

    /** Keeps a larger form of a page instead of {@code before}, which the cache gave; false if that was gone. */
    boolean replace(PageHeader page, PageBytes before, PageBytes larger);

    /** Gives back what {@link #admitLarger} reserved. */
    void abandon(long bytes);

    /** The name under which a part of the open chunk can be kept. */
    ResidentKey key(int part);

    /** The error for a page that cannot be decoded, with the place. */
    EngineException corrupt(PageHeader page, RuntimeException cause);

    /** The error for a page that uses something that is not supported, with the place. */
    EngineException unsupported(String what);

    /** Gives buffers back; what was loaded is gone, and can be loaded again. */
    void idle();

    @Override
    void close();

    /** A page's bytes: {@code data[start .. end)}. */
    final class Body {
        byte[] data = {};
        int start;
        int end;

        /** What the cache gave; null if the page came from the file. */
        @Nullable
        PageBytes kept;

        void set(byte[] newData, int from, int to) {
            data = newData;
            start = from;
            end = to;
            kept = null;
        }

        void set(PageBytes cached) {
            set(cached.data(), 0, cached.length());
            kept = cached;
        }
    }
}
