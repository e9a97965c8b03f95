package io.algeon.jdbc.internal.connection;

import io.algeon.engine.PreparedQuery;
import io.algeon.engine.PreparedQuery.ParameterValue;
import io.algeon.engine.QueryExecution;
import io.algeon.engine.QueryReport;
import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.jdbc.internal.result.AlgeonResultSet;
import io.algeon.metadata.error.ErrorCode;
import java.sql.BatchUpdateException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements through the engine's session. One statement has at most one open result; results of different statements are
 * independent. Methods belong to one thread at a time, but for {@link #cancel} and {@link #close}.
 */
class AlgeonStatement implements Statement {
    /** What a statement's method expects of the SQL that it is given. */
    enum Expected {
        RESULT,
        UPDATE_COUNT,
        EITHER
    }

    private final AlgeonConnection connection;
    private final int id;
    private final int holdability;
    private final List<String> batch = new ArrayList<>();
    private @Nullable AlgeonResultSet result;
    private long updateCount = -1;
    private long maxRows;
    private int fetchSize;
    private boolean closeOnCompletion;
    private volatile boolean closed;
    private Duration queryTimeout = Duration.ZERO;
    private boolean escapeProcessing = true;
    private boolean poolable;
    private boolean replacingResult;
    private int warningsCleared;
    private volatile @Nullable QueryExecution execution;

    AlgeonStatement(AlgeonConnection connection, int id, int holdability) {
        this.connection = connection;
        this.id = id;
        this.holdability = holdability;
    }

    final AlgeonConnection owner() {
        return connection;
    }

    final void checkOpen() throws SQLException {
        if (closed) {
            throw connection.isClosed()
                    ? AlgeonConnection.closedException()
                    : SqlExceptions.of(ErrorCode.STATEMENT_CLOSED, "The statement is closed.");
        }
    }

    // --- execution

    /** Plans a statement that was given as text; prepared statements refuse. */
    PreparedQuery plan(String sql) throws SQLException {
        return owner().plan(sql, escapeProcessing);
    }

    /**
     * Runs a planned statement; the former result is closed first.
     *
     * @return whether there is a result
     */
    final boolean run(PreparedQuery query, List<ParameterValue> parameters, Expected expected) throws SQLException {
        checkOpen();
        closeResult();
        if (expected == Expected.RESULT && !query.hasResult()) {
            throw SqlExceptions.of(
                    ErrorCode.SQL_INVALID,
                    "The statement gives no rows. Use execute or executeUpdate, not executeQuery.");
        }
        if (expected == Expected.UPDATE_COUNT && query.hasResult()) {
            throw SqlExceptions.of(
                    ErrorCode.SQL_INVALID, "The statement gives rows. Use executeQuery or execute, not executeUpdate.");
        }
        warningsCleared = 0;
        try {
            QueryExecution started = query.execute(parameters, queryTimeout, maxRows);
            execution = started;
            started.complete();
            if (query.hasResult()) {
                result = new AlgeonResultSet(this, started, owner().zone(), this::resultClosed);
                return true;
            }
            try (started) {
                while (started.next() != null) {
                    // a statement without a result is done when it has no more to give
                }
                updateCount = started.updateCount();
            }
            return false;
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError failure) {
            throw SqlExceptions.of(failure);
        }
    }

    /** Shows rows that the driver made itself as this statement's result. */
    final ResultSet show(QueryExecution rows) throws SQLException {
        execution = rows;
        AlgeonResultSet shown = new AlgeonResultSet(this, rows, owner().zone(), this::resultClosed);
        result = shown;
        return shown;
    }

    private void closeResult() {
        updateCount = -1;
        AlgeonResultSet former = result;
        result = null;
        if (former != null) {
            replacingResult = true;
            try {
                former.close();
            } finally {
                replacingResult = false;
            }
        }
    }

    /** A result that only makes room for the next one does not complete the statement. */
    private void resultClosed() {
        if (closeOnCompletion && !replacingResult) {
            end();
        }
    }

    /** The result of the last execution, which must have one. */
    final ResultSet requireResult() throws SQLException {
        AlgeonResultSet present = result;
        if (present == null) {
            throw SqlExceptions.of(ErrorCode.INTERNAL, "The statement gave no result.");
        }
        return present;
    }

    @Override
    public ResultSet executeQuery(String sql) throws SQLException {
        checkOpen();
        run(plan(sql), List.of(), Expected.RESULT);
        return requireResult();
    }

    @Override
    public boolean execute(String sql) throws SQLException {
        checkOpen();
        return run(plan(sql), List.of(), Expected.EITHER);
    }

    @Override
    public int executeUpdate(String sql) throws SQLException {
        return saturated(executeLargeUpdate(sql));
    }

    @Override
    public long executeLargeUpdate(String sql) throws SQLException {
        checkOpen();
        run(plan(sql), List.of(), Expected.UPDATE_COUNT);
        return updateCount;
    }

    @Override
    public boolean execute(String sql, int autoGeneratedKeys) throws SQLException {
        return execute(sql);
    }

    @Override
    public boolean execute(String sql, int[] columnIndexes) throws SQLException {
        return execute(sql);
    }

    @Override
    public boolean execute(String sql, String[] columnNames) throws SQLException {
        return execute(sql);
    }

    @Override
    public int executeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        return executeUpdate(sql);
    }

    @Override
    public int executeUpdate(String sql, int[] columnIndexes) throws SQLException {
        return executeUpdate(sql);
    }

    @Override
    public int executeUpdate(String sql, String[] columnNames) throws SQLException {
        return executeUpdate(sql);
    }

    @Override
    public long executeLargeUpdate(String sql, int autoGeneratedKeys) throws SQLException {
        return executeLargeUpdate(sql);
    }

    @Override
    public long executeLargeUpdate(String sql, int[] columnIndexes) throws SQLException {
        return executeLargeUpdate(sql);
    }

    @Override
    public long executeLargeUpdate(String sql, String[] columnNames) throws SQLException {
        return executeLargeUpdate(sql);
    }

    // --- batches

    @Override
    public void addBatch(String sql) throws SQLException {
        checkOpen();
        batch.add(sql);
    }

    @Override
    public void clearBatch() throws SQLException {
        checkOpen();
        batch.clear();
    }

    @Override
    public long[] executeLargeBatch() throws SQLException {
        checkOpen();
        List<String> statements = List.copyOf(batch);
        batch.clear();
        return runBatch(statements.size(), i -> executeLargeUpdate(statements.get(i)));
    }

    /** One entry of a batch; gives its update count. */
    interface BatchEntry {
        long run(int index) throws SQLException;
    }

    /** Runs entries in order and stops at the first that fails, telling the counts so far. */
    final long[] runBatch(int size, BatchEntry entry) throws SQLException {
        long[] counts = new long[size];
        for (int i = 0; i < size; i++) {
            try {
                counts[i] = entry.run(i);
            } catch (SQLException failure) {
                throw new BatchUpdateException(
                        "Statement " + (i + 1) + " of the batch failed: " + failure.getMessage(),
                        failure.getSQLState(),
                        failure.getErrorCode(),
                        Arrays.copyOf(counts, i),
                        failure);
            }
        }
        return counts;
    }

    @Override
    public int[] executeBatch() throws SQLException {
        return Arrays.stream(executeLargeBatch())
                .mapToInt(AlgeonStatement::saturated)
                .toArray();
    }

    // --- results

    @Override
    public @Nullable ResultSet getResultSet() throws SQLException {
        checkOpen();
        return result;
    }

    @Override
    public long getLargeUpdateCount() throws SQLException {
        checkOpen();
        return updateCount;
    }

    @Override
    public int getUpdateCount() throws SQLException {
        return saturated(getLargeUpdateCount());
    }

    @Override
    public boolean getMoreResults() throws SQLException {
        return getMoreResults(CLOSE_CURRENT_RESULT);
    }

    @Override
    public boolean getMoreResults(int current) throws SQLException {
        checkOpen();
        if (current == KEEP_CURRENT_RESULT) {
            result = null;
            updateCount = -1;
        } else if (current == CLOSE_CURRENT_RESULT || current == CLOSE_ALL_RESULTS) {
            closeResult();
        } else {
            throw SqlExceptions.of(
                    ErrorCode.ARGUMENT_INVALID,
                    "Value " + current + " is none of CLOSE_CURRENT_RESULT, KEEP_CURRENT_RESULT, CLOSE_ALL_RESULTS.");
        }
        return false;
    }

    @Override
    public ResultSet getGeneratedKeys() throws SQLException {
        checkOpen();
        return owner().emptyKeys();
    }

    // --- end and interruption

    /** Stops the running query, from any thread; does nothing if none runs. */
    @Override
    public void cancel() throws SQLException {
        checkOpen();
        cancelExecution();
    }

    final void cancelExecution() {
        QueryExecution running = execution;
        if (running != null) {
            running.cancel();
        }
    }

    @Override
    public void close() throws SQLException {
        try {
            end();
        } catch (RuntimeException failure) {
            throw SqlExceptions.of(failure);
        }
    }

    private void end() {
        if (closed) {
            return;
        }
        closed = true;
        connection.forget(id);
        AlgeonResultSet open = result;
        result = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void closeOnCompletion() throws SQLException {
        checkOpen();
        closeOnCompletion = true;
    }

    @Override
    public boolean isCloseOnCompletion() throws SQLException {
        checkOpen();
        return closeOnCompletion;
    }

    // --- warnings

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        QueryExecution last = execution;
        if (last == null) {
            return null;
        }
        SQLWarning first = null;
        List<String> remarks = last.warnings();
        for (String remark : remarks.subList(Math.min(warningsCleared, remarks.size()), remarks.size())) {
            SQLWarning warning = new SQLWarning(remark, "01000");
            if (first == null) {
                first = warning;
            } else {
                first.setNextWarning(warning);
            }
        }
        return first;
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
        QueryExecution last = execution;
        warningsCleared = last == null ? 0 : last.warnings().size();
    }

    // --- settings

    @Override
    public void setQueryTimeout(int seconds) throws SQLException {
        checkOpen();
        queryTimeout = Duration.ofSeconds(requireNotNegative(seconds, "Query timeout"));
    }

    @Override
    public int getQueryTimeout() throws SQLException {
        checkOpen();
        return (int) queryTimeout.toSeconds();
    }

    @Override
    public void setLargeMaxRows(long rows) throws SQLException {
        checkOpen();
        maxRows = requireNotNegative(rows, "Row limit");
    }

    @Override
    public long getLargeMaxRows() throws SQLException {
        checkOpen();
        return maxRows;
    }

    @Override
    public void setMaxRows(int rows) throws SQLException {
        setLargeMaxRows(rows);
    }

    @Override
    public int getMaxRows() throws SQLException {
        return saturated(getLargeMaxRows());
    }

    /** A hint; batches of a result are always fetched as they are read. */
    @Override
    public void setFetchSize(int rows) throws SQLException {
        checkOpen();
        fetchSize = (int) requireNotNegative(rows, "Fetch size");
    }

    @Override
    public int getFetchSize() throws SQLException {
        checkOpen();
        return fetchSize;
    }

    @Override
    public int getResultSetType() throws SQLException {
        checkOpen();
        return ResultSet.TYPE_FORWARD_ONLY;
    }

    @Override
    public int getResultSetConcurrency() throws SQLException {
        checkOpen();
        return ResultSet.CONCUR_READ_ONLY;
    }

    @Override
    public int getResultSetHoldability() throws SQLException {
        checkOpen();
        return holdability;
    }

    @Override
    public AlgeonConnection getConnection() throws SQLException {
        checkOpen();
        return connection;
    }

    static int saturated(long count) {
        return (int) Math.min(Integer.MAX_VALUE, count);
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        if (direction < ResultSet.FETCH_FORWARD || direction > ResultSet.FETCH_UNKNOWN) {
            throw SqlExceptions.of(ErrorCode.ARGUMENT_INVALID, "There is no fetch direction " + direction + ".");
        }
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return ResultSet.FETCH_FORWARD;
    }

    /** Accepted and without effect: values are never cut. */
    @Override
    public void setMaxFieldSize(int size) throws SQLException {
        checkOpen();
        requireNotNegative(size, "Field size");
    }

    @Override
    public int getMaxFieldSize() throws SQLException {
        checkOpen();
        return 0;
    }

    @Override
    public void setEscapeProcessing(boolean enable) throws SQLException {
        checkOpen();
        escapeProcessing = enable;
    }

    /** Without effect, as JDBC asks where there are no positioned updates. */
    @Override
    public void setCursorName(String name) throws SQLException {
        checkOpen();
    }

    @Override
    public void setPoolable(boolean newPoolable) throws SQLException {
        checkOpen();
        poolable = newPoolable;
    }

    @Override
    public boolean isPoolable() throws SQLException {
        checkOpen();
        return poolable;
    }

    static long requireNotNegative(long value, String what) throws SQLException {
        if (value < 0) {
            throw SqlExceptions.of(ErrorCode.ARGUMENT_INVALID, what + " " + value + " is negative.");
        }
        return value;
    }

    // --- wrapper

    @Override
    public <T> T unwrap(Class<T> wanted) throws SQLException {
        QueryExecution last = execution;
        if (wanted.isInstance(this)) {
            return wanted.cast(this);
        }
        if (wanted == QueryReport.class && last != null) {
            return wanted.cast(last.report());
        }
        if (wanted == QueryExecution.class && last != null) {
            return wanted.cast(last);
        }
        throw SqlExceptions.notAWrapper(this, wanted);
    }

    @Override
    public boolean isWrapperFor(Class<?> wanted) throws SQLException {
        return wanted.isInstance(this)
                || execution != null && (wanted == QueryReport.class || wanted == QueryExecution.class);
    }
}
