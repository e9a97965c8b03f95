package io.algeon.engine.parquet.write;

import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Validity;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.parquet.codec.LittleEndian;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Comparator;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/**
 * Values of at most 64 bits: INT32 and INT64 as they are, FLOAT and DOUBLE as their bits, BOOLEAN as 0 and 1. All are kept
 * as {@code long}s, whatever their width on disk, so that there is one dictionary and one loop of each kind.
 */
final class LongChunk extends ChunkBuilder {
    /** Values after which a dictionary that hardly repeats is given up. */
    private static final int TRIAL_VALUES = 8192;

    /** Largest dictionary: 512 KiB of 8-byte values stay in a second-level cache when read. */
    private static final int MOST_ENTRIES = 1 << 16;

    /** Share of the plain size that coded values may take; decoding codes costs a little more than copying. */
    private static final double WORTH_IT = 0.9;

    private final LongDictionary dictionary = new LongDictionary();
    private boolean coded;
    private int[] codes = new int[0];
    private long[] values = new long[0];
    private long[] compact = new long[0];
    private int count;
    private boolean nan;
    private long dictionaryBytes;

    LongChunk(LeafColumn leaf, Reservation memory) {
        super(leaf, memory);
        clearValues();
    }

    @Override
    void appendAll(ColumnVector vector, int rows) {
        if (vector instanceof LongVector longs) {
            add(longs.values(), rows);
            return;
        }
        long[] target = compact(rows);
        if (vector instanceof IntVector ints) {
            int[] source = ints.values();
            for (int i = 0; i < rows; i++) {
                target[i] = source[i];
            }
        } else if (vector instanceof DoubleVector doubles) {
            double[] source = doubles.values();
            for (int i = 0; i < rows; i++) {
                target[i] = Double.doubleToRawLongBits(source[i]);
            }
        } else if (vector instanceof FloatVector floats) {
            float[] source = floats.values();
            for (int i = 0; i < rows; i++) {
                target[i] = Float.floatToRawIntBits(source[i]);
            }
        } else {
            long[] bits = ((BooleanVector) vector).bits();
            for (int i = 0; i < rows; i++) {
                target[i] = Validity.get(bits, i) ? 1 : 0;
            }
        }
        add(target, rows);
    }

    @Override
    void appendRows(ColumnVector vector, int[] rows, int rowCount) {
        long[] target = compact(rowCount);
        if (vector instanceof LongVector longs) {
            long[] source = longs.values();
            for (int i = 0; i < rowCount; i++) {
                target[i] = source[rows[i]];
            }
        } else if (vector instanceof IntVector ints) {
            int[] source = ints.values();
            for (int i = 0; i < rowCount; i++) {
                target[i] = source[rows[i]];
            }
        } else if (vector instanceof DoubleVector doubles) {
            double[] source = doubles.values();
            for (int i = 0; i < rowCount; i++) {
                target[i] = Double.doubleToRawLongBits(source[rows[i]]);
            }
        } else if (vector instanceof FloatVector floats) {
            float[] source = floats.values();
            for (int i = 0; i < rowCount; i++) {
                target[i] = Float.floatToRawIntBits(source[rows[i]]);
            }
        } else {
            long[] bits = ((BooleanVector) vector).bits();
            for (int i = 0; i < rowCount; i++) {
                target[i] = Validity.get(bits, rows[i]) ? 1 : 0;
            }
        }
        add(target, rowCount);
    }

    private long[] compact(int rows) {
        compact = grown(compact, rows);
        return compact;
    }

    private void add(long[] source, int rows) {
        int end = Math.addExact(count, rows);
        if (coded) {
            codes = grown(codes, end);
            dictionary.encode(source, rows, codes, count);
            count = end;
            memory.grow(dictionary.retainedBytes() - dictionaryBytes);
            dictionaryBytes = dictionary.retainedBytes();
            boolean hardlyRepeats = count >= TRIAL_VALUES && dictionary.size() > count - (count >>> 2);
            if (hardlyRepeats || dictionary.size() > MOST_ENTRIES) {
                makePlain();
            }
        } else {
            values = grown(values, end);
            System.arraycopy(source, 0, values, count, rows);
            count = end;
        }
    }

    private void makePlain() {
        values = grown(values, count);
        long[] entries = dictionary.values();
        for (int i = 0; i < count; i++) {
            values[i] = entries[codes[i]];
        }
        coded = false;
    }

    private int width() {
        return leaf.physicalType() == Type.INT32 || leaf.physicalType() == Type.FLOAT ? Integer.BYTES : Long.BYTES;
    }

    @Override
    int valueCount() {
        return count;
    }

