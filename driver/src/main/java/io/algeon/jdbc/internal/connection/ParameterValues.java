package io.algeon.jdbc.internal.connection;

import io.algeon.engine.PreparedQuery.ParameterValue;
import io.algeon.engine.scalar.Expr;
import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.jdbc.internal.result.AlgeonArray;
import io.algeon.jdbc.internal.result.AlgeonStruct;
import io.algeon.jdbc.internal.result.JavaTimes;
import io.algeon.jdbc.internal.result.JdbcType;
import io.algeon.jdbc.internal.result.ValueConversion;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Java values as parameter values: the SQL type that fits the Java class, the value in the engine's stored form. The engine
 * casts to the type that the statement needs.
 */
final class ParameterValues {
    private static final long NANOS_PER_UNIT_OF_TIME = 1_000L;

    private ParameterValues() {}

    static ParameterValue ofNull(int jdbcType) {
        return new ParameterValue(JdbcTypeNames.ofCode(jdbcType), null);
    }

    static ParameterValue of(@Nullable Object value) throws SQLException {
        try {
            return value == null ? new ParameterValue(SqlTypes.NULL, null) : ofPresent(value);
        } catch (ArithmeticException outOfRange) {
            throw SqlExceptions.of(
                    ErrorCode.DATETIME_OUT_OF_RANGE,
                    "Value " + value + " is out of the range of timestamps and intervals.",
                    outOfRange);
        } catch (IOException unreadable) {
            throw SqlExceptions.of(
                    ErrorCode.ARGUMENT_INVALID,
                    "The stream of a parameter could not be read: " + unreadable.getMessage() + ".",
                    unreadable);
        }
    }

    private static ParameterValue ofPresent(Object value) throws SQLException, IOException {
        if (value instanceof String || value instanceof Character) {
            return new ParameterValue(SqlTypes.VARCHAR, value.toString());
        }
        if (value instanceof Integer) {
            return new ParameterValue(SqlTypes.INTEGER, value);
        }
        if (value instanceof Long) {
            return new ParameterValue(SqlTypes.BIGINT, value);
        }
        if (value instanceof Double) {
            return new ParameterValue(SqlTypes.DOUBLE, value);
        }
        if (value instanceof BigDecimal decimal) {
            return decimal(decimal);
        }
        if (value instanceof Boolean) {
            return new ParameterValue(SqlTypes.BOOLEAN, value);
        }
        if (value instanceof Float) {
            return new ParameterValue(SqlTypes.REAL, value);
        }
        if (value instanceof Short number) {
            return new ParameterValue(SqlTypes.SMALLINT, number.intValue());
        }
        if (value instanceof Byte number) {
            return new ParameterValue(SqlTypes.TINYINT, number.intValue());
        }
        if (value instanceof BigInteger number) {
            return decimal(new BigDecimal(number));
        }
        if (value instanceof byte[] bytes) {
            return new ParameterValue(SqlTypes.VARBINARY, new Expr.Bytes(bytes.clone()));
        }
        if (value instanceof UUID uuid) {
            byte[] bytes = ByteBuffer.allocate(16)
                    .putLong(uuid.getMostSignificantBits())
                    .putLong(uuid.getLeastSignificantBits())
                    .array();
            return new ParameterValue(SqlTypes.UUID, new BigInteger(bytes));
        }
        ParameterValue temporal = temporal(value);
        return temporal != null ? temporal : composite(value);
    }

    private static @Nullable ParameterValue temporal(Object value) throws SQLException {
        if (value instanceof LocalDate date) {
            return new ParameterValue(SqlTypes.DATE, Math.toIntExact(date.toEpochDay()));
        }
        if (value instanceof LocalDateTime dateTime) {
            return timestamp(dateTime);
        }
        if (value instanceof LocalTime time) {
            return time(time);
        }
        if (value instanceof Date date) {
            return temporal(date.toLocalDate());
        }
        if (value instanceof Timestamp timestamp) {
            return timestamp(timestamp.toLocalDateTime());
        }
        if (value instanceof Time time) {
            // java.sql.Time.toLocalTime drops the milliseconds
            return time(time.toLocalTime().with(ChronoField.MILLI_OF_SECOND, Math.floorMod(time.getTime(), 1000L)));
        }
        if (value instanceof java.util.Date date) {
            return timestamp(new Timestamp(date.getTime()).toLocalDateTime());
        }
        if (value instanceof Calendar calendar) {
            return timestamp(new Timestamp(calendar.getTimeInMillis()).toLocalDateTime());
        }
        if (value instanceof Instant instant) {
            return new ParameterValue(
                    SqlTypes.TIMESTAMP_WITH_TIME_ZONE, ChronoUnit.MICROS.between(Instant.EPOCH, instant));
        }
        if (value instanceof OffsetDateTime dateTime) {
            return temporal(dateTime.toInstant());
        }
        if (value instanceof ZonedDateTime dateTime) {
            return temporal(dateTime.toInstant());
        }
        if (value instanceof OffsetTime time) {
            throw SqlExceptions.of(new EngineException(
                    ErrorCode.PARAMETER_INVALID,
                    "The time " + time + " has an offset, for which there is no type. Give its local time"
                            + " (toLocalTime), or an OffsetDateTime."));
        }
        if (value instanceof Period period && period.getDays() == 0) {
            return new ParameterValue(SqlTypes.INTERVAL_YEAR_MONTH, Math.toIntExact(period.toTotalMonths()));
        }
        if (value instanceof Period period && period.toTotalMonths() == 0) {
            return temporal(Duration.ofDays(period.getDays()));
        }
        if (value instanceof Duration duration) {
            // to the nearest microsecond, the unit of intervals
            long micros = (duration.getNano() + NANOS_PER_UNIT_OF_TIME / 2) / NANOS_PER_UNIT_OF_TIME;
            return new ParameterValue(
                    SqlTypes.INTERVAL_DAY_SECOND,
                    Math.addExact(Math.multiplyExact(duration.getSeconds(), 1_000_000L), micros));
        }
        return null;
    }

