package io.algeon.engine.operator.rows;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.Source;
import io.algeon.engine.exec.WorkerContext;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A source of the rows of a {@link RowStore}, in shares of some batches. */
public final class StoredRows implements Source {
    private static final int SHARE = 16 * Batch.ROWS;

    private final Supplier<RowStore> rows;
    private final CancellationToken cancellation;
    private final AtomicInteger taken = new AtomicInteger();

    /** @param rows gives the store, which nobody writes any more, once the source is asked for */
    public StoredRows(Supplier<RowStore> rows, CancellationToken cancellation) {
        this.rows = rows;
        this.cancellation = cancellation;
    }

    @Override
    public int maxWorkers() {
        return Math.max(1, (rows.get().rowCount() + SHARE - 1) / SHARE);
    }

    @Override
    public Operator open(WorkerContext worker) {
        return new Scan(rows.get());
    }

    private final class Scan implements Operator {
        private final RowStore store;
        private final Batch output;
        private final @Nullable ColumnVector[] vectors;
        private int at;
        private int end;

        Scan(RowStore store) {
            this.store = store;
            int columns = store.types().size();
            this.output = new Batch(new ColumnVector[columns], 0);
            this.vectors = new @Nullable ColumnVector[columns];
        }

        @Override
        public @Nullable Batch next() {
            cancellation.check();
            if (at == end) {
                long share = (long) taken.getAndIncrement() * SHARE;
                if (share >= store.rowCount()) {
                    return null;
                }
                at = (int) share;
                end = (int) Math.min(share + SHARE, store.rowCount());
            }
            int count = Math.min(Batch.ROWS, end - at);
            for (int i = 0; i < vectors.length; i++) {
                ColumnVector vector = store.slice(i, at, count, vectors[i]);
                vectors[i] = vector;
                output.setColumn(i, vector);
            }
            output.setRowCount(count);
            at += count;
            return output;
        }

        @Override
        public void close() {
            at = end;
        }
    }
}
