package io.algeon.engine.parquet.write;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.parquet.codec.LittleEndian;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.TypeKind;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Values of BYTE_ARRAY and FIXED_LEN_BYTE_ARRAY: strings, binaries, wide decimals (big-endian), UUIDs and intervals.
 * Vectors that are dictionary-coded already are translated code by code.
 */
final class BytesChunk extends ChunkBuilder {
    private static final int TRIAL_VALUES = 8192;

    /** Largest dictionary page. */
    private static final int MOST_DICTIONARY_BYTES = 1 << 20;

    /** Length to which bounds in statistics are cut. */
    private static final int MOST_BOUND_BYTES = 64;

    private static final long DAY_MICROS = 86_400_000_000L;

    private final BytesDictionary dictionary = new BytesDictionary();
    private boolean coded;
    private int[] codes = new int[0];
    private byte[] data = new byte[0];
    private int[] offsets = new int[1];
    private int count;
    private long dictionaryBytes;
    private final byte[] fixed = new byte[16];

    /** The dictionary of the last vector, and our codes of its entries, -1 where unknown. */
    private @Nullable Dictionary translated;

    private int[] translation = new int[0];

    BytesChunk(LeafColumn leaf, Reservation memory) {
        super(leaf, memory);
        clearValues();
    }

    @Override
    void appendAll(ColumnVector vector, int rows) {
        append(vector, null, rows);
    }

    @Override
    void appendRows(ColumnVector vector, int[] rows, int rowCount) {
        append(vector, rows, rowCount);
    }

    private void append(ColumnVector vector, int @Nullable [] rows, int rowCount) {
        if (vector instanceof BytesVector bytes) {
            byte[] source = bytes.data();
            int[] starts = bytes.offsets();
            for (int i = 0; i < rowCount; i++) {
                int row = rows == null ? i : rows[i];
                add(source, starts[row], starts[row + 1] - starts[row]);
            }
        } else if (vector instanceof DictionaryVector codedVector) {
            appendCoded(codedVector, rows, rowCount);
        } else if (vector instanceof Int128Vector wide) {
            int length = leaf.fixedLength();
            for (int i = 0; i < rowCount; i++) {
                int row = rows == null ? i : rows[i];
                LittleEndian.putLong(fixed, 0, Long.reverseBytes(wide.high()[row]));
                LittleEndian.putLong(fixed, 8, Long.reverseBytes(wide.low()[row]));
                add(fixed, fixed.length - length, length);
            }
        } else {
            long[] micros = ((LongVector) vector).values();
            for (int i = 0; i < rowCount; i++) {
                addInterval(micros[rows == null ? i : rows[i]]);
            }
        }
        afterAppend();
    }

    private void appendCoded(DictionaryVector vector, int @Nullable [] rows, int rowCount) {
        int[] source = vector.codes();
        byte[] entries = vector.dictionary().values().data();
        int[] starts = vector.dictionary().values().offsets();
        if (coded && translated != vector.dictionary()) {
            translated = vector.dictionary();
            if (translation.length < translated.size()) {
                translation = new int[translated.size()];
            }
            Arrays.fill(translation, 0, translated.size(), -1);
        }
        for (int i = 0; i < rowCount; i++) {
            int entry = source[rows == null ? i : rows[i]];
            if (!coded) {
                add(entries, starts[entry], starts[entry + 1] - starts[entry]);
                continue;
            }
            int code = translation[entry];
            if (code < 0) {
                code = dictionary.code(entries, starts[entry], starts[entry + 1] - starts[entry]);
                translation[entry] = code;
            }
            if (count == codes.length) {
                codes = grown(codes, count + 1);
            }
            codes[count++] = code;
        }
    }

    private void addInterval(long micros) {
        long days = Math.floorDiv(micros, DAY_MICROS);
        long rest = Math.floorMod(micros, DAY_MICROS);
        if (rest % 1000 != 0 || days != (int) days) {
            throw new EngineException(
                    ErrorCode.ARGUMENT_INVALID,
                    "Column '" + leaf.name() + "' holds an interval of " + micros
                            + " microseconds, and Parquet's intervals count whole milliseconds. Round it, or write a number.");
        }
        LittleEndian.putInt(fixed, 0, 0);
        LittleEndian.putInt(fixed, 4, (int) days);
        LittleEndian.putInt(fixed, 8, (int) (rest / 1000));
        add(fixed, 0, 12);
    }

    private void add(byte[] source, int from, int length) {
        if (coded) {
            if (count == codes.length) {
                codes = grown(codes, count + 1);
            }
            codes[count++] = dictionary.code(source, from, length);
            return;
        }
        if (count + 1 == offsets.length) {
            offsets = grown(offsets, count + 2);
        }
        int at = offsets[count];
        int end = Math.addExact(at, length);
        if (end > data.length) {
            data = grown(data, end);
        }
        System.arraycopy(source, from, data, at, length);
        offsets[++count] = end;
    }

    private void afterAppend() {
        if (!coded) {
            return;
        }
        memory.grow(dictionary.retainedBytes() - dictionaryBytes);
        dictionaryBytes = dictionary.retainedBytes();
        boolean hardlyRepeats = count >= TRIAL_VALUES && dictionary.size() > count - (count >>> 2);
        if (hardlyRepeats || dictionary.bytes() > MOST_DICTIONARY_BYTES) {
            makePlain();
        }
    }

