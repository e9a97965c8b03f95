package io.algeon.engine.parquet.scan;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.Validity;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.parquet.codec.MalformedDataException;
import io.algeon.metadata.parquet.ParquetColumn;
import io.algeon.metadata.parquet.ParquetNode;
import io.algeon.metadata.type.PhysicalKind;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/**
 * Reads a top-level column of single values.
 *
 * <p>A chunk is read in one of two ways. If all its data pages are dictionary encoded, a window becomes codes, one a row
 * (NULL rows have the code behind the last entry), which stay in the first-level cache: filters test them, and values are
 * taken from the dictionary only for rows that are wanted; strings are given on as codes. Otherwise every page has the
 * layout of {@link PlainPage}, and the wanted rows are read from it in place; a window across two pages is decoded as a
 * whole instead, because only one page is there at a time.
 *
 * <p>Pages without a wanted row are never decompressed. Rows are skipped within a page by counting definition levels.
 */
final class FlatColumnReader extends ColumnReader {
    /** Of a vector of dictionary entries, without the bytes of strings. */
    private static final long MOST_BYTES_PER_ENTRY = 16;

    private final PageSource source;
    private final ScanMemory memory;
    private final PageSource.Body body = new PageSource.Body();
    private final int[] levels = new int[Batch.ROWS];
    private final int[] codes = new int[Batch.ROWS];
    private final int[] positions = new int[Batch.ROWS];
    private final int[] wanted = new int[Batch.ROWS];
    private final long[] validity = new long[Validity.words(Batch.ROWS)];
    private final RunLengthDecoder codeRuns = new RunLengthDecoder();
    private final PlainPage page = new PlainPage();
    private final PlainPage dictionaryPage = new PlainPage();

    // Of the leaf; files of one table may write it differently.
    private @Nullable ParquetColumn leaf;
    private LevelReader definitions;
    private PlainPages plainPages;
    private ValueReader values;
    private ValueReader entries;

    // Of the chunk.
    private ScanFile file;
    private int rowGroup;
    private boolean isOpen;
    private boolean coded;
    private int[] pageEnds = {};
    private int dictionarySize;

    /** The dictionary page that the values below were made from, and its entries; -1: none. */
    private byte[] dictionaryBytes = {};

    private int keptEntries = -1;
    private long countedEntries;
    private @Nullable ColumnVector dictionaryValues;
    private @Nullable Dictionary dictionary;

    // Of the page.
    private int current;
    private int rowInPage;
    private int valueInPage;

    // Of the window.
    private long windowStart;
    private int windowRows;
    private boolean isLoaded;
    private boolean hasNulls;
    private int firstValue;
    private boolean isStitched;
    private @Nullable ColumnVector stitched;
    private final int column;

    FlatColumnReader(int column, ScanFile firstFile, PageSource source, ScanMemory memory) {
        this.column = column;
        this.source = source;
        this.memory = memory;
        this.file = firstFile;
        ParquetColumn first = leafOf(firstFile);
        this.definitions = new LevelReader(first.definitionLevel(), memory);
        this.plainPages = new PlainPages(first, memory);
        this.values = ValueReader.of(first, memory);
        this.entries = ValueReader.of(first, null);
        this.leaf = first;
    }

    private ParquetColumn leafOf(ScanFile of) {
        ParquetNode node = ((ScanFile.Stored) of.columns().get(column)).node();
        return ((ParquetNode.Leaf) node).column();
    }

    private ParquetColumn leaf() {
        return Objects.requireNonNull(leaf);
    }

    @Override
    void open(ScanFile newFile, int newRowGroup) {
        if (newFile != file) {
            file = newFile;
            ParquetColumn newLeaf = leafOf(newFile);
            if (!newLeaf.equals(leaf)) {
                leaf = newLeaf;
                definitions = new LevelReader(newLeaf.definitionLevel(), memory);
                plainPages = new PlainPages(newLeaf, memory);
                values = ValueReader.of(newLeaf, memory);
                entries = ValueReader.of(newLeaf, null);
                stitched = null;
                keptEntries = -1;
            }
        }
        rowGroup = newRowGroup;
        isOpen = false;
        isLoaded = false;
    }

    @Override
    void seek(long firstRow, int rows) {
        windowStart = firstRow;
        windowRows = rows;
        isLoaded = false;
    }

    // ---- Chunk

