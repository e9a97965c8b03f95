package io.algeon.cuda.relation;

import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one column on the host, gathered from batches until they are worth a copy to the device.
 *
 * <p>Strings are gathered as entries and codes: the entries of a dictionary once for all of its rows, other strings as entries of
 * their own.
 */
final class StagedColumn {
    private static final int FIRST_ROWS = 4096;

    private final ValueKind kind;
    private int rows;
    private byte[] valid = {};
    private boolean hasNulls;
    private byte[] bytes = {};
    private int[] ints = {};
    private long[] longs = {};
    private float[] floats = {};
    private double[] doubles = {};

    private byte[] text = {};
    private int textBytes;
    private int[] offsets = {0};
    private int entries;
    private final Map<Dictionary, Integer> firstEntries = new IdentityHashMap<>();

    StagedColumn(ValueKind kind) {
        this.kind = kind;
    }

    void clear() {
        rows = 0;
        hasNulls = false;
        textBytes = 0;
        entries = 0;
        firstEntries.clear();
    }

    /** Bytes of heap. */
    long bytes() {
        return valid.length
                + bytes.length
                + 4L * ints.length
                + 8L * longs.length
                + 4L * floats.length
                + 8L * doubles.length
                + text.length
                + 4L * offsets.length;
    }

    /** Bytes of strings. */
    int textBytes() {
        return textBytes;
    }

    /** Most bytes of heap that appending the vector can add. */
    long growth(ColumnVector vector, int count) {
        long all = rows + count > capacity() ? bytes() + 17L * Math.max(FIRST_ROWS, count) : 0;
        if (vector instanceof DictionaryVector coded && !firstEntries.containsKey(coded.dictionary())) {
            BytesVector values = coded.dictionary().values();
            all += 2L * values.offsets()[coded.dictionary().size()]
                    + 8L * coded.dictionary().size();
        } else if (vector instanceof BytesVector plain) {
            all += 2L * (textBytes + plain.offsets()[count] - plain.offsets()[0]) + 8L * (entries + count);
        }
        return all;
    }

    private int capacity() {
        return valid.length;
    }

    private int grownRows(int needed) {
        return Math.max(FIRST_ROWS, Math.max(needed, 2 * capacity()));
    }

    void append(ColumnVector vector, int count) {
        int first = rows;
        int needed = Math.addExact(rows, count);
        if (needed > capacity()) {
            grow(grownRows(needed));
        }
        switch (kind) {
            case BOOL -> {
                BooleanVector truths = (BooleanVector) vector;
                for (int i = 0; i < count; i++) {
                    bytes[first + i] = (byte) (truths.get(i) ? 1 : 0);
                }
            }
            case I32 -> System.arraycopy(((IntVector) vector).values(), 0, ints, first, count);
            case I64 -> System.arraycopy(((LongVector) vector).values(), 0, longs, first, count);
            case F32 -> System.arraycopy(((FloatVector) vector).values(), 0, floats, first, count);
            case F64 -> System.arraycopy(((DoubleVector) vector).values(), 0, doubles, first, count);
            case I128 -> {
                Int128Vector wide = (Int128Vector) vector;
                long[] low = wide.low();
                long[] high = wide.high();
                for (int i = 0; i < count; i++) {
                    longs[2 * (first + i)] = low[i];
                    longs[2 * (first + i) + 1] = high[i];
                }
            }
            case STRING -> appendText(vector, count);
        }
        appendValidity(vector, count);
        rows = needed;
    }

    private void grow(int capacity) {
        valid = Arrays.copyOf(valid, capacity);
        switch (kind) {
            case BOOL -> bytes = Arrays.copyOf(bytes, capacity);
            case I32, STRING -> ints = Arrays.copyOf(ints, capacity);
            case I64 -> longs = Arrays.copyOf(longs, capacity);
            case I128 -> longs = Arrays.copyOf(longs, 2 * capacity);
            case F32 -> floats = Arrays.copyOf(floats, capacity);
            case F64 -> doubles = Arrays.copyOf(doubles, capacity);
        }
    }

