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

/** Rows of a table, a part of a morsel at a time; {@link MorselQueue} says which worker reads which. */
public final class ScanSource implements Source {
    private final TableScan scan;
    private final int threads;
    /** By worker, each written and read by that worker only. */
    private final int[] morselOfWorker;

    private final AtomicInteger doneParts = new AtomicInteger();
    private volatile boolean stopped;
    private boolean divides;
    private int workers = Integer.MAX_VALUE;
    private @Nullable ScanParts parts;
    private @Nullable MorselQueue queue;

    /** @param threads workers that the query may use */
    ScanSource(TableScan scan, int threads) {
        this.scan = scan;
        this.threads = threads;
        this.divides = threads > 1 && !scan.isBestFirst();
        this.morselOfWorker = new int[threads];
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

    /** Parts of the work that workers take. */
    int partCount() {
        return parts().count();
    }

    /** Parts read to their end. */
    int doneParts() {
        return doneParts.get();
    }

    /** Gives no more batches, to anyone. */
    void stop() {
        stopped = true;
    }

    /** Lets one worker read everything, in the order of the morsels. Called before anything is read, if at all. */
    synchronized void readInOrder() {
        workers = 1;
        divides = false;
    }

    /** Gives every morsel to one worker. Called before anything is read, if at all. */
    synchronized void readWholeMorsels() {
        divides = false;
    }

    private synchronized ScanParts parts() {
        ScanParts made = parts;
        if (made == null) {
            made = divides ? ScanParts.divided(scan, threads) : ScanParts.whole(scan);
            parts = made;
        }
        return made;
    }

    @Override
    public synchronized int maxWorkers() {
        return Math.min(workers, parts().count());
    }

    @Override
    public Operator open(WorkerContext worker) {
        return new Reader(worker, parts(), queue());
    }

    private synchronized MorselQueue queue() {
        MorselQueue made = queue;
        if (made == null) {
            made = new MorselQueue(parts().count(), scan.isBestFirst() ? 1 : Math.min(threads, maxWorkers()));
            queue = made;
        }
        return made;
    }

    private final class Reader implements Operator {
        private final WorkerContext worker;
        private final CancellationToken cancellation;
        private final ScanParts parts;
        private final MorselQueue queue;
        private @Nullable MorselReader reader;
        private boolean inPart;

        Reader(WorkerContext worker, ScanParts parts, MorselQueue queue) {
            this.worker = worker;
            this.parts = parts;
            this.queue = queue;
            this.cancellation = worker.execution().cancellation();
        }

        @Override
        public @Nullable Batch next() {
            while (!stopped) {
                cancellation.check();
                MorselReader open = reader;
                if (open == null || !inPart) {
                    int part = queue.take(worker.worker());
                    if (part < 0) {
                        return null;
                    }
                    if (open == null) {
                        open = scan.openReader(worker);
                        reader = open;
                    }
                    open(open, part);
                    inPart = true;
                }
                Batch batch = open.next();
                if (batch != null) {
                    return batch;
                }
                inPart = false;
                doneParts.incrementAndGet();
            }
            return null;
        }

        private void open(MorselReader open, int part) {
            int morsel = parts.morsel(part);
            if (parts.rows(part) == scan.morselRows(morsel)) {
                open.open(morsel);
            } else {
                open.open(morsel, parts.firstRow(part), parts.rows(part));
            }
            morselOfWorker[worker.worker()] = morsel;
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
            inPart = false;
            // whoever asks again finds no morsel left to open
            if (open != null) {
                open.close();
            }
        }
    }
}
