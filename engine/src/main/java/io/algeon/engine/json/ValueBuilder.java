package io.algeon.engine.json;

import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.RowVector;
import io.algeon.engine.batch.Validity;
import io.algeon.engine.file.Numbers;
import io.algeon.engine.file.TemporalFormat;
import io.algeon.engine.file.Utf8;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the values of one place in the records, row by row, and gives them out as a vector. Rows of lists are elements, so
 * that there is no bound to them but memory.
 */
abstract class ValueBuilder {
    /** A value is not of the type. */
    static final class Misfit extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final String path;
        final String value;
        final SqlType type;
        final int position;

        Misfit(String path, String value, SqlType type, int position) {
            super("a value does not fit", null, false, false);
            this.path = path;
            this.value = value;
            this.type = type;
            this.position = position;
        }
    }

    final String path;
    final SqlType type;
    private long[] validity = new long[Validity.words(64)];
    private boolean nulls;
    int rows;

    ValueBuilder(String path, SqlType type) {
        this.path = path;
        this.type = type;
    }

    static ValueBuilder of(String path, SqlType type) {
        return switch (type.kind()) {
            case ARRAY -> new Lists(path, type);
            case ROW -> new Records(path, type);
            case CHAR, VARCHAR, VARBINARY, NULL, MAP -> new Texts(path, type);
            default -> new Scalars(path, type);
        };
    }

    /** Appends the value that the cursor reads next. */
    final void add(JsonCursor cursor, int depth) {
        JsonCursor.Kind kind = cursor.kind();
        if (kind == JsonCursor.Kind.NULL) {
            cursor.word("null");
            addNull();
            return;
        }
        int row = rows;
        ensure(row + 1);
        value(cursor, kind, row, depth);
        if (nulls) {
            Validity.set(validity, row);
        }
        rows = row + 1;
    }

    /** Appends NULL. */
    final void addNull() {
        int row = rows;
        ensure(row + 1);
        if (!nulls) {
            nulls = true;
            Arrays.fill(validity, -1L);
        }
        Validity.clear(validity, row);
        missing(row);
        rows = row + 1;
    }

    private void ensure(int needed) {
        if (Validity.words(needed) > validity.length) {
            int before = validity.length;
            validity = Arrays.copyOf(validity, 2 * before);
            Arrays.fill(validity, before, validity.length, nulls ? -1L : 0L);
        }
        room(needed);
    }

    /** Forgets rows from a number on: those of a record that was given up. */
    final void cut(int count) {
        rows = count;
        shorten(count);
    }

    /** Starts a new batch. */
    final void clear() {
        nulls = false;
        cut(0);
    }

    final ColumnVector vector() {
        ColumnVector vector = values();
        if (nulls) {
            System.arraycopy(validity, 0, vector.writeValidity(rows), 0, Validity.words(rows));
        } else {
            vector.setNoNulls();
        }
        return vector;
    }

    final Misfit misfit(JsonCursor cursor, int start) {
        int stop = Math.min(cursor.end, Math.max(cursor.at, start + 1));
        return new Misfit(
                path, new String(cursor.data, start, Math.min(100, stop - start), StandardCharsets.UTF_8), type, start);
    }

    abstract void room(int needed);

    abstract void value(JsonCursor cursor, JsonCursor.Kind kind, int row, int depth);

    /** Leaves a row without a value. */
    void missing(int row) {}

    void shorten(int count) {}

    abstract ColumnVector values();

    /** Bytes held, about. */
    abstract long bytes();

    /** Booleans, numbers, dates and times. */
    private static final class Scalars extends ValueBuilder {
        private static final TemporalFormat[] TIMES = {
            TemporalFormat.of("%H:%M:%S.%f"), TemporalFormat.of("%H:%M:%S"), TemporalFormat.of("%H:%M")
        };
        private final PhysicalKind kind;
        private long[] values = new long[64];
        private long[] high = {};

        Scalars(String path, SqlType type) {
            super(path, type);
            this.kind = type.physicalKind();
        }

        @Override
        void room(int needed) {
            if (values.length < needed) {
                values = Arrays.copyOf(values, 2 * needed);
            }
            if (kind == PhysicalKind.INT128 && high.length < needed) {
                high = Arrays.copyOf(high, 2 * needed);
            }
        }

        @Override
        void value(JsonCursor cursor, JsonCursor.Kind found, int row, int depth) {
            int start = cursor.at;
            switch (found) {
                case TRUE, FALSE -> {
                    cursor.word(found == JsonCursor.Kind.TRUE ? "true" : "false");
                    if (type.kind() != TypeKind.BOOLEAN) {
                        throw misfit(cursor, start);
                    }
                    values[row] = found == JsonCursor.Kind.TRUE ? 1 : 0;
                    return;
                }
                case STRING -> cursor.string();
                case NUMBER -> {
                    if (type.kind() == TypeKind.BIGINT && cursor.wholeNumber()) {
                        values[row] = cursor.whole;
                        return;
                    }
                    cursor.number();
                }
                default -> throw misfit(cursor, start);
            }
            boolean text = found == JsonCursor.Kind.STRING;
            if (cursor.from == cursor.to || !parse(cursor.source, cursor.from, cursor.to, row, text)) {
                throw misfit(cursor, start);
            }
        }

        private boolean parse(byte[] data, int from, int to, int row, boolean text) {
            switch (type.kind()) {
                case BOOLEAN -> {
                    String word = new String(data, from, to - from, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
                    values[row] = word.equals("true") ? 1 : 0;
                    return text && (word.equals("true") || word.equals("false"));
                }
                case TINYINT, SMALLINT, INTEGER, BIGINT -> {
                    long value = Numbers.integer(data, from, to);
                    if (value == Numbers.NONE && !Numbers.isSmallest(data, from, to)) {
                        // 1.0 and 1e3 are whole numbers too
                        BigDecimal number = Numbers.bigDecimal(data, from, to, (byte) '.', 0, true);
                        if (number == null || number.unscaledValue().bitLength() > 63) {
                            return false;
                        }
                        value = number.longValue();
                    }
                    values[row] = value;
                    return switch (type.kind()) {
                        case TINYINT -> value == (byte) value;
                        case SMALLINT -> value == (short) value;
                        case INTEGER -> value == (int) value;
                        default -> true;
                    };
                }
                case DECIMAL -> {
                    BigDecimal number = Numbers.bigDecimal(data, from, to, (byte) '.', type.scale(), false);
                    if (number == null || number.precision() > type.precision()) {
                        return false;
                    }
                    values[row] = number.unscaledValue().longValue();
                    if (kind == PhysicalKind.INT128) {
                        high[row] = number.unscaledValue().shiftRight(64).longValue();
                    }
                    return true;
                }
                case REAL, DOUBLE -> {
                    double value = Numbers.simpleDouble(data, from, to, (byte) '.');
                    if (Double.isNaN(value)) {
                        String word = Numbers.text(data, from, to, (byte) '.');
                        if (text && Numbers.isSpecial(word)) {
                            value = Numbers.special(word);
                        } else if (Numbers.isFloating(word)) {
                            value = Double.parseDouble(word);
                            if (Double.isInfinite(value)) {
                                return false;
                            }
                        } else {
                            return false;
                        }
                    }
                    values[row] = Double.doubleToRawLongBits(value);
                    return true;
                }
                case DATE -> {
                    values[row] = TemporalFormat.ISO_DATE.parseDate(data, from, to);
                    return text && values[row] != TemporalFormat.NONE;
                }
                case TIME -> {
                    values[row] = TemporalFormat.NONE;
                    for (TemporalFormat form : TIMES) {
                        if (values[row] == TemporalFormat.NONE) {
                            values[row] = form.parse(data, from, to, type.unitsPerSecond());
                        }
                    }
                    return text && values[row] != TemporalFormat.NONE;
                }
                case TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE -> {
                    long units = type.kind() == TypeKind.TIMESTAMP ? type.unitsPerSecond() : 1_000_000L;
                    values[row] = TemporalFormat.ISO_TIMESTAMP.parse(data, from, to, units);
                    return text && values[row] != TemporalFormat.NONE;
                }
                case UUID -> {
                    String digits = new String(data, from, to - from, StandardCharsets.US_ASCII).replace("-", "");
                    if (!text || !digits.matches("[0-9a-fA-F]{32}")) {
                        return false;
                    }
                    high[row] = Long.parseUnsignedLong(digits.substring(0, 16), 16);
                    values[row] = Long.parseUnsignedLong(digits.substring(16), 16);
                    return true;
                }
                default -> {
                    return false;
                }
            }
        }

        @Override
        ColumnVector values() {
            switch (kind) {
                case BOOLEAN -> {
                    BooleanVector vector = new BooleanVector(rows);
                    for (int i = 0; i < rows; i++) {
                        vector.set(i, values[i] != 0);
                    }
                    return vector;
                }
                case INT32 -> {
                    int[] ints = new int[rows];
                    for (int i = 0; i < rows; i++) {
                        ints[i] = (int) values[i];
                    }
                    return new IntVector(ints);
                }
                case FLOAT32 -> {
                    float[] floats = new float[rows];
                    for (int i = 0; i < rows; i++) {
                        floats[i] = (float) Double.longBitsToDouble(values[i]);
                    }
                    return new FloatVector(floats);
                }
                case FLOAT64 -> {
                    double[] doubles = new double[rows];
                    for (int i = 0; i < rows; i++) {
                        doubles[i] = Double.longBitsToDouble(values[i]);
                    }
                    return new DoubleVector(doubles);
                }
                case INT128 -> {
                    return new Int128Vector(Arrays.copyOf(high, rows), Arrays.copyOf(values, rows));
                }
                default -> {
                    return new LongVector(Arrays.copyOf(values, rows));
                }
            }
        }

        @Override
        long bytes() {
            return 8L * (values.length + high.length);
        }
    }

    /** Strings; values of other kinds as their JSON. VARBINARY: hexadecimal digits after {@code \x}, else the bytes themselves. */
    private static final class Texts extends ValueBuilder {
        private final boolean binary;
        private byte[] data = new byte[1024];
        private int[] offsets = new int[65];

        Texts(String path, SqlType type) {
            super(path, type);
            this.binary = type.kind() == TypeKind.VARBINARY;
        }

        @Override
        void room(int needed) {
            if (offsets.length < needed + 1) {
                offsets = Arrays.copyOf(offsets, 2 * needed + 1);
            }
        }

        @Override
        void value(JsonCursor cursor, JsonCursor.Kind kind, int row, int depth) {
            int start = cursor.at;
            byte[] source;
            int from;
            int to;
            if (kind == JsonCursor.Kind.STRING) {
                cursor.string();
                source = cursor.source;
                from = cursor.from;
                to = cursor.to;
            } else {
                cursor.skip(depth);
                source = cursor.data;
                from = start;
                to = cursor.at;
            }
            if (Utf8.isInvalid(source, from, to)) {
                throw new JsonCursor.Malformed(start, "a string is not valid UTF-8");
            }
            int at = offsets[row];
            if (binary
                    && kind == JsonCursor.Kind.STRING
                    && to - from >= 2
                    && source[from] == '\\'
                    && source[from + 1] == 'x') {
                byte[] bytes = hexadecimal(source, from + 2, to);
                if (bytes == null) {
                    throw misfit(cursor, start);
                }
                source = bytes;
                from = 0;
                to = bytes.length;
            }
            int length = to - from;
            if (data.length - at < length) {
                data = Arrays.copyOf(data, Math.toIntExact(Math.max(2L * data.length, (long) at + length)));
            }
            System.arraycopy(source, from, data, at, length);
            offsets[row + 1] = at + length;
        }

        private static byte @Nullable [] hexadecimal(byte[] text, int from, int to) {
            byte[] bytes = new byte[(to - from) / 2];
            for (int i = 0; i < bytes.length; i++) {
                int upper = Character.digit(text[from + 2 * i], 16);
                int lower = Character.digit(text[from + 2 * i + 1], 16);
                if (upper < 0 || lower < 0) {
                    return null;
                }
                bytes[i] = (byte) (upper << 4 | lower);
            }
            return (to - from) % 2 == 0 ? bytes : null;
        }

        @Override
        void missing(int row) {
            offsets[row + 1] = offsets[row];
        }

        @Override
        ColumnVector values() {
            int[] own = Arrays.copyOf(offsets, rows + 1);
            return new BytesVector(Arrays.copyOf(data, own[rows]), own);
        }

        @Override
        long bytes() {
            return data.length + 4L * offsets.length;
        }
    }

    /** ARRAY. */
    private static final class Lists extends ValueBuilder {
        private final ValueBuilder elements;
        private int[] offsets = new int[65];

        Lists(String path, SqlType type) {
            super(path, type);
            this.elements = of(path + "[]", type.fields().get(0).type());
        }

        @Override
        void room(int needed) {
            if (offsets.length < needed + 1) {
                offsets = Arrays.copyOf(offsets, 2 * needed + 1);
            }
        }

        @Override
        void value(JsonCursor cursor, JsonCursor.Kind kind, int row, int depth) {
            if (kind != JsonCursor.Kind.ARRAY) {
                throw misfit(cursor, cursor.at);
            }
            cursor.deep(depth);
            cursor.at++;
            if (!cursor.accept(']')) {
                do {
                    elements.add(cursor, depth + 1);
                } while (cursor.more(']'));
            }
            offsets[row + 1] = elements.rows;
        }

        @Override
        void missing(int row) {
            offsets[row + 1] = elements.rows;
        }

        @Override
        void shorten(int count) {
            if (count == 0) {
                elements.clear();
            } else {
                elements.cut(offsets[count]);
            }
        }

        @Override
        ColumnVector values() {
            return new ListVector(Arrays.copyOf(offsets, rows + 1), elements.vector());
        }

        @Override
        long bytes() {
            return elements.bytes() + 4L * offsets.length;
        }
    }

    /** The fields of objects. */
    static final class Fields {
        private static final int MOST_REMEMBERED = 256;
        private static final byte[] NO_TEXT = {};

        private final ValueBuilder[] builders;
        private byte[][] lastKeys = {};
        private int[] lastFields = {};

        /** The key before in this place with its quotes and its colon, if they lie side by side; else empty. */
        private byte[][] lastTexts = {};

        private final Map<String, Integer> positions = new HashMap<>();

        Fields(List<SqlType.Field> fields, String prefix) {
            builders = new ValueBuilder[fields.size()];
            for (int i = 0; i < builders.length; i++) {
                SqlType.Field field = fields.get(i);
                builders[i] = of(prefix.isEmpty() ? field.name() : prefix + "." + field.name(), field.type());
                positions.put(field.name(), i);
            }
        }

        ValueBuilder builder(int index) {
            return builders[index];
        }

        /** Reads an object whose fields become row {@code row}; keys that nobody wants are skipped, of equal ones the first counts. */
        void read(JsonCursor cursor, int row, int depth) {
            cursor.at++;
            int place = 0;
            if (!cursor.accept('}')) {
                do {
                    if (cursor.next() != '"') {
                        throw cursor.malformed("a key in quotes is expected");
                    }
                    int index = key(cursor, place++);
                    if (index >= 0 && builders[index].rows == row) {
                        builders[index].add(cursor, depth + 1);
                    } else {
                        cursor.skip(depth + 1);
                    }
                } while (cursor.more('}'));
            }
            for (ValueBuilder builder : builders) {
                if (builder.rows == row) {
                    builder.addNull();
                }
            }
        }

        /** Reads a key and its colon; the field of it, -1 if nobody wants it. */
        private int key(JsonCursor cursor, int place) {
            if (place < lastTexts.length && cursor.accept(lastTexts[place])) {
                return lastFields[place];
            }
            int start = cursor.at;
            cursor.string();
            int length = cursor.to - cursor.from;
            int index = index(cursor, place);
            cursor.expect(':');
            if (place < lastTexts.length) {
                boolean isPlain = cursor.source == cursor.data && cursor.at - start == length + 3;
                lastTexts[place] = isPlain ? Arrays.copyOfRange(cursor.data, start, cursor.at) : NO_TEXT;
            }
            return index;
        }

        /** The field of the key that was read; -1 if nobody wants it. Objects mostly have the keys of the one before. */
        private int index(JsonCursor cursor, int place) {
            int from = cursor.from;
            int to = cursor.to;
            if (place < lastKeys.length) {
                byte[] last = lastKeys[place];
                if (last.length == to - from && Arrays.equals(last, 0, last.length, cursor.source, from, to)) {
                    return lastFields[place];
                }
            } else if (place < MOST_REMEMBERED) {
                lastKeys = Arrays.copyOf(lastKeys, place + 1);
                lastFields = Arrays.copyOf(lastFields, place + 1);
                lastTexts = Arrays.copyOf(lastTexts, place + 1);
                lastTexts[place] = NO_TEXT;
            }
            Integer known = positions.get(new String(cursor.source, from, to - from, StandardCharsets.UTF_8));
            int index = known == null ? -1 : known;
            if (place < lastKeys.length) {
                lastKeys[place] = Arrays.copyOfRange(cursor.source, from, to);
                lastFields[place] = index;
            }
            return index;
        }

        int size() {
            return builders.length;
        }

        void cut(int count) {
            for (ValueBuilder builder : builders) {
                builder.cut(Math.min(builder.rows, count));
            }
        }

        void clear() {
            for (ValueBuilder builder : builders) {
                builder.clear();
            }
        }

        long bytes() {
            long bytes = 0;
            for (ValueBuilder builder : builders) {
                bytes += builder.bytes();
            }
            return bytes;
        }
    }

    /** ROW. */
    private static final class Records extends ValueBuilder {
        private final Fields fields;

        Records(String path, SqlType type) {
            super(path, type);
            this.fields = new Fields(type.fields(), path);
        }

        @Override
        void room(int needed) {}

        @Override
        void value(JsonCursor cursor, JsonCursor.Kind kind, int row, int depth) {
            if (kind != JsonCursor.Kind.OBJECT) {
                throw misfit(cursor, cursor.at);
            }
            cursor.deep(depth);
            fields.read(cursor, row, depth);
        }

        @Override
        void missing(int row) {
            for (int i = 0; i < fields.size(); i++) {
                fields.builder(i).addNull();
            }
        }

        @Override
        void shorten(int count) {
            if (count == 0) {
                fields.clear();
            } else {
                fields.cut(count);
            }
        }

        @Override
        ColumnVector values() {
            ColumnVector[] vectors = new ColumnVector[fields.size()];
            for (int i = 0; i < vectors.length; i++) {
                vectors[i] = fields.builder(i).vector();
            }
            return new RowVector(vectors, rows);
        }

        @Override
        long bytes() {
            return fields.bytes();
        }
    }
}
