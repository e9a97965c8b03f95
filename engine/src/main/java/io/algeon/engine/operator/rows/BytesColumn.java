package io.algeon.engine.operator.rows;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.memory.Reservation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Strings, as codes of a {@link SharedDictionary} while all that comes is coded, as bytes otherwise. A page has one of the
 * two forms; a page of codes that gets a batch without codes is turned into bytes, and pages are bytes from then on. Rows
 * come back as codes if every page has them.
 */
final class BytesColumn extends StoredColumn {
    private static final int[] NO_CODES = {};
    private static final byte[] NO_BYTES = {};

    private final @Nullable SharedDictionary shared;
    private int[][] codes = new int[0][];
    private int[][] offsets = new int[0][];
    private byte[][] data = new byte[0][];
    private boolean coded;
    private boolean anyBytes;

    /** All strings one after the other, if rows are read as codes of it. */
    private @Nullable Dictionary rowDictionary;

    private @Nullable Dictionary translatedDictionary;
    private int[] translation = NO_CODES;

    BytesColumn(@Nullable SharedDictionary shared, Reservation reservation) {
        super(reservation);
        this.shared = shared;
        this.coded = shared != null;
    }

    /** Makes the page; its arrays grow when their form is known. */
    @Override
    void ensure(int page, int rows) {
        if (page >= codes.length) {
            codes = Arrays.copyOf(codes, page + 1);
            offsets = Arrays.copyOf(offsets, page + 1);
            data = Arrays.copyOf(data, page + 1);
            codes[page] = NO_CODES;
            offsets[page] = NO_CODES;
            data[page] = NO_BYTES;
            if (coded && shared != null && shared.isFull()) {
                coded = false;
            }
        }
        if (coded && codes[page].length < rows) {
            int current = codes[page].length;
            int capacity = pageCapacity(page, current, rows);
            reservation.grow(4L * (capacity - current));
            codes[page] = Arrays.copyOf(codes[page], capacity);
        } else if (!coded && codes[page].length == 0 && offsets[page].length <= rows) {
            growOffsets(page, rows);
        }
    }

    private void growOffsets(int page, int rows) {
        int current = Math.max(0, offsets[page].length - 1);
        int capacity = pageCapacity(page, current, rows);
        reservation.grow(4L * (capacity - current));
        offsets[page] = Arrays.copyOf(offsets[page], capacity + 1);
    }

    @Override
    void write(ColumnVector source, int @Nullable [] rows, int from, int count, int page, int at) {
        if (source instanceof DictionaryVector vector && codes[page].length > 0 && shared != null) {
            writeCodes(vector, shared, rows, from, count, page, at);
        } else if (codes[page].length > 0 && areNull(source, rows, from, count)) {
            Arrays.fill(codes[page], at, at + count, 0);
        } else {
            if (codes[page].length > 0) {
                decodePage(page, at, at + count);
            } else if (offsets[page].length <= at + count) {
                growOffsets(page, at + count);
            }
            coded = false;
            anyBytes = true;
            if (source instanceof DictionaryVector vector) {
                writeDecoded(vector, rows, from, count, page, at);
            } else {
                writeBytes((BytesVector) source, rows, from, count, page, at);
            }
        }
        writeValidity(source, rows, from, count, page, at);
    }

    private static boolean areNull(ColumnVector source, int @Nullable [] rows, int from, int count) {
        for (int i = 0; i < count; i++) {
            if (!source.isNull(rows == null ? from + i : rows[from + i])) {
                return false;
            }
        }
        return true;
    }

    private void writeCodes(
            DictionaryVector source,
            SharedDictionary target,
            int @Nullable [] rows,
            int from,
            int count,
            int page,
            int at) {
        Dictionary dictionary = source.dictionary();
        if (dictionary != translatedDictionary) {
            reservation.grow(4L * (dictionary.size() - translation.length));
            translation = new int[dictionary.size()];
            Arrays.fill(translation, -1);
            translatedDictionary = dictionary;
        }
        int[] to = codes[page];
        int[] incoming = source.codes();
        int[] map = translation;
        boolean nulls = source.mayHaveNulls();
        for (int i = 0; i < count; i++) {
            int row = rows == null ? from + i : rows[from + i];
            if (nulls && source.isNull(row)) {
                to[at + i] = 0;
                continue;
            }
            int code = incoming[row];
            int translated = map[code];
            if (translated < 0) {
                translated = target.translate(dictionary, code);
                map[code] = translated;
            }
            to[at + i] = translated;
        }
    }

