package io.algeon.engine.operator.function;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.Source;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.tablefunction.FunctionRows;
import io.algeon.metadata.catalog.ColumnDef;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The rows of a function, in shares of some batches. */
final class FunctionRowsSource implements Source {
    private static final long SHARE = 16L * Batch.ROWS;

    private final Supplier<FunctionRows> rows;
    private final int columnCount;
    private final CancellationToken cancellation;
    private final AtomicLong taken = new AtomicLong();

    FunctionRowsSource(Supplier<FunctionRows> rows, List<ColumnDef> columns, CancellationToken cancellation) {
        this.rows = rows;
        this.columnCount = columns.size();
        this.cancellation = cancellation;
    }

    @Override
    public int maxWorkers() {
        return (int) Math.max(1, Math.min(Integer.MAX_VALUE, (rows.get().rowCount() + SHARE - 1) / SHARE));
    }

    @Override
    public Operator open(WorkerContext worker) {
        return new Reader(rows.get());
    }

    private final class Reader implements Operator {
        private final FunctionRows source;
        private final @Nullable ColumnVector[] vectors = new @Nullable ColumnVector[columnCount];
        private final Batch output = new Batch(new ColumnVector[columnCount], 0);
        private long at;
        private long end;

        Reader(FunctionRows source) {
            this.source = source;
        }

        @Override
        public @Nullable Batch next() {
            cancellation.check();
            if (at == end) {
                at = taken.getAndAdd(SHARE);
                end = Math.min(at + SHARE, source.rowCount());
                if (at >= end) {
                    at = end;
                    return null;
                }
            }
            int count = (int) Math.min(Batch.ROWS, end - at);
            for (int column = 0; column < vectors.length; column++) {
                ColumnVector vector = source.fill(column, at, count, vectors[column]);
                vectors[column] = vector;
                output.setColumn(column, vector);
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
