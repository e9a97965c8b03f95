package io.algeon.jdbc.internal.connection;

import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Locale;

/** SQL types by the codes of {@code java.sql.Types}, and by name as {@code createArrayOf} takes them. */
final class JdbcTypeNames {
    private JdbcTypeNames() {}

    /** The type for a code; an untyped NULL for codes that say nothing here. */
    static SqlType ofCode(int jdbcType) {
        return switch (jdbcType) {
            case Types.BOOLEAN, Types.BIT -> SqlTypes.BOOLEAN;
            case Types.TINYINT -> SqlTypes.TINYINT;
            case Types.SMALLINT -> SqlTypes.SMALLINT;
            case Types.INTEGER -> SqlTypes.INTEGER;
            case Types.BIGINT -> SqlTypes.BIGINT;
            case Types.REAL -> SqlTypes.REAL;
            case Types.FLOAT, Types.DOUBLE -> SqlTypes.DOUBLE;
            case Types.DECIMAL, Types.NUMERIC -> SqlTypes.decimal(SqlType.MAX_DECIMAL_PRECISION, 0);
            case Types.CHAR,
                    Types.VARCHAR,
                    Types.LONGVARCHAR,
                    Types.NCHAR,
                    Types.NVARCHAR,
                    Types.LONGNVARCHAR,
                    Types.CLOB,
                    Types.NCLOB -> SqlTypes.VARCHAR;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> SqlTypes.VARBINARY;
            case Types.DATE -> SqlTypes.DATE;
            case Types.TIME -> SqlTypes.TIME;
            case Types.TIMESTAMP -> SqlTypes.TIMESTAMP;
            case Types.TIMESTAMP_WITH_TIMEZONE -> SqlTypes.TIMESTAMP_WITH_TIME_ZONE;
            default -> SqlTypes.NULL;
        };
    }

    /** The type of a name, in any case; PostgreSQL's short names are known too. DECIMAL stands for its widest form. */
    static SqlType ofName(String name) throws SQLException {
        return switch (name.strip().toUpperCase(Locale.ROOT)) {
            case "BOOLEAN", "BOOL" -> SqlTypes.BOOLEAN;
            case "TINYINT" -> SqlTypes.TINYINT;
            case "SMALLINT", "INT2" -> SqlTypes.SMALLINT;
            case "INTEGER", "INT", "INT4" -> SqlTypes.INTEGER;
            case "BIGINT", "INT8" -> SqlTypes.BIGINT;
            case "REAL", "FLOAT4" -> SqlTypes.REAL;
            case "DOUBLE", "DOUBLE PRECISION", "FLOAT", "FLOAT8" -> SqlTypes.DOUBLE;
            case "DECIMAL", "NUMERIC" -> SqlTypes.decimal(SqlType.MAX_DECIMAL_PRECISION, 0);
            case "CHAR", "VARCHAR", "CHARACTER VARYING", "TEXT", "STRING" -> SqlTypes.VARCHAR;
            case "VARBINARY", "BINARY", "BYTEA" -> SqlTypes.VARBINARY;
            case "UUID" -> SqlTypes.UUID;
            case "DATE" -> SqlTypes.DATE;
            case "TIME" -> SqlTypes.TIME;
            case "TIMESTAMP" -> SqlTypes.TIMESTAMP;
            case "TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ" -> SqlTypes.TIMESTAMP_WITH_TIME_ZONE;
            default ->
                throw SqlExceptions.of(
                        ErrorCode.ARGUMENT_INVALID, "There is no type '" + name + "' for the elements of an array.");
        };
    }
}
