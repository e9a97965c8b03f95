package io.algeon.engine.operator.rows;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.MapVector;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.type.SqlType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * ARRAY and MAP values: first element and length of each row, and the elements (or keys and values) as rows of a store of
 * their own. Elements are numbered within that store, so pages cannot change their owner.
 */
final class ListColumn extends StoredColumn {
    private final boolean map;
    private final RowStore elements;
    private final ColumnVector[] incoming;
    private int[][] starts = new int[0][];
    private int[][] lengths = new int[0][];

    ListColumn(SqlType type, Reservation reservation) {
        super(reservation);
        this.map = type.fields().size() == 2;
        this.elements = RowStore.ofElements(
                type.fields().stream().map(SqlType.Field::type).toList(), reservation);
        this.incoming = new ColumnVector[type.fields().size()];
    }

    @Override
    void ensure(int page, int rows) {
        int current = page < starts.length ? starts[page].length : 0;
        if (rows > current) {
            int capacity = pageCapacity(page, current, rows);
            reservation.grow(8L * (capacity - current));
            starts = Arrays.copyOf(starts, page + 1);
            lengths = Arrays.copyOf(lengths, page + 1);
            starts[page] = current == 0 ? new int[capacity] : Arrays.copyOf(starts[page], capacity);
            lengths[page] = current == 0 ? new int[capacity] : Arrays.copyOf(lengths[page], capacity);
        }
    }

    @Override
    void write(ColumnVector source, int @Nullable [] rows, int from, int count, int page, int at) {
        int[] offsets;
        if (source instanceof ListVector list) {
            offsets = list.offsets();
            incoming[0] = list.elements();
        } else {
            MapVector entries = (MapVector) source;
            offsets = entries.offsets();
            incoming[0] = entries.keys();
            incoming[1] = entries.values();
        }
        int total = 0;
        for (int i = 0; i < count; i++) {
            int row = rows == null ? from + i : rows[from + i];
            int length = source.isNull(row) ? 0 : offsets[row + 1] - offsets[row];
            starts[page][at + i] = elements.rowCount() + total;
            lengths[page][at + i] = length;
            total = Math.addExact(total, length);
        }
        int[] elementRows = new int[total];
        int next = 0;
        for (int i = 0; i < count; i++) {
            int row = rows == null ? from + i : rows[from + i];
            for (int j = 0; j < lengths[page][at + i]; j++) {
                elementRows[next++] = offsets[row] + j;
            }
        }
        elements.append(incoming, elementRows, total);
        writeValidity(source, rows, from, count, page, at);
    }

    @Override
    ColumnVector gather(int[] rows, int count, boolean absent, @Nullable ColumnVector reuse) {
        int[] offsets = new int[Math.max(count, Batch.ROWS) + 1];
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            int length = row < 0 ? 0 : lengths[row >> PAGE_SHIFT][row & PAGE_MASK];
            offsets[i + 1] = Math.addExact(offsets[i], length);
        }
        int[] elementRows = new int[offsets[count]];
        for (int i = 0; i < count; i++) {
            int length = offsets[i + 1] - offsets[i];
            int start = length == 0 ? 0 : starts[rows[i] >> PAGE_SHIFT][rows[i] & PAGE_MASK];
            for (int j = 0; j < length; j++) {
                elementRows[offsets[i] + j] = start + j;
            }
        }
        int total = offsets[count];
        ColumnVector first = elements.gather(0, elementRows, total, false, null);
        ColumnVector target = map
                ? new MapVector(offsets, first, elements.gather(1, elementRows, total, false, null))
                : new ListVector(offsets, first);
        gatherValidity(rows, count, absent, target);
        return target;
    }

    @Override
    void adopt(StoredColumn other, int page, int at) {
        throw new IllegalStateException("pages of nested columns cannot be adopted");
    }
}
