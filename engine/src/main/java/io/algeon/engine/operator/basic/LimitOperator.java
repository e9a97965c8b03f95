package io.algeon.engine.operator.basic;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.OperatorFactory;
import io.algeon.engine.exec.WorkerContext;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * LIMIT and OFFSET. The workers of a pipeline share one count of rows, so that together they pass exactly as many rows as
 * asked for; which ones is open unless there is one worker, which passes them in input order. Stops pulling when nothing
 * is left to pass.
 */
public final class LimitOperator implements Operator {
    private final Operator input;
    private final WorkerContext worker;
    private final RowLimit limit;
    private final AtomicLong seen;
    private final Runnable onFull;
    private @Nullable Batch output;
    private int[] rows = {};

    private LimitOperator(Operator input, WorkerContext worker, RowLimit limit, AtomicLong seen, Runnable onFull) {
        this.input = input;
        this.worker = worker;
        this.limit = limit;
        this.seen = seen;
        this.onFull = onFull;
    }

    /** A step that passes the rows that {@code limit} describes, counted over all workers. */
    public static OperatorFactory factory(RowLimit limit) {
        return factory(limit, () -> {});
    }

    /** The same, and calls {@code onFull}, any number of times, when no more rows are needed of the inputs of any worker. */
    public static OperatorFactory factory(RowLimit limit, Runnable onFull) {
        AtomicLong seen = new AtomicLong();
        return (input, worker) -> new LimitOperator(input, worker, limit, seen, onFull);
    }

    @Override
    public @Nullable Batch next() {
        long end = limit.rowsNeeded();
        while (seen.get() < end) {
            worker.execution().cancellation().check();
            Batch batch = input.next();
            if (batch == null) {
                return null;
            }
            int count = batch.rowCount();
            long first = seen.getAndAdd(count);
            if (first + count >= end) {
                onFull.run();
            }
            int from = (int) Math.min(count, Math.max(0, limit.offset() - first));
            int to = (int) Math.min(count, Math.max(0, end - first));
            if (from == 0 && to == count) {
                return counted(batch);
            }
            if (from < to) {
                return counted(slice(batch, from, to));
            }
        }
        return null;
    }

    private Batch counted(Batch batch) {
        worker.statistics().rows += batch.rowCount();
        worker.statistics().batches++;
        return batch;
    }

    private Batch slice(Batch batch, int from, int to) {
        int count = to - from;
        Batch target = output;
        if (target == null) {
            target = new Batch(new ColumnVector[batch.columnCount()], 0);
            rows = new int[Batch.ROWS];
        }
        output = target;
        for (int i = 0; i < count; i++) {
            rows[i] = from + i;
        }
        for (int column = 0; column < batch.columnCount(); column++) {
            ColumnVector source = batch.column(column);
            target.setColumn(column, source.gather(rows, count, source));
        }
        target.setRowCount(count);
        return target;
    }

    @Override
    public void close() {
        input.close();
    }
}