    private static ParameterValue timestamp(LocalDateTime dateTime) {
        SqlType type = SqlTypes.timestamp(JavaTimes.fitsMicros(dateTime.getNano()) ? 6 : 9);
        return new ParameterValue(type, JavaTimes.toStored(dateTime, type.unitsPerSecond()));
    }

    private static ParameterValue time(LocalTime time) {
        SqlType type = SqlTypes.time(JavaTimes.fitsMicros(time.getNano()) ? 6 : 9);
        return new ParameterValue(type, time.toNanoOfDay() / (1_000_000_000L / type.unitsPerSecond()));
    }

    private static ParameterValue decimal(BigDecimal value) throws SQLException {
        // the exponent first: the scale of 1E+1000000 cannot be written out
        if ((long) value.precision() - value.scale() > SqlType.MAX_DECIMAL_PRECISION) {
            throw tooWide(value);
        }
        BigDecimal decimal = value.scale() < 0 ? value.setScale(0) : value;
        if (Math.max(decimal.precision(), decimal.scale()) > SqlType.MAX_DECIMAL_PRECISION) {
            decimal = decimal.stripTrailingZeros();
            decimal = decimal.scale() < 0 ? decimal.setScale(0) : decimal;
        }
        int precision = Math.max(decimal.precision(), decimal.scale());
        if (precision > SqlType.MAX_DECIMAL_PRECISION) {
            throw tooWide(value);
        }
        SqlType type = SqlTypes.decimal(precision, decimal.scale());
        return new ParameterValue(type, unscaled(type, decimal));
    }

    private static Object unscaled(SqlType type, BigDecimal decimal) {
        BigInteger digits = decimal.unscaledValue();
        return type.precision() <= SqlType.MAX_LONG_DECIMAL_PRECISION ? (Object) digits.longValueExact() : digits;
    }

    private static SQLException tooWide(BigDecimal value) {
        return SqlExceptions.of(
                ErrorCode.NUMERIC_OUT_OF_RANGE,
                "Value " + value + " needs more than the " + SqlType.MAX_DECIMAL_PRECISION + " digits of a DECIMAL.");
    }

    private static ParameterValue composite(Object value) throws SQLException, IOException {
        if (value instanceof AlgeonArray array) {
            return array(array.elementType(), Arrays.asList((@Nullable Object[]) array.getArray()));
        }
        if (value instanceof Array array) {
            return ofPresent(array.getArray());
        }
        if (value instanceof AlgeonStruct struct) {
            List<@Nullable Object> fields = new ArrayList<>();
            @Nullable Object[] attributes = struct.getAttributes();
            for (int i = 0; i < attributes.length; i++) {
                fields.add(stored(struct.type().fields().get(i).type(), attributes[i]));
            }
            return new ParameterValue(struct.type(), fields);
        }
        if (value instanceof List<?> list) {
            return untypedArray(list);
        }
        if (value.getClass().isArray()) {
            int length = java.lang.reflect.Array.getLength(value);
            List<@Nullable Object> elements = new ArrayList<>(length);
            for (int i = 0; i < length; i++) {
                elements.add(java.lang.reflect.Array.get(value, i));
            }
            return elements.isEmpty() && value.getClass().getComponentType().isPrimitive()
                    ? array(emptyElement(value.getClass().getComponentType()), elements)
                    : untypedArray(elements);
        }
        if (value instanceof Clob clob) {
            return of(clob.getSubString(1, Math.toIntExact(clob.length())));
        }
        if (value instanceof Blob blob) {
            return of(blob.getBytes(1, Math.toIntExact(blob.length())));
        }
        if (value instanceof InputStream stream) {
            return of(stream.readAllBytes());
        }
        if (value instanceof Reader reader) {
            return of(text(reader, Long.MAX_VALUE));
        }
        if (value instanceof Enum<?> constant) {
            return of(constant.name());
        }
        if (value instanceof CharSequence || value instanceof java.net.URL || value instanceof java.net.URI) {
            return of(value.toString());
        }
        throw SqlExceptions.of(
                ErrorCode.UNSUPPORTED_TYPE,
                "A parameter cannot be of class " + value.getClass().getName()
                        + (value instanceof Map ? "; maps can be read, not passed." : "."));
    }

