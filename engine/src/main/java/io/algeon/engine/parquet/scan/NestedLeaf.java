package io.algeon.engine.parquet.scan;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.parquet.codec.MalformedDataException;
import io.algeon.metadata.parquet.ParquetColumn;
import java.util.Arrays;
import org.apache.parquet.format.Encoding;
import org.jspecify.annotations.Nullable;

/**
 * Levels and values of one leaf of a nested column, for a range of rows at a time: slots with their repetition and
 * definition level, and one after the other the values of the slots that have one. Rows are read in order.
 */
final class NestedLeaf implements AutoCloseable {
    private final PageSource source;
    private final ScanMemory memory;
    private final PageSource.Body body = new PageSource.Body();
    private final PlainPage page = new PlainPage();
    private final PlainPage dictionary = new PlainPage();
    private final LevelReader repetitionReader;
    private final LevelReader definitionReader;
    private final PlainPages plainPages;
    private final ValueReader valueReader;
    private final ParquetColumn leaf;

    private int pageIndex;
    private int slot;
    private int pageSlots;
    private int valueInPage;
    private int[] pageRepetitions = {};
    private int[] pageDefinitions = {};

    /** Slots of the present rows. */
    private int slots;

    private int[] repetitions = {};
    private int[] definitions = {};
    private int valueCount;
    private ColumnVector values;

    NestedLeaf(ParquetColumn leaf, PageSource source, ScanMemory memory) {
        this.leaf = leaf;
        this.source = source;
        this.memory = memory;
        this.repetitionReader = new LevelReader(leaf.repetitionLevel(), memory);
        this.definitionReader = new LevelReader(leaf.definitionLevel(), memory);
        this.plainPages = new PlainPages(leaf, memory);
        this.valueReader = ValueReader.of(leaf, memory);
        this.values = Vectors.create(leaf.type(), 1);
    }

    ParquetColumn leaf() {
        return leaf;
    }

    int slots() {
        return slots;
    }

    int[] repetitions() {
        return repetitions;
    }

    int[] definitions() {
        return definitions;
    }

    int valueCount() {
        return valueCount;
    }

    /** The values, and behind the last one an undefined value (an empty one of variable length) that stands for NULL. */
    ColumnVector values() {
        return values;
    }

    /** Goes to the start of a row group. */
    void open(ScanFile file, int rowGroup) {
        source.open(file.file(), rowGroup, leaf);
        pageIndex = -1;
        slot = 0;
        pageSlots = 0;
        PageHeader header = source.dictionary();
        if (header == null) {
            return;
        }
        source.load(header, body);
        int length = body.end - body.start;
        byte[] kept = memory.bytes(dictionary.data, (long) length + PageSource.SLACK);
        System.arraycopy(body.data, body.start, kept, 0, length);
        try {
            plainPages.prepare(kept, 0, length, Encoding.PLAIN, header.valueCount(), null, dictionary);
        } catch (MalformedDataException | IndexOutOfBoundsException e) {
            throw source.corrupt(header, e);
        }
        dictionary.data = kept;
    }

    /** Reads the next {@code rows} rows in place of the present ones; without keeping them if {@code skip}. */
    void next(long rows, boolean skip) {
        slots = 0;
        valueCount = 0;
        long started = 0;
        try {
            while (true) {
                if (slot == pageSlots && !nextPage()) {
                    if (started < rows) {
                        throw new MalformedDataException("its pages hold fewer rows than the row group");
                    }
                    break;
                }
                int end = slot;
                while (end < pageSlots && (pageRepetitions[end] != 0 || started < rows)) {
                    started += pageRepetitions[end] == 0 ? 1 : 0;
                    end++;
                }
                take(end, skip);
                if (end < pageSlots) {
                    break;
                }
            }
        } catch (MalformedDataException | IndexOutOfBoundsException e) {
            throw corrupt(e);
        }
    }

    RuntimeException corrupt(RuntimeException cause) {
        return source.corrupt(
                source.pages()
                        .get(Math.min(Math.max(pageIndex, 0), source.pages().size() - 1)),
                cause);
    }

    /** Takes the page's slots up to {@code end}. */
    private void take(int end, boolean skip) {
        int count = end - slot;
        int present = 0;
        int max = leaf.definitionLevel();
        for (int i = slot; i < end; i++) {
            present += pageDefinitions[i] == max ? 1 : 0;
        }
        if (present > page.valueCount - valueInPage) {
            throw new MalformedDataException("a page holds " + page.valueCount + " values and should hold more");
        }
        if (!skip) {
            repetitions = memory.keptInts(repetitions, slots, (long) slots + count);
            definitions = memory.keptInts(definitions, slots, (long) slots + count);
            System.arraycopy(pageRepetitions, slot, repetitions, slots, count);
            System.arraycopy(pageDefinitions, slot, definitions, slots, count);
            slots += count;
            reserve(valueCount + present + 1);
            if (present > 0) {
                valueReader.read(page, valueInPage, null, present, values, valueCount);
            }
            valueCount += present;
            if (values instanceof BytesVector bytes) {
                bytes.offsets()[valueCount] = valueCount == 0 ? 0 : bytes.offsets()[valueCount];
                bytes.offsets()[valueCount + 1] = bytes.offsets()[valueCount];
            }
        }
        valueInPage += present;
        slot = end;
    }

    private void reserve(int needed) {
        if (values.capacity() >= needed) {
            return;
        }
        int capacity = Math.max(needed, Math.min(2 * values.capacity(), 1 << 30));
        // Twice: what is assembled from the values is about as large.
        memory.count(2L * 16 * (capacity - values.capacity()));
        ColumnVector larger = Vectors.create(leaf.type(), capacity);
        VectorGather.values(values, null, valueCount, larger, 0);
        values = larger;
    }

    private boolean nextPage() {
        if (pageIndex + 1 >= source.pages().size()) {
            return false;
        }
        pageIndex++;
        PageHeader header = source.pages().get(pageIndex);
        source.load(header, body);
        int count = header.valueCount();
        int from = body.start;
        if (header.kind() == PageHeader.Kind.DATA_V1) {
            from = repetitionReader.openV1(body.data, from, body.end, header.repetitionEncoding(), count);
            from = definitionReader.openV1(body.data, from, body.end, header.definitionEncoding(), count);
        } else {
            repetitionReader.openV2(body.data, from, from + header.repetitionBytes());
            from += header.repetitionBytes();
            definitionReader.openV2(body.data, from, from + header.definitionBytes());
            from += header.definitionBytes();
        }
        pageRepetitions = memory.ints(pageRepetitions, count);
        pageDefinitions = memory.ints(pageDefinitions, count);
        repetitionReader.read(pageRepetitions, 0, count);
        definitionReader.read(pageDefinitions, 0, count);
        if (!plainPages.prepare(body.data, from, body.end, header.encoding(), count, dictionaryOrNull(), page)) {
            throw source.unsupported("values of type " + leaf.physicalType() + " have the encoding " + header.encoding()
                    + ", which is not known for them");
        }
        slot = 0;
        pageSlots = count;
        valueInPage = 0;
        return true;
    }

    private @Nullable PlainPage dictionaryOrNull() {
        return source.dictionary() == null ? null : dictionary;
    }

    /** Levels of the present rows, for messages of defects. */
    @Override
    public String toString() {
        return leaf.path() + " r" + Arrays.toString(Arrays.copyOf(repetitions, slots)) + " d"
                + Arrays.toString(Arrays.copyOf(definitions, slots));
    }

    @Override
    public void close() {
        source.close();
    }
}
