package io.algeon.jdbc.internal.result;

import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Date;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.Period;
import java.util.Map;
import java.util.UUID;

/**
 * How JDBC sees an SQL type: the one table behind result, parameter and database metadata.
 *
 * @param code of {@code java.sql.Types}
 * @param name without precision, as getTypeInfo lists it
 * @param javaClass what {@code getObject} gives
 * @param precision digits of numbers, length of strings in characters and of binary values in bytes
 *     ({@link Integer#MAX_VALUE} if unbounded), characters of date-time values
 * @param scale fractional digits
 * @param displaySize most characters of the value's text
 */
public record JdbcType(int code, String name, Class<?> javaClass, int precision, int scale, int displaySize) {
    private static final int NESTED_SIZE = Integer.MAX_VALUE;

    /** The row of the table for a type. */
    public static JdbcType of(SqlType type) {
        int length = type.precision();
        return switch (type.kind()) {
            case NULL -> new JdbcType(Types.NULL, "NULL", Object.class, 0, 0, 4);
            case BOOLEAN -> new JdbcType(Types.BOOLEAN, "BOOLEAN", Boolean.class, 1, 0, 5);
            case TINYINT -> new JdbcType(Types.TINYINT, "TINYINT", Integer.class, 3, 0, 4);
            case SMALLINT -> new JdbcType(Types.SMALLINT, "SMALLINT", Integer.class, 5, 0, 6);
            case INTEGER -> new JdbcType(Types.INTEGER, "INTEGER", Integer.class, 10, 0, 11);
            case BIGINT -> new JdbcType(Types.BIGINT, "BIGINT", Long.class, 19, 0, 20);
            case DECIMAL ->
                new JdbcType(
                        Types.DECIMAL,
                        "DECIMAL",
                        BigDecimal.class,
                        length,
                        type.scale(),
                        // a sign, a point, and a zero before the point
                        length + 1 + (type.scale() > 0 ? 1 : 0) + (type.scale() == length ? 1 : 0));
            case REAL -> new JdbcType(Types.REAL, "REAL", Float.class, 7, 0, 15);
            case DOUBLE -> new JdbcType(Types.DOUBLE, "DOUBLE", Double.class, 15, 0, 25);
            case CHAR -> new JdbcType(Types.CHAR, "CHAR", String.class, length, 0, length);
            case VARCHAR -> new JdbcType(Types.VARCHAR, "VARCHAR", String.class, length, 0, length);
            case VARBINARY ->
                new JdbcType(Types.VARBINARY, "VARBINARY", byte[].class, length, 0, (int)
                        Math.min(Integer.MAX_VALUE, 2L + 2L * length));
            case UUID -> new JdbcType(Types.OTHER, "UUID", UUID.class, 36, 0, 36);
            case DATE -> new JdbcType(Types.DATE, "DATE", Date.class, 10, 0, 10);
            case TIME -> {
                int size = 8 + fraction(length);
                yield new JdbcType(Types.TIME, "TIME", Time.class, size, length, size);
            }
            case TIMESTAMP -> {
                int size = 19 + fraction(length);
                yield new JdbcType(Types.TIMESTAMP, "TIMESTAMP", Timestamp.class, size, length, size);
            }
            case TIMESTAMP_WITH_TIME_ZONE -> {
                int size = 25 + fraction(length);
                yield new JdbcType(
                        Types.TIMESTAMP_WITH_TIMEZONE,
                        "TIMESTAMP WITH TIME ZONE",
                        OffsetDateTime.class,
                        size,
                        length,
                        size);
            }
            case INTERVAL_YEAR_MONTH -> new JdbcType(Types.OTHER, "INTERVAL YEAR TO MONTH", Period.class, 12, 0, 12);
            case INTERVAL_DAY_SECOND -> new JdbcType(Types.OTHER, "INTERVAL DAY TO SECOND", Duration.class, 26, 6, 26);
            case ARRAY -> new JdbcType(Types.ARRAY, type.toString(), Array.class, 0, 0, NESTED_SIZE);
            case ROW -> new JdbcType(Types.STRUCT, type.toString(), Struct.class, 0, 0, NESTED_SIZE);
            case MAP -> new JdbcType(Types.JAVA_OBJECT, type.toString(), Map.class, 0, 0, NESTED_SIZE);
        };
    }

    private static int fraction(int digits) {
        return digits == 0 ? 0 : digits + 1;
    }

    /** Whether values have a sign. */
    public static boolean signed(TypeKind kind) {
        return kind.isNumeric() || kind.isInterval();
    }

    /** Whether 'a' and 'A' are different values. */
    public static boolean caseSensitive(TypeKind kind) {
        return kind.isCharacter() || kind.isNested();
    }
}
