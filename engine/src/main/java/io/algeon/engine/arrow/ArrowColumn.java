package io.algeon.engine.arrow;

import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.MapVector;
import io.algeon.engine.batch.RowVector;
import io.algeon.engine.batch.Validity;
import io.algeon.engine.file.Utf8;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of a column of one record batch, from which vectors of some of its rows are made. Buffers are checked before
 * they are read: damaged ones give {@link FlatTable.BadBuffer}.
 */
final class ArrowColumn {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long MILLIS_PER_DAY = 86_400_000L;

    private final ArrowType type;
    private final int length;
    private final byte @Nullable [] validity;
    private final List<byte[]> buffers;
    private final List<ArrowColumn> children;
    private final @Nullable Values dictionary;

    /**
     * The values of a dictionary.
     *
     * @param entries them, or null if they are no strings
     */
    record Values(ColumnVector vector, int size, @Nullable Dictionary entries) {}

    /**
     * @param buffers those of the level behind the validity
     * @param dictionary what the values are codes of, if they are codes
     */
    ArrowColumn(
            ArrowType type,
            int length,
            byte @Nullable [] validity,
            List<byte[]> buffers,
            List<ArrowColumn> children,
            @Nullable Values dictionary) {
        this.type = type;
        this.length = length;
        this.validity = validity;
        this.buffers = List.copyOf(buffers);
        this.children = List.copyOf(children);
        this.dictionary = dictionary;
        if (validity != null && validity.length < (length + 7L) / 8) {
            throw new FlatTable.BadBuffer();
        }
    }

    int length() {
        return length;
    }

    private byte[] buffer(int index, long bytes) {
        byte[] buffer = buffers.get(index);
        if (buffer.length < bytes) {
            throw new FlatTable.BadBuffer();
        }
        return buffer;
    }

    /** The values of rows {@code from} to {@code from + count - 1}. */
    ColumnVector read(int from, int count) {
        if (from < 0 || count < 0 || from > length - count) {
            throw new FlatTable.BadBuffer();
        }
        Values codes = dictionary;
        ColumnVector vector = codes == null ? plain(from, count) : coded(codes, from, count);
        byte[] map = validity;
        if (type.layout() == ArrowType.Layout.NULL && codes == null) {
            vector.setAllNull(count);
        } else if (map == null) {
            if (codes == null) {
                vector.setNoNulls();
            }
        } else {
            long[] own = new long[Validity.words(count)];
            for (int word = 0; word < own.length; word++) {
                own[word] = bits(map, from + 64L * word);
            }
            long[] target;
            if (codes != null && vector.mayHaveNulls()) {
                target = vector.validity();
                for (int word = 0; word < own.length; word++) {
                    target[word] &= own[word];
                }
            } else {
                target = vector.writeValidity(count);
                System.arraycopy(own, 0, target, 0, own.length);
            }
        }
        return vector;
    }

    /** 64 bits from a position on; those behind the end are 0. */
    private static long bits(byte[] map, long position) {
        int at = (int) (position >>> 3);
        int shift = (int) (position & 7);
        if (at + 9 <= map.length) {
            long word = (long) LONG.get(map, at);
            return shift == 0 ? word : word >>> shift | (long) map[at + 8] << 64 - shift;
        }
        long word = 0;
        for (int i = 0; i < 9 && at + i < map.length; i++) {
            long b = map[at + i] & 0xffL;
            int place = 8 * i - shift;
            word |= place < 0 ? b >>> -place : place < 64 ? b << place : 0;
        }
        return word;
    }

    private boolean isNull(int row) {
        byte[] map = validity;
        return map != null && (map[row >>> 3] >>> (row & 7) & 1) == 0;
    }

