package io.algeon.engine.operator.rows;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows that an operator keeps: appended a batch at a time, read back by number in any order.
 *
 * <p>Columns are pages of a fixed number of rows, so growing copies nothing; memory is reserved before a page is made.
 * Workers fill stores of their own (made by {@link #sibling}, so that dictionary codes agree) and {@link #concatenate} puts
 * them together: full pages change their owner, only the last, partly filled page of each part is copied, and rows are
 * numbered without gaps. One writer; any number of readers once nobody writes.
 */
public final class RowStore {
    private static final int[] FIRST_ROWS = {};

    private final List<SqlType> types;
    private final @Nullable SharedDictionary[] dictionaries;
    private final Reservation reservation;
    private final @Nullable MemoryBudget memory;
    private final String consumer;
    private final StoredColumn[] columns;
    private int rowCount;

    /**
     * An empty store.
     *
     * @param memory the operator's budget; closing it gives the memory of all its stores back
     * @param consumer who needs the memory, for the message of a refusal
     */
    public RowStore(List<SqlType> types, MemoryBudget memory, String consumer) {
        this(types, dictionaries(types, memory, consumer), memory, consumer, memory.reservation(consumer));
    }

    private RowStore(
            List<SqlType> types,
            @Nullable SharedDictionary[] dictionaries,
            @Nullable MemoryBudget memory,
            String consumer,
            Reservation reservation) {
        this.types = List.copyOf(types);
        this.dictionaries = dictionaries;
        this.memory = memory;
        this.consumer = consumer;
        this.reservation = reservation;
        this.columns = new StoredColumn[types.size()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = StoredColumn.create(types.get(i), dictionaries[i], reservation);
        }
    }

    /** A store for the elements of nested values of another store, whose reservation it uses. */
    static RowStore ofElements(List<SqlType> types, Reservation reservation) {
        return new RowStore(types, new @Nullable SharedDictionary[types.size()], null, "", reservation);
    }

    private static @Nullable SharedDictionary[] dictionaries(
            List<SqlType> types, MemoryBudget memory, String consumer) {
        @Nullable SharedDictionary[] dictionaries = new @Nullable SharedDictionary[types.size()];
        for (int i = 0; i < dictionaries.length; i++) {
            if (types.get(i).physicalKind() == PhysicalKind.BYTES) {
                dictionaries[i] = new SharedDictionary(memory.reservation(consumer));
            }
        }
        return dictionaries;
    }

    /** An empty store for another worker's part of the same rows; thread-safe. */
    public RowStore sibling() {
        if (memory == null) {
            throw new IllegalStateException("a store of elements has no siblings");
        }
        return new RowStore(types, dictionaries, memory, consumer, memory.reservation(consumer));
    }

    /** Bytes held, without dictionaries, which siblings share. */
    public long reservedBytes() {
        return reservation.bytes();
    }

    /** Gives the memory of the rows back; the store must not be used again. Dictionaries stay, for the siblings. */
    public void release() {
        reservation.close();
    }

    /** Rows so far. */
    public int rowCount() {
        return rowCount;
    }

    /** Types of the columns. */
    public List<SqlType> types() {
        return types;
    }

    /** Appends the first {@code count} rows of the columns. */
    public void append(ColumnVector[] source, int count) {
        append(source, null, count);
    }

    /** Appends the rows {@code rows[0..count)} of the columns; null stands for the first {@code count} rows. */
    public void append(ColumnVector[] source, int @Nullable [] rows, int count) {
        if (rowCount > Integer.MAX_VALUE - StoredColumn.PAGE_ROWS - count) {
            throw new EngineException(
                    ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED,
                    "An operator cannot keep more than " + Integer.MAX_VALUE + " rows. Filter or aggregate earlier.");
        }
        int from = 0;
        while (from < count) {
            int page = rowCount >> StoredColumn.PAGE_SHIFT;
            int at = rowCount & StoredColumn.PAGE_MASK;
            int part = Math.min(count - from, StoredColumn.PAGE_ROWS - at);
            for (int i = 0; i < columns.length; i++) {
                columns[i].ensure(page, at + part);
                columns[i].write(source[i], rows, from, part, page, at);
            }
            from += part;
            rowCount += part;
        }
    }

    /**
     * Values of a column at {@code rows[0..count)}.
     *
     * @param absent whether rows may be negative, which stands for NULL
     * @param reuse a result of an earlier call for this column, overwritten and returned if its form fits
     */
    public ColumnVector gather(int column, int[] rows, int count, boolean absent, @Nullable ColumnVector reuse) {
        if (rowCount == 0) {
            ColumnVector nothing = Vectors.create(types.get(column), Math.max(count, Batch.ROWS));
            nothing.setAllNull(count);
            return nothing;
        }
        return columns[column].gather(rows, count, absent, reuse);
    }

    /** Values of a column at the rows {@code first} to {@code first + count - 1}, faster than one by one; otherwise as there. */
    public ColumnVector slice(int column, int first, int count, @Nullable ColumnVector reuse) {
        if (count == 0) {
            return gather(column, FIRST_ROWS, 0, false, reuse);
        }
        return columns[column].slice(first, count, reuse);
    }

    /**
     * Makes the values of a column of strings codes of one dictionary, the strings of all rows one after the other, so that what
     * follows can work by code. Pays if rows are read many times each. Nothing happens where the column has no strings, is
     * coded already, or has more than {@code mostBytes}; nobody may write any more.
     */
    public void encode(int column, long mostBytes) {
        if (columns[column] instanceof BytesColumn strings) {
            strings.encodeRows(rowCount, mostBytes);
        }
    }

    /** Compares two strings of a column, neither of them NULL, byte by byte, which for UTF-8 is by code point. */
    public int compareBytes(int column, int left, int right) {
        return ((BytesColumn) columns[column]).compare(left, right);
    }

    /** Whether a value is NULL. */
    public boolean isNull(int column, int row) {
        return columns[column].isNull(row);
    }

    /** Whether a value of the column may be NULL. */
    public boolean mayHaveNulls(int column) {
        return columns[column].mayHaveNulls();
    }

    /**
     * Puts the parts, siblings of each other, together; they must not be used again.
     *
     * @param bases receives, if not null, for each part the new number of the first row of each of its pages, with which
     *     {@link #renumber} turns old row numbers into new ones
     */
    public static RowStore concatenate(List<RowStore> parts, int @Nullable [][] bases) {
        RowStore first = parts.get(0);
        if (parts.size() == 1 && bases == null) {
            return first;
        }
        RowStore whole = first.sibling();
        boolean nested = first.types.stream().anyMatch(type -> type.kind().isNested());
        for (int p = 0; p < parts.size(); p++) {
            RowStore part = parts.get(p);
            int pages = nested ? 0 : part.rowCount >> StoredColumn.PAGE_SHIFT;
            int[] base = bases == null ? FIRST_ROWS : new int[(part.rowCount >> StoredColumn.PAGE_SHIFT) + 1];
            for (int page = 0; page < pages; page++) {
                int at = whole.rowCount >> StoredColumn.PAGE_SHIFT;
                for (int i = 0; i < whole.columns.length; i++) {
                    whole.columns[i].adopt(part.columns[i], page, at);
                }
                if (bases != null) {
                    base[page] = whole.rowCount;
                }
                whole.rowCount += StoredColumn.PAGE_ROWS;
            }
            if (bases != null) {
                bases[p] = base;
            }
        }
        for (int p = 0; p < parts.size(); p++) {
            RowStore part = parts.get(p);
            int copied = nested ? 0 : part.rowCount & ~StoredColumn.PAGE_MASK;
            if (bases != null) {
                for (int row = copied; row <= part.rowCount; row += StoredColumn.PAGE_ROWS) {
                    bases[p][row >> StoredColumn.PAGE_SHIFT] = whole.rowCount + row - copied;
                }
            }
            whole.copyRows(part, copied);
        }
        return whole;
    }

    /** Turns row numbers of a part into those of the whole. */
    public static void renumber(int[] rows, int count, int[] base) {
        for (int i = 0; i < count; i++) {
            rows[i] = base[rows[i] >> StoredColumn.PAGE_SHIFT] + (rows[i] & StoredColumn.PAGE_MASK);
        }
    }

    private void copyRows(RowStore part, int from) {
        ColumnVector[] vectors = new ColumnVector[columns.length];
        for (int row = from; row < part.rowCount; row += Batch.ROWS) {
            int count = Math.min(Batch.ROWS, part.rowCount - row);
            for (int i = 0; i < columns.length; i++) {
                vectors[i] = part.columns[i].slice(row, count, vectors[i]);
            }
            append(vectors, count);
        }
    }

    /** Fills {@code rows} with {@code from .. from + count - 1}. */
    public static int[] range(int from, int count, int[] rows) {
        int[] target = rows.length >= count ? rows : Arrays.copyOf(rows, count);
        for (int i = 0; i < count; i++) {
            target[i] = from + i;
        }
        return target;
    }
}
