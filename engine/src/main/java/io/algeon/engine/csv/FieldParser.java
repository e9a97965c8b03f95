package io.algeon.engine.csv;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.file.Numbers;
import io.algeon.engine.file.TemporalFormat;
import io.algeon.engine.file.Utf8;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Locale;

/**
 * Turns the fields of one column into values, a batch at a time, straight from the bytes. One class a type family, each with
 * a loop of its own where it counts: a call for each field that the virtual machine cannot see through would cost as much as
 * the parsing.
 */
abstract class FieldParser {
    private final NullTexts nulls;
    private final boolean emptyIsNull;
    private byte[] scratch = new byte[64];
    private int scratchLength;

    /** @param emptyIsNull whether an empty field is NULL whatever the NULL texts are */
    FieldParser(NullTexts nulls, boolean emptyIsNull) {
        this.nulls = nulls;
        this.emptyIsNull = emptyIsNull;
    }

    /** The parser for values of a type. */
    static FieldParser of(SqlType type, ColumnFormat format, NullTexts nulls, ZoneId zone) {
        return switch (type.kind()) {
            case BOOLEAN -> new Booleans(nulls);
            case TINYINT -> new Ints(nulls, Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> new Ints(nulls, Short.MIN_VALUE, Short.MAX_VALUE);
            case INTEGER -> new Ints(nulls, Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> new Longs(nulls);
            case DECIMAL ->
                type.precision() <= SqlType.MAX_LONG_DECIMAL_PRECISION
                        ? new Decimals(nulls, type, format)
                        : new WideDecimals(nulls, type, format);
            case REAL, DOUBLE -> new Floating(nulls, type.kind() == TypeKind.REAL, format.decimalPoint());
            case DATE -> new Dates(nulls, format.temporal(TemporalFormat.ISO_DATE));
            case TIME -> new Times(nulls, type);
            case TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE ->
                new Timestamps(nulls, type, format.temporal(TemporalFormat.ISO_TIMESTAMP), zone);
            case UUID -> new Uuids(nulls);
            case VARBINARY -> new Binaries(nulls);
            default -> new Texts(nulls, type.precision());
        };
    }

    /** The values of the rows parsed last. */
    abstract ColumnVector vector();

    /**
     * Parses the fields of a column from row {@code from} on.
     *
     * @return the first row whose field is no value of the type; {@code rows} if there is none. The caller goes on behind it
     */
    int parse(byte[] buffer, int[] starts, int[] ends, int column, int columns, int from, int rows) {
        for (int row = from, i = from * columns + column; row < rows; row++, i += columns) {
            int start = starts[i];
            int end = ends[i];
            boolean good;
            if (start >= 0 && isNull(buffer, start, end)) {
                setNull(row, rows);
                continue;
            } else if (start >= 0) {
                good = value(buffer, start, end, row);
            } else {
                good = quoted(buffer, ~start, end, row, rows);
            }
            if (!good) {
                setNull(row, rows);
                return row;
            }
        }
        return rows;
    }

    /** Parses a quoted field, whose escapes are removed first. */
    final boolean quoted(byte[] buffer, int start, int end, int row, int rows) {
        if (end < 0) {
            scratchLength = Unescaping.copy(buffer, start, ~end, nulls.escape(), nulls.quote(), fitting(~end - start));
            return value(scratch, 0, scratchLength, row);
        }
        if (start == end && emptyIsNull) {
            setNull(row, rows);
            return true;
        }
        if (nulls.alsoQuoted() && nulls.matches(buffer, start, end)) {
            setNull(row, rows);
            return true;
        }
        return value(buffer, start, end, row);
    }

    private byte[] fitting(int length) {
        if (scratch.length < length) {
            scratch = new byte[length + (length >> 1)];
        }
        return scratch;
    }

    /** Whether an unquoted field is NULL. */
    final boolean isNull(byte[] buffer, int start, int end) {
        return start == end && emptyIsNull || nulls.matches(buffer, start, end);
    }

    final boolean hasNullTexts() {
        return nulls.isSpecial();
    }

    abstract void setNull(int row, int rows);

    /** Writes the value of a field; false if it is none. */
    abstract boolean value(byte[] data, int from, int to, int row);

    /** Starts a batch: no row is NULL yet. */
    void begin() {
        vector().setNoNulls();
    }

    /** TINYINT, SMALLINT, INTEGER. */
    private static final class Ints extends FieldParser {
        private final IntVector vector = new IntVector(Batch.ROWS);
        private final long min;
        private final long max;

        Ints(NullTexts nulls, long min, long max) {
            super(nulls, true);
            this.min = min;
            this.max = max;
        }

        @Override
        ColumnVector vector() {
            return vector;
        }

        @Override
        void setNull(int row, int rows) {
            vector.setNull(row, rows);
        }

        @Override
        int parse(byte[] buffer, int[] starts, int[] ends, int column, int columns, int from, int rows) {
            if (hasNullTexts()) {
                return super.parse(buffer, starts, ends, column, columns, from, rows);
            }
            int[] values = vector.values();
            for (int row = from, i = from * columns + column; row < rows; row++, i += columns) {
                int start = starts[i];
                int end = ends[i];
                if (start < end && start >= 0) {
                    long value = Numbers.integer(buffer, start, end);
                    if (value >= min && value <= max) {
                        values[row] = (int) value;
                        continue;
                    }
                    vector.setNull(row, rows);
                    return row;
                }
                if (start == end) {
                    vector.setNull(row, rows);
                } else if (!quoted(buffer, ~start, end, row, rows)) {
                    vector.setNull(row, rows);
                    return row;
                }
            }
            return rows;
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            long value = Numbers.integer(data, from, to);
            vector.values()[row] = (int) value;
            return value >= min && value <= max;
        }
    }

    /** BIGINT. */
    private static final class Longs extends FieldParser {
        private final LongVector vector = new LongVector(Batch.ROWS);

        Longs(NullTexts nulls) {
            super(nulls, true);
        }

        @Override
        ColumnVector vector() {
            return vector;
        }

        @Override
        void setNull(int row, int rows) {
            vector.setNull(row, rows);
        }

        @Override
        int parse(byte[] buffer, int[] starts, int[] ends, int column, int columns, int from, int rows) {
            if (hasNullTexts()) {
                return super.parse(buffer, starts, ends, column, columns, from, rows);
            }
            long[] values = vector.values();
            for (int row = from, i = from * columns + column; row < rows; row++, i += columns) {
                int start = starts[i];
                int end = ends[i];
                if (start < end && start >= 0) {
                    long value = Numbers.integer(buffer, start, end);
                    if (value != Numbers.NONE || Numbers.isSmallest(buffer, start, end)) {
                        values[row] = value;
                        continue;
                    }
                    vector.setNull(row, rows);
                    return row;
                }
                if (start == end) {
                    vector.setNull(row, rows);
                } else if (!quoted(buffer, ~start, end, row, rows)) {
                    vector.setNull(row, rows);
                    return row;
                }
            }
            return rows;
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            long value = Numbers.integer(data, from, to);
            vector.values()[row] = value;
            return value != Numbers.NONE || Numbers.isSmallest(data, from, to);
        }
    }

    /** DECIMAL up to 18 digits. */
    private static final class Decimals extends FieldParser {
        private final LongVector vector = new LongVector(Batch.ROWS);
        private final int scale;
        private final long limit;
        private final byte point;
        private final boolean exact;

        Decimals(NullTexts nulls, SqlType type, ColumnFormat format) {
            super(nulls, true);
            this.scale = type.scale();
            this.limit = Numbers.powerOfTen(type.precision());
            this.point = format.decimalPoint();
            this.exact = format.exact();
        }

        @Override
        ColumnVector vector() {
            return vector;
        }

        @Override
        void setNull(int row, int rows) {
            vector.setNull(row, rows);
        }

        @Override
        int parse(byte[] buffer, int[] starts, int[] ends, int column, int columns, int from, int rows) {
            if (hasNullTexts()) {
                return super.parse(buffer, starts, ends, column, columns, from, rows);
            }
            long[] values = vector.values();
            for (int row = from, i = from * columns + column; row < rows; row++, i += columns) {
                int start = starts[i];
                int end = ends[i];
                if (start < end && start >= 0) {
                    long value = Numbers.decimal(buffer, start, end, scale, point);
                    if (value == Numbers.NONE && !value(buffer, start, end, row)) {
                        vector.setNull(row, rows);
                        return row;
                    }
                    if (value != Numbers.NONE) {
                        if (value >= limit || value <= -limit) {
                            vector.setNull(row, rows);
                            return row;
                        }
                        values[row] = value;
                    }
                    continue;
                }
                if (start == end) {
                    vector.setNull(row, rows);
                } else if (!quoted(buffer, ~start, end, row, rows)) {
                    vector.setNull(row, rows);
                    return row;
                }
            }
            return rows;
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            BigDecimal number = Numbers.bigDecimal(data, from, to, point, scale, exact);
            if (number == null || number.unscaledValue().bitLength() > 63) {
                return false;
            }
            long value = number.unscaledValue().longValue();
            vector.values()[row] = value;
            return value < limit && value > -limit;
        }
    }

    /** DECIMAL above 18 digits. */
    private static final class WideDecimals extends FieldParser {
        private final Int128Vector vector = new Int128Vector(Batch.ROWS);
        private final SqlType type;
        private final byte point;
        private final boolean exact;

        WideDecimals(NullTexts nulls, SqlType type, ColumnFormat format) {
            super(nulls, true);
            this.type = type;
            this.point = format.decimalPoint();
            this.exact = format.exact();
        }

        @Override
        void begin() {
            super.begin();
            vector.setWide();
        }

        @Override
        ColumnVector vector() {
            return vector;
        }

        @Override
        void setNull(int row, int rows) {
            vector.setNull(row, rows);
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            BigDecimal number = Numbers.bigDecimal(data, from, to, point, type.scale(), exact);
            if (number == null || number.precision() > type.precision()) {
                return false;
            }
            vector.high()[row] = number.unscaledValue().shiftRight(64).longValue();
            vector.low()[row] = number.unscaledValue().longValue();
            return true;
        }
    }

    /** REAL and DOUBLE. */
    private static final class Floating extends FieldParser {
        private final boolean single;
        private final byte point;
        private final DoubleVector doubles;
        private final FloatVector floats;

        Floating(NullTexts nulls, boolean single, byte point) {
            super(nulls, true);
            this.single = single;
            this.point = point;
            this.doubles = new DoubleVector(single ? 0 : Batch.ROWS);
            this.floats = new FloatVector(single ? Batch.ROWS : 0);
        }

        @Override
        ColumnVector vector() {
            return single ? floats : doubles;
        }

        @Override
        void setNull(int row, int rows) {
            vector().setNull(row, rows);
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            if (single) {
                String text = Numbers.text(data, from, to, point);
                try {
                    floats.values()[row] = Numbers.isFloating(text) ? Float.parseFloat(text) : Numbers.special(text);
                    return Numbers.isFloating(text) || Numbers.isSpecial(text);
                } catch (NumberFormatException e) {
                    return false;
                }
            }
            double value = Numbers.simpleDouble(data, from, to, point);
            if (!Double.isNaN(value)) {
                doubles.values()[row] = value;
                return true;
            }
            String text = Numbers.text(data, from, to, point);
            if (Numbers.isSpecial(text)) {
                doubles.values()[row] = Numbers.special(text);
                return true;
            }
            if (!Numbers.isFloating(text)) {
                return false;
            }
            double parsed = Double.parseDouble(text);
            doubles.values()[row] = parsed;
            return !Double.isInfinite(parsed);
        }
    }

    /** BOOLEAN. */
    private static final class Booleans extends FieldParser {
        private final BooleanVector vector = new BooleanVector(Batch.ROWS);

        Booleans(NullTexts nulls) {
            super(nulls, true);
        }

        @Override
        ColumnVector vector() {
            return vector;
        }

        @Override
        void setNull(int row, int rows) {
            vector.setNull(row, rows);
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            String word = new String(data, from, to - from, StandardCharsets.ISO_8859_1)
                    .trim()
                    .toLowerCase(Locale.ROOT);
            switch (word) {
                case "true", "t", "yes", "y", "1", "on" -> vector.set(row, true);
                case "false", "f", "no", "n", "0", "off" -> vector.set(row, false);
                default -> {
                    return false;
                }
            }
            return true;
        }
    }

    /** DATE. */
    private static final class Dates extends FieldParser {
        private final IntVector vector = new IntVector(Batch.ROWS);
        private final TemporalFormat format;

        Dates(NullTexts nulls, TemporalFormat format) {
            super(nulls, true);
            this.format = format;
        }

        @Override
        ColumnVector vector() {
            return vector;
        }

        @Override
        void setNull(int row, int rows) {
            vector.setNull(row, rows);
        }

        @Override
        int parse(byte[] buffer, int[] starts, int[] ends, int column, int columns, int from, int rows) {
            if (hasNullTexts()) {
                return super.parse(buffer, starts, ends, column, columns, from, rows);
            }
            int[] values = vector.values();
            for (int row = from, i = from * columns + column; row < rows; row++, i += columns) {
                int start = starts[i];
                int end = ends[i];
                if (start < end && start >= 0) {
                    long days = format.parseDate(buffer, start, end);
                    if (days == TemporalFormat.NONE) {
                        vector.setNull(row, rows);
                        return row;
                    }
                    values[row] = (int) days;
                    continue;
                }
                if (start == end) {
                    vector.setNull(row, rows);
                } else if (!quoted(buffer, ~start, end, row, rows)) {
                    vector.setNull(row, rows);
                    return row;
                }
            }
            return rows;
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            long days = format.parseDate(data, from, to);
            vector.values()[row] = (int) days;
            return days != TemporalFormat.NONE;
        }
    }

    /** TIME, as hours, minutes and perhaps seconds with a fraction. */
    private static final class Times extends FieldParser {
        private static final TemporalFormat[] FORMS = {
            TemporalFormat.of("%H:%M:%S.%f"), TemporalFormat.of("%H:%M:%S"), TemporalFormat.of("%H:%M")
        };
        private final LongVector vector = new LongVector(Batch.ROWS);
        private final long unitsPerSecond;

        Times(NullTexts nulls, SqlType type) {
            super(nulls, true);
            this.unitsPerSecond = type.unitsPerSecond();
        }

        @Override
        ColumnVector vector() {
            return vector;
        }

        @Override
        void setNull(int row, int rows) {
            vector.setNull(row, rows);
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            for (TemporalFormat form : FORMS) {
                long units = form.parse(data, from, to, unitsPerSecond);
                if (units != TemporalFormat.NONE) {
                    vector.values()[row] = units;
                    return true;
                }
            }
            return false;
        }
    }

    /** TIMESTAMP and TIMESTAMP WITH TIME ZONE. */
    private static final class Timestamps extends FieldParser {
        private final LongVector vector = new LongVector(Batch.ROWS);
        private final TemporalFormat format;
        private final long unitsPerSecond;
        private final boolean instant;
        private final ZoneId zone;

        Timestamps(NullTexts nulls, SqlType type, TemporalFormat format, ZoneId zone) {
            super(nulls, true);
            this.format = format;
            this.instant = type.kind() == TypeKind.TIMESTAMP_WITH_TIME_ZONE;
            this.unitsPerSecond = instant ? 1_000_000L : type.unitsPerSecond();
            this.zone = zone;
        }

        @Override
        ColumnVector vector() {
            return vector;
        }

        @Override
        void setNull(int row, int rows) {
            vector.setNull(row, rows);
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            long units = format.parse(data, from, to, unitsPerSecond);
            if (units == TemporalFormat.NONE) {
                return false;
            }
            if (instant && !format.hasOffset() && !TemporalFormat.endsInOffset(data, from, to)) {
                units = inZone(units);
            }
            vector.values()[row] = units;
            return true;
        }

        /** A wall clock's time in the session's zone. */
        private long inZone(long micros) {
            LocalDateTime local = LocalDateTime.ofEpochSecond(
                    Math.floorDiv(micros, 1_000_000L), (int) Math.floorMod(micros, 1_000_000L) * 1000, ZoneOffset.UTC);
            Instant at = local.atZone(zone).toInstant();
            return at.getEpochSecond() * 1_000_000L + at.getNano() / 1000;
        }
    }

    /** UUID. */
    private static final class Uuids extends FieldParser {
        private final Int128Vector vector = new Int128Vector(Batch.ROWS);

        Uuids(NullTexts nulls) {
            super(nulls, true);
        }

        @Override
        void begin() {
            super.begin();
            vector.setWide();
        }

        @Override
        ColumnVector vector() {
            return vector;
        }

        @Override
        void setNull(int row, int rows) {
            vector.setNull(row, rows);
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            long high = 0;
            long low = 0;
            int digits = 0;
            for (int at = from; at < to; at++) {
                int digit = Character.digit(data[at], 16);
                if (data[at] == '-') {
                    continue;
                }
                if (digit < 0) {
                    return false;
                }
                high = high << 4 | low >>> 60;
                low = low << 4 | digit;
                digits++;
            }
            vector.high()[row] = high;
            vector.low()[row] = low;
            return digits == 32;
        }
    }

    /** VARBINARY: hexadecimal digits after {@code \x}, else the bytes themselves. */
    private static final class Binaries extends BytesParser {
        Binaries(NullTexts nulls) {
            super(nulls);
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            if (to - from < 2 || data[from] != '\\' || data[from + 1] != 'x' || (to - from) % 2 != 0) {
                vector.set(row, data, from, to - from);
                return true;
            }
            byte[] bytes = new byte[(to - from) / 2 - 1];
            for (int i = 0; i < bytes.length; i++) {
                int upper = Character.digit(data[from + 2 + 2 * i], 16);
                int lower = Character.digit(data[from + 3 + 2 * i], 16);
                if (upper < 0 || lower < 0) {
                    return false;
                }
                bytes[i] = (byte) (upper << 4 | lower);
            }
            vector.set(row, bytes);
            return true;
        }
    }

    /** Values of bytes, written in order. */
    private abstract static class BytesParser extends FieldParser {
        final BytesVector vector = new BytesVector(Batch.ROWS, 16 * Batch.ROWS);

        BytesParser(NullTexts nulls) {
            super(nulls, false);
        }

        @Override
        ColumnVector vector() {
            return vector;
        }

        @Override
        void setNull(int row, int rows) {
            vector.offsets()[row + 1] = vector.offsets()[row];
            vector.setNull(row, rows);
        }
    }

    /** VARCHAR. */
    private static final class Texts extends BytesParser {
        private final int maxLength;

        Texts(NullTexts nulls, int maxLength) {
            super(nulls);
            this.maxLength = maxLength;
        }

        @Override
        int parse(byte[] buffer, int[] starts, int[] ends, int column, int columns, int from, int rows) {
            if (hasNullTexts() || maxLength != SqlType.UNLIMITED) {
                return super.parse(buffer, starts, ends, column, columns, from, rows);
            }
            int[] offsets = vector.offsets();
            long total = offsets[from];
            for (int row = from, i = from * columns + column; row < rows; row++, i += columns) {
                int start = starts[i];
                int end = ends[i];
                total += (end < 0 ? ~end : end) - (start < 0 ? ~start : start);
            }
            byte[] data = vector.ensureBytes(offsets[from], Math.toIntExact(total));
            int at = offsets[from];
            for (int row = from, i = from * columns + column; row < rows; row++, i += columns) {
                int start = starts[i];
                int end = ends[i];
                if (start < end && start >= 0) {
                    int length = end - start;
                    if (Utf8.isInvalid(buffer, start, end)) {
                        setNull(row, rows);
                        return row;
                    }
                    System.arraycopy(buffer, start, data, at, length);
                    at += length;
                    offsets[row + 1] = at;
                } else if (start == end) {
                    offsets[row + 1] = at;
                    vector.setNull(row, rows);
                } else if (quoted(buffer, ~start, end, row, rows)) {
                    at = offsets[row + 1];
                    data = vector.data();
                } else {
                    setNull(row, rows);
                    return row;
                }
            }
            return rows;
        }

        @Override
        boolean value(byte[] data, int from, int to, int row) {
            vector.set(row, data, from, to - from);
            return !Utf8.isInvalid(data, from, to)
                    && (to - from <= maxLength || Utf8.characters(data, from, to) <= maxLength);
        }
    }
}
