package io.algeon.jdbc.internal.connection;

import io.algeon.engine.GeneratedKeys;
import io.algeon.engine.PreparedQuery;
import io.algeon.engine.QueryExecution;
import io.algeon.engine.Session;
import io.algeon.engine.SessionSetting;
import io.algeon.engine.StatementRun;
import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.jdbc.internal.meta.AlgeonDatabaseMetaData;
import io.algeon.jdbc.internal.meta.MetadataContext;
import io.algeon.jdbc.internal.result.AlgeonArray;
import io.algeon.jdbc.internal.result.AlgeonStruct;
import io.algeon.jdbc.internal.result.InMemoryExecution;
import io.algeon.jdbc.internal.result.JdbcType;
import io.algeon.jdbc.internal.result.ValueConversion;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.ClientInfoStatus;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.ShardingKey;
import java.sql.Statement;
import java.sql.Struct;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A connection: one session of the engine. Statements of one connection may run at the same time, from several threads.
 *
 * <p>Transactions are the session's, on tables of one's own; over files there is nothing to commit or roll back. Isolation is
 * that of snapshots, TRANSACTION_REPEATABLE_READ; weaker levels get it too. Each query sees files as they were when it started.
 */
public final class AlgeonConnection implements Connection, MetadataContext {
    private final Session session;
    private final String url;
    private final String user;
    private final DatabaseMetaData metaData = new AlgeonDatabaseMetaData(this);
    private final Map<Integer, AlgeonStatement> statements = new ConcurrentHashMap<>();
    private final AtomicInteger statementIds = new AtomicInteger();
    private final AtomicInteger savepointIds = new AtomicInteger();
    private final Properties clientInfo = new Properties();
    private boolean readOnly;
    private int isolation = TRANSACTION_REPEATABLE_READ;
    private int holdability = ResultSet.HOLD_CURSORS_OVER_COMMIT;
    private int networkTimeout;
    private Map<String, Class<?>> typeMap = Map.of();
    private @Nullable SQLWarning warnings;
    private volatile boolean closed;

    /**
     * Takes the session over, and closes it.
     *
     * @param url as metadata shows it
     */
    public AlgeonConnection(Session session, String url, String user) {
        this.session = session;
        this.url = url;
        this.user = user;
    }

    static SQLException closedException() {
        return SqlExceptions.of(ErrorCode.CONNECTION_CLOSED, "The connection is closed.");
    }

    private void checkOpen() throws SQLException {
        if (closed) {
            throw closedException();
        }
    }

    /** Zone of the session, in which instants are shown. */
    ZoneId zone() {
        String zone = session.setting(SessionSetting.TIME_ZONE);
        try {
            return zone.isEmpty() ? ZoneId.systemDefault() : ZoneId.of(zone);
        } catch (DateTimeException unknown) {
            return ZoneId.systemDefault();
        }
    }

    // --- statements

    /** @param keys of changed rows that are wanted; null: none */
    PreparedQuery plan(String sql, boolean escapeProcessing, @Nullable GeneratedKeys keys, StatementRun run)
            throws SQLException {
        checkOpen();
        requireGiven(sql, "SQL text");
        try {
            String text = escapeProcessing ? EscapeSyntax.translate(sql) : sql;
            return keys == null ? session.prepare(text, run) : session.prepare(text, keys, run);
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError failure) {
            throw SqlExceptions.of(failure);
        }
    }

    private static void requireGiven(@Nullable Object argument, String what) throws SQLException {
        if (argument == null) {
            throw SqlExceptions.of(ErrorCode.ARGUMENT_INVALID, "The " + what + " is null.");
        }
    }

    private <S extends AlgeonStatement> S register(int id, S statement) {
        statements.put(id, statement);
        return statement;
    }

    /** Called by a statement that closes. */
    void forget(int id) {
        statements.remove(id);
    }

