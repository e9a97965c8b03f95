package io.algeon.engine.operator.sort;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.filter.OrderBound;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.rows.RowStore;
import io.algeon.engine.plan.SortKey;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A worker's first rows in some order, for a limit. Rows are collected until there are clearly more than needed, then sorted
 * and cut; from then on, a row whose first key is behind that of the last row kept is not even stored, which for most inputs
 * leaves next to nothing to do. Workers share the bound, as does the scan that the rows come from.
 */
final class TopRows implements Sink.Local {
    /** Least and most rows that come between two cuts. */
    private static final int LEAST_ROWS = 16;

    private static final int MOST_ROWS = 4 * Batch.ROWS;

    /** Of the rows that were kept since there is a bound, the part that has to come until it is set anew. */
    private static final int SHARE = 4;

    private final RowStore empty;
    private final List<SortKey> keys;
    private final int needed;
    private final MemoryBudget memory;
    private final CancellationToken cancellation;
    private final Consumer<RowStore> combined;

    private final OrderBound bound;
    private final OrderBound.Scratch scratch = new OrderBound.Scratch();

    private final ColumnVector[] columns;
    private final int[] selected = new int[Batch.ROWS];
    private @Nullable RowStore rows;

    /** Rows that were not behind the bound of their time. */
    private long keptRows;

    /**
     * @param needed rows that the result may need
     * @param bound by the first key
     * @param combined takes the rows in the end
     */
    TopRows(
            RowStore empty,
            List<SortKey> keys,
            int needed,
            OrderBound bound,
            MemoryBudget memory,
            CancellationToken cancellation,
            Consumer<RowStore> combined) {
        this.empty = empty;
        this.keys = keys;
        this.needed = needed;
        this.bound = bound;
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
        OrderBound.Bound known = bound.get();
        if (known == null) {
            store.append(columns, batch.rowCount());
        } else {
            int count = known.select(columns[keys.get(0).column()], batch.rowCount(), scratch, selected);
            if (count > 0) {
                store.append(columns, selected, count);
            }
            keptRows += count;
        }
        if (store.rowCount() >= needed + rowsBetweenCuts()) {
            cut(store);
        }
        return true;
    }

    /**
     * Few rows pass of most inputs, so that the bound can follow each of them; where rows come in the opposite order and all
     * pass, sorting has to be rare.
     */
    private long rowsBetweenCuts() {
        return Math.max(needed, Math.min(MOST_ROWS, Math.max(LEAST_ROWS, keptRows / SHARE)));
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
        bound.tighten(store.gather(keys.get(0).column(), numbers, 1, false, null), 0);
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
