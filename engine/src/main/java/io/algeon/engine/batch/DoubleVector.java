package io.algeon.engine.batch;

import io.algeon.metadata.type.PhysicalKind;
import java.util.Arrays;

/** DOUBLE. */
public final class DoubleVector extends ColumnVector {
    private final double[] values;

    public DoubleVector(int capacity) {
        this(new double[capacity]);
    }

    /** Takes the array. */
    public DoubleVector(double[] values) {
        this.values = values;
    }

    /** The values, first row at index 0. */
    public double[] values() {
        return values;
    }

    @Override
    public PhysicalKind physicalKind() {
        return PhysicalKind.FLOAT64;
    }

    @Override
    public int capacity() {
        return values.length;
    }

    @Override
    public DoubleVector copy(int rows) {
        return withValidityOf(this, rows, new DoubleVector(Arrays.copyOf(values, rows)));
    }

    @Override
    public DoubleVector gather(int[] rows, int count, ColumnVector reuse) {
        DoubleVector target = reuse != this && reuse instanceof DoubleVector fitting && fitting.capacity() >= count
                ? fitting
                : new DoubleVector(Math.max(count, Batch.ROWS));
        double[] from = values;
        double[] to = target.values;
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
