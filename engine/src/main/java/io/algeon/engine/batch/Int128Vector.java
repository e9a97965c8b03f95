package io.algeon.engine.batch;

import io.algeon.metadata.type.PhysicalKind;
import java.util.Arrays;

/** 128-bit integers in two's complement, as two arrays: DECIMAL above 18 digits (unscaled) and UUID. */
public final class Int128Vector extends ColumnVector {
    private final long[] high;
    private final long[] low;

    public Int128Vector(int capacity) {
        this(new long[capacity], new long[capacity]);
    }

    /** Takes the arrays, which have the same length. */
    public Int128Vector(long[] high, long[] low) {
        this.high = high;
        this.low = low;
    }

    /** Most significant 64 bits, signed. */
    public long[] high() {
        return high;
    }

    /** Least significant 64 bits, unsigned. */
    public long[] low() {
        return low;
    }

    @Override
    public PhysicalKind physicalKind() {
        return PhysicalKind.INT128;
    }

    @Override
    public int capacity() {
        return high.length;
    }

    @Override
    public Int128Vector copy(int rows) {
        return withValidityOf(this, rows, new Int128Vector(Arrays.copyOf(high, rows), Arrays.copyOf(low, rows)));
    }

    @Override
    public Int128Vector gather(int[] rows, int count, ColumnVector reuse) {
        Int128Vector target = reuse != this && reuse instanceof Int128Vector fitting && fitting.capacity() >= count
                ? fitting
                : new Int128Vector(Math.max(count, Batch.ROWS));
        for (int i = 0; i < count; i++) {
            target.high[i] = high[rows[i]];
            target.low[i] = low[rows[i]];
        }
        target.gatherValidity(this, rows, count);
        return target;
    }

    @Override
    public long retainedBytes() {
        return super.retainedBytes() + 16L * high.length;
    }
}
