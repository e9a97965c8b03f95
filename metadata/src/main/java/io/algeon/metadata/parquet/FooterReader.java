package io.algeon.metadata.parquet;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.file.FileIdentity;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/**
 * Reads footers. Everything that later reading relies on is checked here: counts, offsets and lengths against the file's
 * size, chunks against the schema. What a damaged or hostile footer can make it allocate is bounded by the footer's own
 * length.
 */
public final class FooterReader {
    /** {@code PAR1}, little-endian. */
    private static final int MAGIC = 0x31524150;

    /** {@code PARE}: the footer itself is encrypted. */
    private static final int ENCRYPTED_MAGIC = 0x45524150;

    /** Footer length and magic. */
    private static final int TAIL_BYTES = 8;

    /** Read at once from the file's end: most footers fit, so that one read does. */
    private static final int FIRST_READ_BYTES = 64 << 10;

    private final Path file;
    private final FileIdentity identity;

    private FooterReader(FileIdentity identity) {
        this.identity = identity;
        this.file = identity.path();
    }

    /**
     * The footer of the file at {@code path}.
     *
     * @throws EngineException {@code source_not_found}, {@code source_unreadable}, {@code source_corrupt} (also if it is
     *     no Parquet file) or {@code source_unsupported} (encrypted, or a column without an SQL type)
     */
    public static ParquetFile read(Path path) {
        return read(FileIdentity.of(path));
    }

    /** The footer of the file that {@code identity} was just taken of; errors as {@link #read(Path)}. */
    public static ParquetFile read(FileIdentity identity) {
        FooterReader reader = new FooterReader(identity);
        try (FileChannel channel = FileChannel.open(identity.path(), StandardOpenOption.READ)) {
            return reader.readFrom(channel);
        } catch (IOException e) {
            throw FileIdentity.unreadable(identity.path(), e);
        }
    }

    /** Whether the first bytes of a file are those of a Parquet file; needs four of them. */
    public static boolean isMagic(byte[] start) {
        if (start.length < 4) {
            return false;
        }
        int magic = ByteBuffer.wrap(start).order(ByteOrder.LITTLE_ENDIAN).getInt(0);
        return magic == MAGIC || magic == ENCRYPTED_MAGIC;
    }

    private ParquetFile readFrom(FileChannel channel) throws IOException {
        long size = identity.size();
        if (size < 4 + TAIL_BYTES) {
            throw ParquetErrors.corrupt(
                    file,
                    size == 0 ? "it is empty" : "it has only " + size + " bytes, and the smallest Parquet file has 12");
        }
        int firstRead = (int) Math.min(size, FIRST_READ_BYTES);
        byte[] end = readAt(channel, size - firstRead, firstRead);
        ByteBuffer tail =
                ByteBuffer.wrap(end, firstRead - TAIL_BYTES, TAIL_BYTES).slice().order(ByteOrder.LITTLE_ENDIAN);
        int magic = tail.getInt(4);
        if (magic == ENCRYPTED_MAGIC) {
            throw encrypted();
        }
        if (magic != MAGIC) {
            throw ParquetErrors.corrupt(
                    file, "it does not end with the bytes PAR1, so it is no Parquet file or was cut off");
        }
        int length = tail.getInt(0);
        if (length <= 0 || length > size - 4 - TAIL_BYTES) {
            throw ParquetErrors.corrupt(
                    file, "its footer claims " + Integer.toUnsignedLong(length) + " bytes in a file of " + size);
        }
        ByteArrayInputStream footer = length <= firstRead - TAIL_BYTES
                ? new ByteArrayInputStream(end, firstRead - TAIL_BYTES - length, length)
                : new ByteArrayInputStream(readAt(channel, size - TAIL_BYTES - length, length));
        return convert(parse(footer, length), length);
    }

