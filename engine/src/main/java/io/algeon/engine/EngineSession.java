package io.algeon.engine;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.catalog.InformationSchema;
import io.algeon.engine.catalog.TableCatalog;
import io.algeon.engine.device.Device;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.StatementChecker;
import io.algeon.engine.explain.PlanExplainer;
import io.algeon.engine.placement.Placement;
import io.algeon.engine.placement.PlacementPass;
import io.algeon.engine.plan.DataDefinition;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.PlannedStatement;
import io.algeon.engine.source.Catalog;
import io.algeon.engine.source.TableSource;
import io.algeon.engine.table.MemoryTable;
import io.algeon.engine.table.TableStore;
import io.algeon.engine.table.TableView;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A session: its settings, its running queries, and the statements that are about the session itself. */
final class EngineSession implements Session {
    private static final int KEPT_REPORTS = 32;

    private final EngineRuntime runtime;
    private final Database database;
    private final Runnable onClose;
    private final String user;
    private final SessionSettings settings = new SessionSettings();
    private final Catalog catalog;
    private final SessionTables tables;
    private final SessionSequences values = new SessionSequences(this);
    private final Set<RunningQuery> running = ConcurrentHashMap.newKeySet();
    private final Deque<QueryReport> reports = new ArrayDeque<>();
    private volatile long inlineRows = RunningQuery.defaultInlineRows();
    private volatile boolean closed;

    EngineSession(EngineRuntime runtime, Database database, String user, Runnable onClose) {
        this.runtime = runtime;
        this.database = database;
        this.user = user;
        this.onClose = onClose;
        this.tables = new SessionTables(database.tables, new TableStore(TableView.TEMPORARY, true, runtime.budget));
        this.catalog = new InformationSchema(
                new TableCatalog(database.catalog, tables::view),
                this::settingRows,
                () -> runtime.devices().all(),
                runtime::residentColumns,
                () -> tables.view().sequences(),
                this::furtherSchemas);
    }

    EngineRuntime runtime() {
        return runtime;
    }

    SessionSettings settings() {
        return settings;
    }

    String user() {
        return user;
    }

    String timeZone() {
        return settings.timeZone();
    }

    /**
     * Most bytes that one query may reserve. The default leaves it to the engine's limit, so that a refusal names the setting
     * that has to be raised.
     */
    long queryMemoryLimit() {
        String text = settings.get(SessionSetting.QUERY_MEMORY_LIMIT);
        return text.equals(SessionSetting.QUERY_MEMORY_LIMIT.defaultValue())
                ? Long.MAX_VALUE
                : MemorySize.parse(SessionSetting.QUERY_MEMORY_LIMIT.key(), text, runtime.budget.limitBytes());
    }

    long inlineRows() {
        return inlineRows;
    }

    /** Sets the rows up to which queries run on the reader's thread; for tests. */
    void setInlineRows(long rows) {
        inlineRows = rows;
    }

    @Override
    public Catalog catalog() {
        return catalog;
    }

    @Override
    public String currentSchema() {
        String schema = settings.get(SessionSetting.SCHEMA);
        return schema.isEmpty() ? catalog.defaultSchema() : schema;
    }

    @Override
    public void setCurrentSchema(String schema) {
        settings.put(SessionSetting.SCHEMA, knownSchema(schema).orElseThrow(() -> noSchema(schema)));
        settings.reset(SessionSetting.SEARCH_PATH);
    }

    /** A schema of that name: spelt so, else ignoring case. */
    private Optional<String> knownSchema(String schema) {
        List<String> schemas = catalog.schemas();
        return schemas.contains(schema)
                ? Optional.of(schema)
                : schemas.stream().filter(schema::equalsIgnoreCase).findFirst();
    }

    private EngineException noSchema(String schema) {
        return new EngineException(
                ErrorCode.SCHEMA_NOT_FOUND,
                "There is no schema " + schema + ". Schemas are: " + String.join(", ", catalog.schemas()) + ".");
    }

