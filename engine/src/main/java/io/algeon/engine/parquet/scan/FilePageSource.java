package io.algeon.engine.parquet.scan;

import io.algeon.engine.parquet.codec.Decompressor;
import io.algeon.engine.parquet.codec.Decompressor.Codec;
import io.algeon.engine.parquet.codec.MalformedDataException;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.parquet.ColumnChunk;
import io.algeon.metadata.parquet.ParquetColumn;
import io.algeon.metadata.parquet.ParquetErrors;
import io.algeon.metadata.parquet.ParquetFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/**
 * Pages from a file: the chunk is read at once, its page headers are walked, and a page is decompressed when it is asked
 * for. Both buffers are reused from chunk to chunk.
 */
final class FilePageSource implements PageSource {
    private final FileAccess access;
    private final ScanMemory memory;
    private final Decompressor decompressor;
    private final PageHeaderReader headerReader = new PageHeaderReader();
    private final List<PageHeader> pages = new ArrayList<>();

    private byte[] chunkBytes = {};
    private byte[] pageBytes = {};
    private @Nullable PageHeader dictionary;
    private @Nullable ColumnChunk chunk;
    private @Nullable ParquetFile file;
    private @Nullable ParquetColumn leaf;
    private int rowGroup;
    private Codec codec = Codec.UNCOMPRESSED;

    /** The decompressor and the file access are shared with the other leaves, and closed by their owner. */
    FilePageSource(FileAccess access, ScanMemory memory, Decompressor decompressor) {
        this.access = access;
        this.memory = memory;
        this.decompressor = decompressor;
    }

    @Override
    public void open(ParquetFile newFile, int newRowGroup, ParquetColumn newLeaf) {
        file = newFile;
        rowGroup = newRowGroup;
        leaf = newLeaf;
        ColumnChunk opened = newFile.rowGroups().get(newRowGroup).chunks().get(newLeaf.index());
        chunk = opened;
        pages.clear();
        dictionary = null;
        codec = codec(opened);
        if (opened.compressedBytes() > Integer.MAX_VALUE - 2 * SLACK) {
            throw unsupported("it is larger than 2 GiB");
        }
        int length = (int) opened.compressedBytes();
        chunkBytes = memory.bytes(chunkBytes, (long) length + SLACK);
        access.read(newFile.identity(), opened.startOffset(), length, chunkBytes);
        walk(opened, length);
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
    private void walk(ColumnChunk opened, int length) {
        long values = 0;
        int at = 0;
        try {
            while (values < opened.valueCount()) {
                PageHeader header = headerReader.read(chunkBytes, at, length);
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
        return dictionary;
    }

    @Override
    public List<PageHeader> pages() {
        return pages;
    }

    @Override
    public void load(PageHeader page, Body body) {
        int from = page.bodyOffset();
        int to = from + page.compressedBytes();
        if (codec == Codec.UNCOMPRESSED || !page.compressed()) {
            if (page.compressedBytes() != page.uncompressedBytes()) {
                throw corrupt(page, new MalformedDataException("an uncompressed page has two different sizes"));
            }
            body.data = chunkBytes;
            body.start = from;
            body.end = to;
            return;
        }
        int size = page.uncompressedBytes();
        pageBytes = memory.bytes(pageBytes, (long) size + SLACK);
        int levels = page.definitionBytes() + page.repetitionBytes();
        System.arraycopy(chunkBytes, from, pageBytes, 0, levels);
        try {
            if (levels < size || levels < page.compressedBytes()) {
                decompressor.decompress(codec, isText(), chunkBytes, from + levels, to, pageBytes, levels, size);
            }
        } catch (MalformedDataException e) {
            throw corrupt(page, e);
        }
        body.data = pageBytes;
        body.start = 0;
        body.end = size;
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
    public void close() {
        chunkBytes = new byte[0];
        pageBytes = new byte[0];
    }
}