    @Override
    boolean settleDictionary() {
        if (coded) {
            int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, dictionary.size() - 1));
            long size = (long) dictionary.size() * width() + (long) count * bits / Byte.SIZE;
            if (count == 0 || size > WORTH_IT * count * width()) {
                makePlain();
            }
        }
        return coded;
    }

    @Override
    int dictionarySize() {
        return dictionary.size();
    }

    @Override
    int[] codes() {
        return codes;
    }

    @Override
    void writeDictionary(ByteSink out) {
        write(dictionary.values(), 0, dictionary.size(), out);
    }

    @Override
    long plainBytes(int from, int to) {
        return leaf.physicalType() == Type.BOOLEAN ? (to - from) / Byte.SIZE : (long) (to - from) * width();
    }

    @Override
    void writePlain(int from, int to, ByteSink out) {
        write(values, from, to, out);
    }

    private void write(long[] source, int from, int to, ByteSink out) {
        int length = to - from;
        if (leaf.physicalType() == Type.BOOLEAN) {
            writeBits(source, from, to, out);
        } else if (width() == Integer.BYTES) {
            byte[] bytes = out.ensure(Integer.BYTES * length);
            int at = out.size();
            for (int i = 0; i < length; i++) {
                LittleEndian.putInt(bytes, at + Integer.BYTES * i, (int) source[from + i]);
            }
            out.advance(Integer.BYTES * length);
        } else {
            byte[] bytes = out.ensure(Long.BYTES * length);
            ByteBuffer.wrap(bytes, out.size(), Long.BYTES * length)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asLongBuffer()
                    .put(source, from, length);
            out.advance(Long.BYTES * length);
        }
    }

    private static void writeBits(long[] source, int from, int to, ByteSink out) {
        for (int i = from; i < to; i += Byte.SIZE) {
            int bits = 0;
            for (int bit = 0; bit < Byte.SIZE && i + bit < to; bit++) {
                bits |= (int) source[i + bit] << bit;
            }
            out.write(bits);
        }
    }

    @Override
    @Nullable
    Bounds bounds(int from, int to) {
        if (from == to) {
            return null;
        }
        return switch (leaf.physicalType()) {
            case DOUBLE, FLOAT -> floatingBounds(from, to);
            default -> {
                long min = Long.MAX_VALUE;
                long max = Long.MIN_VALUE;
                if (coded) {
                    long[] entries = dictionary.values();
                    for (int i = from; i < to; i++) {
                        long value = entries[codes[i]];
                        min = Math.min(min, value);
                        max = Math.max(max, value);
                    }
                } else {
                    for (int i = from; i < to; i++) {
                        long value = values[i];
                        min = Math.min(min, value);
                        max = Math.max(max, value);
                    }
                }
                yield new Bounds(encoded(min), encoded(max));
            }
        };
    }

    /** NaN is left out; zeros are written with the sign that makes the bound hold for both. */
    private @Nullable Bounds floatingBounds(int from, int to) {
        double min = Double.POSITIVE_INFINITY;
        double max = Double.NEGATIVE_INFINITY;
        boolean any = false;
        boolean single = leaf.physicalType() == Type.FLOAT;
        for (int i = from; i < to; i++) {
            long bits = coded ? dictionary.values()[codes[i]] : values[i];
            double value = single ? Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
            if (Double.isNaN(value)) {
                nan = true;
                continue;
            }
            any = true;
            min = Math.min(min, value);
            max = Math.max(max, value);
        }
        if (!any) {
            return null;
        }
        double lower = min == 0 ? -0.0 : min;
        double upper = max == 0 ? 0.0 : max;
        return single
                ? new Bounds(encoded(Float.floatToRawIntBits((float) lower)), encoded(Float.floatToRawIntBits((float)
                        upper)))
                : new Bounds(encoded(Double.doubleToRawLongBits(lower)), encoded(Double.doubleToRawLongBits(upper)));
    }

    private byte[] encoded(long value) {
        ByteBuffer buffer = ByteBuffer.allocate(leaf.physicalType() == Type.BOOLEAN ? 1 : width())
                .order(ByteOrder.LITTLE_ENDIAN);
        switch (buffer.capacity()) {
            case 1 -> buffer.put((byte) value);
            case Integer.BYTES -> buffer.putInt((int) value);
            default -> buffer.putLong(value);
        }
        return buffer.array();
    }

    @Override
    Comparator<byte[]> order() {
        return switch (leaf.physicalType()) {
            case DOUBLE ->
                (left, right) -> Double.compare(
                        littleEndian(left).getDouble(), littleEndian(right).getDouble());
            case FLOAT ->
                (left, right) -> Float.compare(
                        littleEndian(left).getFloat(), littleEndian(right).getFloat());
            case BOOLEAN -> (left, right) -> Byte.compare(left[0], right[0]);
            case INT32 ->
                (left, right) -> Integer.compare(
                        littleEndian(left).getInt(), littleEndian(right).getInt());
            default ->
                (left, right) -> Long.compare(
                        littleEndian(left).getLong(), littleEndian(right).getLong());
        };
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    byte[] shortened(byte[] bound, boolean upper) {
        return bound;
    }

    @Override
    boolean mayHoldNan() {
        return nan;
    }

    @Override
    void clearValues() {
        count = 0;
        nan = false;
        dictionary.clear();
        coded = leaf.physicalType() != Type.BOOLEAN;
    }
}
