package io.algeon.engine.batch;

import io.algeon.metadata.type.PhysicalKind;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * CHAR, VARCHAR (UTF-8) and VARBINARY values: row {@code r} is {@code data[offsets[r] .. offsets[r + 1])}. The first
 * offset need not be 0. Offsets of NULL rows are in order too (their length is undefined).
 */
public final class BytesVector extends ColumnVector {
    private byte[] data;
    private final int[] offsets;

    /** @param capacity rows; {@code byteCapacity} is a first guess that {@link #ensureBytes} raises */
    public BytesVector(int capacity, int byteCapacity) {
        this(new byte[byteCapacity], new int[capacity + 1]);
    }

    /** Takes the arrays. */
    public BytesVector(byte[] data, int[] offsets) {
        this.data = data;
        this.offsets = offsets;
    }

    /** A vector of the given strings, null being NULL. */
    public static BytesVector of(@org.jspecify.annotations.Nullable String... values) {
        BytesVector vector = new BytesVector(values.length, 16 * values.length);
        for (int i = 0; i < values.length; i++) {
            String value = values[i];
            vector.set(i, value == null ? new byte[0] : value.getBytes(StandardCharsets.UTF_8));
            if (value == null) {
                vector.setNull(i, values.length);
            }
        }
        return vector;
    }

    public byte[] data() {
        return data;
    }

    /** {@code capacity + 1} offsets. */
    public int[] offsets() {
        return offsets;
    }

    /** Makes room for {@code bytes} bytes in all, keeping what is there up to {@code used}; returns the data array. */
    public byte[] ensureBytes(int used, int bytes) {
        data = grow(data, used, bytes);
        return data;
    }

    /** Length of the data array after {@link #ensureBytes} has grown it to hold {@code bytes} bytes, for accounting. */
    public static int grownBytes(int bytes) {
        return grown(bytes);
    }

    /** Takes another data array, whose values the offsets describe. */
    public void setData(byte[] newData) {
        data = newData;
    }

    /** Writes row {@code row}; rows are written in order, from 0. */
    public void set(int row, byte[] value) {
        set(row, value, 0, value.length);
    }

    /** Writes row {@code row} from a part of an array; rows are written in order, from 0. */
    public void set(int row, byte[] source, int from, int length) {
        int at = offsets[row];
        int end = Math.addExact(at, length);
        ensureBytes(at, end);
        System.arraycopy(source, from, data, at, length);
        offsets[row + 1] = end;
    }

    public int length(int row) {
        return offsets[row + 1] - offsets[row];
    }

    public byte[] bytes(int row) {
        return Arrays.copyOfRange(data, offsets[row], offsets[row + 1]);
    }

    /** The value as a string; not for loops. */
    public String string(int row) {
        return new String(data, offsets[row], length(row), StandardCharsets.UTF_8);
    }

    @Override
    public PhysicalKind physicalKind() {
        return PhysicalKind.BYTES;
    }

    @Override
    public int capacity() {
        return offsets.length - 1;
    }

    @Override
    public BytesVector copy(int rows) {
        int first = offsets[0];
        int[] newOffsets = new int[rows + 1];
        for (int i = 0; i <= rows; i++) {
            newOffsets[i] = offsets[i] - first;
        }
        byte[] newData = Arrays.copyOfRange(data, first, first + newOffsets[rows]);
        return withValidityOf(this, rows, new BytesVector(newData, newOffsets));
    }

    @Override
    public BytesVector gather(int[] rows, int count, ColumnVector reuse) {
        BytesVector target = reuse != this && reuse instanceof BytesVector fitting && fitting.capacity() >= count
                ? fitting
                : new BytesVector(Math.max(count, Batch.ROWS), 0);
        int[] to = target.offsets;
        long total = 0;
        to[0] = 0;
        for (int i = 0; i < count; i++) {
            int row = rows[i];
            total += offsets[row + 1] - offsets[row];
            to[i + 1] = (int) total;
        }
        byte[] bytes = target.ensureBytes(0, Math.toIntExact(total));
        for (int i = 0; i < count; i++) {
            int from = offsets[rows[i]];
            System.arraycopy(data, from, bytes, to[i], to[i + 1] - to[i]);
        }
        target.gatherValidity(this, rows, count);
        return target;
    }

    @Override
    public long retainedBytes() {
        return super.retainedBytes() + data.length + 4L * offsets.length;
    }
}