    private void openChunk() {
        if (isOpen) {
            return;
        }
        source.open(file.file(), rowGroup, leaf());
        List<PageHeader> pages = source.pages();
        pageEnds = memory.ints(pageEnds, pages.size());
        long rows = 0;
        coded = leaf().physicalType() != Type.BOOLEAN && !pages.isEmpty();
        for (int i = 0; i < pages.size(); i++) {
            rows += pages.get(i).valueCount();
            pageEnds[i] = (int) Math.min(rows, Integer.MAX_VALUE);
            coded &= pages.get(i).isDictionaryEncoded();
        }
        long expected = file.file().rowGroups().get(rowGroup).rowCount();
        if (rows != expected) {
            throw source.corrupt(
                    pages.isEmpty() ? emptyPage() : pages.get(0),
                    new MalformedDataException("its pages hold " + rows + " rows instead of " + expected));
        }
        current = -1;
        openDictionary();
        isOpen = true;
    }

    private static PageHeader emptyPage() {
        return new PageHeader(PageHeader.Kind.OTHER, 0, 0, 0, 0, -1, null, null, null, 0, 0, false);
    }

    private void openDictionary() {
        PageHeader header = source.dictionary();
        dictionarySize = 0;
        if (header == null) {
            keptEntries = -1;
            if (coded) {
                makeDictionary(header);
            }
            return;
        }
        source.load(header, body);
        int length = body.end - body.start;
        boolean same = coded
                && dictionaryValues != null
                && keptEntries == header.valueCount()
                && dictionaryBytes.length == length
                && Arrays.equals(dictionaryBytes, 0, length, body.data, body.start, body.end);
        if (!coded) {
            // Pages are expanded one after the other, when the source's buffer holds something else.
            keptEntries = -1;
            byte[] kept = memory.bytes(dictionaryPage.data, (long) length + PageSource.SLACK);
            System.arraycopy(body.data, body.start, kept, 0, length);
            prepareDictionary(header, kept, 0, length);
            dictionaryPage.data = kept;
        } else if (same) {
            dictionarySize = header.valueCount();
        } else {
            prepareDictionary(header, body.data, body.start, body.end);
            memory.count(length - (long) dictionaryBytes.length);
            dictionaryBytes = Arrays.copyOfRange(body.data, body.start, body.end);
            keptEntries = header.valueCount();
            makeDictionary(header);
        }
    }

    private void prepareDictionary(PageHeader header, byte[] data, int from, int to) {
        try {
            if (!plainPages.prepare(data, from, to, Encoding.PLAIN, header.valueCount(), null, dictionaryPage)
                    || dictionaryPage.valueCount < header.valueCount()) {
                throw new MalformedDataException("a dictionary holds " + dictionaryPage.valueCount
                        + " entries instead of " + header.valueCount());
            }
        } catch (MalformedDataException | IndexOutOfBoundsException e) {
            throw source.corrupt(header, e);
        }
        dictionarySize = header.valueCount();
    }

    /** Converts the entries, with one more that stands for NULL. */
    private void makeDictionary(@Nullable PageHeader header) {
        int size = dictionarySize;
        long bytes = MOST_BYTES_PER_ENTRY * (size + 1L) + (header == null ? 0 : header.uncompressedBytes());
        memory.count(bytes - countedEntries);
        countedEntries = bytes;
        ColumnVector vector = Vectors.create(leaf().type(), size + 1);
        try {
            if (size > 0) {
                entries.read(dictionaryPage, 0, null, size, vector, 0);
            }
        } catch (MalformedDataException | IndexOutOfBoundsException e) {
            throw source.corrupt(Objects.requireNonNull(header), e);
        }
        if (vector instanceof BytesVector strings) {
            strings.offsets()[size + 1] = strings.offsets()[size];
            dictionary = new Dictionary(strings, size);
        }
        dictionaryValues = vector;
    }

    /** Whether the present row group's values are all codes into a dictionary. */
    boolean isCoded() {
        openChunk();
        return coded;
    }

    /** What the footer says of {@link #isCoded}. */
    boolean isProbablyCoded() {
        return file.file()
                .rowGroups()
                .get(rowGroup)
                .chunks()
                .get(leaf().index())
                .onlyDictionaryEncoded();
    }

    /** The entries, and at {@link #dictionarySize()} an undefined value that stands for NULL. */
    ColumnVector dictionaryValues() {
        return Objects.requireNonNull(dictionaryValues);
    }

    int dictionarySize() {
        return dictionarySize;
    }

    // ---- Page

    private void goTo(long row) {
        int index = Math.max(current, 0);
        while (pageEnds[index] <= row) {
            index++;
        }
        int start = index == 0 ? 0 : pageEnds[index - 1];
        if (index != current) {
            load(index);
        }
        skipRows((int) (row - start) - rowInPage);
    }

