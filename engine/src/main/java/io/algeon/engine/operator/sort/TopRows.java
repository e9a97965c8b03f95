package io.algeon.engine.operator.sort;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.rows.RowStore;
import io.algeon.engine.plan.SortKey;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A worker's first rows in some order, for a limit. Rows are collected until there are clearly more than needed, then sorted
 * and cut; from then on, a row whose first key is behind that of the last row kept is not even stored, which for most inputs
 * leaves next to nothing to do.
 */
final class TopRows implements Sink.Local {
    private final RowStore empty;
    private final List<SortKey> keys;
    private final int needed;
    private final MemoryBudget memory;
    private final CancellationToken cancellation;
    private final Consumer<RowStore> combined;

    private final ColumnVector[] columns;
    private final long[] codes = new long[Batch.ROWS];
    private final int[] selected = new int[Batch.ROWS];
    private @Nullable RowStore rows;

    private boolean bounded;
    private boolean boundIsNull;
    private long bound;

    /**
     * @param needed rows that the result may need
     * @param combined takes the rows in the end
     */
    TopRows(
            RowStore empty,
            List<SortKey> keys,
            int needed,
            MemoryBudget memory,
            CancellationToken cancellation,
            Consumer<RowStore> combined) {
        this.empty = empty;
        this.keys = keys;
        this.needed = needed;
        this.memory = memory;
        this.cancellation = cancellation;
        this.combined = combined;
        this.columns = new ColumnVector[empty.types().size()];
        this.rows = empty.sibling();
    }

    @Override
    public boolean accept(Batch batch) {
        cancellation.check();
        RowStore store = rows;
        if (needed == 0 || store == null) {
            return false;
        }
        for (int i = 0; i < columns.length; i++) {
            columns[i] = batch.column(i);
        }
        if (keys.isEmpty()) {
            store.append(columns, Math.min(batch.rowCount(), needed - store.rowCount()));
            return store.rowCount() < needed;
        }
        if (bounded) {
            int count = select(batch);
            if (count > 0) {
                store.append(columns, selected, count);
            }
        } else {
            store.append(columns, batch.rowCount());
        }
        if (store.rowCount() >= needed + Math.max(needed, 4 * Batch.ROWS)) {
            cut(store);
        }
        return true;
    }

    /** Rows that are not behind the bound by their first key. */
    private int select(Batch batch) {
        SortKey key = keys.get(0);
        ColumnVector vector = batch.column(key.column());
        int rowCount = batch.rowCount();
        SortCodes.write(vector, rowCount, codes, 0);
        boolean nulls = vector.mayHaveNulls();
        int count = 0;
        for (int row = 0; row < rowCount; row++) {
            boolean kept;
            if (nulls && vector.isNull(row)) {
                kept = key.nullsFirst() || boundIsNull;
            } else if (boundIsNull) {
                kept = !key.nullsFirst();
            } else {
                kept = key.descending() ? codes[row] >= bound : codes[row] <= bound;
            }
            selected[count] = row;
            count += kept ? 1 : 0;
        }
        return count;
    }

    private void cut(RowStore store) {
        RowStore kept = empty.sibling();
        ColumnVector[] vectors = new ColumnVector[columns.length];
        int[] numbers = new int[Batch.ROWS];
        try (RowOrder sorting =
                new RowOrder(store, keys, memory.reservation(Sorting.CONSUMER), cancellation, Crew.ALONE)) {
            int[] order = sorting.sorted();
            int count = Math.min(needed, order.length);
            for (int from = 0; from < count; from += Batch.ROWS) {
                int part = Math.min(Batch.ROWS, count - from);
                System.arraycopy(order, from, numbers, 0, part);
                for (int i = 0; i < vectors.length; i++) {
                    vectors[i] = store.gather(i, numbers, part, false, vectors[i]);
                }
                kept.append(vectors, part);
            }
            numbers[0] = order[count - 1];
        }
        int column = keys.get(0).column();
        ColumnVector last = store.gather(column, numbers, 1, false, null);
        boundIsNull = last.isNull(0);
        SortCodes.write(last, 1, codes, 0);
        bound = codes[0];
        bounded = true;
        store.release();
        rows = kept;
    }

    @Override
    public void combine() {
        RowStore store = rows;
        if (store != null) {
            rows = null;
            combined.accept(store);
        }
    }

    @Override
    public void close() {
        RowStore store = rows;
        if (store != null) {
            rows = null;
            store.release();
        }
    }
}
