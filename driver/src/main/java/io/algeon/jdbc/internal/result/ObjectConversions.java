package io.algeon.jdbc.internal.result;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Calendar;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * {@code getObject(column, Class)}: one table of the classes that can be asked for. A class that is not in it is given if the
 * column's own Java object is one; arrays are copied element by element.
 */
final class ObjectConversions {
    /** Reads a value that is not NULL. */
    private interface Conversion {
        Object read(ColumnReader column) throws SQLException;
    }

    private static final Map<Class<?>, Conversion> CONVERSIONS = conversions();

    private ObjectConversions() {}

    private static Map<Class<?>, Conversion> conversions() {
        Map<Class<?>, Conversion> table = new HashMap<>();
        table.put(Object.class, ColumnReader::objectValue);
        table.put(String.class, ColumnReader::textValue);
        table.put(CharSequence.class, ColumnReader::textValue);
        table.put(Boolean.class, ColumnReader::booleanValue);
        table.put(
                Byte.class, column -> (byte) column.narrow(column.longValue(), Byte.MIN_VALUE, Byte.MAX_VALUE, "byte"));
        table.put(Short.class, column ->
                (short) column.narrow(column.longValue(), Short.MIN_VALUE, Short.MAX_VALUE, "short"));
        table.put(Integer.class, ColumnReader::intValue);
        table.put(Long.class, ColumnReader::longValue);
        table.put(Float.class, ColumnReader::floatValue);
        table.put(Double.class, ColumnReader::doubleValue);
        table.put(BigDecimal.class, ColumnReader::decimalValue);
        table.put(BigInteger.class, ObjectConversions::bigInteger);
        table.put(Number.class, ObjectConversions::number);
        table.put(byte[].class, ColumnReader::bytesValue);
        table.put(UUID.class, ObjectConversions::uuid);
        table.put(LocalDate.class, ColumnReader::dateValue);
        table.put(LocalTime.class, ColumnReader::timeValue);
        table.put(LocalDateTime.class, ColumnReader::dateTimeValue);
        table.put(Instant.class, ColumnReader::instantValue);
        table.put(ZonedDateTime.class, ObjectConversions::zoned);
        table.put(OffsetDateTime.class, column -> zoned(column).toOffsetDateTime());
        table.put(Date.class, ColumnReader::sqlDateValue);
        table.put(Time.class, column -> JavaTimes.sqlTime(column.timeValue()));
        table.put(Timestamp.class, ColumnReader::sqlTimestampValue);
        table.put(java.util.Date.class, ColumnReader::sqlTimestampValue);
        table.put(Calendar.class, ObjectConversions::calendar);
        table.put(List.class, ObjectConversions::list);
        table.put(InputStream.class, column -> new ByteArrayInputStream(column.bytesValue()));
        table.put(Reader.class, column -> new StringReader(column.textValue()));
        table.put(Clob.class, column -> new TextClob(column.textValue()));
        table.put(NClob.class, column -> new TextClob(column.textValue()));
        table.put(Blob.class, column -> new BytesBlob(column.bytesValue()));
        table.put(URL.class, ObjectConversions::url);
        return Map.copyOf(table);
    }

    /** The current value as {@code target}; null for NULL. */
    static <T> @Nullable T convert(ColumnReader column, @Nullable Class<T> target) throws SQLException {
        if (target == null) {
            throw column.cannotRead("null");
        }
        if (column.absent()) {
            return null;
        }
        Conversion conversion = CONVERSIONS.get(target);
        if (conversion != null) {
            return target.cast(conversion.read(column));
        }
        Object value = column.objectValue();
        if (target.isInstance(value)) {
            return target.cast(value);
        }
        if (target.isArray() && value instanceof AlgeonArray array) {
            return target.cast(array(column, array, target.getComponentType()));
        }
        if (target.isInstance(column.textValue())) {
            return target.cast(column.textValue());
        }
        throw column.cannotRead(target.getName());
    }

    static @Nullable InputStream asciiStream(ColumnReader column) throws SQLException {
        return column.absent()
                ? null
                : new ByteArrayInputStream(column.textValue().getBytes(StandardCharsets.US_ASCII));
    }

    static @Nullable InputStream unicodeStream(ColumnReader column) throws SQLException {
        return column.absent()
                ? null
                : new ByteArrayInputStream(column.textValue().getBytes(StandardCharsets.UTF_8));
    }

