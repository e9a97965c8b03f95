package io.algeon.engine.parquet.scan;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.parquet.codec.MalformedDataException;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.parquet.ParquetColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place in the pages of a flat column's chunk: which page is decompressed, and how many of its rows and values are behind.
 * Pages between two places are never decompressed; within a page, rows are skipped by counting definition levels.
 */
final class PageCursor {
    private final PageSource source;
    private final ScanMemory memory;
    private final PageSource.Body body = new PageSource.Body();
    private final int[] skipped = new int[Batch.ROWS];
    private final RunLengthDecoder codeRuns = new RunLengthDecoder();
    private final RunLengthDecoder codesAhead = new RunLengthDecoder();
    private final PlainPage page = new PlainPage();
    private ParquetColumn leaf;
    private LevelReader definitions;
    private PlainPages plainPages;

    // Of the chunk.
    private boolean coded;
    private int dictionarySize;
    private @Nullable PlainPage dictionary;
    private int[] pageEnds = {};

    // Of the page.
    private int current = -1;
    private int rowInPage;
    private int valueInPage;

    PageCursor(ParquetColumn leaf, PageSource source, ScanMemory memory) {
        this.leaf = leaf;
        this.source = source;
        this.memory = memory;
        this.definitions = new LevelReader(leaf.definitionLevel(), memory);
        this.plainPages = new PlainPages(leaf, memory);
    }

    /** Goes to another leaf, that of the same column in a file that writes it differently. */
    void setLeaf(ParquetColumn newLeaf) {
        leaf = newLeaf;
        definitions = new LevelReader(newLeaf.definitionLevel(), memory);
        plainPages = new PlainPages(newLeaf, memory);
    }

    /**
     * Goes to the start of the source's chunk, whose pages {@link #readCodes} will read.
     *
     * @param newDictionarySize number of the dictionary's entries
     */
    void openCoded(int newDictionarySize) {
        open(true, newDictionarySize, null);
    }

    /**
     * Goes to the start of the source's chunk, whose pages {@link #page} will give.
     *
     * @param newDictionary for dictionary encoded pages that become plain ones; null if there are none
     */
    void openPlain(@Nullable PlainPage newDictionary) {
        open(false, 0, newDictionary);
    }

    private void open(boolean newCoded, int newDictionarySize, @Nullable PlainPage newDictionary) {
        coded = newCoded;
        dictionarySize = newDictionarySize;
        dictionary = newDictionary;
        List<PageHeader> pages = source.pages();
        pageEnds = memory.ints(pageEnds, pages.size());
        long rows = 0;
        for (int i = 0; i < pages.size(); i++) {
            rows += pages.get(i).valueCount();
            pageEnds[i] = (int) Math.min(rows, Integer.MAX_VALUE);
        }
        current = -1;
        rowInPage = 0;
        valueInPage = 0;
    }

    /** Goes to a row of the chunk, and gets the page that it is in. */
    void goTo(long row) {
        int index = Math.max(current, 0);
        if (row < pageStart(index) + (index == current ? rowInPage : 0)) {
            current = -1;
            index = 0;
        }
        while (pageEnds[index] <= row) {
            index++;
        }
        if (index != current) {
            load(index);
        }
        skip((int) (row - pageStart(index)) - rowInPage);
    }

    /** Gives back what holds the present page's values; the next row gets a page anew. */
    void leavePage() {
        current = -1;
        rowInPage = 0;
        valueInPage = 0;
        body.set(new byte[0], 0, 0);
        plainPages.idle(page);
    }

    private int pageStart(int index) {
        return index == 0 ? 0 : pageEnds[index - 1];
    }

    /** Number of the first row behind the page that a row is in, whose page need not be there. */
    int pageEndOf(long row) {
        int index = Math.max(current, 0);
        if (row < pageStart(index)) {
            index = 0;
        }
        while (pageEnds[index] <= row) {
            index++;
        }
        return pageEnds[index];
    }

    /** Values of the present page before the present row. */
    int valueInPage() {
        return valueInPage;
    }

