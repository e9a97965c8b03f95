package io.algeon.engine.expression;

import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.MapVector;
import io.algeon.engine.batch.RowVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Single values in the stored form of {@link Expr.Literal}, out of vectors and into them. Boxed, so not for loops: for
 * constants, limits, VALUES, small virtual tables and tests. A ROW is the list of its fields, a MAP the list of its keys and
 * values in turn.
 */
public final class StoredValues {
    private StoredValues() {}

    /** The value at a row, null for NULL. */
    public static @Nullable Object read(ColumnVector vector, int row, SqlType type) {
        if (vector.isNull(row)) {
            return null;
        }
        if (vector instanceof BooleanVector booleans) {
            return booleans.get(row);
        } else if (vector instanceof IntVector ints) {
            return ints.values()[row];
        } else if (vector instanceof LongVector longs) {
            return longs.values()[row];
        } else if (vector instanceof Int128Vector wide) {
            return Int128.toBigInteger(wide.high()[row], wide.low()[row]);
        } else if (vector instanceof FloatVector floats) {
            return floats.values()[row];
        } else if (vector instanceof DoubleVector doubles) {
            return doubles.values()[row];
        } else if (vector instanceof BytesVector bytes) {
            return type.kind().isCharacter() ? bytes.string(row) : new Expr.Bytes(bytes.bytes(row));
        } else if (vector instanceof DictionaryVector coded) {
            return read(coded.dictionary().values(), coded.codes()[row], type);
        } else if (vector instanceof ListVector list) {
            return elements(
                    list.elements(), list.offsets(), row, type.fields().get(0).type());
        } else if (vector instanceof RowVector fields) {
            List<@Nullable Object> values = new ArrayList<>();
            for (int i = 0; i < fields.fieldCount(); i++) {
                values.add(read(fields.field(i), row, type.fields().get(i).type()));
            }
            return values;
        } else if (vector instanceof MapVector map) {
            List<@Nullable Object> keys = elements(
                    map.keys(), map.offsets(), row, type.fields().get(0).type());
            List<@Nullable Object> values = elements(
                    map.values(), map.offsets(), row, type.fields().get(1).type());
            List<@Nullable Object> entries = new ArrayList<>();
            for (int i = 0; i < keys.size(); i++) {
                entries.add(keys.get(i));
                entries.add(values.get(i));
            }
            return entries;
        }
        throw new IllegalArgumentException("vector of kind " + vector.physicalKind());
    }

    private static List<@Nullable Object> elements(ColumnVector elements, int[] offsets, int row, SqlType type) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = offsets[row]; i < offsets[row + 1]; i++) {
            values.add(read(elements, i, type));
        }
        return values;
    }

    /** A vector of the given values, all of {@code type}; null is NULL. */
    public static ColumnVector vector(SqlType type, List<? extends @Nullable Object> values) {
        int rows = values.size();
        ColumnVector vector = switch (type.physicalKind()) {
            case LIST -> list(type, values);
            case MAP -> map(type, values);
            case ROW -> row(type, values);
            default -> Vectors.create(type, rows);
        };
        for (int row = 0; row < rows; row++) {
            Object value = values.get(row);
            if (value == null) {
                vector.setNull(row, rows);
                if (vector instanceof BytesVector bytes) {
                    bytes.set(row, new byte[0]);
                }
            } else {
                set(vector, row, value);
            }
        }
        return vector;
    }

    private static void set(ColumnVector vector, int row, Object value) {
        if (vector instanceof BooleanVector booleans) {
            booleans.set(row, (Boolean) value);
        } else if (vector instanceof IntVector ints) {
            ints.values()[row] = ((Number) value).intValue();
        } else if (vector instanceof LongVector longs) {
            longs.values()[row] = ((Number) value).longValue();
        } else if (vector instanceof Int128Vector wide) {
            if (value instanceof UUID uuid) {
                wide.high()[row] = uuid.getMostSignificantBits();
                wide.low()[row] = uuid.getLeastSignificantBits();
            } else {
                BigInteger integer = (BigInteger) value;
                wide.high()[row] = integer.shiftRight(64).longValue();
                wide.low()[row] = integer.longValue();
            }
        } else if (vector instanceof FloatVector floats) {
            floats.values()[row] = ((Number) value).floatValue();
        } else if (vector instanceof DoubleVector doubles) {
            doubles.values()[row] = ((Number) value).doubleValue();
        } else if (vector instanceof BytesVector bytes) {
            bytes.set(row, bytes(value));
        }
    }

    private static ColumnVector list(SqlType type, List<? extends @Nullable Object> values) {
        int[] offsets = new int[values.size() + 1];
        List<@Nullable Object> elements = flatten(values, offsets, 1);
        return new ListVector(offsets, vector(type.fields().get(0).type(), elements));
    }

    /** A map's value is the list of its keys and values in turn. */
    private static ColumnVector map(SqlType type, List<? extends @Nullable Object> values) {
        int[] offsets = new int[values.size() + 1];
        List<@Nullable Object> entries = flatten(values, offsets, 2);
        List<@Nullable Object> keys = new ArrayList<>();
        List<@Nullable Object> mapped = new ArrayList<>();
        for (int i = 0; i < entries.size(); i += 2) {
            keys.add(entries.get(i));
            mapped.add(entries.get(i + 1));
        }
        return new MapVector(
                offsets,
                vector(type.fields().get(0).type(), keys),
                vector(type.fields().get(1).type(), mapped));
    }

    private static List<@Nullable Object> flatten(
            List<? extends @Nullable Object> values, int[] offsets, int perEntry) {
        List<@Nullable Object> flat = new ArrayList<>();
        for (int row = 0; row < values.size(); row++) {
            if (values.get(row) instanceof List<?> elements) {
                flat.addAll(elements);
            }
            offsets[row + 1] = flat.size() / perEntry;
        }
        return flat;
    }

    private static ColumnVector row(SqlType type, List<? extends @Nullable Object> values) {
        ColumnVector[] fields = new ColumnVector[type.fields().size()];
        for (int field = 0; field < fields.length; field++) {
            List<@Nullable Object> column = new ArrayList<>(values.size());
            for (Object value : values) {
                column.add(value instanceof List<?> row ? row.get(field) : null);
            }
            fields[field] = vector(type.fields().get(field).type(), column);
        }
        return new RowVector(fields, values.size());
    }

    /** Bytes of a character or binary value; none for NULL. */
    static byte[] bytes(@Nullable Object value) {
        if (value instanceof Expr.Bytes bytes) {
            return bytes.value();
        }
        return value == null ? new byte[0] : value.toString().getBytes(StandardCharsets.UTF_8);
    }
}
