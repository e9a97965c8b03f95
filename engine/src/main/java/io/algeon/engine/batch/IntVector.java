package io.algeon.engine.batch;

import io.algeon.metadata.type.PhysicalKind;
import java.util.Arrays;

/** 32-bit integers: TINYINT, SMALLINT, INTEGER, DATE (days), INTERVAL YEAR TO MONTH (months). */
public final class IntVector extends ColumnVector {
    private final int[] values;

    public IntVector(int capacity) {
        this(new int[capacity]);
    }

    /** Takes the array. */
    public IntVector(int[] values) {
        this.values = values;
    }

    /** The values, first row at index 0. */
    public int[] values() {
        return values;
    }

    @Override
    public PhysicalKind physicalKind() {
        return PhysicalKind.INT32;
    }

    @Override
    public int capacity() {
        return values.length;
    }

    @Override
    public IntVector copy(int rows) {
        return withValidityOf(this, rows, new IntVector(Arrays.copyOf(values, rows)));
    }

    @Override
    public IntVector gather(int[] rows, int count, ColumnVector reuse) {
        IntVector target = reuse != this && reuse instanceof IntVector fitting && fitting.capacity() >= count
                ? fitting
                : new IntVector(Math.max(count, Batch.ROWS));
        int[] from = values;
        int[] to = target.values;
        for (int i = 0; i < count; i++) {
            to[i] = from[rows[i]];
        }
        target.gatherValidity(this, rows, count);
        return target;
    }

    @Override
    public long retainedBytes() {
        return super.retainedBytes() + 4L * values.length;
    }
}
