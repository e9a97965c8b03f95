package io.algeon.jdbc.internal.result;

import io.algeon.engine.QueryExecution;
import io.algeon.engine.QueryReport;
import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.ErrorCode;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * The result of a query: forward only, read only, a batch in memory at a time. Not for several threads at once, but for
 * {@link #close}.
 *
 * <p>Getters go straight to the {@link ColumnReader} of the column: one bounds check, one NULL test, one array load. Labels are
 * found ignoring case, the first of equal ones, through a map that remembers each spelling it was asked for.
 */
public final class AlgeonResultSet extends ForwardReadOnlyResultSet {
    private final @Nullable Statement statement;
    private final Runnable onClose;
    private final BatchCursor batches;
    private final Position position;
    private final ColumnReader[] readers;
    private final Map<String, Integer> indexByLabel = new HashMap<>();
    private long rowNumber;
    private boolean afterLast;
    private int fetchSize;
    private volatile boolean closed;

    /**
     * Takes the execution over, and closes it.
     *
     * @param statement that made the result; null for the contents of an array
     * @param zone of the session
     * @param onClose called once, when the result is closed
     */
    public AlgeonResultSet(@Nullable Statement statement, QueryExecution execution, ZoneId zone, Runnable onClose) {
        this.statement = statement;
        this.onClose = onClose;
        batches = new BatchCursor(execution, zone);
        position = batches.position();
        readers = batches.readers();
    }

    /** A result without a statement. */
    static ResultSet ofRows(InMemoryExecution rows, ZoneId zone) {
        return new AlgeonResultSet(null, rows, zone, () -> {});
    }

    /** The execution that the rows come from. */
    public QueryExecution execution() {
        return batches.execution();
    }

    // --- position

    @Override
    public boolean next() throws SQLException {
        if (closed) {
            throw closedException();
        }
        if (batches.next()) {
            rowNumber++;
            return true;
        }
        if (closed) {
            // by another thread: what was read is not all
            throw closedException();
        }
        rowNumber = 0;
        afterLast = true;
        return false;
    }

    @Override
    public boolean wasNull() throws SQLException {
        checkOpen();
        return position.wasNull;
    }

    @Override
    public int getRow() throws SQLException {
        checkOpen();
        return (int) Math.min(Integer.MAX_VALUE, rowNumber);
    }

    @Override
    public boolean isBeforeFirst() throws SQLException {
        checkOpen();
        return rowNumber == 0 && !afterLast;
    }

    @Override
    public boolean isAfterLast() throws SQLException {
        checkOpen();
        return afterLast;
    }

    @Override
    public boolean isFirst() throws SQLException {
        checkOpen();
        return rowNumber == 1;
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            batches.close();
            onClose.run();
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    private void checkOpen() throws SQLException {
        if (closed) {
            throw closedException();
        }
    }

    private static SQLException closedException() {
        return SqlExceptions.of(ErrorCode.STATEMENT_CLOSED, "The result set is closed.");
    }

    // --- columns

    private ColumnReader column(int columnIndex) throws SQLException {
        if (position.row < 0 || columnIndex < 1 || columnIndex > readers.length) {
            throw noSuchValue(columnIndex);
        }
        return readers[columnIndex - 1];
    }

    private ColumnReader column(String columnLabel) throws SQLException {
        return column(findColumn(columnLabel));
    }

    private SQLException noSuchValue(int columnIndex) {
        if (closed) {
            return closedException();
        }
        if (columnIndex < 1 || columnIndex > readers.length) {
            return SqlExceptions.of(
                    ErrorCode.ARGUMENT_INVALID,
                    "There is no column " + columnIndex + "; the result has columns 1 to " + readers.length + ".");
        }
        return SqlExceptions.of(
                ErrorCode.STATEMENT_CLOSED,
                afterLast
                        ? "There is no current row: the last row was read."
                        : "There is no current row: call next() first.");
    }

    @Override
    public int findColumn(@Nullable String columnLabel) throws SQLException {
        checkOpen();
        Integer known = indexByLabel.get(columnLabel);
        if (known != null) {
            return known;
        }
        List<ColumnDef> columns = batches.execution().columns();
        for (int i = 0; i < columns.size(); i++) {
            if (columnLabel != null && columns.get(i).name().equalsIgnoreCase(columnLabel)) {
                indexByLabel.put(columnLabel, i + 1);
                return i + 1;
            }
        }
        StringJoiner names = new StringJoiner(", ");
        columns.stream().limit(50).forEach(column -> names.add(column.name()));
        throw SqlExceptions.of(
                ErrorCode.FIELD_NOT_FOUND, "The result has no column '" + columnLabel + "'; it has " + names + ".");
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        checkOpen();
        return new AlgeonResultSetMetaData(batches.execution().columns());
    }

    // --- statement and settings

    @Override
    public @Nullable Statement getStatement() throws SQLException {
        checkOpen();
        return statement;
    }

    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        checkOpen();
        return null;
    }

    @Override
    public void clearWarnings() throws SQLException {
        checkOpen();
    }

    @Override
    public String getCursorName() throws SQLException {
        throw SqlExceptions.unsupported("A cursor name");
    }

    @Override
    public void setFetchDirection(int direction) throws SQLException {
        checkOpen();
        if (direction != FETCH_FORWARD) {
            throw SqlExceptions.unsupported("A fetch direction other than FETCH_FORWARD");
        }
    }

    @Override
    public int getFetchDirection() throws SQLException {
        checkOpen();
        return FETCH_FORWARD;
    }

    @Override
    public int getType() throws SQLException {
        checkOpen();
        return TYPE_FORWARD_ONLY;
    }

    @Override
    public int getConcurrency() throws SQLException {
        checkOpen();
        return CONCUR_READ_ONLY;
    }

    @Override
    public int getHoldability() throws SQLException {
        checkOpen();
        return HOLD_CURSORS_OVER_COMMIT;
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        checkOpen();
        if (rows < 0) {
            throw SqlExceptions.of(ErrorCode.ARGUMENT_INVALID, "Fetch size " + rows + " is negative.");
        }
        fetchSize = rows;
    }

    @Override
    public int getFetchSize() throws SQLException {
        checkOpen();
        return fetchSize;
    }

    @Override
    public boolean rowUpdated() throws SQLException {
        checkOpen();
        return false;
    }

    @Override
    public boolean rowInserted() throws SQLException {
        checkOpen();
        return false;
    }

    @Override
    public boolean rowDeleted() throws SQLException {
        checkOpen();
        return false;
    }

    @Override
    public <T> T unwrap(Class<T> wanted) throws SQLException {
        if (wanted.isInstance(this)) {
            return wanted.cast(this);
        }
        if (wanted == QueryReport.class) {
            return wanted.cast(batches.execution().report());
        }
        if (wanted == QueryExecution.class) {
            return wanted.cast(batches.execution());
        }
        throw SqlExceptions.notAWrapper(this, wanted);
    }

    @Override
    public boolean isWrapperFor(Class<?> wanted) {
        return wanted.isInstance(this) || wanted == QueryReport.class || wanted == QueryExecution.class;
    }

    // --- getters

    @Override
    public @Nullable String getString(int columnIndex) throws SQLException {
        return column(columnIndex).getString();
    }

    @Override
    public @Nullable String getString(String columnLabel) throws SQLException {
        return column(columnLabel).getString();
    }

    @Override
    public boolean getBoolean(int columnIndex) throws SQLException {
        return column(columnIndex).getBoolean();
    }

    @Override
    public boolean getBoolean(String columnLabel) throws SQLException {
        return column(columnLabel).getBoolean();
    }

    @Override
    public byte getByte(int columnIndex) throws SQLException {
        return column(columnIndex).getByte();
    }

    @Override
    public byte getByte(String columnLabel) throws SQLException {
        return column(columnLabel).getByte();
    }

    @Override
    public short getShort(int columnIndex) throws SQLException {
        return column(columnIndex).getShort();
    }

    @Override
    public short getShort(String columnLabel) throws SQLException {
        return column(columnLabel).getShort();
    }

    @Override
    public int getInt(int columnIndex) throws SQLException {
        return column(columnIndex).getInt();
    }

    @Override
    public int getInt(String columnLabel) throws SQLException {
        return column(columnLabel).getInt();
    }

    @Override
    public long getLong(int columnIndex) throws SQLException {
        return column(columnIndex).getLong();
    }

    @Override
    public long getLong(String columnLabel) throws SQLException {
        return column(columnLabel).getLong();
    }

    @Override
    public float getFloat(int columnIndex) throws SQLException {
        return column(columnIndex).getFloat();
    }

    @Override
    public float getFloat(String columnLabel) throws SQLException {
        return column(columnLabel).getFloat();
    }

    @Override
    public double getDouble(int columnIndex) throws SQLException {
        return column(columnIndex).getDouble();
    }

    @Override
    public double getDouble(String columnLabel) throws SQLException {
        return column(columnLabel).getDouble();
    }

    @Override
    public @Nullable BigDecimal getBigDecimal(int columnIndex) throws SQLException {
        return column(columnIndex).getBigDecimal();
    }

    @Override
    public @Nullable BigDecimal getBigDecimal(String columnLabel) throws SQLException {
        return column(columnLabel).getBigDecimal();
    }

    @Override
    public byte @Nullable [] getBytes(int columnIndex) throws SQLException {
        return column(columnIndex).getBytes();
    }

    @Override
    public byte @Nullable [] getBytes(String columnLabel) throws SQLException {
        return column(columnLabel).getBytes();
    }

    @Override
    public @Nullable Date getDate(int columnIndex) throws SQLException {
        return column(columnIndex).getDate();
    }

    @Override
    public @Nullable Date getDate(String columnLabel) throws SQLException {
        return column(columnLabel).getDate();
    }

    @Override
    public @Nullable Time getTime(int columnIndex) throws SQLException {
        return column(columnIndex).getTime();
    }

    @Override
    public @Nullable Time getTime(String columnLabel) throws SQLException {
        return column(columnLabel).getTime();
    }

    @Override
    public @Nullable Timestamp getTimestamp(int columnIndex) throws SQLException {
        return column(columnIndex).getTimestamp();
    }

    @Override
    public @Nullable Timestamp getTimestamp(String columnLabel) throws SQLException {
        return column(columnLabel).getTimestamp();
    }

    @Override
    public @Nullable Object getObject(int columnIndex) throws SQLException {
        return column(columnIndex).getObject();
    }

    @Override
    public @Nullable Object getObject(String columnLabel) throws SQLException {
        return column(columnLabel).getObject();
    }

    @Override
    @Deprecated
    public @Nullable BigDecimal getBigDecimal(int columnIndex, int scale) throws SQLException {
        return column(columnIndex).getBigDecimal(scale);
    }

    @Override
    @Deprecated
    public @Nullable BigDecimal getBigDecimal(String columnLabel, int scale) throws SQLException {
        return column(columnLabel).getBigDecimal(scale);
    }

    @Override
    public @Nullable Date getDate(int columnIndex, @Nullable Calendar calendar) throws SQLException {
        return column(columnIndex).getDate(calendar);
    }

    @Override
    public @Nullable Date getDate(String columnLabel, @Nullable Calendar calendar) throws SQLException {
        return column(columnLabel).getDate(calendar);
    }

    @Override
    public @Nullable Time getTime(int columnIndex, @Nullable Calendar calendar) throws SQLException {
        return column(columnIndex).getTime(calendar);
    }

    @Override
    public @Nullable Time getTime(String columnLabel, @Nullable Calendar calendar) throws SQLException {
        return column(columnLabel).getTime(calendar);
    }

    @Override
    public @Nullable Timestamp getTimestamp(int columnIndex, @Nullable Calendar calendar) throws SQLException {
        return column(columnIndex).getTimestamp(calendar);
    }

    @Override
    public @Nullable Timestamp getTimestamp(String columnLabel, @Nullable Calendar calendar) throws SQLException {
        return column(columnLabel).getTimestamp(calendar);
    }

    @Override
    public @Nullable String getNString(int columnIndex) throws SQLException {
        return column(columnIndex).getString();
    }

    @Override
    public @Nullable String getNString(String columnLabel) throws SQLException {
        return column(columnLabel).getString();
    }

    @Override
    public @Nullable Array getArray(int columnIndex) throws SQLException {
        return ObjectConversions.convert(column(columnIndex), Array.class);
    }

    @Override
    public @Nullable Array getArray(String columnLabel) throws SQLException {
        return ObjectConversions.convert(column(columnLabel), Array.class);
    }

    @Override
    public @Nullable Clob getClob(int columnIndex) throws SQLException {
        return ObjectConversions.convert(column(columnIndex), Clob.class);
    }

    @Override
    public @Nullable Clob getClob(String columnLabel) throws SQLException {
        return ObjectConversions.convert(column(columnLabel), Clob.class);
    }

    @Override
    public @Nullable NClob getNClob(int columnIndex) throws SQLException {
        return ObjectConversions.convert(column(columnIndex), NClob.class);
    }

    @Override
    public @Nullable NClob getNClob(String columnLabel) throws SQLException {
        return ObjectConversions.convert(column(columnLabel), NClob.class);
    }

    @Override
    public @Nullable Blob getBlob(int columnIndex) throws SQLException {
        return ObjectConversions.convert(column(columnIndex), Blob.class);
    }

    @Override
    public @Nullable Blob getBlob(String columnLabel) throws SQLException {
        return ObjectConversions.convert(column(columnLabel), Blob.class);
    }

    @Override
    public @Nullable URL getURL(int columnIndex) throws SQLException {
        return ObjectConversions.convert(column(columnIndex), URL.class);
    }

    @Override
    public @Nullable URL getURL(String columnLabel) throws SQLException {
        return ObjectConversions.convert(column(columnLabel), URL.class);
    }

    @Override
    public @Nullable Reader getCharacterStream(int columnIndex) throws SQLException {
        return ObjectConversions.convert(column(columnIndex), Reader.class);
    }

    @Override
    public @Nullable Reader getCharacterStream(String columnLabel) throws SQLException {
        return ObjectConversions.convert(column(columnLabel), Reader.class);
    }

    @Override
    public @Nullable Reader getNCharacterStream(int columnIndex) throws SQLException {
        return ObjectConversions.convert(column(columnIndex), Reader.class);
    }

    @Override
    public @Nullable Reader getNCharacterStream(String columnLabel) throws SQLException {
        return ObjectConversions.convert(column(columnLabel), Reader.class);
    }

    @Override
    public @Nullable InputStream getBinaryStream(int columnIndex) throws SQLException {
        return ObjectConversions.convert(column(columnIndex), InputStream.class);
    }

    @Override
    public @Nullable InputStream getBinaryStream(String columnLabel) throws SQLException {
        return ObjectConversions.convert(column(columnLabel), InputStream.class);
    }

    @Override
    public @Nullable InputStream getAsciiStream(int columnIndex) throws SQLException {
        return ObjectConversions.asciiStream(column(columnIndex));
    }

    @Override
    public @Nullable InputStream getAsciiStream(String columnLabel) throws SQLException {
        return ObjectConversions.asciiStream(column(columnLabel));
    }

    @Override
    @Deprecated
    public @Nullable InputStream getUnicodeStream(int columnIndex) throws SQLException {
        return ObjectConversions.unicodeStream(column(columnIndex));
    }

    @Override
    @Deprecated
    public @Nullable InputStream getUnicodeStream(String columnLabel) throws SQLException {
        return ObjectConversions.unicodeStream(column(columnLabel));
    }

    @Override
    public @Nullable Object getObject(int columnIndex, @Nullable Map<String, Class<?>> map) throws SQLException {
        return column(columnIndex).getObject();
    }

    @Override
    public @Nullable Object getObject(String columnLabel, @Nullable Map<String, Class<?>> map) throws SQLException {
        return column(columnLabel).getObject();
    }

    @Override
    public <T> @Nullable T getObject(int columnIndex, Class<T> type) throws SQLException {
        return ObjectConversions.convert(column(columnIndex), type);
    }

    @Override
    public Ref getRef(int columnIndex) throws SQLException {
        throw column(columnIndex).cannotRead("REF");
    }

    @Override
    public RowId getRowId(int columnIndex) throws SQLException {
        throw column(columnIndex).cannotRead("ROWID");
    }

    @Override
    public SQLXML getSQLXML(int columnIndex) throws SQLException {
        throw column(columnIndex).cannotRead("SQLXML");
    }

    @Override
    public <T> @Nullable T getObject(String columnLabel, Class<T> type) throws SQLException {
        return ObjectConversions.convert(column(columnLabel), type);
    }

    @Override
    public Ref getRef(String columnLabel) throws SQLException {
        throw column(columnLabel).cannotRead("REF");
    }

    @Override
    public RowId getRowId(String columnLabel) throws SQLException {
        throw column(columnLabel).cannotRead("ROWID");
    }

    @Override
    public SQLXML getSQLXML(String columnLabel) throws SQLException {
        throw column(columnLabel).cannotRead("SQLXML");
    }
}
