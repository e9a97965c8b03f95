package io.algeon.metadata.type;

import java.util.List;

/** Factories of {@link SqlType}; every type made here is nullable ({@link SqlType#withNullable} changes that). */
public final class SqlTypes {
    public static final SqlType NULL = simple(TypeKind.NULL);
    public static final SqlType BOOLEAN = simple(TypeKind.BOOLEAN);
    public static final SqlType TINYINT = simple(TypeKind.TINYINT);
    public static final SqlType SMALLINT = simple(TypeKind.SMALLINT);
    public static final SqlType INTEGER = simple(TypeKind.INTEGER);
    public static final SqlType BIGINT = simple(TypeKind.BIGINT);
    public static final SqlType REAL = simple(TypeKind.REAL);
    public static final SqlType DOUBLE = simple(TypeKind.DOUBLE);
    public static final SqlType VARCHAR = varchar(SqlType.UNLIMITED);
    public static final SqlType VARBINARY = varbinary(SqlType.UNLIMITED);
    public static final SqlType UUID = simple(TypeKind.UUID);
    public static final SqlType DATE = simple(TypeKind.DATE);
    public static final SqlType TIME = time(6);
    public static final SqlType TIMESTAMP = timestamp(6);
    public static final SqlType TIMESTAMP_WITH_TIME_ZONE =
            new SqlType(TypeKind.TIMESTAMP_WITH_TIME_ZONE, 6, 0, true, List.of());
    public static final SqlType INTERVAL_YEAR_MONTH = simple(TypeKind.INTERVAL_YEAR_MONTH);
    public static final SqlType INTERVAL_DAY_SECOND = new SqlType(TypeKind.INTERVAL_DAY_SECOND, 6, 0, true, List.of());

    private SqlTypes() {}

    private static SqlType simple(TypeKind kind) {
        return new SqlType(kind, 0, 0, true, List.of());
    }

    public static SqlType decimal(int precision, int scale) {
        return new SqlType(TypeKind.DECIMAL, precision, scale, true, List.of());
    }

    public static SqlType character(int length) {
        return new SqlType(TypeKind.CHAR, length, 0, true, List.of());
    }

    public static SqlType varchar(int maxLength) {
        return new SqlType(TypeKind.VARCHAR, maxLength, 0, true, List.of());
    }

    public static SqlType varbinary(int maxLength) {
        return new SqlType(TypeKind.VARBINARY, maxLength, 0, true, List.of());
    }

    public static SqlType time(int precision) {
        return new SqlType(TypeKind.TIME, precision, 0, true, List.of());
    }

    public static SqlType timestamp(int precision) {
        return new SqlType(TypeKind.TIMESTAMP, precision, 0, true, List.of());
    }

    public static SqlType array(SqlType element) {
        return new SqlType(TypeKind.ARRAY, 0, 0, true, List.of(new SqlType.Field("element", element)));
    }

    public static SqlType map(SqlType key, SqlType value) {
        return new SqlType(
                TypeKind.MAP, 0, 0, true, List.of(new SqlType.Field("key", key), new SqlType.Field("value", value)));
    }

    public static SqlType row(List<SqlType.Field> fields) {
        return new SqlType(TypeKind.ROW, 0, 0, true, fields);
    }
}
