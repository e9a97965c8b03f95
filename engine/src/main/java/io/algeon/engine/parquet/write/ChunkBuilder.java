package io.algeon.engine.parquet.write;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Validity;
import io.algeon.engine.memory.Reservation;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnIndex;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageLocation;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/**
 * Collects the values and levels of one leaf over a row group, then writes them as a column chunk: a dictionary page if the
 * dictionary paid, and data pages (V1) that end at row boundaries.
 *
 * <p>A slot is what has a level: a value, or a NULL or empty list instead of one. Definition levels are kept a byte a slot,
 * repetition levels likewise for leaves in lists; values are kept without gaps. Values are coded against a dictionary while
 * they come; the subclass drops it, decoding what it has, as soon as there are too many of them, so that a chunk has one
 * encoding. Subclasses hold the values: {@link LongChunk} and {@link BytesChunk}.
 *
 * <p>Reused from row group to row group. Memory is reserved before it grows.
 */
abstract class ChunkBuilder {
    /** What has been written: where the footer finds it, and indexes that follow the row groups. */
    record Written(ColumnChunk chunk, @Nullable ColumnIndex columnIndex, OffsetIndex offsetIndex) {
        /** Counts positions from the start of a file in which what was written begins at {@code start}. */
        void move(long start) {
            ColumnMetaData data = chunk.getMeta_data();
            if (data.isSetDictionary_page_offset()) {
                data.setDictionary_page_offset(data.getDictionary_page_offset() + start);
            }
            data.setData_page_offset(data.getData_page_offset() + start);
            chunk.setFile_offset(chunk.getFile_offset() == 0 ? 0 : chunk.getFile_offset() + start);
            for (PageLocation page : offsetIndex.getPage_locations()) {
                page.setOffset(page.getOffset() + start);
            }
        }
    }

    /** Smallest and largest value of some rows in statistics' encoding. */
    record Bounds(byte[] min, byte[] max) {}

    final LeafColumn leaf;
    final Reservation memory;

    private byte[] definitions = new byte[0];
    private byte[] repetitions = new byte[0];
    private int slots;
    private int[] levelScratch = new int[0];
    private int[] rowScratch = new int[0];

    ChunkBuilder(LeafColumn leaf, Reservation memory) {
        this.leaf = leaf;
        this.memory = memory;
    }

    /** Appends the values of all of the first {@code count} rows, of which none is NULL. */
    abstract void appendAll(ColumnVector vector, int count);

    /** Appends the values of the given rows, of which none is NULL. */
    abstract void appendRows(ColumnVector vector, int[] rows, int count);

    /** Values collected so far. */
    abstract int valueCount();

    /** Decides whether the chunk has a dictionary; if not, all values are plain from now on. */
    abstract boolean settleDictionary();

    abstract int dictionarySize();

    abstract void writeDictionary(ByteSink out);

    /** The codes of the values. */
    abstract int[] codes();

    /** Bytes of some values in plain encoding. */
    abstract long plainBytes(int from, int to);

    abstract void writePlain(int from, int to, ByteSink out);

    /** The bounds of some values, null if there is no order, or NaN only. */
    abstract @Nullable Bounds bounds(int from, int to);

    /** The order of what {@link #bounds} gives. */
    abstract Comparator<byte[]> order();

    /** A bound made shorter, or the same. */
    abstract byte[] shortened(byte[] bound, boolean upper);

    /** Whether a bound is written for a type without NaN, or without NaN in these values. */
    abstract boolean mayHoldNan();

    /** Forgets the values. */
    abstract void clearValues();

    /** Appends rows of a column outside lists and rows: NULL or not is all there is to its levels. */
    final void appendFlat(ColumnVector vector, int rows) {
        if (leaf.definitionLevel() == 0) {
            if (vector.nullCount(rows) > 0) {
                throw ColumnShredder.nullNotAllowed(leaf.name());
            }
            slots = Math.addExact(slots, rows);
            appendAll(vector, rows);
            return;
        }
        definitions = grown(definitions, slots + rows);
        Arrays.fill(definitions, slots, slots + rows, (byte) 1);
        if (!vector.mayHaveNulls()) {
            appendAll(vector, rows);
        } else {
            if (rowScratch.length < rows) {
                rowScratch = new int[rows];
            }
            long[] validity = vector.validity();
            int present = 0;
            for (int row = 0; row < rows; row++) {
                rowScratch[present] = row;
                boolean valid = Validity.get(validity, row);
                present += valid ? 1 : 0;
                definitions[slots + row] = (byte) (valid ? 1 : 0);
            }
            appendRows(vector, rowScratch, present);
        }
        slots += rows;
    }

    /** Appends slots of a nested column; rows at or above 0 have values. */
    final void appendSlots(ColumnVector vector, ColumnShredder.Slots source) {
        int count = source.count();
        definitions = grown(definitions, slots + count);
        System.arraycopy(source.definitions(), 0, definitions, slots, count);
        if (leaf.repetitionLevel() > 0) {
            repetitions = grown(repetitions, slots + count);
            System.arraycopy(source.repetitions(), 0, repetitions, slots, count);
        }
        slots += count;
        if (rowScratch.length < count) {
            rowScratch = new int[count];
        }
        int present = 0;
        for (int i = 0; i < count; i++) {
            rowScratch[present] = source.rows()[i];
            present += source.rows()[i] >= 0 ? 1 : 0;
        }
        appendRows(vector, rowScratch, present);
    }