    private void load(int index) {
        PageHeader header = source.pages().get(index);
        source.load(header, body);
        int from = body.start;
        if (header.kind() == PageHeader.Kind.DATA_V1) {
            from = definitions.openV1(body.data, from, body.end, header.definitionEncoding(), header.valueCount());
        } else {
            from += header.repetitionBytes();
            definitions.openV2(body.data, from, from + header.definitionBytes());
            from += header.definitionBytes();
        }
        if (coded) {
            int width = from < body.end ? body.data[from++] : 0;
            codeRuns.reset(body.data, from, body.end, width);
        } else if (!plainPages.prepare(
                body.data, from, body.end, header.encoding(), header.valueCount(), dictionaryPageOrNull(), page)) {
            throw source.unsupported("values of type " + leaf().physicalType() + " have the encoding "
                    + header.encoding() + ", which is not known for them");
        }
        current = index;
        rowInPage = 0;
        valueInPage = 0;
    }

    private @Nullable PlainPage dictionaryPageOrNull() {
        return source.dictionary() == null ? null : dictionaryPage;
    }

    private void skipRows(int rows) {
        for (int left = rows; left > 0; ) {
            int n = Math.min(left, Batch.ROWS);
            int present = n;
            if (!definitions.skipIfAllMax(left)) {
                definitions.read(levels, 0, n);
                present = countPresent(0, n);
            } else {
                n = left;
                present = left;
            }
            if (coded) {
                codeRuns.skip(present);
            }
            valueInPage += present;
            left -= n;
        }
        rowInPage += rows;
    }

    private int countPresent(int from, int count) {
        int max = leaf().definitionLevel();
        int present = 0;
        for (int i = from; i < from + count; i++) {
            present += levels[i] == max ? 1 : 0;
        }
        return present;
    }

    // ---- Window

    private void loadWindow() {
        if (isLoaded) {
            return;
        }
        openChunk();
        try {
            hasNulls = false;
            isStitched = false;
            goTo(windowStart);
            boolean oneSegment = windowStart + windowRows <= pageEnds[current];
            if (!coded && !oneSegment) {
                stitch();
            } else {
                for (int done = 0; done < windowRows; ) {
                    if (done > 0) {
                        goTo(windowStart + done);
                    }
                    int rows = rowsInPage(done);
                    int present = readLevels(done, rows);
                    if (coded) {
                        readCodes(done, rows, present);
                    } else {
                        locate(0, rows, present);
                    }
                    advance(rows, present);
                    done += rows;
                }
            }
            isLoaded = true;
        } catch (MalformedDataException | IndexOutOfBoundsException e) {
            throw source.corrupt(source.pages().get(Math.max(current, 0)), e);
        }
    }

    private int rowsInPage(int done) {
        return (int) Math.min(windowRows - done, pageEnds[current] - (windowStart + done));
    }

    private void advance(int rows, int present) {
        rowInPage += rows;
        valueInPage += present;
    }

    /** Reads definition levels of rows {@code [at, at + rows)} of the window; returns how many have values. */
    private int readLevels(int at, int rows) {
        int present = rows;
        if (!definitions.skipIfAllMax(rows)) {
            definitions.read(levels, at, rows);
            present = countPresent(at, rows);
        }
        if (present == rows) {
            if (hasNulls) {
                for (int row = at; row < at + rows; row++) {
                    Validity.set(validity, row);
                }
            }
            return present;
        }
        if (!hasNulls) {
            hasNulls = true;
            Validity.setAll(validity, windowRows);
        }
        int max = leaf().definitionLevel();
        for (int row = at; row < at + rows; row++) {
            long bit = levels[row] == max ? 1L : 0L;
            validity[row >> 6] = validity[row >> 6] & ~(1L << row) | bit << row;
        }
        return present;
    }

    private void readCodes(int at, int rows, int present) {
        codeRuns.read(codes, at, present);
        int last = dictionarySize - 1;
        int outside = 0;
        for (int i = at; i < at + present; i++) {
            outside |= codes[i] | last - codes[i];
        }
        if (outside < 0) {
            throw new MalformedDataException("a code is outside a dictionary of " + dictionarySize);
        }
        if (present < rows) {
            // From the back, so that no code is overwritten before it has moved.
            int from = at + present;
            for (int row = at + rows - 1; row >= at; row--) {
                codes[row] = Validity.get(validity, row) ? codes[--from] : dictionarySize;
            }
        }
    }

