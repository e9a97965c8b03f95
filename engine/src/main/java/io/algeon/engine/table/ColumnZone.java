package io.algeon.engine.table;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.filter.SortCodes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Smallest and largest value of some rows of a column, deleted ones included.
 *
 * @param nulls NULLs among them
 * @param hasRange whether {@code min} and {@code max} are known
 * @param min as an {@code Integer}, {@code Long}, {@code Float}, {@code Double} or {@code byte[]}; null: no values
 * @param hasNan whether NaN is among them, which the bounds leave out
 */
record ColumnZone(
        long nulls,
        boolean hasRange,
        @Nullable Object min,
        @Nullable Object max,
        boolean hasNan) {
    static final ColumnZone EMPTY = new ColumnZone(0, true, null, null, false);

    /** Longer values are no bounds. */
    private static final int LONGEST_BOUND = 64;

    /** The zone of these rows and {@code from .. from + count} of a vector. */
    ColumnZone with(ColumnVector vector, int from, int count) {
        int end = from + count;
        long allNulls = nulls;
        if (vector.mayHaveNulls()) {
            for (int i = from; i < end; i++) {
                allNulls += vector.isNull(i) ? 1 : 0;
            }
        }
        if (!hasRange) {
            return new ColumnZone(allNulls, false, null, null, hasNan);
        }
        if (allNulls - nulls == count) {
            return new ColumnZone(allNulls, true, min, max, hasNan);
        }
        if (vector instanceof IntVector ints) {
            return ints(ints, from, end, allNulls);
        } else if (vector instanceof LongVector longs) {
            return longs(longs, from, end, allNulls);
        } else if (vector instanceof DoubleVector doubles) {
            return doubles(doubles, from, end, allNulls);
        } else if (vector instanceof FloatVector floats) {
            return floats(floats, from, end, allNulls);
        } else if (vector instanceof BytesVector bytes) {
            return bytes(bytes, from, end, allNulls);
        }
        return new ColumnZone(allNulls, false, null, null, hasNan);
    }

    /** The zone of these rows and others. */
    ColumnZone and(ColumnZone other) {
        long allNulls = nulls + other.nulls;
        boolean nan = hasNan || other.hasNan;
        if (!hasRange || !other.hasRange) {
            return new ColumnZone(allNulls, false, null, null, nan);
        }
        if (min == null || max == null) {
            return new ColumnZone(allNulls, true, other.min, other.max, nan);
        }
        if (other.min == null || other.max == null) {
            return new ColumnZone(allNulls, true, min, max, nan);
        }
        Object low = order(min, other.min) <= 0 ? min : other.min;
        Object high = order(max, other.max) >= 0 ? max : other.max;
        return new ColumnZone(allNulls, true, low, high, nan);
    }

    /** Order of two bounds of one form. */
    static int order(Object left, Object right) {
        if (left instanceof Integer a) {
            return a.compareTo((Integer) right);
        } else if (left instanceof Long a) {
            return a.compareTo((Long) right);
        } else if (left instanceof Double a) {
            return a.compareTo((Double) right);
        } else if (left instanceof Float a) {
            return a.compareTo((Float) right);
        }
        return Arrays.compareUnsigned((byte[]) left, (byte[]) right);
    }

    private ColumnZone ints(IntVector vector, int from, int end, long allNulls) {
        int[] values = vector.values();
        int low = min == null ? Integer.MAX_VALUE : (Integer) min;
        int high = max == null ? Integer.MIN_VALUE : (Integer) max;
        boolean checked = vector.mayHaveNulls();
        for (int i = from; i < end; i++) {
            if (!checked || !vector.isNull(i)) {
                low = Math.min(low, values[i]);
                high = Math.max(high, values[i]);
            }
        }
        return new ColumnZone(allNulls, true, low, high, false);
    }

    private ColumnZone longs(LongVector vector, int from, int end, long allNulls) {
        long[] values = vector.values();
        long low = min == null ? Long.MAX_VALUE : (Long) min;
        long high = max == null ? Long.MIN_VALUE : (Long) max;
        boolean checked = vector.mayHaveNulls();
        for (int i = from; i < end; i++) {
            if (!checked || !vector.isNull(i)) {
                low = Math.min(low, values[i]);
                high = Math.max(high, values[i]);
            }
        }
        return new ColumnZone(allNulls, true, low, high, false);
    }

    private ColumnZone doubles(DoubleVector vector, int from, int end, long allNulls) {
        double[] values = vector.values();
        boolean nan = hasNan;
        Double low = (Double) min;
        Double high = (Double) max;
        for (int i = from; i < end; i++) {
            if (vector.isNull(i)) {
                continue;
            }
            // adding 0.0 makes -0.0 equal to 0.0
            double value = values[i] + 0.0;
            if (Double.isNaN(value)) {
                nan = true;
            } else {
                low = low == null || value < low ? Double.valueOf(value) : low;
                high = high == null || value > high ? Double.valueOf(value) : high;
            }
        }
        return new ColumnZone(allNulls, true, low, high, nan);
    }

    private ColumnZone floats(FloatVector vector, int from, int end, long allNulls) {
        float[] values = vector.values();
        boolean nan = hasNan;
        Float low = (Float) min;
        Float high = (Float) max;
        for (int i = from; i < end; i++) {
            if (vector.isNull(i)) {
                continue;
            }
            float value = values[i] + 0.0f;
            if (Float.isNaN(value)) {
                nan = true;
            } else {
                low = low == null || value < low ? Float.valueOf(value) : low;
                high = high == null || value > high ? Float.valueOf(value) : high;
            }
        }
        return new ColumnZone(allNulls, true, low, high, nan);
    }

    private ColumnZone bytes(BytesVector vector, int from, int end, long allNulls) {
        byte[] data = vector.data();
        int[] offsets = vector.offsets();
        byte[] low = (byte[]) min;
        byte[] high = (byte[]) max;
        long lowBegin = low == null ? 0 : SortCodes.prefix(low, 0, low.length);
        long highBegin = high == null ? 0 : SortCodes.prefix(high, 0, high.length);
        for (int i = from; i < end; i++) {
            if (vector.isNull(i)) {
                continue;
            }
            int start = offsets[i];
            int stop = offsets[i + 1];
            // nearly all values are told from both bounds by their first bytes
            long begin = SortCodes.prefix(data, start, stop - start);
            if (low == null
                    || begin < lowBegin
                    || begin == lowBegin
                            && (stop - start > 8 || stop - start != low.length)
                            && Arrays.compareUnsigned(data, start, stop, low, 0, low.length) < 0) {
                low = vector.bytes(i);
                lowBegin = begin;
            }
            if (high == null
                    || begin > highBegin
                    || begin == highBegin
                            && (stop - start > 8 || stop - start != high.length)
                            && Arrays.compareUnsigned(data, start, stop, high, 0, high.length) > 0) {
                high = vector.bytes(i);
                highBegin = begin;
            }
        }
        if (low != null && low.length > LONGEST_BOUND || high != null && high.length > LONGEST_BOUND) {
            return new ColumnZone(allNulls, false, null, null, false);
        }
        return new ColumnZone(allNulls, true, low, high, false);
    }
}
