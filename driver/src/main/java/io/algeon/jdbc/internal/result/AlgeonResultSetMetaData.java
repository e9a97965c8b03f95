package io.algeon.jdbc.internal.result;

import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/**
 * Describes the columns of a result. Names and labels are what the query calls the columns; the tables that they come from
 * are not tracked, so table, schema and catalog are empty, as JDBC asks for then.
 */
public final class AlgeonResultSetMetaData implements ResultSetMetaData {
    private final List<ColumnDef> columns;

    public AlgeonResultSetMetaData(List<ColumnDef> columns) {
        this.columns = List.copyOf(columns);
    }

    private ColumnDef column(int column) throws SQLException {
        if (column < 1 || column > columns.size()) {
            throw SqlExceptions.of(
                    ErrorCode.ARGUMENT_INVALID,
                    "There is no column " + column + "; the result has columns 1 to " + columns.size() + ".");
        }
        return columns.get(column - 1);
    }

    private SqlType type(int column) throws SQLException {
        return column(column).type();
    }

    private JdbcType jdbcType(int column) throws SQLException {
        return JdbcType.of(type(column));
    }

    @Override
    public int getColumnCount() {
        return columns.size();
    }

    @Override
    public String getColumnLabel(int column) throws SQLException {
        return column(column).name();
    }

    @Override
    public String getColumnName(int column) throws SQLException {
        return column(column).name();
    }

    @Override
    public int getColumnType(int column) throws SQLException {
        return jdbcType(column).code();
    }

    @Override
    public String getColumnTypeName(int column) throws SQLException {
        return jdbcType(column).name();
    }

    @Override
    public String getColumnClassName(int column) throws SQLException {
        return jdbcType(column).javaClass().getName();
    }

    @Override
    public int getPrecision(int column) throws SQLException {
        return jdbcType(column).precision();
    }

    @Override
    public int getScale(int column) throws SQLException {
        return jdbcType(column).scale();
    }

    @Override
    public int getColumnDisplaySize(int column) throws SQLException {
        return jdbcType(column).displaySize();
    }

    @Override
    public int isNullable(int column) throws SQLException {
        return type(column).nullable() ? columnNullable : columnNoNulls;
    }

    @Override
    public boolean isSigned(int column) throws SQLException {
        return JdbcType.signed(type(column).kind());
    }

    @Override
    public boolean isCaseSensitive(int column) throws SQLException {
        return JdbcType.caseSensitive(type(column).kind());
    }

    @Override
    public boolean isSearchable(int column) throws SQLException {
        TypeKind kind = type(column).kind();
        return !kind.isNested();
    }

    @Override
    public boolean isAutoIncrement(int column) throws SQLException {
        column(column);
        return false;
    }

    @Override
    public boolean isCurrency(int column) throws SQLException {
        column(column);
        return false;
    }

    @Override
    public String getSchemaName(int column) throws SQLException {
        column(column);
        return "";
    }

    @Override
    public String getTableName(int column) throws SQLException {
        column(column);
        return "";
    }

    @Override
    public String getCatalogName(int column) throws SQLException {
        column(column);
        return "";
    }

    @Override
    public boolean isReadOnly(int column) throws SQLException {
        column(column);
        return true;
    }

    @Override
    public boolean isWritable(int column) throws SQLException {
        column(column);
        return false;
    }

    @Override
    public boolean isDefinitelyWritable(int column) throws SQLException {
        column(column);
        return false;
    }

    @Override
    public <T> T unwrap(Class<T> wanted) throws SQLException {
        if (wanted.isInstance(this)) {
            return wanted.cast(this);
        }
        throw SqlExceptions.notAWrapper(this, wanted);
    }

    @Override
    public boolean isWrapperFor(Class<?> wanted) {
        return wanted.isInstance(this);
    }
}