    /** Values of the present page, if the chunk is not coded. */
    PlainPage page() {
        return page;
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
            widen(header, from);
            int width = from < body.end ? body.data[from++] : 0;
            codeRuns.reset(body.data, from, body.end, width);
        } else if (!plainPages.prepare(
                body.data, from, body.end, header.encoding(), header.valueCount(), dictionary, page)) {
            throw source.unsupported("values of type " + leaf.physicalType() + " have the encoding " + header.encoding()
                    + ", which is not known for them");
        }
        current = index;
        rowInPage = 0;
        valueInPage = 0;
    }

    /** Has the cache keep a page without NULLs, which it gave, with codes that can be read in place. */
    private void widen(PageHeader header, int from) {
        PageBytes kept = body.kept;
        int rows = header.valueCount();
        if (kept == null || kept.codeBits() > 0 || from >= body.end || !definitions.areAllMax(rows)) {
            return;
        }
        long bytes = WideCodes.bytes(kept, from, rows, dictionarySize);
        if (bytes == 0 || !source.admitLarger(bytes)) {
            return;
        }
        PageBytes wide = null;
        try {
            wide = WideCodes.page(kept, from, rows, dictionarySize, bytes);
        } finally {
            if (wide == null) {
                source.abandon(bytes);
            }
        }
        if (wide != null && source.replace(header, kept, wide)) {
            body.set(wide);
        }
    }

    private void skip(int rows) {
        for (int left = rows; left > 0; ) {
            int n = left;
            int present = left;
            if (!definitions.skipIfAllMax(left)) {
                n = Math.min(left, Batch.ROWS);
                present = readLevels(skipped, 0, n);
            }
            if (coded) {
                codeRuns.skip(present);
            }
            valueInPage += present;
            left -= n;
        }
        rowInPage += rows;
    }

    /**
     * Reads the definition levels of the next rows to {@code levels[at ..)}, and returns how many have values; if all have,
     * the levels may be left out. {@link #advance} is to follow.
     */
    int levels(int[] levels, int at, int rows) {
        return definitions.skipIfAllMax(rows) ? rows : readLevels(levels, at, rows);
    }

    private int readLevels(int[] levels, int at, int rows) {
        definitions.read(levels, at, rows);
        int max = leaf.definitionLevel();
        int present = 0;
        for (int i = at; i < at + rows; i++) {
            present += levels[i] == max ? 1 : 0;
        }
        return present;
    }

    /** Reads the next {@code count} codes of a coded chunk to {@code codes[at ..)}. */
    void readCodes(int[] codes, int at, int count) {
        codeRuns.read(codes, at, count);
    }

    /**
     * Skips the next {@code count} codes of a coded chunk, if they can be read in place.
     *
     * @param at of the rows of the window, the one that the next code is of
     * @param to receives where the window's codes are
     * @return false if the codes must be read
     */
    boolean skipCodesInPlace(int at, int count, WideCodes to) {
        PageBytes kept = body.kept;
        if (kept == null || kept.codeBits() == 0) {
            return false;
        }
        to.set(kept, valueInPage - at);
        codeRuns.skip(count);
        return true;
    }

    /**
     * Goes to a row of a coded chunk, and reads its code and that of the last of {@code rows} rows from there on.
     *
     * @param ends receives both
     * @return false if some of these rows are on another page, or it is not cheaply seen that none is NULL; nothing is read then
     */
    boolean peekCodes(long row, int rows, int[] ends) {
        if (pageEndOf(row) < row + rows) {
            return false;
        }
        goTo(row);
        if (!definitions.areAllMax(rows)) {
            return false;
        }
        codesAhead.follow(codeRuns);
        codesAhead.read(ends, 0, 1);
        ends[1] = ends[0];
        if (rows > 1) {
            codesAhead.skip(rows - 2);
            codesAhead.read(ends, 1, 1);
        }
        return true;
    }

    /** Goes behind rows whose levels, and codes if the chunk is coded, were read. */
    void advance(int rows, int values) {
        rowInPage += rows;
        valueInPage += values;
    }

    /** The error for the present page. */
    EngineException corrupt(RuntimeException cause) {
        return source.corrupt(source.pages().get(Math.max(current, 0)), cause);
    }

    /** Fails if the present page has fewer than {@code count} values left. */
    void expectValues(int count) {
        if (count > page.valueCount - valueInPage) {
            throw new MalformedDataException("a page holds " + page.valueCount + " values and should hold more");
        }
    }
}
