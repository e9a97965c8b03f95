package io.algeon.engine.expression;

import io.algeon.engine.arithmetic.FloatingOrder;
import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.function.VectorTest;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Membership in a set of constants: open addressing over the constants, at most half full. Values that fit a {@code long}
 * are kept as such (floating-point numbers as keys of their order), others by a hash with an index into the constants.
 */
final class SetTest implements VectorTest {
    /** Up to so many texts are compared one by one. */
    private static final int FEW = 4;

    private final boolean negated;
    private final int mask;
    /** The value in each used slot, or its hash if {@code wideValues} or {@code byteValues} are there. */
    private final long[] slots;
    /** Number of the constant in the slot, plus one; 0 for an empty slot. */
    private final int[] entries;

    /** Bit {@code length & 63} is set if a character constant has that length: most others are rejected by it. */
    private long lengths;

    private final BigInteger[] wideValues;
    private final byte[][] byteValues;

    /** @param values the constants, none NULL, in stored form */
    SetTest(List<?> values, SqlType type, boolean negated) {
        if (type.kind().isNested()) {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_EXPRESSION,
                    "IN over values of type " + type + " is not supported; compare with = and OR instead.");
        }
        this.negated = negated;
        int capacity = Integer.highestOneBit(Math.max(4, values.size()) * 2 - 1) * 2;
        mask = capacity - 1;
        slots = new long[capacity];
        entries = new int[capacity];
        wideValues = new BigInteger[values.size()];
        byteValues = new byte[values.size()][];
        for (int i = 0; i < values.size(); i++) {
            put(values.get(i), i);
        }
    }

    private void put(Object value, int index) {
        long key;
        if (value instanceof Boolean truth) {
            key = truth ? 1 : 0;
        } else if (value instanceof Double || value instanceof Float) {
            key = FloatingOrder.key(((Number) value).doubleValue());
        } else if (value instanceof BigInteger wide) {
            wideValues[index] = wide;
            key = Int128.hash(Int128.high(wide), Int128.low(wide));
        } else if (value instanceof Number number) {
            key = number.longValue();
        } else {
            byte[] bytes = StoredValues.bytes(value);
            byteValues[index] = bytes;
            lengths |= 1L << bytes.length;
            key = hash(bytes, 0, bytes.length);
        }
        int slot = slot(key);
        while (entries[slot] != 0) {
            slot = slot + 1 & mask;
        }
        slots[slot] = key;
        entries[slot] = index + 1;
    }

    private int slot(long key) {
        return (int) (key * 0x9E3779B97F4A7C15L >>> 32) & mask;
    }

    private static long hash(byte[] data, int from, int to) {
        long hash = to - from;
        for (int i = from; i < to; i++) {
            hash = hash * 31 + data[i];
        }
        return hash;
    }

    private boolean contains(long key) {
        int slot = slot(key);
        while (entries[slot] != 0) {
            if (slots[slot] == key) {
                return true;
            }
            slot = slot + 1 & mask;
        }
        return false;
    }

    private boolean contains(long high, long low) {
        long key = Int128.hash(high, low);
        for (int slot = slot(key); entries[slot] != 0; slot = slot + 1 & mask) {
            BigInteger wide = wideValues[entries[slot] - 1];
            if (slots[slot] == key && Int128.high(wide) == high && Int128.low(wide) == low) {
                return true;
            }
        }
        return false;
    }

    private boolean contains(byte[] data, int from, int to) {
        if ((lengths >>> to - from & 1L) == 0) {
            return false;
        }
        if (byteValues.length <= FEW) {
            for (byte[] bytes : byteValues) {
                if (bytes.length == to - from && Arrays.equals(data, from, to, bytes, 0, bytes.length)) {
                    return true;
                }
            }
            return false;
        }
        long key = hash(data, from, to);
        for (int slot = slot(key); entries[slot] != 0; slot = slot + 1 & mask) {
            byte[] bytes = byteValues[entries[slot] - 1];
            if (slots[slot] == key && Arrays.equals(data, from, to, bytes, 0, bytes.length)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public int select(ColumnVector[] arguments, int rows, int[] selected) {
        for (int row = 0; row < rows; row++) {
            selected[row] = row;
        }
        return refine(arguments, selected, rows);
    }

    @Override
    public int refine(ColumnVector[] arguments, int[] candidates, int rowCount) {
        ColumnVector vector = arguments[0];
        int count = 0;
        if (vector instanceof LongVector longs) {
            long[] values = longs.values();
            for (int i = 0; i < rowCount; i++) {
                int row = candidates[i];
                candidates[count] = row;
                count += contains(values[row]) != negated ? 1 : 0;
            }
        } else if (vector instanceof IntVector ints) {
            int[] values = ints.values();
            for (int i = 0; i < rowCount; i++) {
                int row = candidates[i];
                candidates[count] = row;
                count += contains(values[row]) != negated ? 1 : 0;
            }
        } else if (vector instanceof Int128Vector wide) {
            long[] high = wide.high();
            long[] low = wide.low();
            for (int i = 0; i < rowCount; i++) {
                int row = candidates[i];
                candidates[count] = row;
                count += contains(high[row], low[row]) != negated ? 1 : 0;
            }
        } else if (vector instanceof DictionaryVector || vector instanceof BytesVector) {
            count = refineBytes(vector, candidates, rowCount);
        } else {
            for (int i = 0; i < rowCount; i++) {
                int row = candidates[i];
                candidates[count] = row;
                count += contains(key(vector, row)) != negated ? 1 : 0;
            }
        }
        return count;
    }

    private static long key(ColumnVector vector, int row) {
        if (vector instanceof DoubleVector doubles) {
            return FloatingOrder.key(doubles.values()[row]);
        } else if (vector instanceof FloatVector floats) {
            return FloatingOrder.key(floats.values()[row]);
        }
        return ((BooleanVector) vector).get(row) ? 1 : 0;
    }

    private int refineBytes(ColumnVector vector, int[] candidates, int rowCount) {
        int @Nullable [] codes = null;
        BytesVector values;
        if (vector instanceof DictionaryVector coded) {
            values = coded.dictionary().values();
            codes = coded.codes();
            if (coded.dictionary().size() == 0) {
                return 0;
            }
        } else {
            values = (BytesVector) vector;
        }
        byte[] data = values.data();
        int[] offsets = values.offsets();
        int count = 0;
        for (int i = 0; i < rowCount; i++) {
            int row = candidates[i];
            int entry = codes == null ? row : codes[row];
            candidates[count] = row;
            count += contains(data, offsets[entry], offsets[entry + 1]) != negated ? 1 : 0;
        }
        return count;
    }
}
