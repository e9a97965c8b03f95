package io.algeon.jdbc;

import io.algeon.engine.GeneratedKeys;
import io.algeon.engine.PreparedQuery;
import io.algeon.engine.QueryExecution;
import io.algeon.engine.QueryReport;
import io.algeon.engine.Session;
import io.algeon.engine.SessionSetting;
import io.algeon.engine.SessionTransaction;
import io.algeon.engine.StatementRun;
import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.source.Catalog;
import io.algeon.engine.source.FileRead;
import io.algeon.engine.source.TableSnapshot;
import io.algeon.engine.source.TableSource;
import io.algeon.jdbc.internal.connection.AlgeonConnection;
import io.algeon.jdbc.internal.result.ObjectVectors;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.catalog.TableStatistics;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A session whose statements answer what a test laid down, and which remembers what it was asked. */
final class FakeSession implements Session {
    final Map<String, Answer> answers = new HashMap<>();
    final List<Execution> executions = new ArrayList<>();
    final Map<SessionSetting, String> settings = new EnumMap<>(SessionSetting.class);
    final Map<String, Map<String, TableDef>> schemas = new LinkedHashMap<>(Map.of("main", new LinkedHashMap<>()));
    private int listings;
    private int lookUps;
    final List<String> prepared = new ArrayList<>();
    final List<String> transactionSteps = new ArrayList<>();
    final SessionTransaction transaction = new Steps();
    String currentSchema = "main";
    boolean closed;

    /** What a statement gives. */
    record Answer(
            List<ColumnDef> columns,
            boolean hasResult,
            List<SqlType> parameterTypes,
            Supplier<List<Batch>> batches,
            long updateCount,
            RuntimeException failure) {}

    Connection connect() {
        return new AlgeonConnection(this, "jdbc:algeon:mem:test", "tester");
    }

    /** A result of one column. */
    FakeSession column(String sql, SqlType type, Object... values) {
        return rows(
                sql,
                List.of(new ColumnDef("c", type)),
                Arrays.stream(values).map(v -> new Object[] {v}).toList());
    }

    FakeSession rows(String sql, List<ColumnDef> columns, List<Object[]> rows) {
        answers.put(sql, new Answer(columns, true, List.of(), () -> List.of(batch(columns, rows)), -1, null));
        return this;
    }

    FakeSession batches(String sql, List<ColumnDef> columns, Supplier<List<Batch>> batches) {
        answers.put(sql, new Answer(columns, true, List.of(), batches, -1, null));
        return this;
    }

    FakeSession update(String sql, long count) {
        answers.put(sql, new Answer(List.of(), false, List.of(), List::of, count, null));
        return this;
    }

    FakeSession parameters(String sql, boolean hasResult, SqlType... types) {
        List<ColumnDef> columns =
                hasResult ? List.of(new ColumnDef("c", io.algeon.metadata.type.SqlTypes.INTEGER)) : List.of();
        answers.put(sql, new Answer(columns, hasResult, List.of(types), List::of, hasResult ? -1 : 1, null));
        return this;
    }

    FakeSession failing(String sql, RuntimeException failure) {
        answers.put(sql, new Answer(List.of(), true, List.of(), List::of, -1, failure));
        return this;
    }

    static Batch batch(List<ColumnDef> columns, List<Object[]> rows) {
        ColumnVector[] vectors = new ColumnVector[columns.size()];
        for (int i = 0; i < vectors.length; i++) {
            int column = i;
            vectors[i] = ObjectVectors.of(
                    columns.get(i).type(),
                    new ArrayList<>(rows.stream().map(row -> row[column]).toList()));
        }
        return new Batch(vectors, rows.size());
    }

    void table(String schema, String name, ColumnDef... columns) {
        schemas.computeIfAbsent(schema, s -> new LinkedHashMap<>())
                .put(name, new TableDef(schema, name, List.of(columns), ""));
    }

    /** How often the catalog was asked for the names of a schema's tables. */
    int listings() {
        return listings;
    }

    /** How often the catalog was asked for one table. */
    int lookUps() {
        return lookUps;
    }

    Execution last() {
        return executions.get(executions.size() - 1);
    }

    @Override
    public Catalog catalog() {
        return new FakeCatalog();
    }

    @Override
    public String currentSchema() {
        return currentSchema;
    }

    @Override
    public void setCurrentSchema(String schema) {
        if (!schemas.containsKey(schema)) {
            throw new EngineException(ErrorCode.SCHEMA_NOT_FOUND, "There is no schema '" + schema + "'.");
        }
        currentSchema = schema;
    }

    @Override
    public PreparedQuery prepare(String sql, StatementRun run) {
        prepared.add(sql);
        Answer answer = answers.get(sql);
        if (answer == null) {
            throw new EngineException(ErrorCode.SQL_PARSE, "Nothing is known of '" + sql + "'.");
        }
        return new Query(sql, answer);
    }

    @Override
    public PreparedQuery prepare(String sql, GeneratedKeys keys, StatementRun run) {
        return prepare(sql, run);
    }

    @Override
    public SessionTransaction transaction() {
        return transaction;
    }

