package io.algeon.jdbc.internal.result;

import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.jdbc.internal.error.SqlExceptions;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;

/**
 * Reads the current row of one column as whatever Java type is asked for.
 *
 * <p>The public getters handle NULL and are what a result set calls; subclasses, one a storage form, override the
 * {@code ...Value} methods, which are only called for values that are not NULL. What a subclass does not override is a
 * conversion that its type does not have, and fails with 22018. A subclass keeps the arrays of the bound vector in fields, so
 * that a typed getter is one test and one array load.
 */
abstract class ColumnReader {
    private static final ColumnVector UNBOUND = new BooleanVector(0);

    final SqlType type;
    final Position position;
    private final String description;
    private ColumnVector vector = UNBOUND;

    /** @param description names the column in messages, as in {@code column 2 (price)} */
    ColumnReader(SqlType type, Position position, String description) {
        this.type = type;
        this.position = position;
        this.description = description;
    }

    /** Goes on to the next batch. */
    final void bind(ColumnVector next) {
        vector = next;
        bindValues(next);
    }

    /** Takes the arrays of the vector into fields. */
    abstract void bindValues(ColumnVector next);

    /** Whether the current value is NULL; remembers it for {@code wasNull}. */
    final boolean absent() {
        boolean isNull = vector.isNull(position.row);
        position.wasNull = isNull;
        return isNull;
    }

    final int row() {
        return position.row;
    }

    final String description() {
        return description;
    }

    // --- getters of a result set

    final @Nullable Object getObject() throws SQLException {
        return absent() ? null : objectValue();
    }

    final @Nullable String getString() throws SQLException {
        return absent() ? null : textValue();
    }

    final boolean getBoolean() throws SQLException {
        return !absent() && booleanValue();
    }

    final byte getByte() throws SQLException {
        return absent() ? 0 : (byte) narrow(longValue(), Byte.MIN_VALUE, Byte.MAX_VALUE, "byte");
    }

    final short getShort() throws SQLException {
        return absent() ? 0 : (short) narrow(longValue(), Short.MIN_VALUE, Short.MAX_VALUE, "short");
    }

    final int getInt() throws SQLException {
        return absent() ? 0 : intValue();
    }

    final long getLong() throws SQLException {
        return absent() ? 0 : longValue();
    }

    final float getFloat() throws SQLException {
        return absent() ? 0 : floatValue();
    }

    final double getDouble() throws SQLException {
        return absent() ? 0 : doubleValue();
    }

    final @Nullable BigDecimal getBigDecimal() throws SQLException {
        return absent() ? null : decimalValue();
    }

    final @Nullable BigDecimal getBigDecimal(int scale) throws SQLException {
        return absent() ? null : decimalValue().setScale(scale, RoundingMode.HALF_UP);
    }

    final byte @Nullable [] getBytes() throws SQLException {
        return absent() ? null : bytesValue();
    }

    final @Nullable Date getDate() throws SQLException {
        return absent() ? null : sqlDateValue();
    }

    final @Nullable Time getTime() throws SQLException {
        return absent() ? null : JavaTimes.sqlTime(timeValue());
    }

    final @Nullable Timestamp getTimestamp() throws SQLException {
        return absent() ? null : sqlTimestampValue();
    }

    /** The date at the start of its day in the calendar's zone. */
    final @Nullable Date getDate(@Nullable Calendar calendar) throws SQLException {
        if (calendar == null) {
            return getDate();
        }
        return absent() ? null : JavaTimes.sqlDate(dateValue(), calendar);
    }

    /** The time on 1970-01-01 in the calendar's zone. */
    final @Nullable Time getTime(@Nullable Calendar calendar) throws SQLException {
        if (calendar == null) {
            return getTime();
        }
        return absent() ? null : JavaTimes.sqlTime(timeValue(), calendar);
    }

    /** The zone-less value as a local time in the calendar's zone; an instant is itself in any zone. */
    final @Nullable Timestamp getTimestamp(@Nullable Calendar calendar) throws SQLException {
        if (calendar == null) {
            return getTimestamp();
        }
        return absent() ? null : sqlTimestampValue(calendar);
    }

    // --- values that are not NULL

    /** The value in the Java class that JDBC, or the type table of the documentation, gives the SQL type. */
    abstract Object objectValue() throws SQLException;

    /** The value as CAST(... AS VARCHAR) writes it. */
    String textValue() throws SQLException {
        return objectValue().toString();
    }

    boolean booleanValue() throws SQLException {
        throw cannotRead("boolean");
    }

    long longValue() throws SQLException {
        throw cannotRead("a whole number");
    }

    int intValue() throws SQLException {
        return (int) narrow(longValue(), Integer.MIN_VALUE, Integer.MAX_VALUE, "int");
    }

    float floatValue() throws SQLException {
        double value = doubleValue();
        float narrowed = (float) value;
        if (Float.isInfinite(narrowed) && !Double.isInfinite(value)) {
            throw SqlExceptions.outOfRange(value, description, "float");
        }
        return narrowed;
    }

    double doubleValue() throws SQLException {
        throw cannotRead("a number");
    }

    BigDecimal decimalValue() throws SQLException {
        throw cannotRead("BigDecimal");
    }

    byte[] bytesValue() throws SQLException {
        throw cannotRead("byte[]");
    }

    LocalDate dateValue() throws SQLException {
        throw cannotRead("a date");
    }

    LocalTime timeValue() throws SQLException {
        throw cannotRead("a time");
    }

    LocalDateTime dateTimeValue() throws SQLException {
        throw cannotRead("a timestamp");
    }

    Instant instantValue() throws SQLException {
        return dateTimeValue().atZone(position.zone).toInstant();
    }

    Date sqlDateValue() throws SQLException {
        return Date.valueOf(dateValue());
    }

    Timestamp sqlTimestampValue() throws SQLException {
        return Timestamp.valueOf(dateTimeValue());
    }

    Timestamp sqlTimestampValue(Calendar calendar) throws SQLException {
        return JavaTimes.sqlTimestamp(dateTimeValue(), calendar);
    }

    // --- failures

    final long narrow(long value, long min, long max, String target) throws SQLException {
        if (value < min || value > max) {
            throw SqlExceptions.outOfRange(value, description, target);
        }
        return value;
    }

    final SQLException cannotRead(String target) {
        return SqlExceptions.of(
                ErrorCode.CAST_INVALID,
                upperFirst(description) + " of type " + type + " cannot be read as " + target + ".");
    }

    final SQLException cannotParse(String text, String target) {
        String shown = text.length() <= 60 ? text : text.substring(0, 60) + "...";
        return SqlExceptions.of(
                ErrorCode.CAST_INVALID,
                "Value '" + shown + "' of " + description + " cannot be read as " + target + ".");
    }

    private static String upperFirst(String text) {
        return Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
