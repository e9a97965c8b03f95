package io.algeon.engine.parquet;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.algeon.engine.resident.HostCache;
import io.algeon.metadata.file.FileIdentity;
import io.algeon.metadata.parquet.FooterReader;
import io.algeon.metadata.parquet.ParquetFile;

/**
 * Footers by file identity: a file that changed has another identity, and is read again. So is one that changed a moment ago,
 * see {@link FileIdentity#isSettled}. Leads to the cache of the files' pages. Thread-safe.
 */
public final class FooterCache {
    /** Heap bytes of a footer's records for each byte of the footer; measured on files of 16 columns. */
    private static final int HEAP_BYTES_PER_FOOTER_BYTE = 5;

    private final Cache<FileIdentity, ParquetFile> footers;
    private final HostCache pages;

    /** A cache that keeps about {@code maximumBytes} of heap, and no pages. */
    public FooterCache(long maximumBytes) {
        this(maximumBytes, HostCache.none());
    }

    /** A cache that keeps about {@code maximumBytes} of heap, beside one of pages. */
    public FooterCache(long maximumBytes, HostCache pages) {
        this.pages = pages;
        this.footers = Caffeine.newBuilder()
                .maximumWeight(maximumBytes)
                .weigher((FileIdentity identity, ParquetFile file) -> (int)
                        Math.min(Integer.MAX_VALUE, 1000L + HEAP_BYTES_PER_FOOTER_BYTE * (long) file.footerBytes()))
                .executor(Runnable::run)
                .build();
    }

    /** A cache of a fortieth of the largest heap, 16 MiB at least, beside one of pages. */
    public static FooterCache ofDefaultSize(HostCache pages) {
        return new FooterCache(Math.max(16L << 20, Runtime.getRuntime().maxMemory() / 40), pages);
    }

    /** The cache of the files' pages. */
    public HostCache pages() {
        return pages;
    }

    /** The footer of the file; errors as {@link FooterReader#read(FileIdentity)}. */
    public ParquetFile footer(FileIdentity identity) {
        ParquetFile known = footers.getIfPresent(identity);
        if (known == null) {
            known = FooterReader.read(identity);
            if (identity.isSettled()) {
                footers.put(identity, known);
            }
        }
        return known;
    }
}