    /** Finds where the values of rows {@code [0, rows)} of the window's part in this page are. */
    private void locate(int at, int rows, int present) {
        firstValue = valueInPage;
        if (present > page.valueCount - firstValue) {
            throw new MalformedDataException("a page holds " + page.valueCount + " values and should hold more");
        }
        if (present == rows) {
            return;
        }
        // NULLs stand for the empty value behind the last one, or for any value of a fixed width.
        int nothing = (page.width == 0 && page.starts.length > 0 ? page.valueCount : 0) - firstValue;
        int next = 0;
        for (int row = 0; row < rows; row++) {
            positions[row] = Validity.get(validity, at + row) ? next++ : nothing;
        }
    }

    /** Decodes a window across pages as a whole. */
    private void stitch() {
        ColumnVector vector = stitched;
        if (vector == null) {
            vector = Vectors.create(leaf().type(), Batch.ROWS);
            stitched = vector;
        }
        for (int done = 0; done < windowRows; ) {
            if (done > 0) {
                goTo(windowStart + done);
            }
            int rows = rowsInPage(done);
            int present = readLevels(done, rows);
            locate(done, rows, present);
            readPage(present == rows ? null : positions, rows, vector, done);
            advance(rows, present);
            done += rows;
        }
        isStitched = true;
    }

    private void readPage(int @Nullable [] rows, int count, ColumnVector target, int at) {
        if (page.valueCount > 0 || page.width == 0 && page.starts.length > 0) {
            values.read(page, firstValue, rows, count, target, at);
        } else if (target instanceof BytesVector bytes) {
            int[] offsets = bytes.offsets();
            offsets[at] = at == 0 ? 0 : offsets[at];
            Arrays.fill(offsets, at + 1, at + count + 1, offsets[at]);
        }
    }

    // ---- Values

    @Override
    ColumnVector target(@Nullable ColumnVector reuse) {
        openChunk();
        if (coded && leaf().type().physicalKind() == PhysicalKind.BYTES) {
            Dictionary codedBy = Objects.requireNonNull(dictionary);
            if (reuse instanceof DictionaryVector vector) {
                vector.setDictionary(codedBy);
                return vector;
            }
            if (reuse instanceof BytesVector dropped) {
                memory.count(-dropped.data().length);
            }
            return new DictionaryVector(Batch.ROWS, codedBy);
        }
        if (reuse != null && !(reuse instanceof DictionaryVector)) {
            return reuse;
        }
        return Vectors.create(leaf().type(), Batch.ROWS);
    }

    @Override
    ColumnVector read(int @Nullable [] rows, int count, ColumnVector target, int at) {
        loadWindow();
        if (coded) {
            readCoded(rows, count, target, at);
        } else if (isStitched) {
            VectorGather.values(Objects.requireNonNull(stitched), rows, count, target, at);
        } else {
            int[] from = rows;
            if (hasNulls) {
                from = positions;
                if (rows != null) {
                    for (int i = 0; i < count; i++) {
                        wanted[i] = positions[rows[i]];
                    }
                    from = wanted;
                }
            }
            try {
                readPage(from, count, target, at);
            } catch (MalformedDataException | IndexOutOfBoundsException e) {
                throw source.corrupt(source.pages().get(current), e);
            }
        }
        VectorGather.validity(hasNulls ? validity : null, rows, count, target, at);
        return target;
    }

    private void readCoded(int @Nullable [] rows, int count, ColumnVector target, int at) {
        int[] from = codes;
        if (rows != null) {
            for (int i = 0; i < count; i++) {
                wanted[i] = codes[rows[i]];
            }
            from = wanted;
        }
        if (target instanceof DictionaryVector vector) {
            int[] out = vector.codes();
            System.arraycopy(from, 0, out, at, count);
            if (hasNulls) {
                for (int i = at; i < at + count; i++) {
                    out[i] = out[i] == dictionarySize ? 0 : out[i];
                }
            }
        } else {
            VectorGather.values(dictionaryValues(), from, count, target, at);
        }
    }

    /**
     * Keeps the rows whose code passes.
     *
     * @param pass 1 for each entry that passes, 0 for others; at {@link #dictionarySize()} for NULL
     * @param rows of the window, null: all; may be {@code selected} itself
     * @return how many rows were written to {@code selected}
     */
    int filterCodes(byte[] pass, int @Nullable [] rows, int count, int[] selected) {
        loadWindow();
        int[] tested = codes;
        int kept = 0;
        if (rows == null) {
            for (int row = 0; row < count; row++) {
                selected[kept] = row;
                kept += pass[tested[row]];
            }
        } else {
            for (int i = 0; i < count; i++) {
                int row = rows[i];
                selected[kept] = row;
                kept += pass[tested[row]];
            }
        }
        return kept;
    }

    @Override
    public void close() {
        source.close();
    }
}
