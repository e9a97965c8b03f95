package io.algeon.engine.parquet.scan;

import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.engine.parquet.codec.Decompressor;
import io.algeon.engine.parquet.codec.Decompressor.Codec;
import io.algeon.engine.parquet.codec.MalformedDataException;
import io.algeon.engine.resident.HostCache;
import io.algeon.engine.resident.ResidentKey;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.parquet.ColumnChunk;
import io.algeon.metadata.parquet.ParquetColumn;
import io.algeon.metadata.parquet.ParquetErrors;
import io.algeon.metadata.parquet.ParquetFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/**
 * Pages of a file, from the cache or else from the file itself: the headers of a chunk's pages are found once, and a page is
 * read and decompressed when it is asked for. Pages stored as they are stay with the operating system, which keeps them too.
 */
final class FilePageSource implements PageSource {
    /** Real headers take some ten bytes, with the statistics of old writers a few hundred. */
    private static final int HEADER_BYTES = 8 << 10;

    private static final int LAYOUT_PART = -1;

    private final ScanMemory memory;
    private final Decompressor decompressor;
    private final CRC32 checksum = new CRC32();
    private final HostCache cache;
    private final OperatorStatistics statistics;
    private final ChunkBytes stored;
    private final PageHeaderReader headerReader = new PageHeaderReader();

    private byte[] pageBytes = {};
    private ChunkLayout layout = new ChunkLayout(null, List.of());
    private @Nullable ColumnChunk chunk;
    private @Nullable ParquetFile file;
    private @Nullable ParquetColumn leaf;
    private int rowGroup;
    private Codec codec = Codec.UNCOMPRESSED;

    /** The decompressor is shared with the other leaves, and closed by its owner. */
    FilePageSource(
            ChunkBytes stored,
            ScanMemory memory,
            Decompressor decompressor,
            HostCache cache,
            OperatorStatistics statistics) {
        this.memory = memory;
        this.decompressor = decompressor;
        this.cache = cache;
        this.statistics = statistics;
        this.stored = stored;
    }

    @Override
    public void open(ParquetFile newFile, int newRowGroup, ParquetColumn newLeaf) {
        file = newFile;
        rowGroup = newRowGroup;
        leaf = newLeaf;
        ColumnChunk opened = newFile.rowGroups().get(newRowGroup).chunks().get(newLeaf.index());
        chunk = opened;
        codec = codec(opened);
        if (opened.compressedBytes() > Integer.MAX_VALUE - 2 * SLACK) {
            throw unsupported("it is larger than 2 GiB");
        }
        stored.open(newFile.identity(), opened);
        ResidentKey key = key(LAYOUT_PART);
        layout = cache.get(key) instanceof ChunkLayout known ? known : (ChunkLayout) cache.keep(key, walk(opened));
    }

    @Override
    public ResidentKey key(int part) {
        return new ResidentKey(
                Objects.requireNonNull(file).identity(),
                Objects.requireNonNull(leaf).path(),
                rowGroup,
                part);
    }

    private Codec codec(ColumnChunk opened) {
        return switch (opened.codec()) {
            case UNCOMPRESSED -> Codec.UNCOMPRESSED;
            case SNAPPY -> Codec.SNAPPY;
            case GZIP -> Codec.GZIP;
            case ZSTD -> Codec.ZSTD;
            case LZ4 -> Codec.LZ4;
            case LZ4_RAW -> Codec.LZ4_RAW;
            case BROTLI, LZO ->
                throw unsupported("it is compressed with " + opened.codec()
                        + "; write the file with SNAPPY, ZSTD, LZ4_RAW or GZIP");
        };
    }

    /** Finds the pages by their headers, and checks what the headers say together. */
    private ChunkLayout walk(ColumnChunk opened) {
        @Nullable PageHeader dictionary = null;
        List<PageHeader> pages = new ArrayList<>();
        long values = 0;
        int at = 0;
        try {
            while (values < opened.valueCount()) {
                PageHeader header = header(at);
                at = header.bodyOffset() + header.compressedBytes();
                checkSize(header);
                if (header.isData()) {
                    values += header.valueCount();
                    pages.add(header);
                } else if (header.kind() == PageHeader.Kind.DICTIONARY) {
                    if (dictionary != null || !pages.isEmpty()) {
                        throw new MalformedDataException("a dictionary page is not the first one");
                    }
                    dictionary = header;
                }
            }
            if (values != opened.valueCount()) {
                throw new MalformedDataException(
                        "its pages hold " + values + " values instead of " + opened.valueCount());
            }
        } catch (MalformedDataException e) {
            throw corrupt(at, e);
        }
        return new ChunkLayout(dictionary, pages);
    }

    private PageHeader header(int at) {
        int length = stored.length();
        for (long most = HEADER_BYTES; ; most *= 16) {
            int to = (int) Math.min(at + most, length);
            int from = stored.load(at, to);
            try {
                return headerReader.read(stored.data(), from, from + to - at, at - from, length);
            } catch (MalformedDataException e) {
                // It may only be longer than most.
                if (to == length) {
                    throw e;
                }
            }
        }
    }

