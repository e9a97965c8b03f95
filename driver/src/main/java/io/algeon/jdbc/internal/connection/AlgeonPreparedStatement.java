package io.algeon.jdbc.internal.connection;

import io.algeon.engine.GeneratedKeys;
import io.algeon.engine.ParameterBatch;
import io.algeon.engine.PreparedQuery;
import io.algeon.engine.PreparedQuery.ParameterValue;
import io.algeon.engine.StatementRun;
import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.jdbc.internal.result.AlgeonResultSetMetaData;
import io.algeon.jdbc.internal.result.JavaTimes;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlTypes;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A statement planned once and run with different parameters. Setters keep the value with the SQL type of its Java class; the
 * engine casts it to what the statement needs.
 */
final class AlgeonPreparedStatement extends AlgeonStatement implements PreparedStatement {
    private final PreparedQuery query;
    private final boolean returnsKeys;
    private final @Nullable ParameterValue[] parameters;
    /** Whether a batch can be one execution. */
    private final boolean executesAll;

    private final List<List<ParameterValue>> batch = new ArrayList<>();
    private ParameterBatch rows;

    /** @param returnsKeys whether the query's rows are the keys of changed rows */
    AlgeonPreparedStatement(
            AlgeonConnection connection, int id, int holdability, PreparedQuery query, boolean returnsKeys) {
        super(connection, id, holdability);
        this.query = query;
        this.returnsKeys = returnsKeys;
        parameters = new @Nullable ParameterValue[query.parameterTypes().size()];
        executesAll = query.canExecuteAll();
        rows = new ParameterBatch(parameters.length);
    }

    // --- execution

    @Override
    PreparedQuery plan(StatementRun run, String sql, @Nullable GeneratedKeys keys) throws SQLException {
        throw SqlExceptions.of(
                ErrorCode.SQL_INVALID,
                "A prepared statement runs its own SQL. Call the method without SQL text, or create another statement.");
    }

    @Override
    public ResultSet executeQuery() throws SQLException {
        run(begin(), query, boundParameters(), Expected.RESULT, returnsKeys);
        return requireResult();
    }

    @Override
    public boolean execute() throws SQLException {
        return run(begin(), query, boundParameters(), Expected.EITHER, returnsKeys);
    }

    @Override
    public int executeUpdate() throws SQLException {
        return saturated(executeLargeUpdate());
    }

    @Override
    public long executeLargeUpdate() throws SQLException {
        run(begin(), query, boundParameters(), Expected.UPDATE_COUNT, returnsKeys);
        return getLargeUpdateCount();
    }

    private List<ParameterValue> boundParameters() throws SQLException {
        List<ParameterValue> bound = new ArrayList<>(parameters.length);
        for (int i = 0; i < parameters.length; i++) {
            ParameterValue parameter = parameters[i];
            if (parameter == null) {
                throw SqlExceptions.of(
                        ErrorCode.PARAMETER_INVALID,
                        "Parameter " + (i + 1) + " of " + parameters.length
                                + " has no value. Set it before executing.");
            }
            bound.add(parameter);
        }
        return bound;
    }

    // --- batches

    @Override
    public void addBatch() throws SQLException {
        checkOpen();
        List<ParameterValue> entry = boundParameters();
        if (executesAll) {
            rows.add(entry);
        } else {
            batch.add(entry);
        }
    }

    @Override
    public void addBatch(String sql) throws SQLException {
        plan(StatementRun.unlimited(), sql, null);
    }

    @Override
    public void clearBatch() throws SQLException {
        checkOpen();
        emptyBatch();
    }

    private void emptyBatch() {
        batch.clear();
        rows = new ParameterBatch(parameters.length);
    }

    @Override
    public long[] executeLargeBatch() throws SQLException {
        checkOpen();
        List<List<ParameterValue>> entries = List.copyOf(batch);
        ParameterBatch many = rows;
        emptyBatch();
        if (many.size() > 1) {
            try {
                runAll(begin(), query, many, returnsKeys);
                long[] counts = new long[many.size()];
                Arrays.fill(counts, 1);
                return counts;
            } catch (SQLIntegrityConstraintViolationException
                    | SQLDataException
                    | SQLFeatureNotSupportedException refused) {
                // nothing has changed; one by one, it shows which row is refused and the ones before stay
            }
        }
        return runBatch(executesAll ? many.size() : entries.size(), i -> {
            run(begin(), query, executesAll ? many.row(i) : entries.get(i), Expected.UPDATE_COUNT, returnsKeys);
            return getLargeUpdateCount();
        });
    }

    // --- metadata