    private void appendValidity(ColumnVector vector, int count) {
        if (!vector.hasNulls(count)) {
            Arrays.fill(valid, rows, rows + count, (byte) 1);
            return;
        }
        hasNulls = true;
        for (int i = 0; i < count; i++) {
            boolean isNull = vector.isNull(i);
            valid[rows + i] = (byte) (isNull ? 0 : 1);
            if (isNull && kind == ValueKind.STRING) {
                ints[rows + i] = -1;
            }
        }
    }

    private void appendText(ColumnVector vector, int count) {
        if (vector instanceof DictionaryVector coded) {
            Dictionary dictionary = coded.dictionary();
            Integer known = firstEntries.get(dictionary);
            int base = known == null ? entries : known;
            if (known == null) {
                firstEntries.put(dictionary, base);
                appendEntries(dictionary.values(), dictionary.size());
            }
            int[] codes = coded.codes();
            for (int i = 0; i < count; i++) {
                ints[rows + i] = base + codes[i];
            }
            return;
        }
        int base = entries;
        appendEntries((BytesVector) vector, count);
        for (int i = 0; i < count; i++) {
            ints[rows + i] = base + i;
        }
    }

    private void appendEntries(BytesVector values, int count) {
        int from = values.offsets()[0];
        int length = values.offsets()[count] - from;
        if (textBytes + length > text.length) {
            text = Arrays.copyOf(text, Math.max(Math.addExact(textBytes, length), 2 * text.length));
        }
        System.arraycopy(values.data(), from, text, textBytes, length);
        if (entries + count + 1 > offsets.length) {
            offsets = Arrays.copyOf(offsets, Math.max(entries + count + 1, 2 * offsets.length));
        }
        for (int i = 0; i < count; i++) {
            offsets[entries + i + 1] = textBytes + values.offsets()[i + 1] - from;
        }
        textBytes += length;
        entries += count;
    }

    /** Copies the rows to the device. */
    SentRows.SentColumn send(ColumnTarget target) {
        if (kind == ValueKind.STRING) {
            return sendText(target);
        }
        int count = rows;
        Block data = target.copy(count, kind.bytes(), values());
        @Nullable
        Block validity = hasNulls ? target.copy(count, 1, (buffer, from, n) -> buffer.put(valid, from, n)) : null;
        return workspace -> DeviceColumn.dense(kind, count, data, validity);
    }

    private Copies.Part values() {
        return switch (kind) {
            case BOOL -> (buffer, from, count) -> buffer.put(bytes, from, count);
            case I32 -> (buffer, from, count) -> buffer.asIntBuffer().put(ints, from, count);
            case I64 -> (buffer, from, count) -> buffer.asLongBuffer().put(longs, from, count);
            case I128 -> (buffer, from, count) -> buffer.asLongBuffer().put(longs, 2 * from, 2 * count);
            case F32 -> (buffer, from, count) -> buffer.asFloatBuffer().put(floats, from, count);
            case F64 -> (buffer, from, count) -> buffer.asDoubleBuffer().put(doubles, from, count);
            case STRING -> throw new IllegalStateException("strings are sent by entries");
        };
    }

    private SentRows.SentColumn sendText(ColumnTarget target) {
        int strings = entries;
        Block heap = target.copy(textBytes, 1, (buffer, from, count) -> buffer.put(text, from, count));
        Block ends = target.copy(
                strings + 1, 4, (buffer, from, count) -> buffer.asIntBuffer().put(offsets, from, count));
        Block codes = target.copy(
                rows, 4, (buffer, from, count) -> buffer.asIntBuffer().put(ints, from, count));
        Block views = target.allocate(16L * strings);
        return workspace -> {
            workspace.launch(
                    KernelName.STRINGS_VIEW,
                    strings,
                    a -> a.address(heap.address())
                            .address(ends.address())
                            .int64(strings)
                            .address(views.address()));
            ends.release();
            return new DeviceColumn(ValueKind.STRING, strings, views, null, codes, List.of(heap));
        };
    }
}