    private byte[] readAt(FileChannel channel, long position, int length) throws IOException {
        byte[] bytes = new byte[length];
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            int read = channel.read(buffer, position + buffer.position());
            if (read < 0) {
                throw ParquetErrors.corrupt(file, "it became shorter while it was read");
            }
        }
        return bytes;
    }

    private FileMetaData parse(ByteArrayInputStream footer, int length) {
        try {
            return Util.readFileMetaData(footer, length);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            // Damaged Thrift shows as any of these: the generated reader checks little, and skips unknown structs
            // recursively.
            throw ParquetErrors.corrupt(file, "its footer cannot be parsed", e);
        }
    }

    private EngineException encrypted() {
        return ParquetErrors.unsupported(file, "it is encrypted. Write it without encryption");
    }

    private ParquetFile convert(FileMetaData footer, int length) {
        if (footer.isSetEncryption_algorithm()) {
            throw encrypted();
        }
        if (footer.getSchema() == null || footer.getRow_groups() == null || footer.getNum_rows() < 0) {
            throw ParquetErrors.corrupt(file, "its footer lacks the schema, the row groups or the row count");
        }
        SchemaReader schema = new SchemaReader(file, footer.getSchema());
        List<ParquetNode> fields = schema.read();
        List<ParquetColumn> leaves = schema.leaves();
        List<ColumnOrder> orders = footer.getColumn_orders();
        boolean[] ordered = new boolean[leaves.size()];
        for (int i = 0; i < ordered.length; i++) {
            ordered[i] = orders == null
                    || i < orders.size()
                            && (orders.get(i).isSetTYPE_ORDER() || orders.get(i).isSetIEEE_754_TOTAL_ORDER());
        }
        List<ParquetRowGroup> rowGroups = new ArrayList<>(footer.getRow_groups().size());
        long rows = 0;
        for (RowGroup group : footer.getRow_groups()) {
            if (group.getNum_rows() < 0 || group.getNum_rows() > footer.getNum_rows() - rows) {
                throw ParquetErrors.corrupt(
                        file,
                        "row group " + rowGroups.size() + " claims " + group.getNum_rows() + " rows, the file "
                                + footer.getNum_rows());
            }
            rowGroups.add(rowGroup(group, rowGroups.size(), rows, leaves, ordered));
            rows += group.getNum_rows();
        }
        if (rows != footer.getNum_rows()) {
            throw ParquetErrors.corrupt(
                    file, "its row groups have " + rows + " rows, its footer says " + footer.getNum_rows());
        }
        String createdBy = Objects.requireNonNullElse(footer.getCreated_by(), "");
        return new ParquetFile(identity, rows, fields, leaves, rowGroups, createdBy, length);
    }

    private ParquetRowGroup rowGroup(
            RowGroup group, int index, long firstRow, List<ParquetColumn> leaves, boolean[] ordered) {
        List<org.apache.parquet.format.ColumnChunk> columns = group.getColumns();
        if (columns == null || columns.size() != leaves.size()) {
            throw ParquetErrors.corrupt(
                    file,
                    "row group " + index + " has " + (columns == null ? 0 : columns.size()) + " columns, the schema "
                            + leaves.size());
        }
        List<ColumnChunk> chunks = new ArrayList<>(leaves.size());
        for (ParquetColumn leaf : leaves) {
            chunks.add(chunk(columns.get(leaf.index()), leaf, index, group.getNum_rows(), ordered[leaf.index()]));
        }
        return new ParquetRowGroup(firstRow, group.getNum_rows(), chunks);
    }

    private ColumnChunk chunk(
            org.apache.parquet.format.ColumnChunk chunk, ParquetColumn leaf, int group, long rows, boolean ordered) {
        if (chunk.isSetCrypto_metadata() || chunk.isSetEncrypted_column_metadata()) {
            throw ParquetErrors.unsupported(
                    file, "column '" + leaf.path() + "' is encrypted. Write it without encryption");
        }
        if (chunk.isSetFile_path()) {
            throw ParquetErrors.unsupported(
                    file, "column '" + leaf.path() + "' lies in another file, '" + chunk.getFile_path() + "'");
        }
        ColumnMetaData meta = chunk.getMeta_data();
        if (meta == null || meta.getType() != leaf.physicalType() || meta.getEncodings() == null) {
            throw damagedChunk(leaf, group, "its type or its encodings are missing or differ from the schema's");
        }
        if (meta.getCodec() == null) {
            throw ParquetErrors.unsupported(file, "column '" + leaf.path() + "' uses an unknown compression codec");
        }
        boolean countFits =
                leaf.repetitionLevel() == 0 ? meta.getNum_values() == rows : meta.getNum_values() >= rows || rows == 0;
        if (!countFits || meta.getNum_values() < 0) {
            throw damagedChunk(leaf, group, "it has " + meta.getNum_values() + " values for " + rows + " rows");
        }
        // Some writers give 0 for "none"; no page starts there.
        long dictionary = meta.isSetDictionary_page_offset() && meta.getDictionary_page_offset() > 0
                ? meta.getDictionary_page_offset()
                : -1;
        long data = meta.getData_page_offset();
        long start = dictionary >= 0 ? Math.min(dictionary, data) : data;
        long bytes = meta.getTotal_compressed_size();
        boolean empty = meta.getNum_values() == 0;
        if (!empty && (!inside(start, bytes) || bytes == 0 || meta.getTotal_uncompressed_size() < 0)) {
            throw damagedChunk(leaf, group, "its pages at " + start + ", of " + bytes + " bytes, lie outside the file");
        }
        boolean columnIndex = chunk.isSetColumn_index_offset()
                && inside(chunk.getColumn_index_offset(), chunk.getColumn_index_length());
        boolean offsetIndex = chunk.isSetOffset_index_offset()
                && inside(chunk.getOffset_index_offset(), chunk.getOffset_index_length());
        boolean bloomFilter = meta.isSetBloom_filter_offset()
                && inside(meta.getBloom_filter_offset(), Math.max(0, meta.getBloom_filter_length()));
        return new ColumnChunk(
                meta.getCodec(),
                meta.getNum_values(),
                dictionary,
                data,
                start,
                bytes,
                meta.getTotal_uncompressed_size(),
                encodings(meta.getEncodings()),
                onlyDictionaryEncoded(meta, dictionary >= 0),
                StatisticsDecoder.chunk(leaf, meta.getStatistics(), ordered),
                columnIndex ? chunk.getColumn_index_offset() : -1,
                columnIndex ? chunk.getColumn_index_length() : 0,
                offsetIndex ? chunk.getOffset_index_offset() : -1,
                offsetIndex ? chunk.getOffset_index_length() : 0,
                bloomFilter ? meta.getBloom_filter_offset() : -1,
                bloomFilter && meta.isSetBloom_filter_length() ? meta.getBloom_filter_length() : -1);
    }

    private boolean inside(long offset, long length) {
        return offset >= 4 && length >= 0 && offset <= identity.size() - TAIL_BYTES - length;
    }

    private EngineException damagedChunk(ParquetColumn leaf, int group, String what) {
        return ParquetErrors.corrupt(file, "in column '" + leaf.path() + "' of row group " + group + " " + what);
    }

    private static Set<Encoding> encodings(List<Encoding> list) {
        Set<Encoding> set = EnumSet.noneOf(Encoding.class);
        for (@Nullable Encoding encoding : list) {
            if (encoding != null) {
                set.add(encoding);
            }
        }
        return set;
    }

    /**
     * By the counts of pages for each encoding where the writer gives them. Else by the list of encodings: PLAIN in it may
     * mean the dictionary page, so it counts against only if the old name of the dictionary encoding is not there.
     */
    private static boolean onlyDictionaryEncoded(ColumnMetaData meta, boolean hasDictionary) {
        if (meta.isSetEncoding_stats()) {
            boolean any = false;
            for (PageEncodingStats stats : meta.getEncoding_stats()) {
                if (stats.getPage_type() != PageType.DICTIONARY_PAGE && stats.getCount() > 0) {
                    if (!isDictionary(stats.getEncoding())) {
                        return false;
                    }
                    any = true;
                }
            }
            return any;
        }
        boolean any = false;
        for (@Nullable Encoding encoding : meta.getEncodings()) {
            any |= isDictionary(encoding);
            if (encoding != Encoding.RLE && encoding != Encoding.BIT_PACKED && !isDictionary(encoding)) {
                return false;
            }
        }
        return any && hasDictionary;
    }

    private static boolean isDictionary(@Nullable Encoding encoding) {
        return encoding == Encoding.RLE_DICTIONARY || encoding == Encoding.PLAIN_DICTIONARY;
    }
}
