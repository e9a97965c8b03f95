package io.algeon.engine.operator.join;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;

/** Number, smallest and largest of integers, NULLs left out. */
final class KeyRange {
    private long min = Long.MAX_VALUE;
    private long max = Long.MIN_VALUE;
    private long count;

    void add(ColumnVector vector, int rows) {
        if (vector.hasNulls(rows)) {
            addPresent(vector, rows);
            return;
        }
        long low = min;
        long high = max;
        if (vector instanceof LongVector longs) {
            long[] values = longs.values();
            for (int i = 0; i < rows; i++) {
                low = Math.min(low, values[i]);
                high = Math.max(high, values[i]);
            }
        } else {
            int[] values = ((IntVector) vector).values();
            for (int i = 0; i < rows; i++) {
                low = Math.min(low, values[i]);
                high = Math.max(high, values[i]);
            }
        }
        min = low;
        max = high;
        count += rows;
    }

    private void addPresent(ColumnVector vector, int rows) {
        for (int i = 0; i < rows; i++) {
            if (!vector.isNull(i)) {
                long value = vector instanceof LongVector longs ? longs.values()[i] : ((IntVector) vector).values()[i];
                min = Math.min(min, value);
                max = Math.max(max, value);
                count++;
            }
        }
    }

    void add(KeyRange other) {
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
        count += other.count;
    }

    /** Smallest value; larger than {@link #max()} if there is none. */
    long min() {
        return min;
    }

    long max() {
        return max;
    }

    /** Values that are not NULL, repetitions included. */
    long count() {
        return count;
    }
}
