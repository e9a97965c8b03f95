package io.algeon.engine.parquet.scan;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.parquet.codec.MalformedDataException;
import io.algeon.engine.resident.HostCache;
import io.algeon.engine.resident.ResidentKey;
import io.algeon.metadata.parquet.ParquetColumn;
import java.util.Arrays;
import java.util.Objects;
import org.apache.parquet.format.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * Gets the dictionaries of a leaf's chunks: from the cache, from the row group before if its page is the same, or by decoding
 * the page. Used by one thread.
 */
final class DictionaryLoader {
    private static final int REFERENCE_PART = -2;
    private static final int FIRST_SHARED_PART = Integer.MIN_VALUE;

    private final PageSource source;
    private final HostCache cache;
    private final ScanMemory memory;
    private final PageSource.Body body = new PageSource.Body();
    private final PlainPage page = new PlainPage();
    private ParquetColumn leaf;
    private PlainPages plainPages;
    private ValueReader entries;
    private @Nullable ChunkDictionary last;
    private ChunkDictionary.@Nullable Reference reference;

    /** Bytes of the last dictionary that count as the query's. */
    private long countedBytes;

    DictionaryLoader(ParquetColumn leaf, PageSource source, HostCache cache, ScanMemory memory) {
        this.source = source;
        this.cache = cache;
        this.memory = memory;
        this.leaf = leaf;
        this.plainPages = new PlainPages(leaf, memory);
        this.entries = ValueReader.of(leaf, null);
    }

    /** Goes to another leaf, that of the same column in a file that writes it differently. */
    void setLeaf(ParquetColumn newLeaf) {
        leaf = newLeaf;
        plainPages = new PlainPages(newLeaf, memory);
        entries = ValueReader.of(newLeaf, null);
        last = null;
    }

    /** The open chunk's dictionary, decoded; one without entries if it has no dictionary page, as chunks of NULLs may. */
    ChunkDictionary decoded() {
        PageHeader header = source.dictionary();
        reference = null;
        ChunkDictionary found = header == null ? decode(null, new byte[0]) : find(header);
        last = found;
        return found;
    }

    /** What the cache keeps of the chunk whose dictionary was {@link #decoded} last; null if nothing. */
    ChunkDictionary.@Nullable Reference reference() {
        return reference;
    }

    private ChunkDictionary find(PageHeader header) {
        ResidentKey referenceKey = source.key(REFERENCE_PART);
        if (cache.get(referenceKey) instanceof ChunkDictionary.Reference kept
                && cache.get(sharedKey(kept.fingerprint())) instanceof ChunkDictionary known) {
            reference = kept;
            count(0);
            return known;
        }
        source.loadOnce(header, body);
        int fingerprint = cache.isOn() ? ChunkDictionary.fingerprint(body) : 0;
        ResidentKey key = sharedKey(fingerprint);
        ChunkDictionary before = last;
        ChunkDictionary found =
                before != null && before.isOf(body, header.valueCount()) ? before : decodeOrShare(header, key);
        if (cache.get(key) == found) {
            cache.keep(referenceKey, new ChunkDictionary.Reference(fingerprint));
        }
        return found;
    }

    /** Another page may have the same fingerprint; then this one's dictionary is not kept. */
    private ChunkDictionary decodeOrShare(PageHeader header, ResidentKey key) {
        if (cache.get(key) instanceof ChunkDictionary known && known.isOf(body, header.valueCount())) {
            count(0);
            return known;
        }
        int length = body.end - body.start;
        long bytes = ChunkDictionary.bytes(header.valueCount(), length);
        if (!cache.admit(key, bytes)) {
            count(bytes);
            return decode(header, Arrays.copyOfRange(body.data, body.start, body.end));
        }
        count(0);
        boolean done = false;
        try {
            ChunkDictionary decoded = decode(header, Arrays.copyOfRange(body.data, body.start, body.end));
            done = true;
            ChunkDictionary kept = (ChunkDictionary) cache.put(key, decoded, bytes);
            return kept.isOf(body, header.valueCount()) ? kept : decoded;
        } finally {
            if (!done) {
                cache.abandon(bytes);
            }
        }
    }

    /** All row groups of the file look for a dictionary in the same place, by its fingerprint. */
    private ResidentKey sharedKey(int fingerprint) {
        ResidentKey own = source.key(0);
        return new ResidentKey(own.file(), own.column(), FIRST_SHARED_PART, fingerprint);
    }

    private void count(long bytes) {
        memory.count(bytes - countedBytes);
        countedBytes = bytes;
    }

    private ChunkDictionary decode(@Nullable PageHeader header, byte[] pageBytes) {
        int size = header == null ? 0 : header.valueCount();
        ColumnVector values = Vectors.create(leaf.type(), size + 1);
        if (size > 0) {
            prepare(Objects.requireNonNull(header), body.data, body.start, body.end, page);
            try {
                entries.read(page, 0, null, size, values, 0);
            } catch (MalformedDataException | IndexOutOfBoundsException e) {
                throw source.corrupt(header, e);
            }
        }
        if (values instanceof BytesVector strings) {
            strings.offsets()[size + 1] = strings.offsets()[size];
        }
        return new ChunkDictionary(pageBytes, size, values);
    }

    /** Copies the open chunk's dictionary page, if it has one, for pages that are expanded one after the other. */
    @Nullable
    PlainPage plain(PlainPage into) {
        PageHeader header = source.dictionary();
        if (header == null) {
            return null;
        }
        source.load(header, body);
        int length = body.end - body.start;
        byte[] kept = memory.bytes(into.data, (long) length + PageSource.SLACK);
        System.arraycopy(body.data, body.start, kept, 0, length);
        prepare(header, kept, 0, length, into);
        into.data = kept;
        return into;
    }

    private void prepare(PageHeader header, byte[] data, int from, int to, PlainPage into) {
        try {
            if (!plainPages.prepare(data, from, to, Encoding.PLAIN, header.valueCount(), null, into)
                    || into.valueCount < header.valueCount()) {
                throw new MalformedDataException(
                        "a dictionary holds " + into.valueCount + " entries instead of " + header.valueCount());
            }
        } catch (MalformedDataException | IndexOutOfBoundsException e) {
            throw source.corrupt(header, e);
        }
    }
}
