package io.algeon.engine.batch;

import io.algeon.metadata.type.PhysicalKind;
import java.util.Arrays;

/**
 * 128-bit integers in two's complement, as two arrays: DECIMAL above 18 digits (unscaled) and UUID.
 *
 * <p>Decimals of such a type nearly always fit 64 bits. A producer that knows it writes the lower halves only and calls
 * {@link #setNarrow}; a consumer that asks {@link #isNarrow} then computes with {@code long}s. Whoever asks for
 * {@link #high()} gets the upper halves, which are filled at that moment.
 */
public final class Int128Vector extends ColumnVector {
    private final long[] high;
    private final long[] low;
    /** Upper halves of so many rows are the signs of the lower ones, and not written yet. */
    private int narrowRows;

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
        if (narrowRows > 0) {
            for (int i = 0; i < narrowRows; i++) {
                high[i] = low[i] >> 63;
            }
            narrowRows = 0;
        }
        return high;
    }

    /** Least significant 64 bits, unsigned. */
    public long[] low() {
        return low;
    }

    /** Declares that the first {@code rows} rows, those of NULLs included, are the signed {@link #low()}. */
    public void setNarrow(int rows) {
        narrowRows = rows;
    }

    /** Declares that both halves will be written: what {@link #high()} holds is undefined. */
    public void setWide() {
        narrowRows = 0;
    }

    /** Whether the first {@code rows} rows are known to be the signed {@link #low()}; false says nothing. */
    public boolean isNarrow(int rows) {
        return narrowRows >= rows && rows > 0;
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
        Int128Vector copy = new Int128Vector(
                isNarrow(rows) ? new long[rows] : Arrays.copyOf(high(), rows), Arrays.copyOf(low, rows));
        copy.narrowRows = isNarrow(rows) ? rows : 0;
        return withValidityOf(this, rows, copy);
    }

    @Override
    public Int128Vector gather(int[] rows, int count, ColumnVector reuse) {
        Int128Vector target = reuse != this && reuse instanceof Int128Vector fitting && fitting.capacity() >= count
                ? fitting
                : new Int128Vector(Math.max(count, Batch.ROWS));
        for (int i = 0; i < count; i++) {
            target.low[i] = low[rows[i]];
        }
        target.narrowRows = narrowRows > 0 ? count : 0;
        if (narrowRows == 0) {
            for (int i = 0; i < count; i++) {
                target.high[i] = high[rows[i]];
            }
        }
        target.gatherValidity(this, rows, count);
        return target;
    }

    @Override
    public long retainedBytes() {
        return super.retainedBytes() + 16L * high.length;
    }
}