    private static SqlType emptyElement(Class<?> component) {
        return component == double.class
                ? SqlTypes.DOUBLE
                : component == float.class
                        ? SqlTypes.REAL
                        : component == long.class
                                ? SqlTypes.BIGINT
                                : component == boolean.class ? SqlTypes.BOOLEAN : SqlTypes.INTEGER;
    }

    /** An array whose elements decide its type; those of one family are brought to their widest. */
    private static ParameterValue untypedArray(List<?> elements) throws SQLException {
        return array(commonType(elements), elements);
    }

    static SqlType commonType(List<?> elements) throws SQLException {
        SqlType common = SqlTypes.NULL;
        for (Object element : elements) {
            SqlType type = of(element).type();
            if (common.kind() == TypeKind.NULL) {
                common = type;
            } else if (type.kind() == TypeKind.DECIMAL && common.kind() == TypeKind.DECIMAL) {
                int scale = Math.max(type.scale(), common.scale());
                int whole = Math.max(type.precision() - type.scale(), common.precision() - common.scale());
                common = SqlTypes.decimal(Math.min(SqlType.MAX_DECIMAL_PRECISION, whole + scale), scale);
            } else if (type.kind() == common.kind()) {
                common = type.precision() > common.precision() ? type : common;
            } else if (type.kind() != TypeKind.NULL) {
                throw SqlExceptions.of(
                        ErrorCode.TYPE_MISMATCH,
                        "The elements of an array parameter have different types: " + common + " and " + type + ".");
            }
        }
        return common;
    }

    private static ParameterValue array(SqlType elementType, List<?> elements) throws SQLException {
        List<@Nullable Object> stored = new ArrayList<>(elements.size());
        for (Object element : elements) {
            stored.add(stored(elementType, element));
        }
        return new ParameterValue(SqlTypes.array(elementType), stored);
    }

    /** A value in the stored form of a given type. */
    private static @Nullable Object stored(SqlType type, @Nullable Object value) throws SQLException {
        if (value == null) {
            return null;
        }
        if (type.kind() == TypeKind.DECIMAL) {
            BigDecimal decimal = ValueConversion.convert(of(value), "an element", BigDecimal.class);
            return decimal == null ? null : unscaled(type, decimal.setScale(type.scale(), RoundingMode.HALF_UP));
        }
        ParameterValue natural = of(value);
        if (natural.type().kind() == type.kind()) {
            return type.kind() == TypeKind.TIMESTAMP || type.kind() == TypeKind.TIME
                    ? rescaled(natural, type)
                    : natural.value();
        }
        Object converted =
                ValueConversion.convert(natural, "an element", JdbcType.of(type).javaClass());
        return of(converted).value();
    }

    private static @Nullable Object rescaled(ParameterValue value, SqlType type) {
        long from = value.type().unitsPerSecond();
        long to = type.unitsPerSecond();
        return value.value() instanceof Long units
                ? (Object) (from <= to ? Math.multiplyExact(units, to / from) : Math.floorDiv(units, from / to))
                : null;
    }

    /** The value as the JDBC type asked for: {@code setObject(index, value, targetType)}. */
    static ParameterValue of(@Nullable Object value, int jdbcType, int scale, ZoneId zone) throws SQLException {
        if (value == null) {
            return ofNull(jdbcType);
        }
        Class<?> target = switch (jdbcType) {
            case Types.BOOLEAN, Types.BIT -> Boolean.class;
            case Types.TINYINT -> Byte.class;
            case Types.SMALLINT -> Short.class;
            case Types.INTEGER -> Integer.class;
            case Types.BIGINT -> Long.class;
            case Types.REAL -> Float.class;
            case Types.FLOAT, Types.DOUBLE -> Double.class;
            case Types.DECIMAL, Types.NUMERIC -> BigDecimal.class;
            case Types.CHAR,
                    Types.VARCHAR,
                    Types.LONGVARCHAR,
                    Types.NCHAR,
                    Types.NVARCHAR,
                    Types.LONGNVARCHAR,
                    Types.CLOB,
                    Types.NCLOB -> String.class;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> byte[].class;
            case Types.DATE -> LocalDate.class;
            case Types.TIME, Types.TIME_WITH_TIMEZONE -> LocalTime.class;
            case Types.TIMESTAMP -> LocalDateTime.class;
            case Types.TIMESTAMP_WITH_TIMEZONE -> Instant.class;
            default -> Object.class;
        };
        if (target == Object.class) {
            return of(value);
        }
        Object converted = ValueConversion.convert(of(value), "the parameter", target, zone);
        if (converted instanceof BigDecimal decimal && scale >= 0) {
            converted = decimal.setScale(scale, RoundingMode.HALF_UP);
        }
        return of(converted);
    }

    static String text(Reader reader, long limit) throws IOException {
        StringBuilder text = new StringBuilder();
        char[] buffer = new char[8192];
        while (text.length() < limit) {
            int read = reader.read(buffer, 0, (int) Math.min(buffer.length, limit - text.length()));
            if (read < 0) {
                break;
            }
            text.append(buffer, 0, read);
        }
        return text.toString();
    }
}