    /** Any kind of result can be asked for; it is forward only and read only, and a warning says so. */
    private void checkResultKind(int type, int concurrency, int holdability) throws SQLException {
        checkOpen();
        if (type < ResultSet.TYPE_FORWARD_ONLY
                || type > ResultSet.TYPE_SCROLL_SENSITIVE
                || concurrency < ResultSet.CONCUR_READ_ONLY
                || concurrency > ResultSet.CONCUR_UPDATABLE) {
            throw SqlExceptions.of(
                    ErrorCode.ARGUMENT_INVALID,
                    "There is no result set type " + type + " with concurrency " + concurrency + ".");
        }
        checkHoldability(holdability);
        if (type != ResultSet.TYPE_FORWARD_ONLY || concurrency != ResultSet.CONCUR_READ_ONLY) {
            addWarning("Result sets are forward only and read only; another kind was asked for.");
        }
    }

    private static void checkHoldability(int holdability) throws SQLException {
        if (holdability != ResultSet.HOLD_CURSORS_OVER_COMMIT && holdability != ResultSet.CLOSE_CURSORS_AT_COMMIT) {
            throw SqlExceptions.of(ErrorCode.ARGUMENT_INVALID, "There is no holdability " + holdability + ".");
        }
    }

    @Override
    public Statement createStatement() throws SQLException {
        return createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    }

    @Override
    public Statement createStatement(int type, int concurrency) throws SQLException {
        return createStatement(type, concurrency, holdability);
    }

    @Override
    public Statement createStatement(int type, int concurrency, int resultHoldability) throws SQLException {
        checkResultKind(type, concurrency, resultHoldability);
        int id = statementIds.incrementAndGet();
        return register(id, new AlgeonStatement(this, id, resultHoldability));
    }

