package io.algeon.engine.parquet.scan;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.bytes.HeapByteBufferAllocator;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.bitpacking.BitPackingValuesWriter;
import org.apache.parquet.column.values.bytestreamsplit.ByteStreamSplitValuesWriter;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForInteger;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesWriterForLong;
import org.apache.parquet.column.values.deltalengthbytearray.DeltaLengthByteArrayValuesWriter;
import org.apache.parquet.column.values.deltastrings.DeltaByteArrayWriter;
import org.apache.parquet.column.values.dictionary.DictionaryValuesWriter;
import org.apache.parquet.column.values.plain.BooleanPlainValuesWriter;
import org.apache.parquet.column.values.plain.FixedLenByteArrayPlainValuesWriter;
import org.apache.parquet.column.values.plain.PlainValuesWriter;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridEncoder;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridValuesWriter;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.apache.parquet.io.api.Binary;

/**
 * Writes Parquet files page by page, in any encoding, with the values writers of parquet-column. One row group; every
 * column has as many rows.
 */
final class HandmadeFile {
    private static final int CAPACITY = 1 << 10;
    private static final int PAGE = 1 << 20;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final List<SchemaElement> schema;
    private final List<ColumnChunk> chunks = new ArrayList<>();
    private final long rows;

    HandmadeFile(List<SchemaElement> schema, long rows) {
        this.schema = schema;
        this.rows = rows;
        out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
    }

    /**
     * A page: slots with levels, and the values of those that have one.
     *
     * @param repetitions null if the largest level is 0
     * @param definitions null if the largest level is 0
     */
    record Page(
            int slots,
            int[] repetitions,
            int[] definitions,
            List<?> values,
            Encoding encoding,
            boolean version2,
            Encoding levelEncoding) {}

