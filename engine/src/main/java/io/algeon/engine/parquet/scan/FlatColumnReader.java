package io.algeon.engine.parquet.scan;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.Validity;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.parquet.codec.MalformedDataException;
import io.algeon.engine.resident.HostCache;
import io.algeon.metadata.parquet.ParquetColumn;
import io.algeon.metadata.parquet.ParquetNode;
import io.algeon.metadata.type.PhysicalKind;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/**
 * Reads a top-level column of single values.
 *
 * <p>A chunk is read in one of two ways. If all its data pages are dictionary encoded, a window becomes codes, one a row
 * (NULL rows have the code behind the last entry), which stay in the first-level cache: filters test them, and values are
 * taken from the dictionary only for rows that are wanted; strings are given on as codes. Otherwise every page has the
 * layout of {@link PlainPage}, and the wanted rows are read from it in place; if a window's wanted rows lie in several pages,
 * those pages' parts of the window are decoded as a whole instead, because only one page is there at a time.
 *
 * <p>Pages without a wanted row are never decompressed, be they shorter than a window or longer. Whoever reads a window again
 * wants no other rows of it than before. Rows are skipped within a page by counting definition levels.
 */
final class FlatColumnReader extends ColumnReader {
    private final int column;
    private final PageSource source;
    private final ScanMemory memory;
    private final PageCursor cursor;
    private final DictionaryLoader dictionaries;
    private final int[] levels = new int[Batch.ROWS];
    private final int[] codes = new int[Batch.ROWS];
    private final int[] positions = new int[Batch.ROWS];
    private final int[] wanted = new int[Batch.ROWS];
    private final long[] validity = new long[Validity.words(Batch.ROWS)];
    private final PlainPage plainDictionary = new PlainPage();

    // Of the leaf; files of one table may write it differently.
    private ParquetColumn leaf;
    private ValueReader values;

    // Of the chunk.
    private ScanFile file;
    private int rowGroup = -1;
    private boolean isOpen;
    private boolean coded;
    private @Nullable ChunkDictionary dictionary;
    private int dictionarySize;
    private ChunkDictionary.@Nullable Reference chunk;

    /** Codes of the chunk are watched up to here whether they ascend; -1: not any more. */
    private long watchedRows;

    private int watchedCode;
    private final int[] endCodes = new int[2];

    // Of the window.
    private long windowStart;
    private int windowRows;
    private boolean isLoaded;
    private boolean hasNulls;
    private int firstValue;

    /** Whether codes are read from {@link #wideCodes}, and not in {@link #codes}. */
    private boolean isInPlace;

    private final WideCodes wideCodes = new WideCodes();
    private boolean isStitched;
    private int stitchedRows;
    private final int[] partStarts = new int[Batch.ROWS];
    private final int[] partEnds = new int[Batch.ROWS];
    private @Nullable ColumnVector stitched;

    FlatColumnReader(int column, ScanFile firstFile, PageSource source, HostCache cache, ScanMemory memory) {
        this.column = column;
        this.source = source;
        this.memory = memory;
        this.file = firstFile;
        this.leaf = leafOf(firstFile);
        this.cursor = new PageCursor(leaf, source, memory);
        this.dictionaries = new DictionaryLoader(leaf, source, cache, memory);
        this.values = ValueReader.of(leaf, memory);
    }

    private ParquetColumn leafOf(ScanFile of) {
        ParquetNode node = ((ScanFile.Stored) of.columns().get(column)).node();
        return ((ParquetNode.Leaf) node).column();
    }

    @Override
    void open(ScanFile newFile, int newRowGroup) {
        isLoaded = false;
        if (newFile == file && newRowGroup == rowGroup) {
            // Another part of the same row group: the chunk stays open.
            return;
        }
        if (newFile != file) {
            file = newFile;
            ParquetColumn newLeaf = leafOf(newFile);
            if (!newLeaf.equals(leaf)) {
                leaf = newLeaf;
                cursor.setLeaf(newLeaf);
                dictionaries.setLeaf(newLeaf);
                values = ValueReader.of(newLeaf, memory);
                stitched = null;
            }
        }
        rowGroup = newRowGroup;
        isOpen = false;
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
        source.open(file.file(), rowGroup, leaf);
        List<PageHeader> pages = source.pages();
        long rows = 0;
        coded = leaf.physicalType() != Type.BOOLEAN && !pages.isEmpty();
        for (PageHeader page : pages) {
            rows += page.valueCount();
            coded &= page.isDictionaryEncoded();
        }
        long expected = file.file().rowGroups().get(rowGroup).rowCount();
        if (rows != expected) {
            throw source.corrupt(
                    pages.isEmpty() ? emptyPage() : pages.get(0),
                    new MalformedDataException("its pages hold " + rows + " rows instead of " + expected));
        }
        if (coded) {
            ChunkDictionary opened = dictionaries.decoded();
            dictionary = opened;
            dictionarySize = opened.size();
            chunk = dictionaries.reference();
            watchedRows = chunk != null && chunk.order() == ChunkDictionary.CodeOrder.UNKNOWN ? 0 : -1;
            watchedCode = 0;
            cursor.openCoded(dictionarySize);
        } else {
            cursor.openPlain(dictionaries.plain(plainDictionary));
        }
        isOpen = true;
    }

