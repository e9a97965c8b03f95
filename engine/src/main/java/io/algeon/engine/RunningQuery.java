package io.algeon.engine;

import io.algeon.engine.admission.Admission;
import io.algeon.engine.admission.AdmissionController;
import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.device.Fragment;
import io.algeon.engine.device.FragmentReport;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Failures;
import io.algeon.engine.exec.NodeStatistics;
import io.algeon.engine.exec.Pipeline;
import io.algeon.engine.exec.QueryRun;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.explain.PlanExplainer;
import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.pipeline.PipelineBuilder;
import io.algeon.engine.pipeline.QueryPipelines;
import io.algeon.engine.placement.Placement;
import io.algeon.engine.plan.PlanExpressions;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.PlannedStatement;
import io.algeon.engine.result.ResultQueue;
import io.algeon.engine.result.ResultReader;
import io.algeon.engine.table.TableView;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCategory;
import io.algeon.metadata.error.ErrorCode;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One execution of a query.
 *
 * <p>A plan over few rows runs on the reader's thread, when rows are first asked for: a hand-off to a worker costs more than
 * such a query. Others ask for admission and then run on the workers while the reader waits or reads.
 *
 * <p>{@link #next} and {@link #close} hold the monitor, so that a session can close executions that other threads read: it
 * cancels first, which makes {@code next} return soon.
 */
final class RunningQuery implements QueryExecution {
    private static final Logger LOGGER = LoggerFactory.getLogger("io.algeon.query");

    /** Up to here one thread is about as fast as several: some hundred microseconds of work. */
    private static final long INLINE_ROWS = 50_000;

    /** A join of small tables that is expected to give more rows than this is no small query. */
    private static final double LARGE_ROWS = 2_000_000;

    private final EngineRuntime runtime;
    private final EngineSession session;
    private final CachedPlan plan;
    private final PlannedStatement.Query query;
    private final Placement placement;
    private final String mode;
    private final Duration planning;
    private final long maxRows;
    private final long id;
    private final Instant started = Instant.now();
    private final long startNanos = System.nanoTime();

    private final CancellationToken cancellation = new CancellationToken();
    private final MemoryBudget budget;
    private final NodeStatistics statistics;
    private final QueryPipelines pipelines;
    private final QueryRun run;
    private final ResultReader reader;
    private final boolean inline;
    private final int threads;
    private final @Nullable ScheduledFuture<?> timeout;

    private volatile @Nullable Admission admission;
    private volatile boolean rested;
    private boolean begun;
    private volatile long rows;
    /** Rows that COPY has written; -1 for queries. */
    private volatile long written = -1;

    private volatile @Nullable EngineException failure;
    private volatile Predicate<EngineException> isReplaced = error -> false;
    private volatile boolean replaced;
    private volatile String outcome = "running";
    private volatile long endNanos;

    RunningQuery(
            EngineSession session,
            CachedPlan plan,
            PlannedStatement.Query query,
            Placement placement,
            List<@Nullable Object> parameters,
            Duration planning,
            StatementRun statement,
            long maxRows,
            TableView view) {
        this.session = session;
        this.runtime = session.runtime();
        this.plan = plan;
        this.query = query;
        this.planning = planning;
        this.maxRows = maxRows;
        this.mode = session.setting(SessionSetting.EXECUTION_MODE);
        this.placement = placement;
        this.id = runtime.nextQuery();
        this.budget =
                runtime.budget.child("query", session.queryMemoryLimit(), SessionSetting.QUERY_MEMORY_LIMIT.key());
        // numbers drawn after setseed are the same ones each time only if one thread draws them, in the order of the
        // rows
        boolean repeats =
                session.values().isSeeded() && !PlanExpressions.allMatch(query.plan(), ExprProperties::isDeterministic);
        this.threads = repeats ? 1 : runtime.pool.threads();
        ExecutionContext context = new ExecutionContext(
                budget,
                cancellation,
                parameters,
                started,
                session.timeZone(),
                session.user(),
                session.catalog().name(),
                session.currentSchema(),
                threads,
                session::check,
                session.values());
        ResultQueue queue = new ResultQueue(budget);
        try {
            pipelines = PipelineBuilder.build(placement.plan(), queue, view, context, session.device());
        } catch (Throwable unbound) {
            budget.close();
            throw Failures.of(unbound);
        }
        if (plan.statement instanceof PlannedStatement.Explain) {
            pipelines.fragments().values().forEach(Fragment::measure);
        }
        statistics = new NodeStatistics(pipelines.nodeCount());
        inline = pipelines.fragments().isEmpty()
                && !pipelines.hasHeavyWork()
                && pipelines.scannedRows() <= session.inlineRows()
                && plan.largestEstimate <= LARGE_ROWS;
        if (inline) {
            queue.pullEverything();
        }
        run = new QueryRun(
                pipelines.pipelines(), context, statistics, inline ? null : runtime.pool, this::rest, this::giveBack);
        reader = new ResultReader(run, queue, context, statistics);
        budget.setRevoker(this::revoke);
        timeout = statement.limit().isZero()
                ? null
                : runtime.timer.schedule(
                        () -> run.stop(statement.timedOut()),
                        statement.remaining().toNanos(),
                        TimeUnit.NANOSECONDS);
        runtime.opened(this);
        runtime.monitor.began();
    }

    /** Rows up to which a query runs on the reader's thread. */
    static long defaultInlineRows() {
        return INLINE_ROWS;
    }

    /** Asks for admission, if the query needs it. Called once, when the session knows the execution. */
    void begin() {
        if (inline) {
            return;
        }
        try {
            AdmissionController controller =
                    pipelines.fragments().isEmpty() ? runtime.admission : runtime.deviceAdmission;
            Admission requested = controller.request(
                    session,
                    Math.toIntExact(session.settings().number(SessionSetting.MAX_QUEUED_ATTEMPTS)),
                    session.settings().number(SessionSetting.MAX_QUEUE_WAIT_MS),
                    run::start,
                    run::stop);
            admission = requested;
            if (rested) {
                requested.release();
            }
        } catch (EngineException refused) {
            end("failed", refused);
            throw refused;
        }
    }

    /** No worker has anything to do: a slot would only keep others from running. */
    private void rest() {
        rested = true;
        Admission held = admission;
        if (held != null) {
            held.release();
        }
    }

    private long revoke(long bytes) {
        long freed = 0;
        for (Sink sink : sinks()) {
            if (freed >= bytes) {
                break;
            }
            freed += sink.revoke(bytes - freed);
        }
        return freed;
    }

    /** Gives back what can be had again of a query that waits for its reader; returns the bytes. Callable by anyone. */
    long releaseIdle() {
        return run.releaseParked() + reader.releaseIdle();
    }

    private Set<Sink> sinks() {
        Set<Sink> sinks = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Pipeline pipeline : pipelines.pipelines()) {
            sinks.add(pipeline.sink());
        }
        return sinks;
    }

    /** Called once, when no task is left. */
    private void giveBack() {
        for (Sink sink : sinks()) {
            try {
                sink.close();
            } catch (RuntimeException defect) {
                LOGGER.debug("query {}: closing failed", id, defect);
            }
        }
        for (Fragment fragment : pipelines.fragments().values()) {
            try {
                fragment.close();
            } catch (RuntimeException defect) {
                LOGGER.debug("query {}: closing failed", id, defect);
            }
        }
        long forgotten = budget.close();
        if (forgotten != 0) {
            runtime.forgottenBytes.addAndGet(Math.abs(forgotten));
            LOGGER.debug("query {}: {} bytes were not given back", id, forgotten);
        }
    }

    @Override
    public List<ColumnDef> columns() {
        return query.columns();
    }

    @Override
    public synchronized @Nullable Batch next() {
        EngineException failed = failure;
        if (failed != null) {
            throw new EngineException(failed.code(), String.valueOf(failed.getMessage()), failed);
        }
        if (!outcome.equals("running")) {
            return null;
        }
        try {
            if (inline && !begun) {
                begun = true;
                run.start();
            }
            Batch batch = maxRows > 0 && rows >= maxRows ? null : reader.next();
            if (batch == null) {
                end("done", null);
                return null;
            }
            long left = maxRows == 0 ? Long.MAX_VALUE : maxRows - rows;
            Batch delivered = batch.rowCount() <= left ? batch : prefix(batch, (int) left);
            rows += delivered.rowCount();
            if (query.plan() instanceof PlanNode.Write && delivered.column(0) instanceof LongVector count) {
                rows = count.values()[0];
                written = rows;
            }
            return delivered;
        } catch (Throwable thrown) {
            EngineException error = Failures.of(thrown);
            end(error.code().category() == ErrorCategory.CANCELLED ? "cancelled" : "failed", error);
            throw error;
        }
    }

    private static Batch prefix(Batch batch, int count) {
        ColumnVector[] columns = new ColumnVector[batch.columnCount()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = batch.column(i);
        }
        return new Batch(columns, count);
    }

    private synchronized void end(String newOutcome, @Nullable EngineException error) {
        if (!outcome.equals("running")) {
            return;
        }
        failure = error;
        replaced = error != null && rows == 0 && isReplaced.test(error);
        run.stop(new EngineException(ErrorCode.CANCELLED, "The result was closed."));
        reader.close();
        run.close();
        Admission held = admission;
        if (held != null) {
            held.release();
        }
        if (timeout != null) {
            timeout.cancel(false);
        }
        runtime.closed(this);
        endNanos = System.nanoTime();
        outcome = newOutcome;
        if (replaced) {
            runtime.monitor.givenUp();
            session.givenUp(this);
            return;
        }
        QueryReport report = report();
        runtime.monitor.ended(report);
        session.ended(this, report);
        LOGGER.debug("{}", report);
        FlightRecorder.record(report);
    }

    @Override
    public long updateCount() {
        return written;
    }

    @Override
    public void cancel() {
        run.stop(new EngineException(ErrorCode.CANCELLED, "The statement was cancelled."));
    }

    @Override
    public double progress() {
        return outcome.equals("running") ? pipelines.progress() : 1;
    }

    @Override
    public List<String> warnings() {
        return placement.fallbacks();
    }

    /** Tells what was measured. */
    void explain(PlanExplainer explainer) {
        explainer.measured(pipelines, statistics, report().execution(), inline ? 1 : threads);
    }

    @Override
    public QueryReport report() {
        Admission asked = admission;
        EngineException failed = failure;
        long end = outcome.equals("running") ? System.nanoTime() : endNanos;
        return new QueryReport(
                id,
                plan.sqlHash,
                mode,
                placement.device(),
                placement.reason(),
                started,
                planning,
                Duration.ofNanos(asked == null ? 0 : asked.queuedNanoseconds()),
                Duration.ofNanos(end - startNanos),
                rows,
                statistics.bytesRead(),
                statistics.bytesCached(),
                statistics.bytesSpilled(),
                budget.peakBytes(),
                outcome,
                failed == null ? null : failed.code().code(),
                deviceWork(),
                placement.fallbacks().size());
    }

    private @Nullable FragmentReport deviceWork() {
        FragmentReport sum = null;
        for (Fragment fragment : pipelines.fragments().values()) {
            FragmentReport one = fragment.report();
            sum = sum == null ? one : sum.plus(one);
        }
        return sum;
    }

    /**
     * Says that another execution takes its place if it fails before it has delivered a row, with an error that this says yes to: it
     * ends without a report then.
     */
    void replaceableAfter(Predicate<EngineException> isReplaced) {
        this.isReplaced = isReplaced;
    }

    /** Whether it has failed so that another execution takes its place. */
    boolean isReplaced() {
        return replaced;
    }

    /** From another thread than that of {@link #next()} too, which then fails as cancelled. */
    @Override
    public void close() {
        if (outcome.equals("running")) {
            // before the lock is taken, which next() holds while the query runs
            run.stop(new EngineException(ErrorCode.CANCELLED, "The result was closed."));
        }
        end("closed", null);
    }
}
