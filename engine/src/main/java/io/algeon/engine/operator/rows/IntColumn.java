package io.algeon.engine.operator.rows;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.type.PhysicalKind;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Values of 32 bits or fewer: integers, the bits of REALs, booleans as 0 and 1. */
final class IntColumn extends StoredColumn {
    private final PhysicalKind kind;
    private int[][] pages = new int[0][];

    IntColumn(PhysicalKind kind, Reservation reservation) {
        super(reservation);
        this.kind = kind;
    }

    @Override
    void ensure(int page, int rows) {
        int current = page < pages.length ? pages[page].length : 0;
        if (rows > current) {
            int capacity = pageCapacity(page, current, rows);
            reservation.grow(4L * (capacity - current));
            pages = Arrays.copyOf(pages, page + 1);
            pages[page] = current == 0 ? new int[capacity] : Arrays.copyOf(pages[page], capacity);
        }
    }

    @Override
    void write(ColumnVector source, int @Nullable [] rows, int from, int count, int page, int at) {
        int[] to = pages[page];
        if (source instanceof IntVector ints) {
            int[] values = ints.values();
            if (rows == null) {
                System.arraycopy(values, from, to, at, count);
            } else {
                for (int i = 0; i < count; i++) {
                    to[at + i] = values[rows[from + i]];
                }
            }
        } else if (source instanceof FloatVector floats) {
            float[] values = floats.values();
            for (int i = 0; i < count; i++) {
                to[at + i] = Float.floatToRawIntBits(values[rows == null ? from + i : rows[from + i]]);
            }
        } else {
            BooleanVector booleans = (BooleanVector) source;
            for (int i = 0; i < count; i++) {
                to[at + i] = booleans.get(rows == null ? from + i : rows[from + i]) ? 1 : 0;
            }
        }
        writeValidity(source, rows, from, count, page, at);
    }

    @Override
    ColumnVector gather(int[] rows, int count, boolean absent, @Nullable ColumnVector reuse) {
        int[][] from = pages;
        ColumnVector target;
        switch (kind) {
            case INT32 -> {
                IntVector vector = reuse instanceof IntVector fitting && fitting.capacity() >= count
                        ? fitting
                        : new IntVector(Math.max(count, Batch.ROWS));
                int[] values = vector.values();
                for (int i = 0; i < count; i++) {
                    int row = readable(rows[i]);
                    values[i] = from[row >> PAGE_SHIFT][row & PAGE_MASK];
                }
                target = vector;
            }
            case FLOAT32 -> {
                FloatVector vector = reuse instanceof FloatVector fitting && fitting.capacity() >= count
                        ? fitting
                        : new FloatVector(Math.max(count, Batch.ROWS));
                for (int i = 0; i < count; i++) {
                    int row = readable(rows[i]);
                    vector.values()[i] = Float.intBitsToFloat(from[row >> PAGE_SHIFT][row & PAGE_MASK]);
                }
                target = vector;
            }
            default -> {
                BooleanVector vector = reuse instanceof BooleanVector fitting && fitting.capacity() >= count
                        ? fitting
                        : new BooleanVector(Math.max(count, Batch.ROWS));
                for (int i = 0; i < count; i++) {
                    int row = readable(rows[i]);
                    vector.set(i, from[row >> PAGE_SHIFT][row & PAGE_MASK] != 0);
                }
                target = vector;
            }
        }
        gatherValidity(rows, count, absent, target);
        return target;
    }

    @Override
    @Nullable
    ColumnVector sliceValues(int first, int count, @Nullable ColumnVector reuse) {
        if (kind != PhysicalKind.INT32) {
            return null;
        }
        IntVector target = reuse instanceof IntVector fitting && fitting.capacity() >= count
                ? fitting
                : new IntVector(Math.max(count, Batch.ROWS));
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
        pages[at] = ((IntColumn) other).pages[page];
        adoptValidity(other, page, at);
    }
}