    private ColumnVector coded(Values values, int from, int count) {
        int width = type.indexWidth();
        byte[] data = buffer(0, (long) length * width);
        int[] codes = new int[Math.max(1, count)];
        for (int i = 0; i < count; i++) {
            long code = isNull(from + i) ? 0 : integer(data, from + i, width, type.indexSigned());
            boolean absent = isNull(from + i);
            if (!absent && (code < 0 || code >= values.size())) {
                throw new FlatTable.BadBuffer();
            }
            codes[i] = (int) code;
        }
        Dictionary entries = values.entries();
        if (entries != null) {
            DictionaryVector vector = new DictionaryVector(codes, entries);
            ColumnVector all = entries.values();
            if (all.mayHaveNulls()) {
                long[] words = vector.writeValidity(count);
                for (int i = 0; i < count; i++) {
                    boolean valid = values.size() > 0 && !all.isNull(codes[i]);
                    if (valid) {
                        Validity.set(words, i);
                    } else {
                        Validity.clear(words, i);
                    }
                }
            }
            return vector;
        }
        if (values.size() == 0) {
            ColumnVector empty = io.algeon.engine.batch.Vectors.create(type.type(), Math.max(1, count));
            empty.setAllNull(count);
            return empty;
        }
        return values.vector().gather(codes, count, values.vector());
    }

    private static long integer(byte[] data, int row, int width, boolean signed) {
        return switch (width) {
            case 1 -> signed ? data[row] : data[row] & 0xff;
            case 2 -> signed ? (short) SHORT.get(data, 2 * row) : (short) SHORT.get(data, 2 * row) & 0xffff;
            case 4 -> signed ? (int) INT.get(data, 4 * row) : (int) INT.get(data, 4 * row) & 0xffffffffL;
            default -> (long) LONG.get(data, 8 * row);
        };
    }

    private ColumnVector plain(int from, int count) {
        int width = type.width();
        return switch (type.layout()) {
            case NULL -> new BytesVector(count, 0);
            case BITS -> {
                byte[] map = buffer(0, (length + 7L) / 8);
                long[] words = new long[Validity.words(count)];
                for (int word = 0; word < words.length; word++) {
                    words[word] = bits(map, from + 64L * word);
                }
                yield new BooleanVector(words);
            }
            case INTEGER -> integers(from, count, width);
            case HALF -> {
                byte[] data = buffer(0, 2L * length);
                float[] values = new float[count];
                for (int i = 0; i < count; i++) {
                    values[i] = half((short) SHORT.get(data, 2 * (from + i)));
                }
                yield new FloatVector(values);
            }
            case FLOAT -> floats(from, count, width);
            case DECIMAL -> decimals(from, count, width);
            case DATE_DAYS, MONTHS -> {
                byte[] data = buffer(0, 4L * length);
                int[] values = new int[count];
                for (int i = 0; i < count; i++) {
                    values[i] = (int) INT.get(data, 4 * (from + i));
                }
                yield new IntVector(values);
            }
            case DATE_MILLIS -> {
                byte[] data = buffer(0, 8L * length);
                int[] values = new int[count];
                for (int i = 0; i < count; i++) {
                    values[i] = (int) Math.floorDiv((long) LONG.get(data, 8 * (from + i)), MILLIS_PER_DAY);
                }
                yield new IntVector(values);
            }
            case TIME, TIMESTAMP, DURATION -> times(from, count, width);
            case DAYS_MILLIS -> {
                byte[] data = buffer(0, 8L * length);
                long[] values = new long[count];
                for (int i = 0; i < count; i++) {
                    long days = (int) INT.get(data, 8 * (from + i));
                    long millis = (int) INT.get(data, 8 * (from + i) + 4);
                    values[i] = (days * MILLIS_PER_DAY + millis) * 1000;
                }
                yield new LongVector(values);
            }
            case BYTES -> bytes(from, count, 4);
            case LARGE_BYTES -> bytes(from, count, 8);
            case VIEWS -> views(from, count);
            case FIXED_BYTES -> fixed(from, count, width);
            case LIST, LARGE_LIST -> {
                int[] offsets = offsets(0, from, count, type.layout() == ArrowType.Layout.LIST ? 4 : 8);
                yield new ListVector(rebased(offsets), children.get(0).read(offsets[0], offsets[count] - offsets[0]));
            }
            case FIXED_LIST -> {
                int[] offsets = new int[count + 1];
                for (int i = 0; i <= count; i++) {
                    offsets[i] = Math.multiplyExact(i, width);
                }
                yield new ListVector(
                        offsets,
                        children.get(0).read(Math.multiplyExact(from, width), Math.multiplyExact(count, width)));
            }
            case MAP -> {
                int[] offsets = offsets(0, from, count, 4);
                ArrowColumn entries = children.get(0);
                int entryCount = offsets[count] - offsets[0];
                yield new MapVector(
                        rebased(offsets),
                        entries.children.get(0).read(offsets[0], entryCount),
                        entries.children.get(1).read(offsets[0], entryCount));
            }
            case STRUCT -> {
                ColumnVector[] fields = new ColumnVector[children.size()];
                for (int i = 0; i < fields.length; i++) {
                    fields[i] = children.get(i).read(from, count);
                }
                yield new RowVector(fields, count);
            }
        };
    }

