package io.algeon.engine.batch;

import io.algeon.metadata.type.PhysicalKind;
import java.util.Arrays;

/** REAL. */
public final class FloatVector extends ColumnVector {
    private final float[] values;

    public FloatVector(int capacity) {
        this(new float[capacity]);
    }

    /** Takes the array. */
    public FloatVector(float[] values) {
        this.values = values;
    }

    /** The values, first row at index 0. */
    public float[] values() {
        return values;
    }

    @Override
    public PhysicalKind physicalKind() {
        return PhysicalKind.FLOAT32;
    }

    @Override
    public int capacity() {
        return values.length;
    }

    @Override
    public FloatVector copy(int rows) {
        return withValidityOf(this, rows, new FloatVector(Arrays.copyOf(values, rows)));
    }

    @Override
    public FloatVector gather(int[] rows, int count, ColumnVector reuse) {
        FloatVector target = reuse != this && reuse instanceof FloatVector fitting && fitting.capacity() >= count
                ? fitting
                : new FloatVector(Math.max(count, Batch.ROWS));
        float[] from = values;
        float[] to = target.values;
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