    /** Names that stand for no schema are passed over, as long as one does. */
    private void setSearchPath(String path) {
        List<String> found = new ArrayList<>();
        List<String> named = SearchPath.parse(path);
        for (String name : named) {
            knownSchema(name).filter(known -> !found.contains(known)).ifPresent(found::add);
        }
        if (found.isEmpty()) {
            throw noSchema(named.isEmpty() ? "''" : named.get(0));
        }
        settings.put(SessionSetting.SCHEMA, found.get(0));
        settings.put(SessionSetting.SEARCH_PATH, SearchPath.text(found));
    }

    /** Schemas behind the current one in the search path. */
    private List<String> furtherSchemas() {
        List<String> path = SearchPath.parse(settings.get(SessionSetting.SEARCH_PATH));
        return path.isEmpty() ? path : path.subList(1, path.size());
    }

    @Override
    public String setting(SessionSetting setting) {
        if (EngineRuntime.owns(setting)) {
            return runtime.setting(setting);
        }
        if (setting == SessionSetting.SEARCH_PATH && settings.get(setting).isEmpty()) {
            return SearchPath.text(List.of(currentSchema()));
        }
        return setting == SessionSetting.SCHEMA ? currentSchema() : settings.get(setting);
    }

    @Override
    public void set(SessionSetting setting, String value) {
        String checked = SessionSettings.checked(setting, value);
        if (setting == SessionSetting.SCHEMA && !checked.isEmpty()) {
            setCurrentSchema(checked);
        } else if (setting == SessionSetting.SEARCH_PATH && !checked.isEmpty()) {
            setSearchPath(checked);
        } else if (EngineRuntime.owns(setting)) {
            runtime.apply(setting, checked);
        } else {
            settings.put(setting, checked);
        }
    }

    /** Sets a connection property; what belongs to the process changes only for the first session. */
    void initialise(SessionSetting setting, String value, boolean first) {
        if (first || !EngineRuntime.owns(setting)) {
            set(setting, value);
        } else {
            SessionSettings.checked(setting, value);
        }
    }

    private void reset(SessionSetting setting) {
        if (EngineRuntime.owns(setting)) {
            runtime.apply(setting, setting.defaultValue());
        } else {
            settings.reset(setting);
            if (setting == SessionSetting.SEARCH_PATH) {
                settings.reset(SessionSetting.SCHEMA);
            } else if (setting == SessionSetting.SCHEMA) {
                settings.reset(SessionSetting.SEARCH_PATH);
            }
        }
    }

    private List<List<String>> settingRows() {
        return Arrays.stream(SessionSetting.values())
                .map(setting -> List.of(setting.key(), setting(setting), setting.defaultValue(), setting.description()))
                .toList();
    }

    @Override
    public PreparedQuery prepare(String sql, StatementRun run) {
        return new PlannedQuery(this, plan(sql, List.of(), run));
    }

    @Override
    public PreparedQuery prepare(String sql, GeneratedKeys keys, StatementRun run) {
        PreparedQuery query = prepare(sql, run);
        return query.changesRows() && !query.hasResult() ? prepare(keys.returning(sql), run) : query;
    }

    @Override
    public SessionTransaction transaction() {
        return tables;
    }

    /** The plan of a statement, from the cache if it is there and still fits. */
    private CachedPlan plan(String sql, List<SqlType> parameterTypes, StatementRun run) {
        requireOpen();
        long version = catalog.version();
        Database.PlanKey key = new Database.PlanKey(
                sql, parameterTypes, currentSchema(), settings.get(SessionSetting.SEARCH_PATH), timeZone(), version);
        CachedPlan cached = database.plans.getIfPresent(key);
        if (cached != null && cached.isCurrent(version)) {
            return cached;
        }
        long start = System.nanoTime();
        PlannedStatement statement =
                run.within(runtime.timer, () -> Planning.plan(sql, parameterTypes, this, run.cancellation()));
        CachedPlan made = new CachedPlan(sql, statement, Duration.ofNanos(System.nanoTime() - start), version);
        database.plans.put(key, made);
        return made;
    }

    private void requireOpen() {
        if (closed) {
            throw new EngineException(ErrorCode.CONNECTION_CLOSED, "The session is closed.");
        }
    }

    Placement place(PlanNode plan) {
        return PlacementPass.place(plan, settings.get(SessionSetting.EXECUTION_MODE), runtime.devices());
    }

    /** The device of placed plans; empty if there is none now. */
    Optional<Device> device() {
        return runtime.devices().accelerator();
    }