    private ColumnVector integers(int from, int count, int width) {
        byte[] data = buffer(0, (long) length * width);
        PhysicalKind kind = type.type().physicalKind();
        if (kind == PhysicalKind.INT32) {
            int[] values = new int[count];
            for (int i = 0; i < count; i++) {
                values[i] = (int) integer(data, from + i, width, type.signed());
            }
            return new IntVector(values);
        }
        long[] values = new long[count];
        for (int i = 0; i < count; i++) {
            values[i] = integer(data, from + i, width, type.signed());
        }
        return kind == PhysicalKind.INT64 ? new LongVector(values) : new Int128Vector(new long[count], values);
    }

    private ColumnVector floats(int from, int count, int width) {
        byte[] data = buffer(0, (long) length * width);
        if (width == 4) {
            float[] values = new float[count];
            for (int i = 0; i < count; i++) {
                values[i] = Float.intBitsToFloat((int) INT.get(data, 4 * (from + i)));
            }
            return new FloatVector(values);
        }
        double[] values = new double[count];
        for (int i = 0; i < count; i++) {
            values[i] = Double.longBitsToDouble((long) LONG.get(data, 8 * (from + i)));
        }
        return new DoubleVector(values);
    }

    private static float half(short bits) {
        int exponent = bits >> 10 & 31;
        int fraction = bits & 1023;
        float magnitude = exponent == 31
                ? fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN
                : exponent == 0 ? fraction * 0x1p-24f : Math.scalb(1 + fraction * 0x1p-10f, exponent - 15);
        return bits < 0 ? -magnitude : magnitude;
    }

    private ColumnVector decimals(int from, int count, int width) {
        byte[] data = buffer(0, (long) length * width);
        long[] low = new long[count];
        boolean narrow = type.type().physicalKind() == PhysicalKind.INT64;
        long[] high = narrow ? new long[0] : new long[count];
        for (int i = 0; i < count; i++) {
            int at = (from + i) * width;
            low[i] = width == 4 ? (int) INT.get(data, at) : (long) LONG.get(data, at);
            if (!narrow) {
                high[i] = width < 16 ? low[i] >> 63 : (long) LONG.get(data, at + 8);
            }
        }
        return narrow ? new LongVector(low) : new Int128Vector(high, low);
    }

    private ColumnVector times(int from, int count, int width) {
        byte[] data = buffer(0, (long) length * width);
        long[] values = new long[count];
        boolean nanos = type.type().unitsPerSecond() > 1_000_000L;
        long factor = switch (type.unit()) {
            case ArrowType.SECONDS -> 1_000_000L;
            case ArrowType.MILLIS -> 1000L;
            default -> 1;
        };
        boolean divide = type.unit() == ArrowType.NANOS && !nanos;
        for (int i = 0; i < count; i++) {
            long value = width == 4 ? (int) INT.get(data, 4 * (from + i)) : (long) LONG.get(data, 8 * (from + i));
            if (factor > 1 && !isNull(from + i) && Math.multiplyHigh(value, factor) != value * factor >> 63) {
                throw new FlatTable.BadBuffer();
            }
            values[i] = divide ? Math.floorDiv(value, 1000L) : value * factor;
        }
        return new LongVector(values);
    }