    private void makePlain() {
        coded = false;
        translated = null;
        int values = count;
        count = 0;
        offsets = grown(offsets, values + 1);
        data = grown(data, Math.toIntExact(codedBytes(0, values)));
        for (int i = 0; i < values; i++) {
            int code = codes[i];
            add(
                    dictionary.data(),
                    dictionary.offsets()[code],
                    dictionary.offsets()[code + 1] - dictionary.offsets()[code]);
        }
    }

    private long codedBytes(int from, int to) {
        int[] starts = dictionary.offsets();
        long bytes = 0;
        for (int i = from; i < to; i++) {
            bytes += starts[codes[i] + 1] - starts[codes[i]];
        }
        return bytes;
    }

    private int lengthPrefix() {
        return leaf.fixedLength() > 0 ? 0 : Integer.BYTES;
    }

    @Override
    int valueCount() {
        return count;
    }

    @Override
    boolean settleDictionary() {
        if (coded) {
            int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(1, dictionary.size() - 1));
            long size =
                    dictionary.bytes() + (long) dictionary.size() * lengthPrefix() + (long) count * bits / Byte.SIZE;
            if (count == 0 || size > plainBytes(0, count)) {
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
        write(dictionary.data(), dictionary.offsets(), 0, dictionary.size(), out);
    }

    @Override
    long plainBytes(int from, int to) {
        long bytes = coded ? codedBytes(from, to) : offsets[to] - offsets[from];
        return bytes + (long) (to - from) * lengthPrefix();
    }

    @Override
    void writePlain(int from, int to, ByteSink out) {
        write(data, offsets, from, to, out);
    }

    private void write(byte[] source, int[] starts, int from, int to, ByteSink out) {
        int length = starts[to] - starts[from];
        if (leaf.fixedLength() > 0) {
            out.write(source, starts[from], length);
            return;
        }
        byte[] bytes = out.ensure(Math.addExact(length, Math.multiplyExact(to - from, Integer.BYTES)));
        int at = out.size();
        for (int i = from; i < to; i++) {
            int valueLength = starts[i + 1] - starts[i];
            LittleEndian.putInt(bytes, at, valueLength);
            System.arraycopy(source, starts[i], bytes, at + Integer.BYTES, valueLength);
            at += Integer.BYTES + valueLength;
        }
        out.advance(at - out.size());
    }

    @Override
    @Nullable
    Bounds bounds(int from, int to) {
        if (from == to || leaf.type().kind() == TypeKind.INTERVAL_DAY_SECOND) {
            return null;
        }
        return coded ? codedBounds(from, to) : plainBounds(from, to);
    }

    private Bounds plainBounds(int from, int to) {
        int min = from;
        int max = from;
        for (int i = from + 1; i < to; i++) {
            if (compare(data, offsets, i, min) < 0) {
                min = i;
            } else if (compare(data, offsets, i, max) > 0) {
                max = i;
            }
        }
        return new Bounds(
                Arrays.copyOfRange(data, offsets[min], offsets[min + 1]),
                Arrays.copyOfRange(data, offsets[max], offsets[max + 1]));
    }

    /** Compares each entry that occurs once, however often it does. */
    private Bounds codedBounds(int from, int to) {
        boolean[] seen = new boolean[dictionary.size()];
        for (int i = from; i < to; i++) {
            seen[codes[i]] = true;
        }
        byte[] entries = dictionary.data();
        int[] starts = dictionary.offsets();
        int min = codes[from];
        int max = min;
        for (int code = 0; code < seen.length; code++) {
            if (seen[code]) {
                min = compare(entries, starts, code, min) < 0 ? code : min;
                max = compare(entries, starts, code, max) > 0 ? code : max;
            }
        }
        return new Bounds(
                Arrays.copyOfRange(entries, starts[min], starts[min + 1]),
                Arrays.copyOfRange(entries, starts[max], starts[max + 1]));
    }

    private int compare(byte[] source, int[] starts, int left, int right) {
        int l = starts[left];
        int r = starts[right];
        if (isDecimal() && source[l] != source[r]) {
            return Byte.compare(source[l], source[r]);
        }
        return Arrays.compareUnsigned(source, l, starts[left + 1], source, r, starts[right + 1]);
    }

    private boolean isDecimal() {
        return leaf.type().kind() == TypeKind.DECIMAL;
    }

    @Override
    Comparator<byte[]> order() {
        return isDecimal()
                ? (left, right) ->
                        left[0] != right[0] ? Byte.compare(left[0], right[0]) : Arrays.compareUnsigned(left, right)
                : Arrays::compareUnsigned;
    }

    @Override
    byte[] shortened(byte[] bound, boolean upper) {
        if (bound.length <= MOST_BOUND_BYTES || leaf.fixedLength() > 0) {
            return bound;
        }
        boolean text = leaf.type().kind().isCharacter();
        byte[] cut = Arrays.copyOf(bound, text ? BoundText.cutLength(bound, MOST_BOUND_BYTES) : MOST_BOUND_BYTES);
        if (!upper) {
            return cut;
        }
        byte[] above = text ? BoundText.above(cut) : BoundText.bytesAbove(cut);
        return above == null ? bound : above;
    }

    @Override
    boolean mayHoldNan() {
        return false;
    }

    @Override
    void clearValues() {
        count = 0;
        offsets[0] = 0;
        dictionary.clear();
        translated = null;
        coded = true;
    }
}
