package io.algeon.engine.result;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.Pipeline;
import io.algeon.engine.exec.ReaderSink;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copied batches between workers and one reader, bounded in bytes. A worker that finds the queue full parks and is woken when
 * half of it has been read. A pipeline with work for one worker is left to the reader, unless it has one already.
 */
public final class ResultQueue implements ReaderSink {
    /** Covers the reader's pauses between batches; more would only be memory. */
    private static final long CAPACITY_BYTES = 16L << 20;

    /** Part of the memory limit that one queue may hold, so that results left open leave room for the next queries. */
    private static final int SHARE_OF_LIMIT = 64;

    private final Reservation reservation;
    private final long capacityBytes;
    private volatile boolean onlyPulled;

    private final Deque<Batch> batches = new ArrayDeque<>();
    private final Deque<Pipeline> pipelines = new ArrayDeque<>();
    private final List<Runnable> waiting = new ArrayList<>();
    private long queuedBytes;
    private int pulling;
    private boolean finished;
    private @Nullable EngineException failure;

    public ResultQueue(MemoryBudget budget) {
        this.reservation = budget.reservation("The result's queue");
        this.capacityBytes = Math.min(CAPACITY_BYTES, Math.max(1, budget.smallestLimitBytes() / SHARE_OF_LIMIT));
    }

    /** Lets the reader pull every pipeline of the result, because there are no workers. */
    public void pullEverything() {
        onlyPulled = true;
    }

    @Override
    public synchronized boolean pull(Pipeline pipeline) {
        if (pulling > 0 && !onlyPulled) {
            return false;
        }
        pulling++;
        pipelines.add(pipeline);
        notifyAll();
        return true;
    }

    /** The next pipeline that the reader has to pull, null if there is none now. */
    synchronized @Nullable Pipeline pollPipeline() {
        return pipelines.poll();
    }

    /** The reader has come to the end of a pipeline. */
    synchronized void pulledOne() {
        pulling--;
    }

    synchronized boolean isFinished() {
        return finished && batches.isEmpty();
    }

    /**
     * Waits for a batch; null if a pipeline is to be pulled or the result has ended.
     *
     * @throws EngineException if the query failed, or {@code cancelled} if the thread was interrupted
     */
    @Nullable
    Batch take() {
        Batch batch;
        List<Runnable> woken = List.of();
        synchronized (this) {
            while (batches.isEmpty() && pipelines.isEmpty() && !finished && failure == null) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new EngineException(
                            ErrorCode.CANCELLED, "The thread that waited for the result was interrupted.", e);
                }
            }
            if (failure != null) {
                throw new EngineException(failure.code(), String.valueOf(failure.getMessage()), failure);
            }
            batch = batches.poll();
            if (batch != null) {
                queuedBytes -= bytes(batch);
                reservation.resize(queuedBytes);
                if (queuedBytes <= capacityBytes / 2 && !waiting.isEmpty()) {
                    woken = List.copyOf(waiting);
                    waiting.clear();
                }
            }
        }
        woken.forEach(Runnable::run);
        return batch;
    }

    private static long bytes(Batch batch) {
        long bytes = 64;
        for (int i = 0; i < batch.columnCount(); i++) {
            bytes += batch.column(i).retainedBytes();
        }
        return bytes;
    }

    private synchronized boolean ready(Runnable wakeUp) {
        if (queuedBytes < capacityBytes) {
            return true;
        }
        waiting.add(wakeUp);
        return false;
    }

    private void add(Batch batch) {
        long bytes = bytes(batch);
        synchronized (this) {
            if (failure != null) {
                return;
            }
            reservation.resize(queuedBytes + bytes);
            queuedBytes += bytes;
            batches.add(batch);
            notifyAll();
        }
    }

    @Override
    public Local open(WorkerContext worker) {
        return new QueueLocal();
    }

    @Override
    public synchronized void finish(Crew crew) {
        finished = true;
        notifyAll();
    }

    @Override
    public synchronized void fail(EngineException newFailure) {
        if (failure == null) {
            failure = newFailure;
            notifyAll();
        }
    }

    @Override
    public synchronized void close() {
        finished = true;
        batches.clear();
        pipelines.clear();
        queuedBytes = 0;
        reservation.close();
        notifyAll();
    }

    private final class QueueLocal implements Local {
        @Override
        public boolean ready(Runnable wakeUp) {
            return ResultQueue.this.ready(wakeUp);
        }

        @Override
        public boolean accept(Batch batch) {
            add(batch.copy());
            return true;
        }

        @Override
        public void combine() {}

        @Override
        public void close() {}
    }
}