    /** A page of an optional or required flat column; null is NULL. */
    static Page flat(List<?> values, boolean optional, Encoding encoding, boolean version2, Encoding levelEncoding) {
        int[] definitions = optional ? new int[values.size()] : null;
        List<Object> present = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) != null) {
                present.add(values.get(i));
                if (definitions != null) {
                    definitions[i] = 1;
                }
            }
        }
        return new Page(values.size(), null, definitions, present, encoding, version2, levelEncoding);
    }

    /** Appends a column chunk. Pages in a dictionary encoding share one dictionary. */
    HandmadeFile chunk(Type type, int length, String path, int maxRepetition, int maxDefinition, List<Page> pages)
            throws IOException {
        long start = out.size();
        Set<Encoding> encodings = new LinkedHashSet<>();
        DictionaryValuesWriter dictionary = dictionaryWriter(type, length);
        List<byte[]> bodies = new ArrayList<>();
        for (Page page : pages) {
            encodings.add(page.encoding());
            boolean coded = page.encoding() == Encoding.RLE_DICTIONARY || page.encoding() == Encoding.PLAIN_DICTIONARY;
            ValuesWriter writer = coded ? dictionary : writer(type, length, page.encoding());
            for (Object value : page.values()) {
                write(writer, type, value);
            }
            bodies.add(writer.getBytes().toByteArray());
            writer.reset();
        }
        encodings.add(Encoding.RLE);
        long dictionaryOffset = -1;
        if (encodings.contains(Encoding.RLE_DICTIONARY) || encodings.contains(Encoding.PLAIN_DICTIONARY)) {
            dictionaryOffset = out.size();
            // Pages that were written as codes must stay so.
            org.apache.parquet.column.page.DictionaryPage page = dictionary.toDictPageAndClose();
            byte[] body = page == null ? new byte[0] : page.getBytes().toByteArray();
            PageHeader header = new PageHeader(PageType.DICTIONARY_PAGE, body.length, body.length);
            header.setDictionary_page_header(
                    new DictionaryPageHeader(page == null ? 0 : page.getDictionarySize(), Encoding.PLAIN));
            Util.writePageHeader(header, out);
            out.writeBytes(body);
        }
        long dataOffset = out.size();
        long slots = 0;
        for (int i = 0; i < pages.size(); i++) {
            writePage(pages.get(i), bodies.get(i), maxRepetition, maxDefinition);
            slots += pages.get(i).slots();
        }
        long bytes = out.size() - start;
        ColumnMetaData meta = new ColumnMetaData(
                type,
                List.copyOf(encodings),
                List.of(path.split("\\.")),
                CompressionCodec.UNCOMPRESSED,
                slots,
                bytes,
                bytes,
                dataOffset);
        if (dictionaryOffset >= 0) {
            meta.setDictionary_page_offset(dictionaryOffset);
        }
        ColumnChunk chunk = new ColumnChunk(start);
        chunk.setMeta_data(meta);
        chunks.add(chunk);
        return this;
    }

    private void writePage(Page page, byte[] values, int maxRepetition, int maxDefinition) throws IOException {
        byte[] repetitions = levels(page.repetitions(), maxRepetition, page);
        byte[] definitions = levels(page.definitions(), maxDefinition, page);
        int size = repetitions.length + definitions.length + values.length;
        PageHeader header = new PageHeader(page.version2() ? PageType.DATA_PAGE_V2 : PageType.DATA_PAGE, size, size);
        if (page.version2()) {
            int rowsInPage = 0;
            for (int i = 0; i < page.slots(); i++) {
                rowsInPage += page.repetitions() == null || page.repetitions()[i] == 0 ? 1 : 0;
            }
            header.setData_page_header_v2(new DataPageHeaderV2(
                    page.slots(),
                    page.slots() - page.values().size(),
                    rowsInPage,
                    page.encoding(),
                    definitions.length,
                    repetitions.length));
        } else {
            header.setData_page_header(
                    new DataPageHeader(page.slots(), page.encoding(), page.levelEncoding(), page.levelEncoding()));
        }
        Util.writePageHeader(header, out);
        out.writeBytes(repetitions);
        out.writeBytes(definitions);
        out.writeBytes(values);
    }

    private static byte[] levels(int[] levels, int max, Page page) throws IOException {
        if (max == 0) {
            return new byte[0];
        }
        int width = 32 - Integer.numberOfLeadingZeros(max);
        if (page.levelEncoding() == Encoding.BIT_PACKED && !page.version2()) {
            BitPackingValuesWriter writer =
                    new BitPackingValuesWriter(max, CAPACITY, PAGE, new HeapByteBufferAllocator());
            for (int level : levels) {
                writer.writeInteger(level);
            }
            return writer.getBytes().toByteArray();
        }
        RunLengthBitPackingHybridEncoder encoder =
                new RunLengthBitPackingHybridEncoder(width, CAPACITY, PAGE, new HeapByteBufferAllocator());
        for (int level : levels) {
            encoder.writeInt(level);
        }
        byte[] bytes = encoder.toBytes().toByteArray();
        return page.version2()
                ? bytes
                : BytesInput.concat(BytesInput.fromInt(bytes.length), BytesInput.from(bytes))
                        .toByteArray();
    }

    private static ValuesWriter writer(Type type, int length, Encoding encoding) {
        HeapByteBufferAllocator allocator = new HeapByteBufferAllocator();
        return switch (encoding) {
            case PLAIN ->
                switch (type) {
                    case BOOLEAN -> new BooleanPlainValuesWriter();
                    case FIXED_LEN_BYTE_ARRAY, INT96 ->
                        new FixedLenByteArrayPlainValuesWriter(
                                type == Type.INT96 ? 12 : length, CAPACITY, PAGE, allocator);
                    default -> new PlainValuesWriter(CAPACITY, PAGE, allocator);
                };
            case RLE -> new RunLengthBitPackingHybridValuesWriter(1, CAPACITY, PAGE, allocator);
            case DELTA_BINARY_PACKED ->
                type == Type.INT32
                        ? new DeltaBinaryPackingValuesWriterForInteger(CAPACITY, PAGE, allocator)
                        : new DeltaBinaryPackingValuesWriterForLong(CAPACITY, PAGE, allocator);
            case DELTA_LENGTH_BYTE_ARRAY -> new DeltaLengthByteArrayValuesWriter(CAPACITY, PAGE, allocator);
            case DELTA_BYTE_ARRAY -> new DeltaByteArrayWriter(CAPACITY, PAGE, allocator);
            case BYTE_STREAM_SPLIT ->
                switch (type) {
                    case INT32 ->
                        new ByteStreamSplitValuesWriter.IntegerByteStreamSplitValuesWriter(CAPACITY, PAGE, allocator);
                    case INT64 ->
                        new ByteStreamSplitValuesWriter.LongByteStreamSplitValuesWriter(CAPACITY, PAGE, allocator);
                    case FLOAT ->
                        new ByteStreamSplitValuesWriter.FloatByteStreamSplitValuesWriter(CAPACITY, PAGE, allocator);
                    case DOUBLE ->
                        new ByteStreamSplitValuesWriter.DoubleByteStreamSplitValuesWriter(CAPACITY, PAGE, allocator);
                    default ->
                        new ByteStreamSplitValuesWriter.FixedLenByteArrayByteStreamSplitValuesWriter(
                                length, CAPACITY, PAGE, allocator);
                };
            default -> throw new IllegalArgumentException(encoding.toString());
        };
    }

    private static DictionaryValuesWriter dictionaryWriter(Type type, int length) {
        HeapByteBufferAllocator allocator = new HeapByteBufferAllocator();
        org.apache.parquet.column.Encoding codes = org.apache.parquet.column.Encoding.RLE_DICTIONARY;
        org.apache.parquet.column.Encoding page = org.apache.parquet.column.Encoding.PLAIN;
        return switch (type) {
            case INT32 -> new DictionaryValuesWriter.PlainIntegerDictionaryValuesWriter(PAGE, codes, page, allocator);
            case INT64 -> new DictionaryValuesWriter.PlainLongDictionaryValuesWriter(PAGE, codes, page, allocator);
            case FLOAT -> new DictionaryValuesWriter.PlainFloatDictionaryValuesWriter(PAGE, codes, page, allocator);
            case DOUBLE -> new DictionaryValuesWriter.PlainDoubleDictionaryValuesWriter(PAGE, codes, page, allocator);
            case FIXED_LEN_BYTE_ARRAY, INT96 ->
                new DictionaryValuesWriter.PlainFixedLenArrayDictionaryValuesWriter(
                        PAGE, type == Type.INT96 ? 12 : length, codes, page, allocator);
            default -> new DictionaryValuesWriter.PlainBinaryDictionaryValuesWriter(PAGE, codes, page, allocator);
        };
    }

    private static void write(ValuesWriter writer, Type type, Object value) {
        switch (type) {
            case BOOLEAN -> {
                if (writer instanceof BooleanPlainValuesWriter) {
                    writer.writeBoolean((Boolean) value);
                } else {
                    writer.writeInteger((Boolean) value ? 1 : 0);
                }
            }
            case INT32 -> writer.writeInteger((Integer) value);
            case INT64 -> writer.writeLong((Long) value);
            case FLOAT -> writer.writeFloat((Float) value);
            case DOUBLE -> writer.writeDouble((Double) value);
            default -> writer.writeBytes(Binary.fromConstantByteArray((byte[]) value));
        }
    }

    Path write(Path file) throws IOException {
        RowGroup group = new RowGroup(chunks, out.size(), rows);
        FileMetaData meta = new FileMetaData(1, schema, rows, List.of(group));
        int before = out.size();
        Util.writeFileMetaData(meta, out);
        out.writeBytes(ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(out.size() - before)
                .array());
        out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
        return Files.write(file, out.toByteArray());
    }
}
