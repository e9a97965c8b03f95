package io.algeon.engine.operator.hash;

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
import org.jspecify.annotations.Nullable;

/**
 * Turns the values of a key column into words (see {@link KeyColumn}), a batch at a time. Keeps buffers and the numbers of
 * the current dictionary's entries, so each worker has its own.
 */
final class KeyReader {
    private static final int UNKNOWN = -2;

    /** Stands for a string that is not in the table. */
    static final long ABSENT = -1;

    private final KeyColumn column;
    private final boolean insert;
    private long[] values = {};
    private long[] buffer = {};
    private long[] low = {};
    private @Nullable Dictionary dictionary;
    private int[] numbers = {};

    /** @param insert whether new strings are added to the column's table, or read as {@link #ABSENT} */
    KeyReader(KeyColumn column, boolean insert) {
        this.column = column;
        this.insert = insert;
    }

    /** Words of the batch that was read last (high words of INT128). Those of NULL rows are undefined. */
    long[] values() {
        return values;
    }

    /** Low words of INT128. */
    long[] low() {
        return low;
    }

    /** Takes over the buffer of another reader, which has to make another one to read again. */
    void succeed(KeyReader former) {
        buffer = former.buffer;
        former.buffer = new long[0];
        former.values = former.buffer;
    }

    void read(ColumnVector vector, int count) {
        if (vector instanceof LongVector longs) {
            values = longs.values();
            return;
        }
        if (buffer.length < count) {
            buffer = new long[count];
        }
        long[] to = buffer;
        values = to;
        if (vector instanceof IntVector ints) {
            int[] from = ints.values();
            for (int i = 0; i < count; i++) {
                to[i] = from[i];
            }
        } else if (vector instanceof DictionaryVector codes) {
            readCodes(codes, count, to);
        } else if (vector instanceof BytesVector strings) {
            readStrings(strings, count, to);
        } else if (vector instanceof Int128Vector wide) {
            if (low.length < count) {
                low = new long[count];
            }
            System.arraycopy(wide.high(), 0, to, 0, count);
            System.arraycopy(wide.low(), 0, low, 0, count);
        } else if (vector instanceof DoubleVector doubles) {
            double[] from = doubles.values();
            for (int i = 0; i < count; i++) {
                to[i] = Double.doubleToLongBits(from[i] + 0.0);
            }
        } else if (vector instanceof FloatVector floats) {
            float[] from = floats.values();
            for (int i = 0; i < count; i++) {
                to[i] = Float.floatToIntBits(from[i] + 0.0f);
            }
        } else if (vector instanceof BooleanVector booleans) {
            for (int i = 0; i < count; i++) {
                to[i] = booleans.get(i) ? 1 : 0;
            }
        } else {
            throw new IllegalStateException("nested key");
        }
    }

    private void readCodes(DictionaryVector vector, int count, long[] to) {
        if (vector.dictionary() != dictionary) {
            dictionary = vector.dictionary();
            if (numbers.length < dictionary.size()) {
                numbers = new int[dictionary.size()];
            }
            Arrays.fill(numbers, 0, dictionary.size(), UNKNOWN);
        }
        int[] codes = vector.codes();
        int[] map = numbers;
        boolean nulls = vector.hasNulls(count);
        for (int i = 0; i < count; i++) {
            if (nulls && vector.isNull(i)) {
                continue;
            }
            int number = map[codes[i]];
            if (number == UNKNOWN) {
                BytesVector entries = vector.dictionary().values();
                number = number(entries, codes[i]);
                map[codes[i]] = number;
            }
            to[i] = number;
        }
    }

    private void readStrings(BytesVector vector, int count, long[] to) {
        boolean nulls = vector.hasNulls(count);
        for (int i = 0; i < count; i++) {
            if (!nulls || !vector.isNull(i)) {
                to[i] = number(vector, i);
            }
        }
    }

    private int number(BytesVector vector, int row) {
        StringTable strings = column.strings;
        if (strings == null) {
            throw new IllegalStateException("not a string column");
        }
        int from = vector.offsets()[row];
        return insert
                ? strings.intern(vector.data(), from, vector.length(row))
                : strings.find(vector.data(), from, vector.length(row));
    }
}
