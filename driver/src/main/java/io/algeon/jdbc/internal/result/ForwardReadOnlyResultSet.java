package io.algeon.jdbc.internal.result;

import io.algeon.jdbc.internal.error.SqlExceptions;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;

/**
 * A result set that is read forward and not updated: refuses the rest of the interface with 0A000. Nothing else belongs here.
 */
abstract class ForwardReadOnlyResultSet implements ResultSet {
    private static SQLFeatureNotSupportedException scrolling() {
        return SqlExceptions.unsupported("Scrolling a result set");
    }

    private static SQLFeatureNotSupportedException updating() {
        return SqlExceptions.unsupported("Updating through a result set");
    }

    @Override
    public boolean absolute(int rows) throws SQLException {
        throw scrolling();
    }

    @Override
    public void afterLast() throws SQLException {
        throw scrolling();
    }

    @Override
    public void beforeFirst() throws SQLException {
        throw scrolling();
    }

    @Override
    public boolean first() throws SQLException {
        throw scrolling();
    }

    @Override
    public boolean isLast() throws SQLException {
        throw scrolling();
    }

    @Override
    public boolean last() throws SQLException {
        throw scrolling();
    }

    @Override
    public boolean previous() throws SQLException {
        throw scrolling();
    }

    @Override
    public boolean relative(int rows) throws SQLException {
        throw scrolling();
    }

    @Override
    public void cancelRowUpdates() throws SQLException {
        throw updating();
    }

    @Override
    public void deleteRow() throws SQLException {
        throw updating();
    }

    @Override
    public void insertRow() throws SQLException {
        throw updating();
    }

    @Override
    public void moveToCurrentRow() throws SQLException {
        throw updating();
    }

    @Override
    public void moveToInsertRow() throws SQLException {
        throw updating();
    }

    @Override
    public void refreshRow() throws SQLException {
        throw updating();
    }

    @Override
    public void updateArray(String columnLabel, Array value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateArray(int columnIndex, Array value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateAsciiStream(String columnLabel, InputStream value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateAsciiStream(int columnIndex, InputStream value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateAsciiStream(String columnLabel, InputStream value, int length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateAsciiStream(String columnLabel, InputStream value, long length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateAsciiStream(int columnIndex, InputStream value, int length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateAsciiStream(int columnIndex, InputStream value, long length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateBigDecimal(String columnLabel, BigDecimal value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateBigDecimal(int columnIndex, BigDecimal value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateBinaryStream(String columnLabel, InputStream value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateBinaryStream(int columnIndex, InputStream value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateBinaryStream(String columnLabel, InputStream value, int length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateBinaryStream(String columnLabel, InputStream value, long length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateBinaryStream(int columnIndex, InputStream value, int length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateBinaryStream(int columnIndex, InputStream value, long length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateBlob(String columnLabel, InputStream value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateBlob(String columnLabel, Blob value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateBlob(int columnIndex, InputStream value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateBlob(int columnIndex, Blob value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateBlob(String columnLabel, InputStream value, long length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateBlob(int columnIndex, InputStream value, long length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateBoolean(String columnLabel, boolean value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateBoolean(int columnIndex, boolean value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateByte(String columnLabel, byte value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateByte(int columnIndex, byte value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateBytes(String columnLabel, byte[] value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateBytes(int columnIndex, byte[] value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateCharacterStream(String columnLabel, Reader value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateCharacterStream(int columnIndex, Reader value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateCharacterStream(String columnLabel, Reader value, int length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateCharacterStream(String columnLabel, Reader value, long length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateCharacterStream(int columnIndex, Reader value, int length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateCharacterStream(int columnIndex, Reader value, long length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateClob(String columnLabel, Reader value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateClob(String columnLabel, Clob value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateClob(int columnIndex, Reader value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateClob(int columnIndex, Clob value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateClob(String columnLabel, Reader value, long length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateClob(int columnIndex, Reader value, long length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateDate(String columnLabel, Date value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateDate(int columnIndex, Date value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateDouble(String columnLabel, double value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateDouble(int columnIndex, double value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateFloat(String columnLabel, float value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateFloat(int columnIndex, float value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateInt(String columnLabel, int value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateInt(int columnIndex, int value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateLong(String columnLabel, long value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateLong(int columnIndex, long value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateNCharacterStream(String columnLabel, Reader value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateNCharacterStream(int columnIndex, Reader value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateNCharacterStream(String columnLabel, Reader value, long length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateNCharacterStream(int columnIndex, Reader value, long length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateNClob(String columnLabel, Reader value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateNClob(String columnLabel, NClob value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateNClob(int columnIndex, Reader value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateNClob(int columnIndex, NClob value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateNClob(String columnLabel, Reader value, long length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateNClob(int columnIndex, Reader value, long length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateNString(String columnLabel, String value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateNString(int columnIndex, String value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateNull(String columnLabel) throws SQLException {
        throw updating();
    }

    @Override
    public void updateNull(int columnIndex) throws SQLException {
        throw updating();
    }

    @Override
    public void updateObject(String columnLabel, Object value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateObject(int columnIndex, Object value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateObject(String columnLabel, Object value, int length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateObject(int columnIndex, Object value, int length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateRef(String columnLabel, Ref value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateRef(int columnIndex, Ref value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateRow() throws SQLException {
        throw updating();
    }

    @Override
    public void updateRowId(String columnLabel, RowId value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateRowId(int columnIndex, RowId value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateSQLXML(String columnLabel, SQLXML value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateSQLXML(int columnIndex, SQLXML value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateShort(String columnLabel, short value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateShort(int columnIndex, short value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateString(String columnLabel, String value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateString(int columnIndex, String value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateTime(String columnLabel, Time value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateTime(int columnIndex, Time value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateTimestamp(String columnLabel, Timestamp value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateTimestamp(int columnIndex, Timestamp value) throws SQLException {
        throw updating();
    }

    @Override
    public void updateObject(int columnIndex, Object value, SQLType type) throws SQLException {
        throw updating();
    }

    @Override
    public void updateObject(int columnIndex, Object value, SQLType type, int length) throws SQLException {
        throw updating();
    }

    @Override
    public void updateObject(String columnLabel, Object value, SQLType type) throws SQLException {
        throw updating();
    }

    @Override
    public void updateObject(String columnLabel, Object value, SQLType type, int length) throws SQLException {
        throw updating();
    }
}