    private static BigInteger bigInteger(ColumnReader column) throws SQLException {
        return column.decimalValue().setScale(0, RoundingMode.DOWN).unscaledValue();
    }

    private static Number number(ColumnReader column) throws SQLException {
        return column.objectValue() instanceof Number number ? number : column.decimalValue();
    }

    private static UUID uuid(ColumnReader column) throws SQLException {
        Object value = column.objectValue();
        if (value instanceof UUID uuid) {
            return uuid;
        }
        if (value instanceof byte[] bytes && bytes.length == 16) {
            ByteBuffer buffer = ByteBuffer.wrap(bytes);
            return new UUID(buffer.getLong(), buffer.getLong());
        }
        if (!(value instanceof String text)) {
            throw column.cannotRead("UUID");
        }
        try {
            return UUID.fromString(text.trim());
        } catch (IllegalArgumentException notUuid) {
            throw column.cannotParse(text, "UUID");
        }
    }

    private static ZonedDateTime zoned(ColumnReader column) throws SQLException {
        return column.instantValue().atZone(column.position.zone);
    }

    private static Calendar calendar(ColumnReader column) throws SQLException {
        Calendar calendar = Calendar.getInstance(TimeZone.getTimeZone(column.position.zone));
        calendar.setTimeInMillis(column.instantValue().toEpochMilli());
        return calendar;
    }

    private static List<?> list(ColumnReader column) throws SQLException {
        if (column.objectValue() instanceof AlgeonArray array) {
            // a list that may hold null, which List.of does not
            return java.util.Arrays.asList(array.elements());
        }
        throw column.cannotRead("List");
    }

    private static URL url(ColumnReader column) throws SQLException {
        String text = column.textValue();
        try {
            return URI.create(text).toURL();
        } catch (IllegalArgumentException | MalformedURLException notUrl) {
            throw column.cannotParse(text, "URL");
        }
    }

    private static Object array(ColumnReader column, AlgeonArray source, Class<?> component) throws SQLException {
        @Nullable Object[] elements = source.elements();
        Object target = java.lang.reflect.Array.newInstance(component, elements.length);
        for (int i = 0; i < elements.length; i++) {
            Object element = elements[i];
            if (element == null && component.isPrimitive()) {
                throw column.cannotRead(component.getName() + "[], because element " + (i + 1) + " is NULL");
            }
            java.lang.reflect.Array.set(target, i, element == null ? null : element(column, element, component));
        }
        return target;
    }

    private static Object element(ColumnReader column, Object element, Class<?> component) throws SQLException {
        if (component.isInstance(element)) {
            return element;
        }
        if (component == String.class) {
            return NestedText.of(element);
        }
        if (component.isArray() && element instanceof AlgeonArray nested) {
            return array(column, nested, component.getComponentType());
        }
        if (component == boolean.class && element instanceof Boolean) {
            return element;
        }
        if (element instanceof Number number) {
            Object converted = number(column, number, component);
            if (converted != null) {
                return converted;
            }
        }
        throw column.cannotRead(component.getName() + "[]");
    }

    private static @Nullable Object number(ColumnReader column, Number number, Class<?> component) throws SQLException {
        if (component == double.class || component == Double.class) {
            return number.doubleValue();
        }
        if (component == float.class || component == Float.class) {
            return number.floatValue();
        }
        if (component == BigDecimal.class) {
            return new BigDecimal(number.toString());
        }
        String name = component.getName();
        if (component == int.class || component == Integer.class) {
            return (int) column.narrow(whole(column, number), Integer.MIN_VALUE, Integer.MAX_VALUE, name);
        }
        if (component == long.class || component == Long.class) {
            return whole(column, number);
        }
        if (component == short.class || component == Short.class) {
            return (short) column.narrow(whole(column, number), Short.MIN_VALUE, Short.MAX_VALUE, name);
        }
        if (component == byte.class || component == Byte.class) {
            return (byte) column.narrow(whole(column, number), Byte.MIN_VALUE, Byte.MAX_VALUE, name);
        }
        return null;
    }

    private static long whole(ColumnReader column, Number number) throws SQLException {
        return number instanceof BigDecimal decimal
                ? NumberReaders.wholePart(decimal, column.description())
                : number instanceof Double || number instanceof Float
                        ? NumberReaders.wholePart(number.doubleValue(), column.description())
                        : number.longValue();
    }
}
