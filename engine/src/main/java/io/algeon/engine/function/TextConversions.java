package io.algeon.engine.function;

import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.time.ZoneId;

/** Casts to and from text, and between binary values and others. */
final class TextConversions {
    private TextConversions() {}

    /** Text to any other type but binary. */
    static final class FromText extends Conversion {
        private final TextParser parser;
        private final BytesView view = new BytesView();
        private final Buffers buffers = new Buffers();

        FromText(SqlType from, SqlType to, boolean safe, ZoneId zone) {
            super(from, to, safe);
            parser = new TextParser(zone);
        }

        @Override
        ColumnVector convert(ColumnVector source, int rows) {
            view.of(source);
            ColumnVector result = switch (to().physicalKind()) {
                case BOOLEAN -> buffers.booleans(rows);
                case INT32 -> buffers.ints(rows);
                case INT64 -> buffers.longs(rows);
                case INT128 -> buffers.wides(rows);
                case FLOAT32 -> buffers.floats(rows);
                default -> buffers.doubles(rows);
            };
            for (int i = 0; i < rows; i++) {
                if (source.isNull(i)) {
                    continue;
                }
                switch (parser.parse(view.data(), view.start(i), view.end(i), to())) {
                    case READ -> store(result, i);
                    case MALFORMED -> fail(i, ErrorCode.CAST_INVALID, view.string(i));
                    case OUT_OF_RANGE -> fail(i, ErrorCode.NUMERIC_OUT_OF_RANGE, view.string(i));
                    case NO_SUCH_TIME -> fail(i, ErrorCode.DATETIME_OUT_OF_RANGE, view.string(i));
                }
            }
            return result;
        }

        private void store(ColumnVector result, int row) {
            if (result instanceof IntVector ints) {
                ints.values()[row] = (int) parser.value();
            } else if (result instanceof LongVector longs) {
                longs.values()[row] = parser.value();
            } else if (result instanceof Int128Vector wides) {
                wides.low()[row] = parser.value();
                wides.high()[row] = parser.high();
            } else if (result instanceof DoubleVector doubles) {
                doubles.values()[row] = parser.floating();
            } else if (result instanceof FloatVector floats) {
                floats.values()[row] = (float) parser.floating();
            } else {
                ((BooleanVector) result).set(row, parser.value() != 0);
            }
        }
    }

    /** Any type but text to text, cut to the length of the target. */
    static final class ToText extends Conversion {
        private static final char[] HEX = "0123456789abcdef".toCharArray();

        private final ZoneClock clock;
        private final TextBuffer text = new TextBuffer();
        private final BytesView view = new BytesView();
        private final Buffers buffers = new Buffers();

        ToText(SqlType from, SqlType to, boolean safe, ZoneId zone) {
            super(from, to, safe);
            clock = new ZoneClock(zone);
        }

        @Override
        ColumnVector convert(ColumnVector source, int rows) {
            BytesVector result = buffers.bytes(rows);
            result.offsets()[0] = 0;
            int limit = to().precision();
            if (from().kind().isInteger()) {
                integers(source, rows, limit == SqlType.UNLIMITED ? DecimalDigits.LONGEST : limit, result);
                return result;
            }
            if (from().kind() == TypeKind.VARBINARY) {
                view.of(source);
            }
            for (int i = 0; i < rows; i++) {
                text.clear();
                if (!source.isNull(i)) {
                    write(source, i);
                }
                int length = limit == SqlType.UNLIMITED ? text.length() : Math.min(limit, text.length());
                result.set(i, text.bytes(), 0, length);
            }
            return result;
        }

        /** Integers; one that equals the one before is copied. */
        private void integers(ColumnVector source, int rows, int limit, BytesVector result) {
            byte[] to = result.ensureBytes(0, rows * DecimalDigits.LONGEST + DecimalDigits.SLACK);
            int[] offsets = result.offsets();
            int[] ints = source instanceof IntVector narrow ? narrow.values() : null;
            long[] longs = source instanceof LongVector wide ? wide.values() : new long[0];
            boolean nulls = source.mayHaveNulls();
            long last = 0;
            int lastFrom = -1;
            int lastLength = 0;
            int at = 0;
            for (int i = 0; i < rows; i++) {
                if (!nulls || !source.isNull(i)) {
                    long value = ints != null ? ints[i] : longs[i];
                    if (lastFrom >= 0 && value == last) {
                        DecimalDigits.copy(to, lastFrom, at, lastLength);
                    } else {
                        lastLength = Math.min(limit, DecimalDigits.write(value, to, at) - at);
                        lastFrom = at;
                        last = value;
                    }
                    at += lastLength;
                }
                offsets[i + 1] = at;
            }
        }