    /** A size that the codec cannot reach is an error before anything of that size is allocated. */
    private void checkSize(PageHeader header) {
        long mostPerByte = switch (codec) {
            case UNCOMPRESSED -> 1;
            case SNAPPY -> 32;
            case LZ4, LZ4_RAW -> 256;
            case GZIP -> 1100;
            case ZSTD -> 1 << 16;
        };
        if (header.uncompressedBytes() > 64 + mostPerByte * header.compressedBytes()
                || header.uncompressedBytes() > Integer.MAX_VALUE - 2 * SLACK) {
            throw new MalformedDataException("a page of " + header.compressedBytes() + " stored bytes claims to hold "
                    + header.uncompressedBytes());
        }
    }

    @Override
    public ColumnChunk chunk() {
        return Objects.requireNonNull(chunk);
    }

    @Override
    public @Nullable PageHeader dictionary() {
        return layout.dictionary();
    }

    @Override
    public List<PageHeader> pages() {
        return layout.pages();
    }

    @Override
    public void load(PageHeader page, Body body) {
        load(page, body, true);
    }

    @Override
    public void loadOnce(PageHeader page, Body body) {
        load(page, body, false);
    }

    private void load(PageHeader page, Body body, boolean keep) {
        int size = page.uncompressedBytes();
        if (codec == Codec.UNCOMPRESSED || !page.compressed()) {
            if (page.compressedBytes() != size) {
                throw corrupt(page, new MalformedDataException("an uncompressed page has two different sizes"));
            }
            int from = stored.load(page.bodyOffset(), page.bodyOffset() + size);
            verify(page, from);
            body.set(stored.data(), from, from + size);
            return;
        }
        ResidentKey key = key(page.bodyOffset());
        if (cache.get(key) instanceof PageBytes kept) {
            statistics.bytesCached += size;
            body.set(kept);
            return;
        }
        long bytes = (long) size + SLACK;
        if (!keep || !cache.admit(key, bytes)) {
            pageBytes = memory.bytes(pageBytes, bytes);
            decompress(page, pageBytes);
            body.set(pageBytes, 0, size);
            return;
        }
        boolean done = false;
        try {
            byte[] fresh = new byte[(int) bytes];
            decompress(page, fresh);
            done = true;
            PageBytes kept = (PageBytes) cache.put(key, new PageBytes(fresh, size), bytes);
            body.set(kept.data(), 0, kept.length());
        } finally {
            if (!done) {
                cache.abandon(bytes);
            }
        }
    }

    @Override
    public boolean admitLarger(long bytes) {
        return cache.admitLarger(bytes);
    }

    @Override
    public boolean replace(PageHeader page, PageBytes before, PageBytes larger) {
        return cache.replace(key(page.bodyOffset()), before, larger);
    }

    @Override
    public void abandon(long bytes) {
        cache.abandon(bytes);
    }

    /** Compares the stored bytes with their checksum, if the writer has left one. */
    private void verify(PageHeader page, int from) {
        if (page.checksum() == PageHeader.NO_CHECKSUM) {
            return;
        }
        checksum.reset();
        checksum.update(stored.data(), from, page.compressedBytes());
        if (checksum.getValue() != page.checksum()) {
            throw corrupt(page, new MalformedDataException("a page fails its checksum"));
        }
    }

    private void decompress(PageHeader page, byte[] into) {
        int size = page.uncompressedBytes();
        int from = stored.load(page.bodyOffset(), page.bodyOffset() + page.compressedBytes());
        int to = from + page.compressedBytes();
        verify(page, from);
        statistics.bytesDecompressed += size;
        statistics.pagesDecompressed++;
        int levels = page.definitionBytes() + page.repetitionBytes();
        System.arraycopy(stored.data(), from, into, 0, levels);
        try {
            if (levels < size || levels < page.compressedBytes()) {
                decompressor.decompress(codec, isText(), stored.data(), from + levels, to, into, levels, size);
            }
        } catch (MalformedDataException e) {
            throw corrupt(page, e);
        }
    }

    private boolean isText() {
        return Objects.requireNonNull(leaf).physicalType() == Type.BYTE_ARRAY;
    }

    @Override
    public EngineException corrupt(PageHeader page, RuntimeException cause) {
        return corrupt(page.bodyOffset(), cause);
    }

    private EngineException corrupt(int offset, RuntimeException cause) {
        String what = cause instanceof MalformedDataException
                ? String.valueOf(cause.getMessage())
                : "its values do not follow their encoding";
        return ParquetErrors.corrupt(
                Objects.requireNonNull(file).identity().path(),
                "in column '" + Objects.requireNonNull(leaf).path() + "' of row group " + rowGroup + ", at byte "
                        + (chunk().startOffset() + offset) + ", " + what,
                cause);
    }

    @Override
    public EngineException unsupported(String what) {
        return ParquetErrors.unsupported(
                Objects.requireNonNull(file).identity().path(),
                "in column '" + Objects.requireNonNull(leaf).path() + "' of row group " + rowGroup + ", " + what);
    }

    @Override
    public void idle() {
        stored.idle();
        memory.count(-pageBytes.length);
        pageBytes = new byte[0];
    }

    @Override
    public void close() {
        stored.close();
        pageBytes = new byte[0];
    }
}
