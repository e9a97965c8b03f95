package io.algeon.engine.operator.rows;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.type.PhysicalKind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Values of 64 bits: integers and the bits of DOUBLEs. */
final class LongColumn extends StoredColumn {
    private final PhysicalKind kind;
    private long[][] pages = new long[0][];

    LongColumn(PhysicalKind kind, Reservation reservation) {
        super(reservation);
        this.kind = kind;
    }

    @Override
    void ensure(int page, int rows) {
        int current = page < pages.length ? pages[page].length : 0;
        if (rows > current) {
            int capacity = pageCapacity(page, current, rows);
            reservation.grow(8L * (capacity - current));
            pages = Arrays.copyOf(pages, page + 1);
            pages[page] = current == 0 ? new long[capacity] : Arrays.copyOf(pages[page], capacity);
        }
    }

    @Override
    void write(ColumnVector source, int @Nullable [] rows, int from, int count, int page, int at) {
        long[] to = pages[page];
        if (source instanceof LongVector longs) {
            long[] values = longs.values();
            if (rows == null) {
                System.arraycopy(values, from, to, at, count);
            } else {
                for (int i = 0; i < count; i++) {
                    to[at + i] = values[rows[from + i]];
                }
            }
        } else {
            double[] values = ((DoubleVector) source).values();
            for (int i = 0; i < count; i++) {
                to[at + i] = Double.doubleToRawLongBits(values[rows == null ? from + i : rows[from + i]]);
            }
        }
        writeValidity(source, rows, from, count, page, at);
    }

    @Override
    ColumnVector gather(int[] rows, int count, boolean absent, @Nullable ColumnVector reuse) {
        long[][] from = pages;
        ColumnVector target;
        if (kind == PhysicalKind.INT64) {
            LongVector vector = reuse instanceof LongVector fitting && fitting.capacity() >= count
                    ? fitting
                    : new LongVector(Math.max(count, Batch.ROWS));
            long[] values = vector.values();
            for (int i = 0; i < count; i++) {
                int row = readable(rows[i]);
                values[i] = from[row >> PAGE_SHIFT][row & PAGE_MASK];
            }
            target = vector;
        } else {
            DoubleVector vector = reuse instanceof DoubleVector fitting && fitting.capacity() >= count
                    ? fitting
                    : new DoubleVector(Math.max(count, Batch.ROWS));
            double[] values = vector.values();
            for (int i = 0; i < count; i++) {
                int row = readable(rows[i]);
                values[i] = Double.longBitsToDouble(from[row >> PAGE_SHIFT][row & PAGE_MASK]);
            }
            target = vector;
        }
        gatherValidity(rows, count, absent, target);
        return target;
    }

    @Override
    @Nullable
    ColumnVector sliceValues(int first, int count, @Nullable ColumnVector reuse) {
        if (kind != PhysicalKind.INT64) {
            return null;
        }
        LongVector target = reuse instanceof LongVector fitting && fitting.capacity() >= count
                ? fitting
                : new LongVector(Math.max(count, Batch.ROWS));
        for (int at = 0; at < count; ) {
            int begin = first + at & PAGE_MASK;
            int part = Math.min(count - at, PAGE_ROWS - begin);
            System.arraycopy(pages[first + at >> PAGE_SHIFT], begin, target.values(), at, part);
            at += part;
        }
        return target;
    }

    @Override
    void adopt(StoredColumn other, int page, int at) {
        pages = Arrays.copyOf(pages, at + 1);
        pages[at] = ((LongColumn) other).pages[page];
        adoptValidity(other, page, at);
    }
}