    /** Executes a planned statement, which is planned again if its tables changed or parameters were untyped. */
    QueryExecution execute(
            CachedPlan prepared, List<PreparedQuery.ParameterValue> parameters, StatementRun run, long maxRows) {
        requireOpen();
        PlannedStatement statement = prepared.statement;
        if (statement instanceof PlannedStatement.Query) {
            CachedPlan fitting = fitting(prepared, parameters, run);
            PointQuery point = fitting.point;
            return point != null && !settings.get(SessionSetting.EXECUTION_MODE).equals("native_required")
                    ? point(fitting, point, parameters)
                    : query(fitting, parameters, run, maxRows);
        } else if (statement instanceof PlannedStatement.Explain explain) {
            return explain(fitting(prepared, parameters, run), parameters, run, maxRows);
        } else if (statement instanceof PlannedStatement.Change
                || statement instanceof PlannedStatement.Chain
                || statement instanceof PlannedStatement.Define) {
            return change(fitting(prepared, parameters, run), parameters, run);
        } else if (statement instanceof PlannedStatement.TransactionControl control) {
            transaction(control);
        } else if (statement instanceof PlannedStatement.SetOption set) {
            SessionSetting setting = SessionSettings.named(set.name());
            String value = set.value();
            if (value == null) {
                reset(setting);
            } else {
                set(setting, value);
            }
        } else if (statement instanceof PlannedStatement.UseSchema use) {
            setCurrentSchema(use.schema());
        } else if (statement instanceof PlannedStatement.ShowOption show) {
            return ImmediateResult.rows(StatementColumns.of(show), shownRows(show), maxRows, immediateReport(prepared));
        }
        return ImmediateResult.done(immediateReport(prepared));
    }

    private ChangeExecution change(CachedPlan plan, List<PreparedQuery.ParameterValue> parameters, StatementRun run) {
        return new ChangeExecution(this, plan, bind(parameterTypes(plan.statement), parameters), null, run);
    }

    SessionTables tables() {
        return tables;
    }

    /** The database's files. */
    Catalog files() {
        return database.catalog;
    }

    /** Whether the database has tables of its own, beside temporary ones. */
    boolean hasOwnTables() {
        return database.inMemory;
    }

    /** The table of one's own that a plan changes. */
    static MemoryTable memoryTable(TableSource source) {
        return (MemoryTable) source;
    }

    private void transaction(PlannedStatement.TransactionControl control) {
        String savepoint = String.valueOf(control.savepoint());
        switch (control.verb()) {
            case "BEGIN" -> tables.begin();
            case "COMMIT" -> tables.commit();
            case "ROLLBACK" -> tables.rollback();
            case "SAVEPOINT" -> tables.savepoint(savepoint);
            case "ROLLBACK TO" -> tables.rollbackTo(savepoint);
            case "RELEASE" -> tables.release(savepoint);
            default -> {}
        }
    }

