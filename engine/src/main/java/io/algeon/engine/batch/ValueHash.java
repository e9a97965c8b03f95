package io.algeon.engine.batch;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Hash and equality of values where they are stored. NaN equals itself, and -0.0 equals 0.0. */
public final class ValueHash {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private ValueHash() {}

    /** Hash of the values of some columns at a row, none of them NULL. */
    public static int of(ColumnVector[] vectors, int[] columns, int row) {
        if (columns.length == 1) {
            return of(vectors[columns[0]], row);
        }
        int hash = 0;
        for (int column : columns) {
            hash = fold((hash * 31L + of(vectors[column], row)) * GOLDEN);
        }
        return hash;
    }

    /**
     * Hash of a value that is not NULL.
     *
     * @throws IllegalArgumentException if it is nested
     */
    public static int of(ColumnVector vector, int row) {
        if (vector instanceof IntVector ints) {
            return fold(ints.values()[row] * GOLDEN);
        } else if (vector instanceof LongVector longs) {
            return fold(longs.values()[row] * GOLDEN);
        } else if (vector instanceof BytesVector bytes) {
            return bytes(bytes.data(), bytes.offsets()[row], bytes.length(row));
        } else if (vector instanceof DictionaryVector coded) {
            return of(coded.dictionary().values(), coded.codes()[row]);
        } else if (vector instanceof Int128Vector wide) {
            return fold((wide.high()[row] * 31 + wide.low()[row]) * GOLDEN);
        } else if (vector instanceof DoubleVector doubles) {
            return fold(Double.doubleToLongBits(doubles.values()[row] + 0.0) * GOLDEN);
        } else if (vector instanceof FloatVector floats) {
            return fold(Float.floatToIntBits(floats.values()[row] + 0.0f) * GOLDEN);
        } else if (vector instanceof BooleanVector booleans) {
            return booleans.get(row) ? 1 : 0;
        }
        throw new IllegalArgumentException("a value of kind " + vector.physicalKind());
    }

    private static int fold(long mixed) {
        return (int) (mixed ^ mixed >>> 32);
    }

    /** Hash of {@code length} bytes. */
    public static int bytes(byte[] data, int from, int length) {
        long hash = length;
        int at = from;
        int end = from + length;
        for (; at + 8 <= end; at += 8) {
            hash = (hash ^ (long) LONGS.get(data, at)) * GOLDEN;
            hash ^= hash >>> 32;
        }
        long word = 0;
        for (int shift = 0; at < end; at++, shift += 8) {
            word |= (data[at] & 0xffL) << shift;
        }
        return fold((hash ^ word) * GOLDEN);
    }

    /** Whether the values of some columns are equal at two rows; NULL equals nothing. */
    public static boolean equal(ColumnVector[] left, int leftRow, ColumnVector[] right, int rightRow, int[] columns) {
        for (int column : columns) {
            if (!equal(left[column], leftRow, right[column], rightRow)) {
                return false;
            }
        }
        return true;
    }

    private static boolean equal(ColumnVector left, int l, ColumnVector right, int r) {
        if (left.isNull(l) || right.isNull(r)) {
            return false;
        }
        if (left instanceof IntVector a) {
            return a.values()[l] == ((IntVector) right).values()[r];
        } else if (left instanceof LongVector a) {
            return a.values()[l] == ((LongVector) right).values()[r];
        } else if (left instanceof DictionaryVector coded) {
            return equal(coded.dictionary().values(), coded.codes()[l], right, r);
        } else if (right instanceof DictionaryVector coded) {
            return equal(left, l, coded.dictionary().values(), coded.codes()[r]);
        } else if (left instanceof BytesVector a) {
            BytesVector b = (BytesVector) right;
            return Arrays.equals(
                    a.data(), a.offsets()[l], a.offsets()[l + 1], b.data(), b.offsets()[r], b.offsets()[r + 1]);
        } else if (left instanceof Int128Vector a) {
            Int128Vector b = (Int128Vector) right;
            return a.low()[l] == b.low()[r] && a.high()[l] == b.high()[r];
        } else if (left instanceof DoubleVector a) {
            return Double.compare(a.values()[l] + 0.0, ((DoubleVector) right).values()[r] + 0.0) == 0;
        } else if (left instanceof FloatVector a) {
            return Float.compare(a.values()[l] + 0.0f, ((FloatVector) right).values()[r] + 0.0f) == 0;
        } else if (left instanceof BooleanVector a) {
            return a.get(l) == ((BooleanVector) right).get(r);
        }
        throw new IllegalArgumentException("a value of kind " + left.physicalKind());
    }
}