    private static PageHeader emptyPage() {
        return new PageHeader(
                PageHeader.Kind.OTHER, 0, 0, 0, 0, -1, null, null, null, 0, 0, false, PageHeader.NO_CHECKSUM);
    }

    /** Whether the present row group's values are all codes into a dictionary. */
    boolean isCoded() {
        openChunk();
        return coded;
    }

    /** What the footer says of {@link #isCoded}. */
    boolean isProbablyCoded() {
        return file.file().rowGroups().get(rowGroup).chunks().get(leaf.index()).onlyDictionaryEncoded();
    }

    private ChunkDictionary dictionary() {
        return Objects.requireNonNull(dictionary);
    }

    /** The entries, and at {@link #dictionarySize()} an undefined value that stands for NULL. */
    ColumnVector dictionaryValues() {
        return dictionary().values();
    }

    int dictionarySize() {
        return dictionarySize;
    }

    // ---- Window

    /** Gets what is needed of the window's pages that hold a wanted row: the first {@code count} ones if {@code rows} is null. */
    private void loadWindow(int @Nullable [] rows, int count) {
        if (isLoaded) {
            return;
        }
        openChunk();
        try {
            hasNulls = false;
            int parts = findParts(rows, count);
            isStitched = !coded && parts > 1;
            isInPlace = coded && parts == 1 && watchedRows < 0;
            stitchedRows = 0;
            for (int i = 0; i < parts; i++) {
                loadPart(partStarts[i], partEnds[i]);
            }
            isLoaded = true;
        } catch (MalformedDataException | IndexOutOfBoundsException e) {
            throw cursor.corrupt(e);
        }
    }

    /** Cuts the window where pages end, leaves out parts without a wanted row, and returns how many are left. */
    private int findParts(int @Nullable [] rows, int count) {
        int parts = 0;
        int next = 0;
        for (int start = 0; start < windowRows; ) {
            int end = (int) Math.min(windowRows, cursor.pageEndOf(windowStart + start) - windowStart);
            boolean wanted = rows == null ? start < count : next < count && rows[next] < end;
            if (wanted) {
                partStarts[parts] = start;
                partEnds[parts++] = end;
            }
            while (end < windowRows && rows != null && next < count && rows[next] < end) {
                next++;
            }
            start = end;
        }
        return parts;
    }

    /** Goes to rows {@code [from, to)} of the window, which are in one page. */
    private void loadPart(int from, int to) {
        cursor.goTo(windowStart + from);
        int present = readLevels(from, to - from);
        isInPlace = isInPlace && !hasNulls && cursor.skipCodesInPlace(from, present, wideCodes);
        if (isInPlace) {
            cursor.advance(to - from, present);
            return;
        }
        if (coded) {
            readCodes(from, to - from, present);
        } else {
            locate(from, to, present);
            if (isStitched) {
                stitch(from, to);
            }
        }
        cursor.advance(to - from, present);
    }

    /** Reads definition levels of rows {@code [at, at + rows)} of the window; returns how many have values. */
    private int readLevels(int at, int rows) {
        int present = cursor.levels(levels, at, rows);
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
        int max = leaf.definitionLevel();
        for (int row = at; row < at + rows; row++) {
            long bit = levels[row] == max ? 1L : 0L;
            validity[row >> 6] = validity[row >> 6] & ~(1L << row) | bit << row;
        }
        return present;
    }

    private void readCodes(int at, int rows, int present) {
        int[] out = codes;
        cursor.readCodes(out, at, present);
        int last = dictionarySize - 1;
        int outside = 0;
        for (int i = at; i < at + present; i++) {
            outside |= out[i] | last - out[i];
        }
        if (outside < 0) {
            throw new MalformedDataException("a code is outside a dictionary of " + dictionarySize);
        }
        if (watchedRows >= 0) {
            watchOrder(at, rows, present);
        }
        if (present < rows) {
            // From the back, so that no code is overwritten before it has moved.
            int from = at + present;
            for (int row = at + rows - 1; row >= at; row--) {
                out[row] = Validity.get(validity, row) ? out[--from] : dictionarySize;
            }
        }
    }