    final byte[] grown(byte[] bytes, int needed) {
        if (needed <= bytes.length) {
            return bytes;
        }
        int length = capacity(needed, bytes.length);
        memory.grow(length - bytes.length);
        return Arrays.copyOf(bytes, length);
    }

    final int[] grown(int[] values, int needed) {
        if (needed <= values.length) {
            return values;
        }
        int length = capacity(needed, values.length);
        memory.grow(4L * (length - values.length));
        return Arrays.copyOf(values, length);
    }

    final long[] grown(long[] values, int needed) {
        if (needed <= values.length) {
            return values;
        }
        int length = capacity(needed, values.length);
        memory.grow(8L * (length - values.length));
        return Arrays.copyOf(values, length);
    }

    private static int capacity(int needed, int present) {
        return (int) Math.min(Integer.MAX_VALUE - 16L, Math.max(needed, Math.max(1024L, 2L * present)));
    }

    /** Writes everything collected as a column chunk and forgets it. */
    final Written flush(FileOutput out, PageCompressor compressor, ParquetWriteOptions options, ByteSink page)
            throws IOException {
        boolean dictionary = settleDictionary();
        long start = out.position();
        long uncompressed = 0;
        if (dictionary) {
            page.clear();
            writeDictionary(page);
            PageHeader header = new PageHeader(PageType.DICTIONARY_PAGE, page.size(), 0);
            header.setDictionary_page_header(new DictionaryPageHeader(dictionarySize(), Encoding.PLAIN));
            uncompressed += writePage(header, page, compressor, out);
        }
        PageStatistics statistics = new PageStatistics(this);
        long dataStart = out.position();
        int slot = 0;
        int value = 0;
        long row = 0;
        while (slot < slots) {
            int end = pageEnd(slot, value, options);
            int valueEnd = value + present(slot, end);
            page.clear();
            writeLevels(repetitions, leaf.repetitionLevel(), slot, end, page);
            writeLevels(definitions, leaf.definitionLevel(), slot, end, page);
            if (!dictionary) {
                writePlain(value, valueEnd, page);
            } else if (valueEnd > value) {
                int bitWidth = Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(dictionarySize() - 1));
                page.write(bitWidth);
                HybridEncoder.encode(codes(), value, valueEnd, bitWidth, page);
            }
            PageHeader header = new PageHeader(PageType.DATA_PAGE, page.size(), 0);
            header.setData_page_header(new DataPageHeader(
                    end - slot, dictionary ? Encoding.RLE_DICTIONARY : Encoding.PLAIN, Encoding.RLE, Encoding.RLE));
            long pageStart = out.position();
            uncompressed += writePage(header, page, compressor, out);
            statistics.add(
                    new PageLocation(pageStart, Math.toIntExact(out.position() - pageStart), row),
                    bounds(value, valueEnd),
                    end - slot - (valueEnd - value),
                    valueEnd > value);
            row += rows(slot, end);
            slot = end;
            value = valueEnd;
        }
        Written written =
                statistics.written(slots, dictionary, start, dataStart, out.position() - start, uncompressed, options);
        slots = 0;
        clearValues();
        return written;
    }

    private static long writePage(PageHeader header, ByteSink page, PageCompressor compressor, FileOutput out)
            throws IOException {
        int compressed = compressor.compress(page.bytes(), page.size());
        header.setCompressed_page_size(compressed);
        long start = out.position();
        Util.writePageHeader(header, out);
        long headerBytes = out.position() - start;
        out.write(compressor.output(), 0, compressed);
        return headerBytes + page.size();
    }

    /** The end of a page of whole rows that starts at a slot: as many as the options allow, at least one. */
    private int pageEnd(int slot, int value, ParquetWriteOptions options) {
        int rows = options.pageRows();
        while (true) {
            int end = endOfRows(slot, rows);
            if (rows == 1 || plainBytes(value, value + present(slot, end)) <= options.pageBytes()) {
                return end;
            }
            rows = (int) Math.max(1, Math.min(rows, rows(slot, end)) / 2);
        }
    }

    private int endOfRows(int slot, int rows) {
        if (leaf.repetitionLevel() == 0) {
            return (int) Math.min(slots, (long) slot + rows);
        }
        int left = rows;
        int end = slot + 1;
        while (end < slots && (repetitions[end] != 0 || --left > 0)) {
            end++;
        }
        return end;
    }

    private long rows(int from, int to) {
        if (leaf.repetitionLevel() == 0) {
            return to - from;
        }
        int rows = 0;
        for (int i = from; i < to; i++) {
            rows += repetitions[i] == 0 ? 1 : 0;
        }
        return rows;
    }

    private int present(int from, int to) {
        int level = leaf.definitionLevel();
        if (level == 0) {
            return to - from;
        }
        int present = 0;
        for (int i = from; i < to; i++) {
            present += definitions[i] == level ? 1 : 0;
        }
        return present;
    }

    private void writeLevels(byte[] levels, int largest, int from, int to, ByteSink out) {
        if (largest == 0) {
            return;
        }
        int count = to - from;
        if (levelScratch.length < count) {
            levelScratch = new int[count];
        }
        for (int i = 0; i < count; i++) {
            levelScratch[i] = levels[from + i];
        }
        int lengthAt = out.size();
        out.putInt(0);
        HybridEncoder.encode(levelScratch, 0, count, Integer.SIZE - Integer.numberOfLeadingZeros(largest), out);
        out.setInt(lengthAt, out.size() - lengthAt - Integer.BYTES);
    }
}