        private void write(ColumnVector source, int row) {
            switch (from().kind()) {
                case BOOLEAN -> text.append(((BooleanVector) source).get(row) ? "true" : "false");
                case DECIMAL -> {
                    if (source instanceof LongVector longs) {
                        text.appendDecimal(longs.values()[row], from().scale());
                    } else {
                        Int128Vector wide = (Int128Vector) source;
                        text.append(Int128.toString(wide.high()[row], wide.low()[row], from().scale()));
                    }
                }
                case REAL -> text.append(FloatingText.format(((FloatVector) source).values()[row]));
                case DOUBLE -> text.append(FloatingText.format(((DoubleVector) source).values()[row]));
                case UUID -> {
                    Int128Vector wide = (Int128Vector) source;
                    text.append(new java.util.UUID(wide.high()[row], wide.low()[row]).toString());
                }
                case VARBINARY -> {
                    text.append("\\x");
                    for (int i = view.start(row); i < view.end(row); i++) {
                        byte b = view.data()[i];
                        text.append(HEX[b >> 4 & 15]).append(HEX[b & 15]);
                    }
                }
                case DATE, INTERVAL_YEAR_MONTH ->
                    TemporalText.write(text, ((IntVector) source).values()[row], from(), clock);
                case TIME, TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE, INTERVAL_DAY_SECOND ->
                    TemporalText.write(text, ((LongVector) source).values()[row], from(), clock);
                default -> throw new IllegalArgumentException("type " + from());
            }
        }
    }

    /** Text cut to a number of characters, or binary values to a number of bytes. */
    static final class Truncate extends Conversion {
        private final BytesView view = new BytesView();
        private final Buffers buffers = new Buffers();

        Truncate(SqlType from, SqlType to, boolean safe) {
            super(from, to, safe);
        }

        @Override
        ColumnVector convert(ColumnVector source, int rows) {
            BytesVector result = buffers.bytes(rows);
            result.offsets()[0] = 0;
            view.of(source);
            int limit = to().precision();
            boolean characters = to().kind().isCharacter();
            for (int i = 0; i < rows; i++) {
                int start = view.start(i);
                int end = view.end(i);
                int cut = characters
                        ? Utf8.offset(view.data(), start, end, limit)
                        : (int) Math.min(end, (long) start + limit);
                result.set(i, view.data(), start, cut - start);
            }
            return result;
        }
    }

    /** Text to binary: PostgreSQL's {@code \x} form, else the bytes of the characters. */
    static final class ToBinary extends Conversion {
        private final BytesView view = new BytesView();
        private final Buffers buffers = new Buffers();
        private final TextBuffer bytes = new TextBuffer();

        ToBinary(SqlType from, SqlType to, boolean safe) {
            super(from, to, safe);
        }

        @Override
        ColumnVector convert(ColumnVector source, int rows) {
            BytesVector result = buffers.bytes(rows);
            result.offsets()[0] = 0;
            view.of(source);
            for (int i = 0; i < rows; i++) {
                bytes.clear();
                if (!source.isNull(i) && !read(view.data(), view.start(i), view.end(i))) {
                    fail(i, ErrorCode.CAST_INVALID, view.string(i));
                }
                int limit = to().precision();
                result.set(i, bytes.bytes(), 0, Math.min(limit, bytes.length()));
            }
            return result;
        }

        private boolean read(byte[] data, int start, int end) {
            if (end - start < 2 || data[start] != '\\' || data[start + 1] != 'x') {
                bytes.append(data, start, end - start);
                return true;
            }
            if ((end - start) % 2 != 0) {
                return false;
            }
            for (int i = start + 2; i < end; i += 2) {
                int upper = Character.digit(data[i], 16);
                int lower = Character.digit(data[i + 1], 16);
                if (upper < 0 || lower < 0) {
                    return false;
                }
                bytes.append((char) (upper << 4 | lower));
            }
            return true;
        }
    }

    /** Between UUIDs and their 16 bytes. */
    static final class UuidBytes extends Conversion {
        private final BytesView view = new BytesView();
        private final Buffers buffers = new Buffers();

        UuidBytes(SqlType from, SqlType to, boolean safe) {
            super(from, to, safe);
        }

        @Override
        ColumnVector convert(ColumnVector source, int rows) {
            if (source instanceof Int128Vector wide) {
                BytesVector result = buffers.bytes(rows);
                result.offsets()[0] = 0;
                byte[] bytes = new byte[16];
                for (int i = 0; i < rows; i++) {
                    for (int k = 0; k < 8; k++) {
                        bytes[k] = (byte) (wide.high()[i] >>> 56 - 8 * k);
                        bytes[k + 8] = (byte) (wide.low()[i] >>> 56 - 8 * k);
                    }
                    result.set(i, bytes);
                }
                return result;
            }
            Int128Vector result = buffers.wides(rows);
            view.of(source);
            for (int i = 0; i < rows; i++) {
                if (source.isNull(i)) {
                    continue;
                }
                if (view.length(i) != 16) {
                    fail(i, ErrorCode.CAST_INVALID, "of " + view.length(i) + " bytes");
                    continue;
                }
                long high = 0;
                long low = 0;
                for (int k = 0; k < 8; k++) {
                    high = high << 8 | view.data()[view.start(i) + k] & 255;
                    low = low << 8 | view.data()[view.start(i) + 8 + k] & 255;
                }
                result.high()[i] = high;
                result.low()[i] = low;
            }
            return result;
        }
    }
}
