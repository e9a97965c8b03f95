package io.algeon.engine.filter;

import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Values as signed {@code long}s in the same order: the first 64 bits of what decides. Exact for all kinds but INT128 (the
 * high half) and strings (the first eight bytes). UUIDs are ordered as unsigned numbers, as they are written. Codes of NULL
 * rows are undefined.
 */
public final class SortCodes {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private SortCodes() {}

    /** Writes the codes of the first {@code count} rows of a column of a type to {@code target} from {@code at}. */
    public static void write(ColumnVector vector, SqlType type, int count, long[] target, int at) {
        if (vector instanceof IntVector ints) {
            for (int i = 0; i < count; i++) {
                target[at + i] = ints.values()[i];
            }
        } else if (vector instanceof LongVector longs) {
            System.arraycopy(longs.values(), 0, target, at, count);
        } else if (vector instanceof Int128Vector wide) {
            long flip = type.kind() == TypeKind.UUID ? Long.MIN_VALUE : 0;
            for (int i = 0; i < count; i++) {
                target[at + i] = wide.high()[i] ^ flip;
            }
        } else if (vector instanceof DoubleVector doubles) {
            for (int i = 0; i < count; i++) {
                target[at + i] = code(doubles.values()[i]);
            }
        } else if (vector instanceof FloatVector floats) {
            for (int i = 0; i < count; i++) {
                target[at + i] = code(floats.values()[i]);
            }
        } else if (vector instanceof BooleanVector booleans) {
            for (int i = 0; i < count; i++) {
                target[at + i] = booleans.get(i) ? 1 : 0;
            }
        } else if (vector instanceof BytesVector strings) {
            for (int i = 0; i < count; i++) {
                target[at + i] = vector.isNull(i) ? 0 : prefix(strings, i);
            }
        } else if (vector instanceof DictionaryVector coded) {
            BytesVector entries = coded.dictionary().values();
            for (int i = 0; i < count; i++) {
                target[at + i] = vector.isNull(i) ? 0 : prefix(entries, coded.codes()[i]);
            }
        } else {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_TYPE,
                    "ARRAY, ROW and MAP values cannot be sorted. Sort by their components.");
        }
    }

    /** Order of doubles: NaN is equal to itself and above infinity, zeros are equal. */
    private static long code(double value) {
        long bits = Double.doubleToLongBits(value + 0.0);
        return bits ^ bits >> 63 & Long.MAX_VALUE;
    }

    private static long prefix(BytesVector strings, int row) {
        int from = strings.offsets()[row];
        return prefix(strings.data(), from, strings.offsets()[row + 1] - from);
    }

    /** The code of a string: where two differ their strings have the same order. */
    public static long prefix(byte[] data, int from, int bytes) {
        if (data.length - from >= Long.BYTES) {
            int missing = Long.BYTES - Math.min(Long.BYTES, bytes);
            long word = (long) LONG.get(data, from);
            // a shift by 64 would be none
            return (missing == Long.BYTES ? 0 : word >>> 8 * missing << 8 * missing) ^ Long.MIN_VALUE;
        }
        long bits = 0;
        for (int i = 0; i < Math.min(Long.BYTES, bytes); i++) {
            bits |= (data[from + i] & 0xffL) << 56 - 8 * i;
        }
        return bits ^ Long.MIN_VALUE;
    }

    /**
     * The code of a bound as statistics have it.
     *
     * @param kind of the column
     * @return null if the bound is not a value of such a column
     */
    static @Nullable Long code(Object bound, PhysicalKind kind) {
        return switch (kind) {
            case BOOLEAN -> bound instanceof Boolean value ? (Long) (value ? 1L : 0L) : null;
            case INT32, INT64 ->
                bound instanceof Integer || bound instanceof Long ? ((Number) bound).longValue() : null;
            case INT128 ->
                bound instanceof BigInteger value ? (Long) value.shiftRight(64).longValue() : null;
            case FLOAT32, FLOAT64 ->
                bound instanceof Float || bound instanceof Double ? (Long) code(((Number) bound).doubleValue()) : null;
            case BYTES -> bound instanceof byte[] value ? (Long) prefix(value, 0, value.length) : null;
            case LIST, MAP, ROW -> null;
        };
    }

    /** For each code of a dictionary its rank among the entries; equal entries have one rank. */
    public static int[] ranks(Dictionary dictionary) {
        BytesVector entries = dictionary.values();
        Integer[] order = new Integer[dictionary.size()];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (left, right) -> compare(entries, left, right));
        int[] ranks = new int[order.length];
        int rank = 0;
        for (int i = 0; i < order.length; i++) {
            if (i > 0 && compare(entries, order[i - 1], order[i]) != 0) {
                rank++;
            }
            ranks[order[i]] = rank;
        }
        return ranks;
    }

    private static int compare(BytesVector entries, int left, int right) {
        int[] offsets = entries.offsets();
        return Arrays.compareUnsigned(
                entries.data(), offsets[left], offsets[left + 1], entries.data(), offsets[right], offsets[right + 1]);
    }
}
