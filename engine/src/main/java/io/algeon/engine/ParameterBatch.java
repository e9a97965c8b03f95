package io.algeon.engine;

import io.algeon.engine.PreparedQuery.ParameterValue;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Validity;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.StoredValues;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lists of parameters, one for each row that a statement inserts, kept a column at a time: numbers and times as {@code long}s
 * or {@code double}s, text as UTF-8. A list costs the bytes of its values, not an object for each of them, which the garbage
 * collector would copy about while the batch grows; and the columns become vectors by copying ranges.
 *
 * <p>A column whose values change between types that no one form can keep (a number, then a text) keeps them as they came.
 */
public final class ParameterBatch {
    private static final int LEAST_CAPACITY = 16;
    /** Bytes of a column's text in one array; beyond, the strings are kept as they are. */
    private static final long MOST_TEXT = 1L << 30;

    private static final long[] POWERS_OF_TEN = powersOfTen();

    private final Column[] columns;
    private int rows;

    /** @param parameters values a row */
    public ParameterBatch(int parameters) {
        columns = new Column[parameters];
        Arrays.setAll(columns, i -> new Column());
    }

    private static long[] powersOfTen() {
        long[] powers = new long[SqlType.MAX_LONG_DECIMAL_PRECISION + 1];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = 10 * powers[i - 1];
        }
        return powers;
    }

    /** Rows so far. */
    public int size() {
        return rows;
    }

    /** Values a row. */
    public int width() {
        return columns.length;
    }

    /** Adds a row, of {@link #width()} values. */
    public void add(List<ParameterValue> row) {
        for (int i = 0; i < columns.length; i++) {
            columns[i].add(rows, row.get(i));
        }
        rows++;
    }

    /** A row as it came, but for the digits of decimals' types. */
    public List<ParameterValue> row(int row) {
        List<ParameterValue> values = new ArrayList<>(columns.length);
        for (Column column : columns) {
            values.add(column.value(row));
        }
        return values;
    }

    /** Rows {@code from .. from + count} of a parameter, cast to {@code type}. */
    ColumnVector vector(int parameter, int from, int count, SqlType type, ExecutionContext context) {
        Column column = columns[parameter];
        ColumnVector vector = column.vector(from, count, type);
        if (vector != null) {
            column.copyNulls(from, count, vector);
            return vector;
        }
        List<@Nullable Object> values = new ArrayList<>(count);
        for (int row = from; row < from + count; row++) {
            values.add(ParameterCast.cast(column.value(row), type, context));
        }
        return StoredValues.vector(type, values);
    }

    /** How a column keeps its values; NONE while all are NULL. */
    private enum Form {
        NONE,
        LONGS,
        DOUBLES,
        TEXT,
        OBJECTS
    }

    /** One parameter's values. */
    private static final class Column {
        private Form form = Form.NONE;
        private SqlType type = SqlTypes.NULL;
        private int rows;
        private long[] longs = {};
        private double[] doubles = {};
        private byte[] bytes = {};
        private int[] offsets = {0};
        private ParameterValue[] objects = {};
        private long[] valid = {};
        private boolean hasNulls;

        void add(int row, ParameterValue given) {
            Object value = given.value();
            if (value == null) {
                addNull(row);
                rows = row + 1;
                return;
            }
            boolean kept = form == Form.OBJECTS || type == given.type() || takes(given);
            if (!kept
                    || form == Form.TEXT && offsets[row] + 3L * value.toString().length() > MOST_TEXT) {
                keepObjects();
            }
            switch (form) {
                case LONGS -> {
                    longs = room(longs, row);
                    longs[row] = value instanceof Boolean truth
                            ? (truth ? 1 : 0)
                            : ((Number) value).longValue() * factor(given.type());
                }
                case DOUBLES -> {
                    if (row >= doubles.length) {
                        doubles = Arrays.copyOf(doubles, capacity(row));
                    }
                    doubles[row] = ((Number) value).doubleValue();
                }
                case TEXT -> addText(row, value.toString());
                default -> {
                    if (row >= objects.length) {
                        objects = Arrays.copyOf(objects, capacity(row));
                    }
                    objects[row] = given;
                }
            }
            if (hasNulls) {
                growValidity(row);
                Validity.set(valid, row);
            }
            rows = row + 1;
        }

        private void addNull(int row) {
            if (!hasNulls) {
                growValidity(row);
                Validity.setAll(valid, row);
                hasNulls = true;
            }
            growValidity(row);
            Validity.clear(valid, row);
            if (form == Form.LONGS) {
                longs = room(longs, row);
            } else if (form == Form.DOUBLES && row >= doubles.length) {
                doubles = Arrays.copyOf(doubles, capacity(row));
            } else if (form == Form.TEXT) {
                offsets = row + 1 >= offsets.length ? Arrays.copyOf(offsets, capacity(row + 1)) : offsets;
                offsets[row + 1] = offsets[row];
            } else if (form == Form.OBJECTS && row >= objects.length) {
                objects = Arrays.copyOf(objects, capacity(row));
            }
        }

        private void growValidity(int row) {
            int words = Validity.words(row + 1);
            if (words > valid.length) {
                valid = Arrays.copyOf(valid, Math.max(words, 2 * valid.length));
            }
        }

        private boolean isNull(int row) {
            return hasNulls && !Validity.get(valid, row);
        }

        private void addText(int row, String text) {
            if (row + 1 >= offsets.length) {
                offsets = Arrays.copyOf(offsets, capacity(row + 1));
            }
            int at = offsets[row];
            byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
            int end = at + encoded.length;
            if (end > bytes.length) {
                bytes = Arrays.copyOf(bytes, capacity(end));
            }
            System.arraycopy(encoded, 0, bytes, at, encoded.length);
            offsets[row + 1] = end;
        }

        /** Whether a value of another type can be kept in the column's form; changes the column's type where that helps. */
        private boolean takes(ParameterValue given) {
            SqlType other = given.type();
            if (form == Form.NONE) {
                return begin(other);
            }
            if (type.kind() == other.kind()) {
                return type.kind() == TypeKind.DECIMAL
                        ? takesDecimal(other)
                        : type.precision() == other.precision() || form == Form.TEXT || form == Form.DOUBLES;
            }
            if (form == Form.LONGS && type.kind().isInteger() && other.kind().isInteger()) {
                type = other.digits() > type.digits() ? other : type;
                return true;
            }
            return false;
        }

        /** The form of a column whose first value is of this type. */
        private boolean begin(SqlType first) {
            type = first;
            form = switch (first.kind()) {
                case BOOLEAN,
                        TINYINT,
                        SMALLINT,
                        INTEGER,
                        BIGINT,
                        DATE,
                        TIME,
                        TIMESTAMP,
                        TIMESTAMP_WITH_TIME_ZONE,
                        INTERVAL_YEAR_MONTH,
                        INTERVAL_DAY_SECOND -> Form.LONGS;
                case DECIMAL -> first.physicalKind() == PhysicalKind.INT64 ? Form.LONGS : Form.OBJECTS;
                case DOUBLE -> Form.DOUBLES;
                case VARCHAR -> Form.TEXT;
                default -> Form.OBJECTS;
            };
            if (form == Form.TEXT) {
                offsets = new int[capacity(rows + 1)];
            } else if (form == Form.LONGS) {
                longs = new long[capacity(rows)];
            } else if (form == Form.DOUBLES) {
                doubles = new double[capacity(rows)];
            } else {
                objects = new ParameterValue[capacity(rows)];
            }
            return true;
        }

        /** Decimals are kept with the largest scale that came, while all of them fit a {@code long} so. */
        private boolean takesDecimal(SqlType other) {
            if (other.scale() == type.scale() && other.precision() <= type.precision()) {
                return true;
            }
            int scale = Math.max(type.scale(), other.scale());
            int whole = Math.max(type.wholeDigits(), other.wholeDigits());
            if (whole + scale > SqlType.MAX_LONG_DECIMAL_PRECISION) {
                return false;
            }
            if (scale > type.scale()) {
                long factor = POWERS_OF_TEN[scale - type.scale()];
                for (int row = 0; row < rows; row++) {
                    longs[row] *= factor;
                }
            }
            type = SqlTypes.decimal(Math.max(1, whole + scale), scale);
            return true;
        }

        private long factor(SqlType given) {
            return given.scale() == type.scale() ? 1 : POWERS_OF_TEN[type.scale() - given.scale()];
        }

        private void keepObjects() {
            ParameterValue[] kept = new ParameterValue[capacity(rows)];
            for (int row = 0; row < rows; row++) {
                kept[row] = value(row);
            }
            objects = kept;
            form = Form.OBJECTS;
            longs = new long[0];
            doubles = new double[0];
            bytes = new byte[0];
            offsets = new int[0];
        }

        ParameterValue value(int row) {
            if (isNull(row)) {
                return new ParameterValue(form == Form.OBJECTS ? SqlTypes.NULL : type, null);
            }
            return switch (form) {
                case NONE -> new ParameterValue(SqlTypes.NULL, null);
                case LONGS -> new ParameterValue(type, whole(longs[row]));
                case DOUBLES -> new ParameterValue(type, doubles[row]);
                case TEXT ->
                    new ParameterValue(
                            type,
                            new String(bytes, offsets[row], offsets[row + 1] - offsets[row], StandardCharsets.UTF_8));
                case OBJECTS -> objects[row];
            };
        }

        private Object whole(long value) {
            return switch (type.physicalKind()) {
                case BOOLEAN -> value != 0;
                case INT32 -> (int) value;
                default -> value;
            };
        }

        void copyNulls(int from, int count, ColumnVector vector) {
            if (hasNulls) {
                for (int i = 0; i < count; i++) {
                    if (!Validity.get(valid, from + i)) {
                        vector.setNull(i, count);
                    }
                }
            }
        }

        /** The values of a range as a vector without NULLs, null if they have to be cast one by one. */
        @Nullable
        ColumnVector vector(int from, int count, SqlType planned) {
            if (form == Form.LONGS) {
                return longs(from, count, planned);
            }
            if (form == Form.DOUBLES && planned.kind() == TypeKind.DOUBLE) {
                return new DoubleVector(Arrays.copyOfRange(doubles, from, from + count));
            }
            if (form == Form.TEXT && planned.kind() == TypeKind.VARCHAR && planned.precision() == SqlType.UNLIMITED) {
                return new BytesVector(bytes, Arrays.copyOfRange(offsets, from, from + count + 1));
            }
            return null;
        }

        private @Nullable ColumnVector longs(int from, int count, SqlType planned) {
            boolean same = type.kind() == planned.kind()
                    && type.precision() == planned.precision()
                    && type.scale() == planned.scale();
            if (planned.physicalKind() == PhysicalKind.INT32 && same) {
                int[] values = new int[count];
                for (int i = 0; i < count; i++) {
                    values[i] = (int) longs[from + i];
                }
                return new IntVector(values);
            }
            if (planned.physicalKind() != PhysicalKind.INT64) {
                return null;
            }
            if (same || planned.kind() == TypeKind.BIGINT && type.kind().isInteger()) {
                return new LongVector(Arrays.copyOfRange(longs, from, from + count));
            }
            return planned.kind() == TypeKind.DECIMAL && type.kind().isExactNumeric()
                    ? decimals(from, count, planned)
                    : null;
        }

        /** Exact numbers with more fractional digits; null if one is too large. */
        private @Nullable ColumnVector decimals(int from, int count, SqlType planned) {
            int shift = planned.scale() - type.scale();
            if (shift < 0) {
                return null;
            }
            long factor = POWERS_OF_TEN[shift];
            long limit = POWERS_OF_TEN[planned.precision() - shift];
            long[] values = new long[count];
            for (int i = 0; i < count; i++) {
                long value = longs[from + i];
                if ((value >= limit || value <= -limit) && !isNull(from + i)) {
                    return null;
                }
                values[i] = value * factor;
            }
            return new LongVector(values);
        }

        private static long[] room(long[] values, int row) {
            return row < values.length ? values : Arrays.copyOf(values, capacity(row));
        }

        /** Room for the index {@code row}, and as much again. */
        private static int capacity(int row) {
            return Math.max(LEAST_CAPACITY, (int) Math.min(2L * row + 1, Integer.MAX_VALUE - 16L));
        }
    }
}