    private List<List<@Nullable Object>> shownRows(PlannedStatement.ShowOption show) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        if (StatementColumns.isAll(show)) {
            for (SessionSetting setting : SessionSetting.values()) {
                rows.add(List.of(setting.key(), setting(setting), setting.description()));
            }
        } else {
            rows.add(List.of(setting(SessionSettings.named(show.name()))));
        }
        return rows;
    }

    /** Executes a planned INSERT of one row for many lists of parameters. */
    QueryExecution executeAll(CachedPlan prepared, ParameterBatch parameters, StatementRun run) {
        requireOpen();
        CachedPlan current = prepared.isCurrent(catalog.version()) ? prepared : plan(prepared.sql, List.of(), run);
        requireParameters(parameterTypes(current.statement).size(), parameters.width());
        return new ChangeExecution(this, current, List.of(), parameters, run);
    }

    private static void requireParameters(int planned, int given) {
        if (planned != given) {
            throw new EngineException(
                    ErrorCode.PARAMETER_INVALID,
                    "The statement has " + planned + " parameters; " + given
                            + " have a value. Give every ? a value, and no others.");
        }
    }

    /** Types of a statement's parameters. */
    static List<SqlType> parameterTypes(PlannedStatement statement) {
        if (statement instanceof PlannedStatement.Query query) {
            return query.parameterTypes();
        } else if (statement instanceof PlannedStatement.Explain explain) {
            return parameterTypes(explain.statement());
        } else if (statement instanceof PlannedStatement.Change change) {
            return change.parameterTypes();
        } else if (statement instanceof PlannedStatement.Chain chain) {
            return chain.parameterTypes();
        }
        return statement instanceof PlannedStatement.Define define ? define.parameterTypes() : List.of();
    }

    private CachedPlan fitting(CachedPlan prepared, List<PreparedQuery.ParameterValue> parameters, StatementRun run) {
        List<SqlType> planned = parameterTypes(prepared.statement);
        requireParameters(planned.size(), parameters.size());
        // what goes into a column is cast to its type in any case
        boolean assigns = prepared.statement instanceof PlannedStatement.Change change
                && change.change().rows() instanceof PlanNode.Values;
        boolean fits = true;
        List<SqlType> types = new ArrayList<>();
        for (int i = 0; i < planned.size(); i++) {
            PreparedQuery.ParameterValue parameter = parameters.get(i);
            boolean keeps = planned.get(i).kind() != TypeKind.NULL
                    && (assigns || ParameterFit.isExact(parameter, planned.get(i)));
            fits &= keeps;
            types.add(keeps ? planned.get(i) : parameter.type());
        }
        if (!fits) {
            return plan(prepared.sql, types, run);
        }
        return prepared.isCurrent(catalog.version()) ? prepared : plan(prepared.sql, List.of(), run);
    }

    private RunningQuery query(
            CachedPlan plan,
            List<PreparedQuery.ParameterValue> parameters,
            StatementRun run,
            long maxRows,
            Placement placement) {
        PlannedStatement.Query query = plan.statement instanceof PlannedStatement.Explain explain
                ? explain.query()
                : (PlannedStatement.Query) plan.statement;
        return start(plan, query, placement, bind(query.parameterTypes(), parameters), run, maxRows, tables.view());
    }

    /** Starts the query of a statement that changes tables, where it is placed, on what {@code view} shows. */
    QueryExecution start(
            CachedPlan plan,
            PlannedStatement.Query query,
            List<@Nullable Object> parameters,
            StatementRun run,
            long maxRows,
            TableView view) {
        PlanNode root = query.plan();
        Placement placement = place(root);
        if (isFinal(placement)) {
            return start(plan, query, placement, parameters, run, maxRows, view);
        }
        return new DeviceQuery(
                () -> start(plan, query, placement, parameters, run, maxRows, view),
                reason -> start(plan, query, PlacementPass.fallback(root, reason), parameters, run, maxRows, view));
    }

    /** Whether a query stays where it is placed, even if that fails. */
    private boolean isFinal(Placement placement) {
        return placement.accelerator().equals(Placement.CPU)
                || settings.get(SessionSetting.EXECUTION_MODE).equals("native_required");
    }

    /** Starts a query where it is to run, and nowhere else. */
    RunningQuery start(
            CachedPlan plan,
            PlannedStatement.Query query,
            Placement placement,
            List<@Nullable Object> parameters,
            StatementRun run,
            long maxRows,
            TableView view) {
        RunningQuery execution =
                new RunningQuery(this, plan, query, placement, parameters, plan.takePlanning(), run, maxRows, view);
        running.add(execution);
        execution.begin();
        if (closed) {
            execution.close();
            requireOpen();
        }
        return execution;
    }

    private QueryExecution point(CachedPlan plan, PointQuery point, List<PreparedQuery.ParameterValue> parameters) {
        PlannedStatement.Query query = (PlannedStatement.Query) plan.statement;
        List<@Nullable Object> key = point.values(bind(query.parameterTypes(), parameters));
        Batch row = tables.view().find(point.table(), point.index(), key, point.columns());
        return new PointExecution(this, plan, query.columns(), plan.takePlanning(), row);
    }

    /** Runs a query where it is placed; on the CPU, with a warning, if the device fails and the mode allows it. */
    private QueryExecution query(
            CachedPlan plan, List<PreparedQuery.ParameterValue> parameters, StatementRun run, long maxRows) {
        PlanNode root = ((PlannedStatement.Query) plan.statement).plan();
        Placement placement = place(root);
        if (isFinal(placement)) {
            return query(plan, parameters, run, maxRows, placement);
        }
        return new DeviceQuery(
                () -> query(plan, parameters, run, maxRows, placement),
                reason -> query(plan, parameters, run, maxRows, PlacementPass.fallback(root, reason)));
    }

    private List<@Nullable Object> bind(List<SqlType> types, List<PreparedQuery.ParameterValue> parameters) {
        List<@Nullable Object> values = new ArrayList<>(parameters.size());
        ExecutionContext context = constantContext();
        for (int i = 0; i < parameters.size(); i++) {
            values.add(ParameterCast.cast(parameters.get(i), types.get(i), context));
        }
        return values;
    }

    private ExecutionContext constantContext() {
        return changeContext(List.of(), new CancellationToken());
    }

    /** What is fixed for a statement that changes rows. */
    ExecutionContext changeContext(List<@Nullable Object> parameters, CancellationToken cancellation) {
        return new ExecutionContext(
                runtime.budget,
                cancellation,
                parameters,
                Instant.now(),
                timeZone(),
                user,
                catalog.name(),
                currentSchema(),
                1,
                this::check,
                values);
    }

    /** Sequences and random numbers, for functions. */
    SessionSequences values() {
        return values;
    }

    /** Whether a statement could be executed. */
    StatementChecker.Report check(String sql) {
        try {
            PlannedStatement statement = plan(sql, List.of(), StatementRun.unlimited()).statement;
            if (statement instanceof PlannedStatement.SetOption set) {
                SessionSettings.named(set.name());
            } else if (statement instanceof PlannedStatement.ShowOption show && !StatementColumns.isAll(show)) {
                SessionSettings.named(show.name());
            }
            List<String> columns = StatementColumns.of(statement).stream()
                    .map(column -> column.name() + " " + column.type())
                    .toList();
            PlanNode rows = rowsOf(statement);
            return new StatementChecker.Report(
                    true,
                    null,
                    "",
                    columns,
                    rows == null ? Placement.CPU : place(rows).device(),
                    rows == null ? 0 : functionBytes(rows));
        } catch (EngineException e) {
            return new StatementChecker.Report(
                    false, e.code().code(), String.valueOf(e.getMessage()), List.of(), null, 0);
        }
    }

    /** The plan of the rows that a statement computes; null if it computes none. */
    private static @Nullable PlanNode rowsOf(PlannedStatement statement) {
        if (statement instanceof PlannedStatement.Explain explain) {
            return rowsOf(explain.statement());
        } else if (statement instanceof PlannedStatement.Define define) {
            return define.definition() instanceof DataDefinition.CreateTable table ? table.rows() : null;
        }
        return statement instanceof PlannedStatement.Query
                        || statement instanceof PlannedStatement.Change
                        || statement instanceof PlannedStatement.Chain
                ? PlannedStatement.queryOf(statement).plan()
                : null;
    }

    private static long functionBytes(PlanNode node) {
        long bytes = 0;
        if (node instanceof PlanNode.TableFunction function) {
            bytes = function.call().function().estimatedBytes(function.call(), function.relationRows());
        }
        for (PlanNode input : node.inputs()) {
            bytes += functionBytes(input);
        }
        return bytes;
    }

    private QueryExecution explain(
            CachedPlan plan, List<PreparedQuery.ParameterValue> parameters, StatementRun run, long maxRows) {
        PlannedStatement.Explain explain = (PlannedStatement.Explain) plan.statement;
        if (explain.statement() instanceof PlannedStatement.Chain chain) {
            return explain(chain, explain, maxRows, immediateReport(plan));
        }
        PlanNode root = explain.query().plan();
        if (explain.statement() instanceof PlannedStatement.Change change) {
            Placement placement = place(root);
            PlanExplainer explainer = new PlanExplainer(placement);
            explainer.change(change.change());
            if (!explain.analyze()) {
                return explained(explainer, explain.json(), maxRows, immediateReport(plan));
            }
            ChangeExecution execution = change(plan, parameters, run);
            execution.whenRead(placement, query -> query.explain(explainer));
            return new AnalyzedQuery(
                    execution,
                    () -> {
                        execution.complete();
                        explainer.changed(execution.updateCount());
                    },
                    () -> explained(explainer, explain.json(), maxRows, execution.report()));
        }
        Placement placement = place(root);
        PlanExplainer explainer = new PlanExplainer(placement);
        if (explain.analyze()) {
            RunningQuery execution = query(plan, parameters, run, 0, placement);
            return new AnalyzedQuery(
                    execution,
                    () -> {
                        Batch ignored;
                        do {
                            ignored = execution.next();
                        } while (ignored != null);
                        execution.explain(explainer);
                    },
                    () -> explained(explainer, explain.json(), maxRows, execution.report()));
        }
        return explained(explainer, explain.json(), maxRows, immediateReport(plan));
    }

    /** Shows the plans of all parts of a statement, one after the other. */
    private ImmediateResult explain(
            PlannedStatement.Chain chain, PlannedStatement.Explain explain, long maxRows, QueryReport report) {
        if (explain.analyze()) {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_FEATURE,
                    "EXPLAIN ANALYZE does not carry out changes within WITH. EXPLAIN shows their plans.");
        }
        List<List<@Nullable Object>> rows = new ArrayList<>();
        List<String> documents = new ArrayList<>();
        for (int i = 0; i <= chain.steps().size(); i++) {
            PlannedStatement part = i == chain.steps().size()
                    ? chain.last()
                    : new PlannedStatement.Change(chain.steps().get(i).change(), List.of());
            PlanExplainer explainer =
                    new PlanExplainer(place(PlannedStatement.queryOf(part).plan()));
            if (part instanceof PlannedStatement.Change change) {
                explainer.change(change.change());
            }
            if (explain.json()) {
                documents.add(explainer.json());
            } else {
                rows.add(List.of(
                        i == chain.steps().size()
                                ? "Statement"
                                : "With "
                                        + chain.steps()
                                                .get(i)
                                                .rows()
                                                .definition()
                                                .name()));
                explainer.text().forEach(line -> rows.add(List.of("  " + line)));
            }
        }
        if (explain.json()) {
            rows.add(List.of("[" + String.join(",", documents) + "]"));
        }
        return ImmediateResult.rows(StatementColumns.EXPLAIN, rows, maxRows, report);
    }

    private static ImmediateResult explained(PlanExplainer explainer, boolean json, long maxRows, QueryReport report) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (String line : json ? List.of(explainer.json()) : explainer.text()) {
            rows.add(List.of(line));
        }
        return ImmediateResult.rows(StatementColumns.EXPLAIN, rows, maxRows, report);
    }

    QueryReport immediateReport(CachedPlan plan) {
        return new QueryReport(
                runtime.nextQuery(),
                plan.sqlHash,
                settings.get(SessionSetting.EXECUTION_MODE),
                "cpu",
                "nothing to run",
                Instant.now(),
                plan.planning,
                Duration.ZERO,
                Duration.ZERO,
                0,
                0,
                0,
                0,
                0,
                "done",
                null);
    }

    /** A query goes on as another one. */
    void givenUp(RunningQuery execution) {
        running.remove(execution);
    }

    /** The report of a look-up of one row. */
    QueryReport pointReport(CachedPlan plan, Instant started, Duration planning, Duration execution, long rows) {
        return new QueryReport(
                runtime.nextQuery(),
                plan.sqlHash,
                settings.get(SessionSetting.EXECUTION_MODE),
                "cpu",
                "one row, by its key",
                started,
                planning,
                Duration.ZERO,
                execution,
                rows,
                0,
                0,
                0,
                0,
                "done",
                null);
    }

    /** A query is over. */
    void ended(RunningQuery execution, QueryReport report) {
        running.remove(execution);
        ended(report);
    }

    /** Keeps the report of an execution that is over. */
    void ended(QueryReport report) {
        synchronized (reports) {
            reports.add(report);
            if (reports.size() > KEPT_REPORTS) {
                reports.remove();
            }
        }
    }

    @Override
    public List<QueryReport> recentReports() {
        synchronized (reports) {
            return List.copyOf(reports);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        running.forEach(RunningQuery::cancel);
        running.forEach(RunningQuery::close);
        tables.close();
        onClose.run();
    }
}