    @Override
    public PreparedStatement prepareStatement(String sql) throws SQLException {
        return prepareStatement(sql, ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency) throws SQLException {
        return prepareStatement(sql, type, concurrency, holdability);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int type, int concurrency, int resultHoldability)
            throws SQLException {
        checkResultKind(type, concurrency, resultHoldability);
        return prepare(sql, null, resultHoldability);
    }

    private PreparedStatement prepare(String sql, @Nullable GeneratedKeys keys, int resultHoldability)
            throws SQLException {
        PreparedQuery query = plan(sql, true, keys, StatementRun.unlimited());
        int id = statementIds.incrementAndGet();
        boolean returnsKeys = keys != null && query.changesRows();
        return register(id, new AlgeonPreparedStatement(this, id, resultHoldability, query, returnsKeys));
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int autoGeneratedKeys) throws SQLException {
        return prepare(sql, AlgeonStatement.keys(autoGeneratedKeys), holdability);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, int[] columnIndexes) throws SQLException {
        return prepare(sql, AlgeonStatement.keys(columnIndexes), holdability);
    }

    @Override
    public PreparedStatement prepareStatement(String sql, String[] columnNames) throws SQLException {
        return prepare(sql, AlgeonStatement.keys(columnNames), holdability);
    }

    @Override
    public CallableStatement prepareCall(String sql) throws SQLException {
        throw SqlExceptions.unsupported("Calling a stored procedure");
    }

    @Override
    public CallableStatement prepareCall(String sql, int type, int concurrency) throws SQLException {
        return prepareCall(sql);
    }

    @Override
    public CallableStatement prepareCall(String sql, int type, int concurrency, int holdability) throws SQLException {
        return prepareCall(sql);
    }

    @Override
    public String nativeSQL(String sql) throws SQLException {
        checkOpen();
        requireGiven(sql, "SQL text");
        return EscapeSyntax.translate(sql);
    }

    /** A result made by the driver, with a statement of its own that closes with it. */
    @Override
    public ResultSet show(QueryExecution rows) throws SQLException {
        checkOpen();
        int id = statementIds.incrementAndGet();
        AlgeonStatement statement = register(id, new AlgeonStatement(this, id, holdability));
        statement.closeOnCompletion();
        return statement.show(rows);
    }

    /** Keys of a statement that gave none. */
    ResultSet emptyKeys() throws SQLException {
        return show(new InMemoryExecution(List.of(new ColumnDef("GENERATED_KEY", SqlTypes.BIGINT)), List.of()));
    }

    // --- end

    @Override
    public void close() throws SQLException {
        if (!closed) {
            closed = true;
            release();
        }
    }

    private void release() throws SQLException {
        SQLException failure = null;
        for (AlgeonStatement statement : List.copyOf(statements.values())) {
            try {
                statement.close();
            } catch (SQLException failed) {
                failure = failed;
            }
        }
        try {
            session.close();
        } catch (RuntimeException failed) {
            failure = SqlExceptions.of(failed);
        }
        if (failure != null) {
            throw failure;
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public boolean isValid(int timeout) throws SQLException {
        AlgeonStatement.requireNotNegative(timeout, "Timeout");
        return !closed;
    }

    /** Marks the connection as closed at once and stops its queries; what they hold is given back by the executor. */
    @Override
    public void abort(@Nullable Executor executor) throws SQLException {
        requireGiven(executor, "executor");
        if (closed || executor == null) {
            return;
        }
        closed = true;
        for (AlgeonStatement statement : statements.values()) {
            statement.cancelExecution();
        }
        executor.execute(() -> {
            try {
                release();
            } catch (SQLException alreadyBroken) {
                // nobody is left to tell: the connection was given up
            }
        });
    }

    // --- transactions

    /** A change of the transaction, which may fail. */
    private interface Step {
        void run() throws SQLException;
    }

    private void transact(Step step) throws SQLException {
        checkOpen();
        try {
            step.run();
        } catch (RuntimeException failure) {
            throw SqlExceptions.of(failure);
        }
    }

    @Override
    public void setAutoCommit(boolean newAutoCommit) throws SQLException {
        transact(() -> session.transaction().setAutoCommit(newAutoCommit));
    }

    @Override
    public boolean getAutoCommit() throws SQLException {
        checkOpen();
        return session.transaction().autoCommit();
    }

    @Override
    public void commit() throws SQLException {
        requireTransaction("commit");
        transact(session.transaction()::commit);
    }

    @Override
    public void rollback() throws SQLException {
        requireTransaction("roll back");
        transact(session.transaction()::rollback);
    }

    /** With auto-commit there is none, but after BEGIN. */
    private void requireTransaction(String what) throws SQLException {
        if (getAutoCommit() && !session.transaction().isOpen()) {
            throw SqlExceptions.of(
                    ErrorCode.TRANSACTION_STATE,
                    "With auto-commit there is nothing to " + what
                            + ": every statement is a transaction of its own. Call setAutoCommit(false) first.");
        }
    }

    @Override
    public void setTransactionIsolation(int level) throws SQLException {
        checkOpen();
        switch (level) {
            case TRANSACTION_NONE,
                    TRANSACTION_READ_UNCOMMITTED,
                    TRANSACTION_READ_COMMITTED,
                    TRANSACTION_REPEATABLE_READ,
                    TRANSACTION_SERIALIZABLE -> isolation = level;
            default ->
                throw SqlExceptions.of(ErrorCode.ARGUMENT_INVALID, "There is no transaction isolation " + level + ".");
        }
    }

    @Override
    public int getTransactionIsolation() throws SQLException {
        checkOpen();
        return isolation;
    }

    @Override
    public void setReadOnly(boolean newReadOnly) throws SQLException {
        checkOpen();
        readOnly = newReadOnly;
    }

    @Override
    public boolean isReadOnly() throws SQLException {
        checkOpen();
        return readOnly;
    }

    @Override
    public void setHoldability(int newHoldability) throws SQLException {
        checkOpen();
        checkHoldability(newHoldability);
        holdability = newHoldability;
    }

    @Override
    public int getHoldability() throws SQLException {
        checkOpen();
        return holdability;
    }

    @Override
    public Savepoint setSavepoint() throws SQLException {
        TransactionSavepoint savepoint = TransactionSavepoint.unnamed(savepointIds.incrementAndGet());
        transact(() -> session.transaction().savepoint(savepoint.key()));
        return savepoint;
    }

    @Override
    public Savepoint setSavepoint(String name) throws SQLException {
        requireGiven(name, "name of the savepoint");
        transact(() -> session.transaction().savepoint(name));
        return TransactionSavepoint.named(name);
    }

    @Override
    public void rollback(Savepoint savepoint) throws SQLException {
        transact(() -> session.transaction().rollbackTo(TransactionSavepoint.keyOf(savepoint)));
    }

    @Override
    public void releaseSavepoint(Savepoint savepoint) throws SQLException {
        transact(() -> session.transaction().release(TransactionSavepoint.keyOf(savepoint)));
    }

    // --- names

    /** Without effect: a connection has one catalog, the database. */
    @Override
    public void setCatalog(@Nullable String catalog) throws SQLException {
        checkOpen();
    }

    @Override
    public String getCatalog() throws SQLException {
        checkOpen();
        return session.catalog().name();
    }

    @Override
    public void setSchema(@Nullable String schema) throws SQLException {
        checkOpen();
        try {
            session.setCurrentSchema(
                    schema == null || schema.isEmpty() ? session.catalog().defaultSchema() : schema);
        } catch (RuntimeException failure) {
            throw SqlExceptions.of(failure);
        }
    }

    @Override
    public String getSchema() throws SQLException {
        checkOpen();
        return session.currentSchema();
    }

    // --- settings

    @Override
    public void setShardingKey(@Nullable ShardingKey key) throws SQLException {
        throw sharding();
    }

    @Override
    public void setShardingKey(@Nullable ShardingKey key, @Nullable ShardingKey superKey) throws SQLException {
        throw sharding();
    }

    @Override
    public boolean setShardingKeyIfValid(@Nullable ShardingKey key, int timeout) throws SQLException {
        throw sharding();
    }

    @Override
    public boolean setShardingKeyIfValid(@Nullable ShardingKey key, @Nullable ShardingKey superKey, int timeout)
            throws SQLException {
        throw sharding();
    }

    private static SQLException sharding() {
        return SqlExceptions.unsupported("Sharding");
    }

    @Override
    public DatabaseMetaData getMetaData() throws SQLException {
        checkOpen();
        return metaData;
    }

    /** Kept and reported; no network is involved. */
    @Override
    public void setNetworkTimeout(@Nullable Executor executor, int milliseconds) throws SQLException {
        checkOpen();
        networkTimeout = (int) AlgeonStatement.requireNotNegative(milliseconds, "Network timeout");
    }

    @Override
    public int getNetworkTimeout() throws SQLException {
        checkOpen();
        return networkTimeout;
    }

    private void addWarning(String message) {
        SQLWarning warning = new SQLWarning(message, "01000");
        if (warnings == null) {
            warnings = warning;
        } else {
            warnings.setNextWarning(warning);
        }
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return warnings;
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
        warnings = null;
    }

    @Override
    public Map<String, Class<?>> getTypeMap() throws SQLException {
        checkOpen();
        return typeMap;
    }

    /** Kept, and without effect: there are no user-defined types to map. */
    @Override
    public void setTypeMap(@Nullable Map<String, Class<?>> map) throws SQLException {
        checkOpen();
        typeMap = map == null ? Map.of() : map;
    }

    @Override
    public void setClientInfo(@Nullable String name, @Nullable String value) throws SQLClientInfoException {
        checkClientInfo(name);
        if (name != null && value == null) {
            clientInfo.remove(name);
        } else if (name != null) {
            clientInfo.setProperty(name, value);
        }
    }

    @Override
    public void setClientInfo(@Nullable Properties properties) throws SQLClientInfoException {
        checkClientInfo(properties);
        if (properties != null) {
            clientInfo.clear();
            properties
                    .stringPropertyNames()
                    .forEach(name -> clientInfo.setProperty(name, properties.getProperty(name)));
        }
    }

    private void checkClientInfo(@Nullable Object argument) throws SQLClientInfoException {
        if (closed || argument == null) {
            ErrorCode code = closed ? ErrorCode.CONNECTION_CLOSED : ErrorCode.ARGUMENT_INVALID;
            String message = closed ? "The connection is closed." : "The client property is null.";
            throw new SQLClientInfoException(
                    message, code.sqlState(), code.number(), Map.<String, ClientInfoStatus>of());
        }
    }

    @Override
    public @Nullable String getClientInfo(@Nullable String name) throws SQLException {
        checkOpen();
        return name == null ? null : clientInfo.getProperty(name);
    }

    @Override
    public Properties getClientInfo() throws SQLException {
        checkOpen();
        Properties copy = new Properties();
        copy.putAll(clientInfo);
        return copy;
    }

    // --- values

    @Override
    public Array createArrayOf(String typeName, @Nullable Object @Nullable [] elements) throws SQLException {
        checkOpen();
        requireGiven(typeName, "element type");
        List<@Nullable Object> values = elements == null ? List.of() : Arrays.asList(elements);
        SqlType type = JdbcTypeNames.ofName(typeName);
        if (type.kind() == TypeKind.DECIMAL) {
            SqlType common = ParameterValues.commonType(values);
            type = common.kind() == TypeKind.DECIMAL ? common : type;
        }
        return new AlgeonArray(type, converted(type, values), zone());
    }

    private static @Nullable Object[] converted(SqlType type, List<@Nullable Object> values) throws SQLException {
        List<@Nullable Object> converted = new ArrayList<>(values.size());
        Class<?> target = JdbcType.of(type).javaClass();
        for (Object value : values) {
            converted.add(
                    value == null
                            ? null
                            : ValueConversion.convert(ParameterValues.of(value), "an element of the array", target));
        }
        return converted.toArray();
    }

    /** A ROW of the attributes' own types; fields are named by position. */
    @Override
    public Struct createStruct(String typeName, @Nullable Object @Nullable [] attributes) throws SQLException {
        checkOpen();
        @Nullable Object[] values = attributes == null ? new @Nullable Object[0] : attributes.clone();
        List<SqlType.Field> fields = new ArrayList<>();
        for (int i = 0; i < values.length; i++) {
            fields.add(new SqlType.Field(
                    "f" + (i + 1), ParameterValues.of(values[i]).type()));
        }
        return new AlgeonStruct(SqlTypes.row(fields), values);
    }

    @Override
    public Clob createClob() throws SQLException {
        throw SqlExceptions.unsupported("An empty Clob; pass a String or a Reader instead, it");
    }

    @Override
    public NClob createNClob() throws SQLException {
        throw SqlExceptions.unsupported("An empty NClob; pass a String or a Reader instead, it");
    }

    @Override
    public Blob createBlob() throws SQLException {
        throw SqlExceptions.unsupported("An empty Blob; pass a byte[] or an InputStream instead, it");
    }

    @Override
    public SQLXML createSQLXML() throws SQLException {
        throw SqlExceptions.unsupported("SQLXML");
    }

    // --- wrapper and metadata's view

    @Override
    public Connection connection() {
        return this;
    }

    /** The engine's session; still there after the connection was closed. */
    @Override
    public Session session() {
        return session;
    }

    @Override
    public String url() {
        return url;
    }

    @Override
    public String user() {
        return user;
    }

    @Override
    public <T> T unwrap(Class<T> wanted) throws SQLException {
        if (wanted.isInstance(this)) {
            return wanted.cast(this);
        }
        if (wanted == Session.class) {
            return wanted.cast(session);
        }
        throw SqlExceptions.notAWrapper(this, wanted);
    }

    @Override
    public boolean isWrapperFor(Class<?> wanted) {
        return wanted.isInstance(this) || wanted == Session.class;
    }
}
