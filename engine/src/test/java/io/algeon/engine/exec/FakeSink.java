package io.algeon.engine.exec;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.LongVector;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Adds up the numbers that it is given, and counts what is called. */
public class FakeSink implements Sink {
    public final AtomicLong sum = new AtomicLong();
    public final AtomicLong rows = new AtomicLong();
    public final AtomicInteger opened = new AtomicInteger();
    public final AtomicInteger combined = new AtomicInteger();
    public final AtomicInteger localsClosed = new AtomicInteger();
    public final AtomicInteger finished = new AtomicInteger();
    public final AtomicInteger closed = new AtomicInteger();
    private final long rowsWanted;

    public FakeSink() {
        this(Long.MAX_VALUE);
    }

    /** @param rowsWanted says that it has enough from there on */
    public FakeSink(long rowsWanted) {
        this.rowsWanted = rowsWanted;
    }

    @Override
    public Local open(WorkerContext worker) {
        opened.incrementAndGet();
        return new Local() {
            private long localSum;
            private boolean isClosed;

            @Override
            public boolean accept(Batch batch) {
                long[] values = ((LongVector) batch.column(0)).values();
                for (int i = 0; i < batch.rowCount(); i++) {
                    localSum += values[i];
                }
                return rows.addAndGet(batch.rowCount()) < rowsWanted;
            }

            @Override
            public void combine() {
                sum.addAndGet(localSum);
                combined.incrementAndGet();
            }

            @Override
            public void close() {
                if (!isClosed) {
                    isClosed = true;
                    localsClosed.incrementAndGet();
                }
            }
        };
    }

    @Override
    public void finish(Crew crew) {
        finished.incrementAndGet();
    }

    @Override
    public void close() {
        closed.incrementAndGet();
    }
}
