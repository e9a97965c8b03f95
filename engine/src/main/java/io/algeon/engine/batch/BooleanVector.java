package io.algeon.engine.batch;

import io.algeon.metadata.type.PhysicalKind;
import java.util.Arrays;

/** BOOLEAN, one bit a value in {@link Validity}'s order: 1 is true. Bits of NULL rows are undefined. */
public final class BooleanVector extends ColumnVector {
    private final long[] bits;

    public BooleanVector(int capacity) {
        this(new long[Validity.words(capacity)]);
    }

    /** Takes the words. */
    public BooleanVector(long[] bits) {
        this.bits = bits;
    }

    public long[] bits() {
        return bits;
    }

    public boolean get(int row) {
        return Validity.get(bits, row);
    }

    public void set(int row, boolean value) {
        if (value) {
            Validity.set(bits, row);
        } else {
            Validity.clear(bits, row);
        }
    }

    @Override
    public PhysicalKind physicalKind() {
        return PhysicalKind.BOOLEAN;
    }

    @Override
    public int capacity() {
        return bits.length << 6;
    }

    @Override
    public BooleanVector copy(int rows) {
        return withValidityOf(this, rows, new BooleanVector(Arrays.copyOf(bits, Validity.words(rows))));
    }

    @Override
    public BooleanVector gather(int[] rows, int count, ColumnVector reuse) {
        BooleanVector target = reuse != this && reuse instanceof BooleanVector fitting && fitting.capacity() >= count
                ? fitting
                : new BooleanVector(Math.max(count, Batch.ROWS));
        Validity.gather(bits, rows, count, target.bits);
        target.gatherValidity(this, rows, count);
        return target;
    }

    @Override
    public long retainedBytes() {
        return super.retainedBytes() + 8L * bits.length;
    }
}