    /** Columns of the result, without running the statement; null if it gives no rows. */
    @Override
    public @Nullable ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        return query.hasResult() && !returnsKeys ? new AlgeonResultSetMetaData(query.columns()) : null;
    }

    @Override
    public ParameterMetaData getParameterMetaData() throws SQLException {
        checkOpen();
        return new AlgeonParameterMetaData(query.parameterTypes(), parameters.clone());
    }

    // --- parameters

    private void set(int index, ParameterValue value) throws SQLException {
        checkOpen();
        if (index < 1 || index > parameters.length) {
            throw SqlExceptions.of(
                    ErrorCode.PARAMETER_INVALID,
                    parameters.length == 0
                            ? "There is no parameter " + index + "; the statement has none."
                            : "There is no parameter " + index + "; the statement has parameters 1 to "
                                    + parameters.length + ".");
        }
        parameters[index - 1] = value;
    }

    private static ParameterValue typed(@Nullable Object value, int typeOfNull) throws SQLException {
        return value == null ? ParameterValues.ofNull(typeOfNull) : ParameterValues.of(value);
    }

    @Override
    public void clearParameters() throws SQLException {
        checkOpen();
        Arrays.fill(parameters, null);
    }

    @Override
    public void setNull(int index, int jdbcType) throws SQLException {
        set(index, ParameterValues.ofNull(jdbcType));
    }

    @Override
    public void setNull(int index, int jdbcType, String typeName) throws SQLException {
        setNull(index, jdbcType);
    }

    @Override
    public void setObject(int index, @Nullable Object value, int jdbcType) throws SQLException {
        set(index, ParameterValues.of(value, jdbcType, -1, owner().zone()));
    }

    @Override
    public void setObject(int index, @Nullable Object value, int jdbcType, int scale) throws SQLException {
        set(index, ParameterValues.of(value, jdbcType, scale, owner().zone()));
    }

    @Override
    public void setObject(int index, @Nullable Object value, @Nullable SQLType type) throws SQLException {
        setObject(index, value, code(type));
    }

    @Override
    public void setObject(int index, @Nullable Object value, @Nullable SQLType type, int scale) throws SQLException {
        setObject(index, value, code(type), scale);
    }

    private static int code(@Nullable SQLType type) {
        return type == null ? Types.NULL : type.getVendorTypeNumber();
    }

    @Override
    public void setBoolean(int index, boolean value) throws SQLException {
        set(index, new ParameterValue(SqlTypes.BOOLEAN, value));
    }

    @Override
    public void setByte(int index, byte value) throws SQLException {
        set(index, new ParameterValue(SqlTypes.TINYINT, (int) value));
    }

    @Override
    public void setShort(int index, short value) throws SQLException {
        set(index, new ParameterValue(SqlTypes.SMALLINT, (int) value));
    }

    @Override
    public void setInt(int index, int value) throws SQLException {
        set(index, new ParameterValue(SqlTypes.INTEGER, value));
    }

    @Override
    public void setLong(int index, long value) throws SQLException {
        set(index, new ParameterValue(SqlTypes.BIGINT, value));
    }

    @Override
    public void setFloat(int index, float value) throws SQLException {
        set(index, new ParameterValue(SqlTypes.REAL, value));
    }

    @Override
    public void setDouble(int index, double value) throws SQLException {
        set(index, new ParameterValue(SqlTypes.DOUBLE, value));
    }

    @Override
    public void setBigDecimal(int index, @Nullable BigDecimal value) throws SQLException {
        set(index, typed(value, Types.DECIMAL));
    }

    @Override
    public void setString(int index, @Nullable String value) throws SQLException {
        set(index, typed(value, Types.VARCHAR));
    }

    @Override
    public void setNString(int index, @Nullable String value) throws SQLException {
        set(index, typed(value, Types.VARCHAR));
    }

    @Override
    public void setBytes(int index, byte @Nullable [] value) throws SQLException {
        set(index, typed(value, Types.VARBINARY));
    }

    @Override
    public void setDate(int index, @Nullable Date value) throws SQLException {
        set(index, typed(value, Types.DATE));
    }

    @Override
    public void setTime(int index, @Nullable Time value) throws SQLException {
        set(index, typed(value, Types.TIME));
    }

    @Override
    public void setTimestamp(int index, @Nullable Timestamp value) throws SQLException {
        set(index, typed(value, Types.TIMESTAMP));
    }

    @Override
    public void setObject(int index, @Nullable Object value) throws SQLException {
        set(index, typed(value, Types.NULL));
    }

    @Override
    public void setArray(int index, @Nullable Array value) throws SQLException {
        set(index, typed(value, Types.ARRAY));
    }

    @Override
    public void setBlob(int index, @Nullable Blob value) throws SQLException {
        set(index, typed(value, Types.BLOB));
    }

    @Override
    public void setClob(int index, @Nullable Clob value) throws SQLException {
        set(index, typed(value, Types.CLOB));
    }

    @Override
    public void setNClob(int index, @Nullable NClob value) throws SQLException {
        set(index, typed(value, Types.NCLOB));
    }

    @Override
    public void setURL(int index, @Nullable URL value) throws SQLException {
        set(index, typed(value, Types.VARCHAR));
    }

    @Override
    public void setDate(int index, @Nullable Date value, @Nullable Calendar calendar) throws SQLException {
        if (value == null || calendar == null) {
            setDate(index, value);
        } else {
            setObject(
                    index,
                    JavaTimes.dateTime(new Timestamp(value.getTime()), calendar).toLocalDate());
        }
    }

    @Override
    public void setTime(int index, @Nullable Time value, @Nullable Calendar calendar) throws SQLException {
        if (value == null || calendar == null) {
            setTime(index, value);
        } else {
            setObject(
                    index,
                    JavaTimes.dateTime(new Timestamp(value.getTime()), calendar).toLocalTime());
        }
    }

    @Override
    public void setTimestamp(int index, @Nullable Timestamp value, @Nullable Calendar calendar) throws SQLException {
        if (value == null || calendar == null) {
            setTimestamp(index, value);
        } else {
            setObject(index, JavaTimes.dateTime(value, calendar));
        }
    }

    @Override
    public void setBinaryStream(int index, @Nullable InputStream value) throws SQLException {
        set(index, StreamValues.bytes(value, Long.MAX_VALUE));
    }

    @Override
    public void setBinaryStream(int index, @Nullable InputStream value, int length) throws SQLException {
        set(index, StreamValues.bytes(value, length));
    }

    @Override
    public void setBinaryStream(int index, @Nullable InputStream value, long length) throws SQLException {
        set(index, StreamValues.bytes(value, length));
    }

    @Override
    public void setBlob(int index, @Nullable InputStream value) throws SQLException {
        set(index, StreamValues.bytes(value, Long.MAX_VALUE));
    }

    @Override
    public void setBlob(int index, @Nullable InputStream value, long length) throws SQLException {
        set(index, StreamValues.bytes(value, length));
    }

    @Override
    public void setAsciiStream(int index, @Nullable InputStream value) throws SQLException {
        set(index, StreamValues.ascii(value, Long.MAX_VALUE));
    }

    @Override
    public void setAsciiStream(int index, @Nullable InputStream value, int length) throws SQLException {
        set(index, StreamValues.ascii(value, length));
    }

    @Override
    public void setAsciiStream(int index, @Nullable InputStream value, long length) throws SQLException {
        set(index, StreamValues.ascii(value, length));
    }

    @Override
    public void setCharacterStream(int index, @Nullable Reader value) throws SQLException {
        set(index, StreamValues.characters(value, Long.MAX_VALUE));
    }

    @Override
    public void setCharacterStream(int index, @Nullable Reader value, int length) throws SQLException {
        set(index, StreamValues.characters(value, length));
    }

    @Override
    public void setCharacterStream(int index, @Nullable Reader value, long length) throws SQLException {
        set(index, StreamValues.characters(value, length));
    }

    @Override
    public void setNCharacterStream(int index, @Nullable Reader value) throws SQLException {
        set(index, StreamValues.characters(value, Long.MAX_VALUE));
    }

    @Override
    public void setNCharacterStream(int index, @Nullable Reader value, long length) throws SQLException {
        set(index, StreamValues.characters(value, length));
    }

    @Override
    public void setClob(int index, @Nullable Reader value) throws SQLException {
        set(index, StreamValues.characters(value, Long.MAX_VALUE));
    }

    @Override
    public void setClob(int index, @Nullable Reader value, long length) throws SQLException {
        set(index, StreamValues.characters(value, length));
    }

    @Override
    public void setNClob(int index, @Nullable Reader value) throws SQLException {
        set(index, StreamValues.characters(value, Long.MAX_VALUE));
    }

    @Override
    public void setNClob(int index, @Nullable Reader value, long length) throws SQLException {
        set(index, StreamValues.characters(value, length));
    }

    @Override
    @Deprecated
    public void setUnicodeStream(int index, @Nullable InputStream value, int length) throws SQLException {
        set(index, StreamValues.unicode(value, length));
    }

    @Override
    public void setRef(int index, @Nullable Ref value) throws SQLException {
        throw SqlExceptions.unsupported("A parameter of type REF");
    }

    @Override
    public void setRowId(int index, @Nullable RowId value) throws SQLException {
        throw SqlExceptions.unsupported("A parameter of type ROWID");
    }

    @Override
    public void setSQLXML(int index, @Nullable SQLXML value) throws SQLException {
        throw SqlExceptions.unsupported("A parameter of type SQLXML");
    }
}
