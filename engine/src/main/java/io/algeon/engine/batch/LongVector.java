package io.algeon.engine.batch;

import io.algeon.metadata.type.PhysicalKind;
import java.util.Arrays;

/** 64-bit integers: BIGINT, DECIMAL to 18 digits (unscaled), TIME, TIMESTAMP, INTERVAL DAY TO SECOND. */
public final class LongVector extends ColumnVector {
    private final long[] values;

    public LongVector(int capacity) {
        this(new long[capacity]);
    }

    /** Takes the array. */
    public LongVector(long[] values) {
        this.values = values;
    }

    /** The values, first row at index 0. */
    public long[] values() {
        return values;
    }

    @Override
    public PhysicalKind physicalKind() {
        return PhysicalKind.INT64;
    }

    @Override
    public int capacity() {
        return values.length;
    }

    @Override
    public LongVector copy(int rows) {
        return withValidityOf(this, rows, new LongVector(Arrays.copyOf(values, rows)));
    }

    @Override
    public LongVector gather(int[] rows, int count, ColumnVector reuse) {
        LongVector target = reuse != this && reuse instanceof LongVector fitting && fitting.capacity() >= count
                ? fitting
                : new LongVector(Math.max(count, Batch.ROWS));
        long[] from = values;
        long[] to = target.values;
        for (int i = 0; i < count; i++) {
            to[i] = from[rows[i]];
        }
        target.gatherValidity(this, rows, count);
        return target;
    }

    @Override
    public long retainedBytes() {
        return super.retainedBytes() + 8L * values.length;
    }
}