    @Override
    public String setting(SessionSetting setting) {
        return settings.getOrDefault(setting, setting == SessionSetting.TIME_ZONE ? "UTC" : setting.defaultValue());
    }

    @Override
    public void set(SessionSetting setting, String value) {
        settings.put(setting, value);
    }

    @Override
    public List<QueryReport> recentReports() {
        return List.of();
    }

    @Override
    public void close() {
        closed = true;
    }

    /** Notes what is asked of the transaction. */
    private final class Steps implements SessionTransaction {
        private boolean autoCommit = true;

        @Override
        public boolean autoCommit() {
            return autoCommit;
        }

        @Override
        public void setAutoCommit(boolean on) {
            autoCommit = on;
        }

        @Override
        public boolean isOpen() {
            return false;
        }

        @Override
        public void commit() {
            transactionSteps.add("commit");
        }

        @Override
        public void rollback() {
            transactionSteps.add("rollback");
        }

        @Override
        public void savepoint(String name) {
            transactionSteps.add("savepoint " + name);
        }

        @Override
        public void rollbackTo(String name) {
            transactionSteps.add("rollback to " + name);
        }

        @Override
        public void release(String name) {
            transactionSteps.add("release " + name);
        }
    }

    private final class Query implements PreparedQuery {
        private final String sql;
        private final Answer answer;

        Query(String sql, Answer answer) {
            this.sql = sql;
            this.answer = answer;
        }

        @Override
        public String sql() {
            return sql;
        }

        @Override
        public List<ColumnDef> columns() {
            return answer.columns();
        }

        @Override
        public boolean hasResult() {
            return answer.hasResult();
        }

        @Override
        public List<SqlType> parameterTypes() {
            return answer.parameterTypes();
        }

        @Override
        public QueryExecution execute(List<ParameterValue> parameters, StatementRun run, long maxRows) {
            Execution execution = new Execution(answer, parameters, run.limit(), maxRows);
            executions.add(execution);
            return execution;
        }
    }

    static final class Execution implements QueryExecution {
        final List<PreparedQuery.ParameterValue> parameters;
        final Duration timeout;
        final long maxRows;
        final List<String> warnings = new ArrayList<>();
        private final Answer answer;
        private final java.util.Iterator<Batch> batches;
        volatile boolean cancelled;
        boolean closed;

        Execution(Answer answer, List<PreparedQuery.ParameterValue> parameters, Duration timeout, long maxRows) {
            this.answer = answer;
            this.parameters = parameters;
            this.timeout = timeout;
            this.maxRows = maxRows;
            this.batches = answer.batches().get().iterator();
        }

        @Override
        public List<ColumnDef> columns() {
            return answer.columns();
        }

        @Override
        public Batch next() {
            if (cancelled) {
                throw new EngineException(ErrorCode.CANCELLED, "The query was cancelled.");
            }
            if (answer.failure() != null) {
                throw answer.failure();
            }
            return batches.hasNext() ? batches.next() : null;
        }

        @Override
        public long updateCount() {
            return answer.updateCount();
        }

        @Override
        public void cancel() {
            cancelled = true;
        }

        @Override
        public double progress() {
            return 0.5;
        }

        @Override
        public List<String> warnings() {
            return warnings;
        }

        @Override
        public QueryReport report() {
            return new QueryReport(
                    7,
                    "hash",
                    "auto",
                    "cpu",
                    "no GPU",
                    Instant.EPOCH,
                    Duration.ZERO,
                    Duration.ZERO,
                    Duration.ZERO,
                    3,
                    0,
                    0,
                    0,
                    0,
                    closed ? "done" : "running",
                    null);
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    private final class FakeCatalog implements Catalog {
        @Override
        public String name() {
            return "test";
        }

        @Override
        public List<String> schemas() {
            return schemas.keySet().stream().sorted().toList();
        }

        @Override
        public String defaultSchema() {
            return "main";
        }

        @Override
        public List<String> tables(String schema) {
            listings++;
            return schemas.getOrDefault(schema, Map.of()).keySet().stream()
                    .sorted()
                    .toList();
        }

        @Override
        public Optional<TableSource> table(String schema, String name) {
            lookUps++;
            TableDef definition = schemas.getOrDefault(schema, Map.of()).get(name);
            if (definition == null) {
                return Optional.empty();
            }
            if (definition.columns().isEmpty()) {
                throw new EngineException(ErrorCode.SOURCE_CORRUPT, "The file of " + name + " is damaged.");
            }
            return Optional.of(new DefinitionOnly(definition));
        }

        @Override
        public Optional<TableSource> files(FileRead read) {
            return Optional.empty();
        }

        @Override
        public long version() {
            return 1;
        }
    }

    private record DefinitionOnly(TableDef definition) implements TableSource {
        @Override
        public TableStatistics statistics() {
            return new TableStatistics(0, List.of());
        }

        @Override
        public long version() {
            return 1;
        }

        @Override
        public TableSnapshot snapshot() {
            throw new UnsupportedOperationException("metadata never reads data");
        }
    }
}
