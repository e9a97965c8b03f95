package io.algeon.engine.operator.rows;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Validity;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.type.SqlType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One column of a {@link RowStore}: pages of {@link #PAGE_ROWS} values, row {@code r} at {@code r & PAGE_MASK} of page
 * {@code r >> PAGE_SHIFT}. Pages are never moved, so a full page can change its owner or be written out by itself. NULLs are
 * kept a page at a time too; a page without a validity array has none.
 */
abstract sealed class StoredColumn permits IntColumn, LongColumn, Int128Column, BytesColumn, ListColumn, RowColumn {
    static final int PAGE_SHIFT = 14;

    /** A page of longs has 128 KiB: large enough to make page borders rare, small enough not to waste a tail. */
    static final int PAGE_ROWS = 1 << PAGE_SHIFT;

    static final int PAGE_MASK = PAGE_ROWS - 1;

    private static final long[] ALL_PRESENT = new long[PAGE_ROWS / 64];

    static {
        Arrays.fill(ALL_PRESENT, -1L);
    }

    final Reservation reservation;
    private long[] @Nullable [] validity = new long[0][];
    private boolean mayHaveNulls;

    StoredColumn(Reservation reservation) {
        this.reservation = reservation;
    }

    static StoredColumn create(SqlType type, @Nullable SharedDictionary dictionary, Reservation reservation) {
        return switch (type.physicalKind()) {
            case BOOLEAN, INT32, FLOAT32 -> new IntColumn(type.physicalKind(), reservation);
            case INT64, FLOAT64 -> new LongColumn(type.physicalKind(), reservation);
            case INT128 -> new Int128Column(reservation);
            case BYTES -> new BytesColumn(dictionary, reservation);
            case LIST, MAP -> new ListColumn(type, reservation);
            case ROW -> new RowColumn(type, reservation);
        };
    }

    /** Makes room in page {@code page}, the last one, for {@code rows} values; reserves first. */
    abstract void ensure(int page, int rows);

    /**
     * Writes {@code count} values to page {@code page} from position {@code at}: {@code source[rows[from..]]}, or
     * {@code source[from..]} if {@code rows} is null. There is room.
     */
    abstract void write(ColumnVector source, int @Nullable [] rows, int from, int count, int page, int at);

    /**
     * Values of the given rows; a negative row is NULL. There is at least one stored row.
     *
     * @param reuse a result of an earlier call, overwritten and returned if its form fits
     */
    abstract ColumnVector gather(int[] rows, int count, boolean absent, @Nullable ColumnVector reuse);

    /** Takes page {@code page} of a column of the same kind as page {@code at} of this one. */
    abstract void adopt(StoredColumn other, int page, int at);

    final boolean mayHaveNulls() {
        return mayHaveNulls;
    }

    final boolean isNull(int row) {
        if (!mayHaveNulls || row >> PAGE_SHIFT >= validity.length) {
            return false;
        }
        long[] words = validity[row >> PAGE_SHIFT];
        return words != null && !Validity.get(words, row & PAGE_MASK);
    }

    final void adoptValidity(StoredColumn other, int page, int at) {
        long[] words = page < other.validity.length ? other.validity[page] : null;
        if (words != null) {
            validity = Arrays.copyOf(validity, Math.max(validity.length, at + 1));
            validity[at] = words;
            mayHaveNulls = true;
        }
    }

    final void writeValidity(ColumnVector source, int @Nullable [] rows, int from, int count, int page, int at) {
        long[] words = page < validity.length ? validity[page] : null;
        if (!source.mayHaveNulls() || words == null && rows == null && !source.hasNulls(from + count)) {
            return;
        }
        if (words == null) {
            reservation.grow(PAGE_ROWS / 8);
            words = new long[PAGE_ROWS / 64];
            Arrays.fill(words, -1L);
            validity = Arrays.copyOf(validity, Math.max(validity.length, page + 1));
            validity[page] = words;
            mayHaveNulls = true;
        }
        long[] present = source.validity();
        if (rows == null) {
            Validity.copy(present, from, words, at, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            if (!Validity.get(present, rows[from + i])) {
                Validity.clear(words, at + i);
            }
        }
    }

    final void gatherValidity(int[] rows, int count, boolean absent, ColumnVector target) {
        if (!mayHaveNulls && !absent) {
            target.setNoNulls();
            return;
        }
        long[] words = target.writeValidity(count);
        long[][] pages = validity;
        for (int i = 0, word = 0; i < count; word++) {
            int end = Math.min(count, i + 64);
            long bits = 0;
            for (int bit = 0; i < end; i++, bit++) {
                int row = rows[i];
                int page = readable(row) >> PAGE_SHIFT;
                long[] present = page < pages.length ? pages[page] : null;
                long valid = present == null ? 1 : present[(row & PAGE_MASK) >> 6] >>> row & 1;
                bits |= (valid & ~(row >> 31)) << bit;
            }
            words[word] = bits;
        }
    }

    /**
     * Values of the rows {@code first} to {@code first + count - 1}, which exist.
     *
     * @param reuse a result of an earlier call, overwritten and returned if its form fits
     */
    final ColumnVector slice(int first, int count, @Nullable ColumnVector reuse) {
        ColumnVector target = sliceValues(first, count, reuse);
        if (target == null) {
            return gather(RowStore.range(first, count, new int[count]), count, false, reuse);
        }
        boolean nulls = false;
        for (int page = first >> PAGE_SHIFT; page <= first + count - 1 >> PAGE_SHIFT && count > 0; page++) {
            nulls |= page < validity.length && validity[page] != null;
        }
        if (!nulls) {
            target.setNoNulls();
            return target;
        }
        long[] words = target.writeValidity(count);
        for (int at = 0; at < count; ) {
            int page = first + at >> PAGE_SHIFT;
            int begin = first + at & PAGE_MASK;
            int part = Math.min(count - at, PAGE_ROWS - begin);
            long[] present = page < validity.length ? validity[page] : null;
            Validity.copy(present == null ? ALL_PRESENT : present, begin, words, at, part);
            at += part;
        }
        return target;
    }

    /** The values of {@link #slice}, NULLs or not; null if there is no faster way than row by row. */
    @Nullable
    ColumnVector sliceValues(int first, int count, @Nullable ColumnVector reuse) {
        return null;
    }

    /** The row itself, 0 for a negative one: a value that can be read without harm. */
    static int readable(int row) {
        return row & ~row >> 31;
    }

    /** First capacity of a page: the first page grows from small, later ones are made in full. */
    static int pageCapacity(int page, int current, int rows) {
        if (page > 0) {
            return PAGE_ROWS;
        }
        return Math.min(PAGE_ROWS, Math.max(rows, Math.max(256, 2 * current)));
    }
}
