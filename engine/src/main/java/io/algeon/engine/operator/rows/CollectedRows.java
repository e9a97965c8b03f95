package io.algeon.engine.operator.rows;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Sink;
import java.util.ArrayList;
import java.util.List;

/**
 * All rows that reach a sink: each worker appends to a store of its own, and what it has is added when it ends. Thread-safe;
 * the stores hold the memory until they are released with the budget that they were made with.
 */
public final class CollectedRows {
    private final RowStore empty;
    private final CancellationToken cancellation;
    private final List<RowStore> parts = new ArrayList<>();

    /** @param empty the form of the stores; the whole, if no rows come */
    public CollectedRows(RowStore empty, CancellationToken cancellation) {
        this.empty = empty;
        this.cancellation = cancellation;
    }

    /** A worker's part, which keeps every row. */
    public Sink.Local open() {
        return new Part();
    }

    /** Adds a store that nobody writes any more. */
    public synchronized void add(RowStore part) {
        parts.add(part);
    }

    /** The rows of all parts, as one store. */
    public synchronized RowStore whole() {
        return parts.isEmpty() ? empty : RowStore.concatenate(parts, null);
    }

    /** Forgets the parts. */
    public synchronized void clear() {
        parts.clear();
    }

    private final class Part implements Sink.Local {
        private final RowStore store = empty.sibling();
        private final ColumnVector[] columns = new ColumnVector[empty.types().size()];
        private boolean combined;

        @Override
        public boolean accept(Batch batch) {
            cancellation.check();
            for (int i = 0; i < columns.length; i++) {
                columns[i] = batch.column(i);
            }
            store.append(columns, batch.rowCount());
            return true;
        }

        @Override
        public void combine() {
            combined = true;
            add(store);
        }

        @Override
        public void close() {
            if (!combined) {
                store.release();
            }
        }
    }
}
