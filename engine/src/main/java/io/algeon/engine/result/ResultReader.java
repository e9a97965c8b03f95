package io.algeon.engine.result;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Failures;
import io.algeon.engine.exec.NodeStatistics;
import io.algeon.engine.exec.OperatorChain;
import io.algeon.engine.exec.Pipeline;
import io.algeon.engine.exec.QueryRun;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Gives the rows of a run, from the queue that its workers fill or by pulling pipelines itself. Not thread-safe. */
public final class ResultReader implements AutoCloseable {
    private final QueryRun run;
    private final ResultQueue queue;
    private final ExecutionContext execution;
    private final NodeStatistics statistics;
    private @Nullable OperatorChain chain;
    private @Nullable Pipeline pipeline;

    /** Held while the chain is used. */
    private final ReentrantLock pulling = new ReentrantLock();

    public ResultReader(QueryRun run, ResultQueue queue, ExecutionContext execution, NodeStatistics statistics) {
        this.run = run;
        this.queue = queue;
        this.execution = execution;
        this.statistics = statistics;
    }

    /**
     * The next batch, null at the end. Valid until the next call.
     *
     * @throws io.algeon.metadata.error.EngineException if the query fails or is stopped
     */
    public @Nullable Batch next() {
        try {
            execution.cancellation().check();
            while (true) {
                Batch batch = chain == null ? queue.take() : pull(chain);
                if (batch != null) {
                    return batch;
                }
                if (chain != null) {
                    endPulling();
                } else if (queue.isFinished()) {
                    return null;
                }
                if (chain == null) {
                    pipeline = queue.pollPipeline();
                    if (pipeline != null) {
                        open(pipeline);
                    }
                }
            }
        } catch (Throwable failure) {
            run.stop(Failures.of(failure));
            execution.cancellation().check();
            throw failure;
        }
    }

    private void open(Pipeline polled) {
        pulling.lock();
        try {
            chain = OperatorChain.open(polled, execution, 0, statistics);
        } finally {
            pulling.unlock();
        }
    }

    private @Nullable Batch pull(OperatorChain open) {
        pulling.lock();
        try {
            return open.next();
        } finally {
            pulling.unlock();
        }
    }

    /**
     * Gives back what a pipeline that is pulled can have again, unless it is being pulled right now; returns the bytes.
     * Callable by anyone.
     */
    public long releaseIdle() {
        if (pulling.isHeldByCurrentThread() || !pulling.tryLock()) {
            return 0;
        }
        try {
            OperatorChain open = chain;
            return open == null ? 0 : open.idle();
        } finally {
            pulling.unlock();
        }
    }

    private void endPulling() {
        Pipeline ended = pipeline;
        closeChain();
        queue.pulledOne();
        if (ended != null) {
            run.pulled(ended);
        }
    }

    private void closeChain() {
        OperatorChain open = chain;
        pulling.lock();
        try {
            chain = null;
            pipeline = null;
            if (open != null) {
                open.close();
            }
        } finally {
            pulling.unlock();
        }
    }

    /** Closes what the reader pulls; the run is closed by its owner. */
    @Override
    public void close() {
        closeChain();
    }
}