    private void writeBytes(BytesVector source, int @Nullable [] rows, int from, int count, int page, int at) {
        int[] to = offsets[page];
        int[] starts = source.offsets();
        boolean nulls = source.mayHaveNulls();
        long end = to[at];
        for (int i = 0; i < count; i++) {
            int row = rows == null ? from + i : rows[from + i];
            end += nulls && source.isNull(row) ? 0 : starts[row + 1] - starts[row];
            to[at + i + 1] = (int) end;
        }
        byte[] bytes = ensureBytes(page, at, Math.toIntExact(end));
        for (int i = 0; i < count; i++) {
            int row = rows == null ? from + i : rows[from + i];
            System.arraycopy(source.data(), starts[row], bytes, to[at + i], to[at + i + 1] - to[at + i]);
        }
    }

    private void writeDecoded(DictionaryVector source, int @Nullable [] rows, int from, int count, int page, int at) {
        BytesVector values = source.dictionary().values();
        int[] to = offsets[page];
        int[] incoming = source.codes();
        boolean nulls = source.mayHaveNulls();
        long end = to[at];
        for (int i = 0; i < count; i++) {
            int row = rows == null ? from + i : rows[from + i];
            end += nulls && source.isNull(row) ? 0 : values.length(incoming[row]);
            to[at + i + 1] = (int) end;
        }
        byte[] bytes = ensureBytes(page, at, Math.toIntExact(end));
        for (int i = 0; i < count; i++) {
            int length = to[at + i + 1] - to[at + i];
            if (length > 0) {
                int row = rows == null ? from + i : rows[from + i];
                System.arraycopy(values.data(), values.offsets()[incoming[row]], bytes, to[at + i], length);
            }
        }
    }

    private byte[] ensureBytes(int page, int at, int needed) {
        byte[] current = data[page];
        if (needed > current.length) {
            int capacity = (int) Math.min(Integer.MAX_VALUE - 16, needed + (needed >> 1) + 64L);
            reservation.grow(capacity - current.length);
            byte[] larger = new byte[capacity];
            System.arraycopy(current, 0, larger, 0, offsets[page][at]);
            data[page] = larger;
        }
        return data[page];
    }

    /** Turns the codes of a page's first {@code filled} rows into bytes. */
    private void decodePage(int page, int filled, int rows) {
        int[] old = codes[page];
        growOffsets(page, rows);
        if (filled > 0 && shared != null) {
            DictionaryVector vector = new DictionaryVector(old, shared.dictionary());
            for (int row = 0; row < filled; row++) {
                if (isNull((page << PAGE_SHIFT) + row)) {
                    vector.setNull(row, filled);
                }
            }
            writeDecoded(vector, null, 0, filled, page, 0);
        }
        codes[page] = NO_CODES;
        reservation.grow(-4L * old.length);
    }

    /** See {@link RowStore#encode}. */
    void encodeRows(int rowCount, long mostBytes) {
        if (!anyBytes || rowCount == 0) {
            return;
        }
        BytesVector entries =
                shared == null ? new BytesVector(0, 0) : shared.dictionary().values();
        int[] starts = new int[rowCount + 1];
        long end = 0;
        for (int row = 0; row < rowCount; row++) {
            end += length(row, entries);
            if (end > mostBytes) {
                return;
            }
            starts[row + 1] = (int) end;
        }
        if (!reservation.tryResize(reservation.bytes() + end + 4L * starts.length)) {
            return;
        }
        byte[] bytes = new byte[(int) end];
        for (int row = 0; row < rowCount; row++) {
            int page = row >> PAGE_SHIFT;
            int at = row & PAGE_MASK;
            boolean plain = codes[page].length == 0;
            byte[] source = plain ? data[page] : entries.data();
            int start = plain ? offsets[page][at] : entries.offsets()[codes[page][at]];
            System.arraycopy(source, start, bytes, starts[row], starts[row + 1] - starts[row]);
        }
        rowDictionary = new Dictionary(new BytesVector(bytes, starts), rowCount);
    }

    @Override
    @Nullable
    ColumnVector sliceValues(int first, int count, @Nullable ColumnVector reuse) {
        if (anyBytes || shared == null) {
            return null;
        }
        DictionaryVector target = coded(shared.dictionary(), count, reuse);
        for (int at = 0; at < count; ) {
            int begin = first + at & PAGE_MASK;
            int part = Math.min(count - at, PAGE_ROWS - begin);
            System.arraycopy(codes[first + at >> PAGE_SHIFT], begin, target.codes(), at, part);
            at += part;
        }
        return target;
    }

