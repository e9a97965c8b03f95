package io.algeon.engine.exec;

import io.algeon.metadata.error.EngineException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a set of pipelines.
 *
 * <p>A pipeline starts when those that it depends on have ended; its workers are tasks on the pool, as many as the source can
 * keep busy. When the last task of the last pipeline that feeds a sink has ended, that task's thread finishes the sink. The
 * pipelines of the result may instead be pulled by the reader on its own thread, see {@link ReaderSink}. A run without a pool
 * carries out everything on the reader's thread, in {@link #start} and {@link #pulled}.
 *
 * <p>The first failure, or {@link #stop}, sets the cancellation token and wakes every parked task, so that all of them end
 * soon; their own failures are then ignored. Nothing is closed while a task can still touch it: {@link #close} waits for the
 * tasks, and if they do not end in time leaves the closing to the last one of them.
 *
 * <p>State is guarded by the run's monitor; nothing that belongs to others is called under it.
 */
public final class QueryRun implements AutoCloseable {
    private final ExecutionContext execution;
    private final NodeStatistics statistics;
    private final @Nullable WorkerPool pool;
    private final Crew crew;
    private final Runnable onRest;
    private final Runnable onClose;

    private final List<Stage> stages = new ArrayList<>();
    private final Deque<Stage> inlineStages = new ArrayDeque<>();
    private final Set<PipelineTask> tasks = new LinkedHashSet<>();
    private int activeTasks;
    private int remainingStages;
    private boolean closing;
    private boolean closed;

    /**
     * @param pool null: everything runs on the reader's thread
     * @param onRest called, on any thread, each time no worker has anything to do: the pipelines are done, or wait for the
     *     reader
     * @param onClose called once, when no task is left and {@link #close} has been called
     */
    public QueryRun(
            List<Pipeline> pipelines,
            ExecutionContext execution,
            NodeStatistics statistics,
            @Nullable WorkerPool pool,
            Runnable onRest,
            Runnable onClose) {
        this.execution = execution;
        this.statistics = statistics;
        this.pool = pool;
        this.crew = pool == null ? Crew.ALONE : pool.crew(execution.threads());
        this.onRest = onRest;
        this.onClose = onClose;
        Map<Sink, SinkState> sinks = new IdentityHashMap<>();
        for (Pipeline pipeline : pipelines) {
            SinkState sink = sinks.computeIfAbsent(pipeline.sink(), SinkState::new);
            sink.feeders++;
            stages.add(new Stage(pipeline, sink));
        }
        for (Stage stage : stages) {
            for (int dependency : stage.pipeline.dependencies()) {
                stages.get(dependency).dependents.add(stage);
                stage.waitingFor++;
            }
        }
        remainingStages = stages.size();
    }

    /** Starts the pipelines that wait for nothing. Called once; does nothing but end if the query was stopped. */
    public void start() {
        List<Stage> ready = new ArrayList<>();
        synchronized (this) {
            for (Stage stage : stages) {
                if (stage.waitingFor == 0) {
                    ready.add(stage);
                }
            }
            activeTasks++; // starting is an activity too: no rest before all of them are launched
        }
        launch(ready);
        rest();
    }

    private void launch(List<Stage> ready) {
        if (pool != null) {
            for (Stage stage : ready) {
                launch(stage, pool);
            }
            return;
        }
        boolean idle = inlineStages.isEmpty();
        inlineStages.addAll(ready);
        // an outer call is already working through the queue otherwise; this keeps the stack flat
        while (idle && !inlineStages.isEmpty()) {
            Stage stage = inlineStages.element();
            if (!offerToReader(stage)) {
                PipelineTask task = new PipelineTask(this, stage, 0);
                register(stage, List.of(task));
                task.run();
            }
            inlineStages.remove();
        }
    }

    private void launch(Stage stage, WorkerPool workers) {
        int count;
        try {
            count = Math.max(
                    1, Math.min(execution.threads(), stage.pipeline.source().maxWorkers()));
            execution.cancellation().check();
        } catch (Throwable failure) {
            fail(failure);
            return;
        }
        if (count == 1 && offerToReader(stage)) {
            return;
        }
        List<PipelineTask> started = new ArrayList<>();
        for (int worker = 0; worker < count; worker++) {
            started.add(new PipelineTask(this, stage, worker));
        }
        register(stage, started);
        for (PipelineTask task : started) {
            workers.submit(task);
        }
    }

    private boolean offerToReader(Stage stage) {
        return stage.pipeline.sink() instanceof ReaderSink reader && reader.pull(stage.pipeline);
    }

    private synchronized void register(Stage stage, List<PipelineTask> started) {
        stage.liveTasks = started.size();
        activeTasks += started.size();
        tasks.addAll(started);
    }

    /** The reader has come to the end of a pipeline that it pulled, or gives it up. */
    public void pulled(Pipeline pipeline) {
        finish(stages.get(pipeline.id()));
    }

    /** A task has no more rows and is closed. */
    void taskEnded(PipelineTask task) {
        boolean last;
        synchronized (this) {
            last = --task.stage().liveTasks == 0;
        }
        if (last) {
            finish(task.stage());
        }
        boolean close;
        synchronized (this) {
            // only now: while a sink is being finished, and until the next tasks are registered, the run is not at rest
            tasks.remove(task);
            close = closing && tasks.isEmpty();
            notifyAll();
        }
        rest();
        if (close) {
            closeOnce();
        }
    }

    /** Gives back what tasks that wait for the reader can have again; returns the bytes. Callable by anyone. */
    public long releaseParked() {
        List<PipelineTask> all;
        synchronized (this) {
            all = List.copyOf(tasks);
        }
        long freed = 0;
        for (PipelineTask task : all) {
            freed += task.release();
        }
        return freed;
    }

    /** A task steps aside until its sink takes rows again. */
    void taskParked() {
        rest();
    }

    synchronized void taskResumed() {
        activeTasks++;
    }

    private void rest() {
        boolean resting;
        synchronized (this) {
            resting = --activeTasks == 0;
        }
        if (resting) {
            onRest.run();
        }
    }

    private void finish(Stage stage) {
        List<Stage> ready = List.of();
        if (!execution.cancellation().isStopped()) {
            try {
                boolean lastFeeder;
                synchronized (this) {
                    lastFeeder = --stage.sink.feeders == 0;
                }
                if (lastFeeder) {
                    long start = System.nanoTime();
                    stage.sink.sink.finish(crew);
                    OperatorStatistics counters = new OperatorStatistics();
                    counters.nanoseconds = System.nanoTime() - start;
                    statistics.add(stage.pipeline.sinkNode(), counters);
                }
                ready = done(stage);
            } catch (Throwable failure) {
                fail(failure);
            }
        }
        launch(ready);
    }

    private synchronized List<Stage> done(Stage stage) {
        List<Stage> ready = new ArrayList<>();
        for (Stage dependent : stage.dependents) {
            if (--dependent.waitingFor == 0) {
                ready.add(dependent);
            }
        }
        remainingStages--;
        return ready;
    }

    /** Ends the query with a failure, unless it has failed already. */
    void fail(Throwable failure) {
        stop(Failures.of(failure));
    }

    /** Makes everything end soon, with {@code reason} if there is none yet. Callable by anyone, at any time. */
    public void stop(EngineException reason) {
        List<PipelineTask> parked;
        synchronized (this) {
            if (remainingStages == 0) {
                return;
            }
            execution.cancellation().stop(reason);
            parked = List.copyOf(tasks);
        }
        EngineException first = execution.cancellation().reason();
        for (Stage stage : stages) {
            if (stage.pipeline.sink() instanceof ReaderSink reader) {
                reader.fail(first == null ? reason : first);
            }
        }
        parked.forEach(PipelineTask::wake);
    }

    /** Waits until no task is left; false if that takes longer than {@code limit}. */
    public synchronized boolean awaitEnd(Duration limit) {
        long deadline = System.nanoTime() + limit.toNanos();
        boolean interrupted = false;
        while (!tasks.isEmpty()) {
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                break;
            }
            try {
                wait(left / 1_000_000 + 1);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return tasks.isEmpty();
    }

    /**
     * Gives everything back, when no task can touch it any more: after a wait that cancellation bounds, and by the last task
     * if even that is exceeded. A run that has not ended must have been stopped. Idempotent.
     */
    @Override
    public void close() {
        boolean free = awaitEnd(Duration.ofSeconds(2));
        synchronized (this) {
            closing = true;
            free |= tasks.isEmpty();
        }
        if (free) {
            closeOnce();
        }
    }

    private void closeOnce() {
        synchronized (this) {
            if (closed || !tasks.isEmpty()) {
                return;
            }
            closed = true;
        }
        onClose.run();
    }

    ExecutionContext execution() {
        return execution;
    }

    NodeStatistics statistics() {
        return statistics;
    }

    @Nullable
    WorkerPool pool() {
        return pool;
    }

    /** A pipeline in this run. */
    static final class Stage {
        final Pipeline pipeline;
        final SinkState sink;
        final List<Stage> dependents = new ArrayList<>();
        int waitingFor;
        int liveTasks;

        Stage(Pipeline pipeline, SinkState sink) {
            this.pipeline = pipeline;
            this.sink = sink;
        }
    }

    /** A sink in this run. */
    static final class SinkState {
        final Sink sink;
        int feeders;
        /** The sink wants no more rows, from anyone. */
        volatile boolean enough;

        SinkState(Sink sink) {
            this.sink = sink;
        }
    }
}