    /** Finds out whether codes never fall, if all rows of the chunk are read one after the other. */
    private void watchOrder(int at, int rows, int present) {
        boolean follows = windowStart + at == watchedRows;
        int last = follows ? watchedCode : 0;
        boolean falls = false;
        for (int i = at; i < at + present; i++) {
            falls |= codes[i] < last;
            last = codes[i];
        }
        watchedCode = last;
        watchedRows = follows ? watchedRows + rows : -1;
        boolean whole = watchedRows == file.file().rowGroups().get(rowGroup).rowCount();
        if (chunk != null && (falls || whole)) {
            chunk.learn(falls ? ChunkDictionary.CodeOrder.NONE : ChunkDictionary.CodeOrder.ASCENDING);
            watchedRows = -1;
        }
    }

    /** Finds where the values of rows {@code [from, to)} of the window are in their page. */
    private void locate(int from, int to, int present) {
        cursor.expectValues(present);
        if (!hasNulls) {
            firstValue = cursor.valueInPage() - from;
            return;
        }
        firstValue = cursor.valueInPage();
        // NULLs stand for the empty value behind the last one, or for any value of a fixed width.
        PlainPage page = cursor.page();
        int nothing = (page.width == 0 && page.starts.length > 0 ? page.valueCount : 0) - firstValue;
        int next = 0;
        for (int row = from; row < to; row++) {
            positions[row] = Validity.get(validity, row) ? next++ : nothing;
        }
    }

    /** Decodes one of several parts of a window as a whole. */
    private void stitch(int from, int to) {
        ColumnVector vector = stitched;
        if (vector == null) {
            vector = Vectors.create(leaf.type(), Batch.ROWS);
            stitched = vector;
        }
        if (vector instanceof BytesVector bytes) {
            // rows before that nobody wants are empty
            int[] offsets = bytes.offsets();
            int known = stitchedRows;
            offsets[0] = 0;
            Arrays.fill(offsets, known + 1, from + 1, offsets[known]);
        }
        for (int row = from; row < to; row++) {
            wanted[row - from] = hasNulls ? positions[row] : row;
        }
        readPage(wanted, to - from, vector, from);
        stitchedRows = to;
    }

    private void readPage(int @Nullable [] rows, int count, ColumnVector target, int at) {
        PlainPage page = cursor.page();
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
        if (coded && leaf.type().physicalKind() == PhysicalKind.BYTES) {
            Dictionary codedBy = Objects.requireNonNull(dictionary().dictionary());
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
        return Vectors.create(leaf.type(), Batch.ROWS);
    }

    @Override
    ColumnVector read(int @Nullable [] rows, int count, ColumnVector target, int at) {
        loadWindow(rows, count);
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
                throw cursor.corrupt(e);
            }
        }
        VectorGather.validity(hasNulls ? validity : null, rows, count, target, at);
        return target;
    }

    private void readCoded(int @Nullable [] rows, int count, ColumnVector target, int at) {
        if (isInPlace) {
            wideCodes.read(dictionaryValues(), rows, count, target, at, wanted);
            return;
        }
        int[] from = codes;
        if (target instanceof DictionaryVector vector) {
            VectorGather.ints(from, rows, count, vector.codes(), at);
            if (hasNulls) {
                int[] out = vector.codes();
                for (int i = at; i < at + count; i++) {
                    out[i] = out[i] == dictionarySize ? 0 : out[i];
                }
            }
        } else {
            if (rows != null) {
                VectorGather.ints(from, rows, count, wanted, 0);
                from = wanted;
            }
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
        if (!isLoaded && isBetweenPassing(pass)) {
            return 0;
        }
        loadWindow(rows, count);
        if (isInPlace) {
            return wideCodes.filter(pass, rows, count, selected);
        }
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

    /** Whether codes ascend, and none from the first one of the window to the last passes: then they need not be unpacked. */
    private boolean isBetweenPassing(byte[] pass) {
        openChunk();
        if (!coded || chunk == null || chunk.order() != ChunkDictionary.CodeOrder.ASCENDING) {
            return false;
        }
        try {
            if (!cursor.peekCodes(windowStart, windowRows, endCodes)) {
                return false;
            }
        } catch (MalformedDataException | IndexOutOfBoundsException e) {
            throw cursor.corrupt(e);
        }
        int code = endCodes[0];
        int last = endCodes[1];
        if (code < 0 || last >= dictionarySize) {
            return false;
        }
        while (code <= last && pass[code] == 0) {
            code++;
        }
        return code > last;
    }

    @Override
    void idle() {
        isLoaded = false;
        cursor.leavePage();
        source.idle();
    }

    @Override
    public void close() {
        source.close();
    }
}
