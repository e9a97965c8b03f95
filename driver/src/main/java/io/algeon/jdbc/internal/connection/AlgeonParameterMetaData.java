package io.algeon.jdbc.internal.connection;

import io.algeon.engine.PreparedQuery.ParameterValue;
import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.jdbc.internal.result.JdbcType;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.sql.ParameterMetaData;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Types of a statement's parameters. One that the statement leaves open has the type of the value that was set, VARCHAR if none
 * was.
 */
final class AlgeonParameterMetaData implements ParameterMetaData {
    private final List<SqlType> types;
    private final @Nullable ParameterValue[] values;

    AlgeonParameterMetaData(List<SqlType> types, @Nullable ParameterValue[] values) {
        this.types = types;
        this.values = values;
    }

    private SqlType type(int index) throws SQLException {
        if (index < 1 || index > types.size()) {
            throw SqlExceptions.of(
                    ErrorCode.PARAMETER_INVALID,
                    "There is no parameter " + index + "; the statement has " + types.size() + ".");
        }
        SqlType planned = types.get(index - 1);
        if (planned.kind() != TypeKind.NULL) {
            return planned;
        }
        ParameterValue value = values[index - 1];
        return value == null || value.type().kind() == TypeKind.NULL ? SqlTypes.VARCHAR : value.type();
    }

    @Override
    public int getParameterCount() {
        return types.size();
    }

    @Override
    public int isNullable(int index) throws SQLException {
        type(index);
        return parameterNullable;
    }

    @Override
    public boolean isSigned(int index) throws SQLException {
        return JdbcType.signed(type(index).kind());
    }

    @Override
    public int getPrecision(int index) throws SQLException {
        return JdbcType.of(type(index)).precision();
    }

    @Override
    public int getScale(int index) throws SQLException {
        return JdbcType.of(type(index)).scale();
    }

    @Override
    public int getParameterType(int index) throws SQLException {
        return JdbcType.of(type(index)).code();
    }

    @Override
    public String getParameterTypeName(int index) throws SQLException {
        return JdbcType.of(type(index)).name();
    }

    @Override
    public String getParameterClassName(int index) throws SQLException {
        return JdbcType.of(type(index)).javaClass().getName();
    }

    @Override
    public int getParameterMode(int index) throws SQLException {
        type(index);
        return parameterModeIn;
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
