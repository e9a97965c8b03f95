package io.algeon.engine.pipeline;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.Source;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.source.MorselReader;
import io.algeon.engine.source.TableScan;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Rows of a table, a morsel at a time; {@link MorselQueue} says which worker reads which. */
public final class ScanSource implements Source {
    private final TableScan scan;
    /** By worker, each written and read by that worker only. */
    private final int[] morselOfWorker;

    private final AtomicInteger doneMorsels = new AtomicInteger();
    private volatile boolean stopped;
    private volatile int workers = Integer.MAX_VALUE;
    private @Nullable MorselQueue queue;

    ScanSource(TableScan scan) {
        this.scan = scan;
        this.morselOfWorker = new int[scan.morselCount()];
    }

    /** The morsel of the batch that a worker gave last. */
    int morselOf(int worker) {
        return morselOfWorker[worker];
    }

    /** The scan that the rows come from. */
    public TableScan scan() {
        return scan;
    }

    /** Rows of all morsels, before predicates. */
    public long rows() {
        long rows = 0;
        for (int morsel = 0; morsel < scan.morselCount(); morsel++) {
            rows += scan.morselRows(morsel);
        }
        return rows;
    }

    /** Morsels read to their end. */
    public int doneMorsels() {
        return doneMorsels.get();
    }

    /** Gives no more batches, to anyone. */
    void stop() {
        stopped = true;
    }

    /** Lets one worker read everything, in the order of the morsels. */
    void readInOrder() {
        workers = 1;
    }

    @Override
    public int maxWorkers() {
        return Math.min(workers, scan.morselCount());
    }

    @Override
    public Operator open(WorkerContext worker) {
        return new Reader(worker, queue(worker.execution().threads()));
    }

    private synchronized MorselQueue queue(int threads) {
        MorselQueue made = queue;
        if (made == null) {
            made = new MorselQueue(scan.morselCount(), scan.isBestFirst() ? 1 : Math.min(threads, maxWorkers()));
            queue = made;
        }
        return made;
    }

    private final class Reader implements Operator {
        private final WorkerContext worker;
        private final CancellationToken cancellation;
        private final MorselQueue morsels;
        private @Nullable MorselReader reader;
        private boolean inMorsel;

        Reader(WorkerContext worker, MorselQueue morsels) {
            this.worker = worker;
            this.morsels = morsels;
            this.cancellation = worker.execution().cancellation();
        }

        @Override
        public @Nullable Batch next() {
            while (!stopped) {
                cancellation.check();
                MorselReader open = reader;
                if (open == null || !inMorsel) {
                    int morsel = morsels.take(worker.worker());
                    if (morsel < 0) {
                        return null;
                    }
                    if (open == null) {
                        open = scan.openReader(worker);
                        reader = open;
                    }
                    open.open(morsel);
                    morselOfWorker[worker.worker()] = morsel;
                    inMorsel = true;
                }
                Batch batch = open.next();
                if (batch != null) {
                    return batch;
                }
                inMorsel = false;
                doneMorsels.incrementAndGet();
            }
            return null;
        }

        @Override
        public long idle() {
            MorselReader open = reader;
            return open == null ? 0 : open.idle();
        }

        @Override
        public void close() {
            MorselReader open = reader;
            reader = null;
            inMorsel = false;
            // whoever asks again finds no morsel left to open
            if (open != null) {
                open.close();
            }
        }
    }
}