    private static DictionaryVector coded(Dictionary dictionary, int count, @Nullable ColumnVector reuse) {
        DictionaryVector vector = reuse instanceof DictionaryVector fitting && fitting.capacity() >= count
                ? fitting
                : new DictionaryVector(Math.max(count, Batch.ROWS), dictionary);
        vector.setDictionary(dictionary);
        return vector;
    }

    @Override
    ColumnVector gather(int[] rows, int count, boolean absent, @Nullable ColumnVector reuse) {
        ColumnVector target;
        Dictionary ofRows = rowDictionary;
        if (ofRows != null) {
            DictionaryVector vector = coded(ofRows, count, reuse);
            int[] to = vector.codes();
            for (int i = 0; i < count; i++) {
                to[i] = readable(rows[i]);
            }
            target = vector;
        } else if (anyBytes || shared == null) {
            target = gatherBytes(rows, count, reuse);
        } else {
            DictionaryVector vector = coded(shared.dictionary(), count, reuse);
            int[] to = vector.codes();
            int[][] from = codes;
            for (int i = 0; i < count; i++) {
                int row = readable(rows[i]);
                to[i] = from[row >> PAGE_SHIFT][row & PAGE_MASK];
            }
            target = vector;
        }
        gatherValidity(rows, count, absent, target);
        return target;
    }

    /** Bytes of a row; {@code entries} are those of the shared dictionary, if there is one. */
    private int length(int row, BytesVector entries) {
        int page = row >> PAGE_SHIFT;
        int at = row & PAGE_MASK;
        if (codes[page].length == 0) {
            return offsets[page][at + 1] - offsets[page][at];
        }
        return isNull(row) ? 0 : entries.length(codes[page][at]);
    }

    private BytesVector gatherBytes(int[] rows, int count, @Nullable ColumnVector reuse) {
        BytesVector target = reuse instanceof BytesVector fitting && fitting.capacity() >= count
                ? fitting
                : new BytesVector(Math.max(count, Batch.ROWS), 0);
        BytesVector entries = shared == null ? target : shared.dictionary().values();
        int[] to = target.offsets();
        long end = 0;
        to[0] = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            if (row >= 0) {
                end += length(row, entries);
            }
            to[i + 1] = (int) end;
        }
        byte[] bytes = target.ensureBytes(0, Math.toIntExact(end));
        for (int i = 0; i < count; i++) {
            int length = to[i + 1] - to[i];
            if (length > 0) {
                int page = rows[i] >> PAGE_SHIFT;
                int at = rows[i] & PAGE_MASK;
                boolean plain = codes[page].length == 0;
                byte[] source = plain ? data[page] : entries.data();
                int start = plain ? offsets[page][at] : entries.offsets()[codes[page][at]];
                System.arraycopy(source, start, bytes, to[i], length);
            }
        }
        return target;
    }

    /** Compares the bytes of two rows, unsigned. */
    int compare(int left, int right) {
        int leftPage = left >> PAGE_SHIFT;
        int rightPage = right >> PAGE_SHIFT;
        BytesVector entries = shared == null ? null : shared.dictionary().values();
        byte[] leftData = data[leftPage];
        int[] leftOffsets = offsets[leftPage];
        int leftAt = left & PAGE_MASK;
        if (codes[leftPage].length > 0 && entries != null) {
            leftAt = codes[leftPage][leftAt];
            leftData = entries.data();
            leftOffsets = entries.offsets();
        }
        byte[] rightData = data[rightPage];
        int[] rightOffsets = offsets[rightPage];
        int rightAt = right & PAGE_MASK;
        if (codes[rightPage].length > 0 && entries != null) {
            rightAt = codes[rightPage][rightAt];
            rightData = entries.data();
            rightOffsets = entries.offsets();
        }
        return Arrays.compareUnsigned(
                leftData,
                leftOffsets[leftAt],
                leftOffsets[leftAt + 1],
                rightData,
                rightOffsets[rightAt],
                rightOffsets[rightAt + 1]);
    }

    @Override
    void adopt(StoredColumn other, int page, int at) {
        BytesColumn from = (BytesColumn) other;
        codes = Arrays.copyOf(codes, at + 1);
        offsets = Arrays.copyOf(offsets, at + 1);
        data = Arrays.copyOf(data, at + 1);
        codes[at] = from.codes[page];
        offsets[at] = from.offsets[page];
        data[at] = from.data[page];
        anyBytes |= codes[at].length == 0;
        adoptValidity(other, page, at);
    }
}
