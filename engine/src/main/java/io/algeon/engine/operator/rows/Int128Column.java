package io.algeon.engine.operator.rows;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.memory.Reservation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Values of 128 bits, as pages of high and pages of low words. */
final class Int128Column extends StoredColumn {
    private long[][] high = new long[0][];
    private long[][] low = new long[0][];

    Int128Column(Reservation reservation) {
        super(reservation);
    }

    @Override
    void ensure(int page, int rows) {
        int current = page < high.length ? high[page].length : 0;
        if (rows > current) {
            int capacity = pageCapacity(page, current, rows);
            reservation.grow(16L * (capacity - current));
            high = Arrays.copyOf(high, page + 1);
            low = Arrays.copyOf(low, page + 1);
            high[page] = current == 0 ? new long[capacity] : Arrays.copyOf(high[page], capacity);
            low[page] = current == 0 ? new long[capacity] : Arrays.copyOf(low[page], capacity);
        }
    }

    @Override
    void write(ColumnVector source, int @Nullable [] rows, int from, int count, int page, int at) {
        Int128Vector vector = (Int128Vector) source;
        if (rows == null) {
            System.arraycopy(vector.high(), from, high[page], at, count);
            System.arraycopy(vector.low(), from, low[page], at, count);
        } else {
            for (int i = 0; i < count; i++) {
                high[page][at + i] = vector.high()[rows[from + i]];
                low[page][at + i] = vector.low()[rows[from + i]];
            }
        }
        writeValidity(source, rows, from, count, page, at);
    }

    @Override
    ColumnVector gather(int[] rows, int count, boolean absent, @Nullable ColumnVector reuse) {
        Int128Vector target = reuse instanceof Int128Vector fitting && fitting.capacity() >= count
                ? fitting
                : new Int128Vector(Math.max(count, Batch.ROWS));
        for (int i = 0; i < count; i++) {
            int row = readable(rows[i]);
            target.high()[i] = high[row >> PAGE_SHIFT][row & PAGE_MASK];
            target.low()[i] = low[row >> PAGE_SHIFT][row & PAGE_MASK];
        }
        gatherValidity(rows, count, absent, target);
        return target;
    }

    @Override
    ColumnVector sliceValues(int first, int count, @Nullable ColumnVector reuse) {
        Int128Vector target = reuse instanceof Int128Vector fitting && fitting.capacity() >= count
                ? fitting
                : new Int128Vector(Math.max(count, Batch.ROWS));
        for (int at = 0; at < count; ) {
            int page = first + at >> PAGE_SHIFT;
            int begin = first + at & PAGE_MASK;
            int part = Math.min(count - at, PAGE_ROWS - begin);
            System.arraycopy(high[page], begin, target.high(), at, part);
            System.arraycopy(low[page], begin, target.low(), at, part);
            at += part;
        }
        return target;
    }

    @Override
    void adopt(StoredColumn other, int page, int at) {
        high = Arrays.copyOf(high, at + 1);
        low = Arrays.copyOf(low, at + 1);
        high[at] = ((Int128Column) other).high[page];
        low[at] = ((Int128Column) other).low[page];
        adoptValidity(other, page, at);
    }
}
