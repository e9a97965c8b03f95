package io.algeon.engine.exec;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.LongVector;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Gives batches of consecutive numbers, in morsels of one batch; can wait, fail and be slow at a chosen batch. */
public final class FakeSource implements Source {
    public final AtomicInteger opened = new AtomicInteger();
    public final AtomicInteger closed = new AtomicInteger();
    public final AtomicLong given = new AtomicLong();
    /** Times that an operator was asked for memory. */
    public final AtomicInteger idled = new AtomicInteger();
    /** Those that came while the operator was at work. */
    public final AtomicInteger disturbed = new AtomicInteger();

    private final int batches;
    private final int rows;
    private final int workers;
    private final AtomicInteger next = new AtomicInteger();
    private final BatchHook hook;

    /** Called before each batch. */
    @FunctionalInterface
    public interface BatchHook {
        void before(int batch, WorkerContext worker);
    }

    public FakeSource(int batches, int rows, int workers) {
        this(batches, rows, workers, (batch, worker) -> {});
    }

    public FakeSource(int batches, int rows, int workers, BatchHook hook) {
        this.batches = batches;
        this.rows = rows;
        this.workers = workers;
        this.hook = hook;
    }

    @Override
    public int maxWorkers() {
        return workers;
    }

    @Override
    public Operator open(WorkerContext worker) {
        opened.incrementAndGet();
        LongVector vector = new LongVector(rows);
        Batch batch = new Batch(new ColumnVector[] {vector}, rows);
        return new Operator() {
            private boolean isClosed;
            private volatile boolean works;

            @Override
            public @Nullable Batch next() {
                works = true;
                try {
                    return rows();
                } finally {
                    works = false;
                }
            }

            private @Nullable Batch rows() {
                int number = next.getAndIncrement();
                if (number >= batches) {
                    return null;
                }
                hook.before(number, worker);
                for (int i = 0; i < rows; i++) {
                    vector.values()[i] = (long) number * rows + i;
                }
                given.addAndGet(rows);
                return batch;
            }

            @Override
            public long idle() {
                idled.incrementAndGet();
                if (works || isClosed) {
                    disturbed.incrementAndGet();
                }
                return 1;
            }

            @Override
            public void close() {
                if (!isClosed) {
                    isClosed = true;
                    closed.incrementAndGet();
                }
            }
        };
    }
}