    /** Offsets of some rows, checked to be in order. */
    private int[] offsets(int index, int from, int count, int width) {
        int[] offsets = new int[count + 1];
        if (length == 0) {
            return offsets;
        }
        byte[] data = buffer(index, (length + 1L) * width);
        int before = 0;
        for (int i = 0; i <= count; i++) {
            long offset = width == 4 ? (int) INT.get(data, 4 * (from + i)) : (long) LONG.get(data, 8 * (from + i));
            if (offset < before || offset > Integer.MAX_VALUE) {
                throw new FlatTable.BadBuffer();
            }
            before = (int) offset;
            offsets[i] = before;
        }
        return offsets;
    }

    private static int[] rebased(int[] offsets) {
        int[] rebased = new int[offsets.length];
        for (int i = 0; i < rebased.length; i++) {
            rebased[i] = offsets[i] - offsets[0];
        }
        return rebased;
    }

    private ColumnVector bytes(int from, int count, int width) {
        int[] offsets = offsets(0, from, count, width);
        byte[] data = buffer(1, offsets[count]);
        if (type.type().kind().isCharacter()) {
            checkText(data, offsets, count, from);
        }
        return new BytesVector(data, offsets);
    }

    private void checkText(byte[] data, int[] offsets, int count, int from) {
        if (!Utf8.isInvalid(data, offsets[0], offsets[count]) && isAscii(data, offsets[0], offsets[count])) {
            return;
        }
        for (int i = 0; i < count; i++) {
            if (Utf8.isInvalid(data, offsets[i], offsets[i + 1]) && !isNull(from + i)) {
                throw new FlatTable.BadBuffer();
            }
        }
    }

    private static boolean isAscii(byte[] data, int from, int to) {
        int signs = 0;
        for (int i = from; i < to; i++) {
            signs |= data[i];
        }
        return signs >= 0;
    }

    private ColumnVector views(int from, int count) {
        byte[] views = buffer(0, 16L * length);
        BytesVector vector = new BytesVector(count, 16 * count);
        for (int i = 0; i < count; i++) {
            int at = 16 * (from + i);
            int size = isNull(from + i) ? 0 : (int) INT.get(views, at);
            if (size < 0) {
                throw new FlatTable.BadBuffer();
            }
            byte[] source = views;
            int start = at + 4;
            if (size > 12) {
                int index = (int) INT.get(views, at + 8);
                start = (int) INT.get(views, at + 12);
                if (index < 0 || index + 1 >= buffers.size() || start < 0) {
                    throw new FlatTable.BadBuffer();
                }
                source = buffer(index + 1, (long) start + size);
            }
            if (type.type().kind().isCharacter() && Utf8.isInvalid(source, start, start + size)) {
                throw new FlatTable.BadBuffer();
            }
            vector.set(i, source, start, size);
        }
        return vector;
    }

    private ColumnVector fixed(int from, int count, int width) {
        byte[] data = buffer(0, (long) length * width);
        if (type.type().kind() == io.algeon.metadata.type.TypeKind.UUID) {
            long[] high = new long[count];
            long[] low = new long[count];
            for (int i = 0; i < count; i++) {
                high[i] = Long.reverseBytes((long) LONG.get(data, 16 * (from + i)));
                low[i] = Long.reverseBytes((long) LONG.get(data, 16 * (from + i) + 8));
            }
            return new Int128Vector(high, low);
        }
        int[] offsets = new int[count + 1];
        for (int i = 0; i <= count; i++) {
            offsets[i] = Math.multiplyExact(from + i, width);
        }
        return new BytesVector(data, offsets);
    }

    /** The type of the values. */
    SqlType sqlType() {
        return type.type();
    }
}
