package io.algeon.engine.exec;

import io.algeon.engine.batch.Batch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One worker of one pipeline: moves batches until its source is at the end, the sink has enough, or the query stops. It runs
 * on a pool thread for a while at a time; it goes back to the end of the pool's queue when others wait, and parks when the
 * sink is full.
 *
 * <p>Parking is a race between this task, which has asked the sink and was refused, and the sink, which may wake it before it
 * has let go of its thread. {@link #state} settles it: the waker of a task that is still {@code PARKING} only leaves a note.
 * So does one that comes while somebody makes a parked task give memory back, who then resumes the task. A task that waits in the
 * pool's queue gives memory back likewise; a thread that comes for it meanwhile lets go of it, and it is queued again.
 */
final class PipelineTask implements Runnable {
    /** Much longer than a queue operation, much shorter than what a person notices. */
    private static final long TURN_NANOSECONDS = 10_000_000;

    private static final int RUNNING = 0;
    private static final int PARKING = 1;
    private static final int WOKEN = 2;
    private static final int PARKED = 3;
    private static final int RELEASING = 4;
    private static final int RELEASING_WOKEN = 5;
    private static final int QUEUED = 6;
    private static final int RELEASING_QUEUED = 7;
    private static final int RELEASING_TAKEN = 8;

    private final QueryRun run;
    private final QueryRun.Stage stage;
    private final int worker;
    private final AtomicInteger state = new AtomicInteger(RUNNING);
    private final OperatorStatistics sinkCounters = new OperatorStatistics();
    private @Nullable OperatorChain chain;
    private Sink.@Nullable Local local;

    PipelineTask(QueryRun run, QueryRun.Stage stage, int worker) {
        this.run = run;
        this.stage = stage;
        this.worker = worker;
    }

    QueryRun.Stage stage() {
        return stage;
    }

    @Override
    public void run() {
        if (!begin()) {
            return;
        }
        boolean over;
        try {
            over = work();
        } catch (Throwable failure) {
            run.fail(failure);
            over = true;
        }
        if (over) {
            end();
        }
    }

    /** Takes the task from the queue; false if somebody makes it give memory back just now, who queues it again. */
    private boolean begin() {
        boolean started = chain != null;
        while (started && !state.compareAndSet(QUEUED, RUNNING)) {
            if (state.compareAndSet(RELEASING_QUEUED, RELEASING_TAKEN)) {
                return false;
            }
        }
        return true;
    }

    /** Returns false if the task has parked or queued itself again; nothing of it may be touched then. */
    private boolean work() {
        ExecutionContext execution = run.execution();
        execution.cancellation().check();
        if (chain == null) {
            chain = OperatorChain.open(stage.pipeline, execution, worker, run.statistics());
            local = stage.pipeline.sink().open(new WorkerContext(execution, worker, sinkCounters));
        }
        OperatorChain input = chain;
        Sink.Local output = java.util.Objects.requireNonNull(local);
        WorkerPool pool = run.pool();
        long turnEnd = System.nanoTime() + TURN_NANOSECONDS;
        while (!stage.sink.enough) {
            execution.cancellation().check();
            state.set(PARKING);
            if (!output.ready(this::wake)) {
                if (park()) {
                    return false;
                }
                continue;
            }
            state.set(RUNNING);
            Batch batch = input.next();
            if (batch == null) {
                break;
            }
            long start = System.nanoTime();
            boolean more = output.accept(batch);
            long now = System.nanoTime();
            sinkCounters.nanoseconds += now - start;
            if (!more) {
                stage.sink.enough = true;
            } else if (pool != null && now > turnEnd && pool.isBusy()) {
                queue();
                return false;
            }
        }
        long start = System.nanoTime();
        output.combine();
        sinkCounters.nanoseconds += System.nanoTime() - start;
        return true;
    }

    /** Lets go of the thread; false if the task was woken meanwhile and goes on. */
    private boolean park() {
        run.taskParked();
        if (state.compareAndSet(PARKING, PARKED)) {
            if (!run.execution().cancellation().isStopped()) {
                return true;
            }
            if (!state.compareAndSet(PARKED, RUNNING)) {
                // somebody has woken it, or leads it to its end when its memory is given back
                wake();
                return true;
            }
        }
        state.set(RUNNING);
        run.taskResumed();
        return false;
    }

    /** Called when the sink takes rows again, or the query stops. */
    void wake() {
        while (true) {
            int seen = state.get();
            if (seen == PARKED) {
                if (state.compareAndSet(PARKED, WOKEN)) {
                    resume();
                    return;
                }
            } else if (seen == RELEASING) {
                if (state.compareAndSet(RELEASING, RELEASING_WOKEN)) {
                    return;
                }
            } else if (seen != PARKING || state.compareAndSet(PARKING, WOKEN)) {
                return;
            }
        }
    }

    private void resume() {
        run.taskResumed();
        queue();
    }

    private void queue() {
        WorkerPool pool = run.pool();
        state.set(QUEUED);
        if (pool != null) {
            pool.submit(this);
        }
    }

    /** Gives back what a task that has no thread can have again; returns the bytes, 0 if it has one. Callable by anyone. */
    long release() {
        boolean parked = state.compareAndSet(PARKED, RELEASING);
        if (!parked && !state.compareAndSet(QUEUED, RELEASING_QUEUED)) {
            return 0;
        }
        try {
            OperatorChain waiting = chain;
            return waiting == null ? 0 : waiting.idle();
        } finally {
            if (parked && !state.compareAndSet(RELEASING, PARKED)) {
                resume();
            } else if (!parked && !state.compareAndSet(RELEASING_QUEUED, QUEUED)) {
                queue();
            }
        }
    }

    private void end() {
        closeQuietly(chain);
        closeQuietly(local);
        run.statistics().add(stage.pipeline.sinkNode(), sinkCounters);
        run.taskEnded(this);
    }

    private void closeQuietly(@Nullable AutoCloseable part) {
        if (part != null) {
            try {
                part.close();
            } catch (Throwable failure) {
                run.fail(failure);
            }
        }
    }
}
