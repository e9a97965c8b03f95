package io.algeon.engine;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.placement.Placement;
import io.algeon.engine.plan.DataChange;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.PlannedStatement;
import io.algeon.engine.table.ReturnedRows;
import io.algeon.engine.table.TableView;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One execution of a statement that changes rows or tables. The work is done in {@link #complete}, so that another thread can
 * cancel it meanwhile; it is done again from the start if others were faster.
 */
final class ChangeExecution implements QueryExecution {
    private final EngineSession session;
    private final CachedPlan plan;
    private final List<@Nullable Object> parameters;
    private final @Nullable ParameterBatch rows;
    private final StatementRun run;
    private final PlannedStatement statement;
    private final ReturnedBatches returned;
    private volatile @Nullable QueryExecution source;
    private volatile List<String> warnings = List.of();
    private volatile @Nullable QueryReport report;
    private Consumer<RunningQuery> reader = query -> {};
    private @Nullable Placement placement;
    private boolean completed;
    private long count;

    /**
     * @param parameters values of the planned types
     * @param rows parameters of an INSERT of as many rows; null: it is executed once, with {@code parameters}
     */
    ChangeExecution(
            EngineSession session,
            CachedPlan plan,
            List<@Nullable Object> parameters,
            @Nullable ParameterBatch rows,
            StatementRun run) {
        this.rows = rows;
        this.session = session;
        this.plan = plan;
        this.statement =
                plan.statement instanceof PlannedStatement.Explain explain ? explain.statement() : plan.statement;
        this.parameters = parameters;
        this.run = run;
        this.returned = new ReturnedBatches(session.runtime().budget);
    }

    @Override
    public List<ColumnDef> columns() {
        return StatementColumns.of(statement);
    }

    @Override
    public synchronized void complete() {
        if (completed) {
            return;
        }
        completed = true;
        try {
            run.within(session.runtime().timer, this::work);
        } catch (RuntimeException | Error failure) {
            returned.close();
            throw failure;
        }
        if (report == null) {
            report = session.immediateReport(plan);
        }
    }

    private @Nullable Void work() {
        if (statement instanceof PlannedStatement.Change change) {
            session.tables().change(changes -> {
                returned.close();
                change(change.change(), change.parameterTypes(), changes, changes.view());
                return changes;
            });
        } else if (statement instanceof PlannedStatement.Chain chain) {
            session.tables().change(changes -> {
                returned.close();
                chain(chain, changes);
                return changes;
            });
        } else {
            PlannedStatement.Define define = (PlannedStatement.Define) statement;
            session.tables().change(changes -> {
                DefinitionRunner runner = new DefinitionRunner(session, changes, context());
                count = runner.run(
                        define.definition(), (rows, sink) -> read(rows, define.parameterTypes(), changes.view(), sink));
                return changes;
            });
        }
        return null;
    }

    /** Lets the statement's query run where it is placed, and shows it when all of its rows have been read. */
    void whenRead(Placement newPlacement, Consumer<RunningQuery> newReader) {
        placement = newPlacement;
        reader = newReader;
    }

    private ExecutionContext context() {
        return session.changeContext(parameters, run.cancellation());
    }

    /** Changes within WITH, one after the other; all queries read the state before them, and what they give back. */
    private void chain(PlannedStatement.Chain chain, SessionTables.Changes changes) {
        TableView view = changes.view();
        try (Reservation memory = session.runtime().budget.reservation("The rows that changes within WITH give back")) {
            for (PlannedStatement.Step step : chain.steps()) {
                change(step.change(), chain.parameterTypes(), changes, view);
                view = view.with((ReturnedRows) step.rows(), returned::poll, memory);
            }
            if (chain.last() instanceof PlannedStatement.Change change) {
                change(change.change(), chain.parameterTypes(), changes, view);
            } else {
                PlanNode plan = ((PlannedStatement.Query) chain.last()).plan();
                read(plan, chain.parameterTypes(), view, rows -> {
                    for (Batch batch = rows.get(); batch != null; batch = rows.get()) {
                        ColumnVector[] columns = new ColumnVector[batch.columnCount()];
                        for (int i = 0; i < columns.length; i++) {
                            columns[i] = batch.column(i).copy(batch.rowCount());
                        }
                        returned.add(new Batch(columns, batch.rowCount()));
                    }
                });
            }
        }
    }

    private void change(DataChange change, List<SqlType> types, SessionTables.Changes changes, TableView view) {
        ExecutionContext context = context();
        ChangeRunner runner = new ChangeRunner(
                change, changes.of(EngineSession.memoryTable(change.target()).store()), returned::add, context);
        ParameterBatch many = rows;
        if (many != null) {
            runner.run(new ParameterRows((PlannedStatement.Change) statement, many, context));
        } else if (change.rows() instanceof PlanNode.Values values) {
            runner.run(new ConstantRows(values, context));
        } else {
            read(change.rows(), types, view, runner::run);
        }
        count = runner.count();
    }

    /** Takes batches one by one, null at the end. */
    interface RowsConsumer {
        void accept(java.util.function.Supplier<@Nullable Batch> rows);
    }

    /** Runs a query on what {@code view} shows. */
    private void read(PlanNode rows, List<SqlType> types, TableView view, RowsConsumer consumer) {
        run.cancellation().check();
        PlannedStatement.Query query = new PlannedStatement.Query(rows, rows.output(), types);
        Placement given = placement;
        try (QueryExecution running = given == null
                ? session.start(plan, query, parameters, run, 0, view)
                : session.start(plan, query, given, parameters, run, 0, view)) {
            source = running;
            if (run.cancellation().isStopped()) {
                running.cancel();
            }
            consumer.accept(running::next);
            if (running instanceof RunningQuery one) {
                reader.accept(one);
            }
            report = running.report();
            warnings = running.warnings();
        } finally {
            source = null;
        }
    }

    @Override
    public @Nullable Batch next() {
        complete();
        return returned.poll();
    }

    @Override
    public long updateCount() {
        return count;
    }

    @Override
    public void cancel() {
        run.cancellation().cancel();
        QueryExecution running = source;
        if (running != null) {
            running.cancel();
        }
    }

    @Override
    public double progress() {
        QueryExecution running = source;
        return completed ? 1 : running == null ? 0 : running.progress();
    }

    @Override
    public List<String> warnings() {
        return warnings;
    }

    @Override
    public QueryReport report() {
        QueryReport known = report;
        return known == null ? session.immediateReport(plan) : known;
    }

    @Override
    public void close() {
        returned.close();
    }
}
