package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.memory.Reservation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * MIN and MAX of strings, byte by byte (for UTF-8: by code point). NULL for groups without values. Every group keeps an array
 * of its own, which is reused as long as the next value fits.
 */
final class BytesExtreme extends Accumulator {
    private static final int ARRAY_BYTES = 24;

    private final boolean min;
    private final Reservation strings;
    private byte[] @Nullable [] values = new byte[0][];
    private int[] lengths = {};

    BytesExtreme(boolean min, Reservation reservation, Reservation strings) {
        super(reservation);
        this.min = min;
        this.strings = strings;
    }

    @Override
    int bytesPerGroup() {
        return 8;
    }

    @Override
    void resize(int newCapacity) {
        values = Arrays.copyOf(values, newCapacity);
        lengths = Arrays.copyOf(lengths, newCapacity);
    }

    @Override
    void add(GroupedRows rows, ColumnVector[] arguments) {
        ColumnVector argument = arguments[0];
        int[] groups = rows.groups();
        BytesVector strings =
                argument instanceof DictionaryVector coded ? coded.dictionary().values() : (BytesVector) argument;
        int[] codes = argument instanceof DictionaryVector coded ? coded.codes() : new int[0];
        for (int i = 0; i < rows.count(); i++) {
            if (!argument.isNull(i)) {
                int row = codes.length == 0 ? i : codes[i];
                int from = strings.offsets()[row];
                offer(groups[i], strings.data(), from, strings.offsets()[row + 1]);
            }
        }
    }

    private void offer(int group, byte[] data, int from, int to) {
        byte[] current = values[group];
        int length = to - from;
        if (current != null) {
            int order = Arrays.compareUnsigned(data, from, to, current, 0, lengths[group]);
            if (min ? order >= 0 : order <= 0) {
                return;
            }
        }
        if (current == null || current.length < length) {
            strings.grow(length + (current == null ? ARRAY_BYTES : -current.length));
            current = new byte[length];
            values[group] = current;
        }
        System.arraycopy(data, from, current, 0, length);
        lengths[group] = length;
    }

    @Override
    void merge(Accumulator other, int[] otherGroups, int[] groups, int count) {
        BytesExtreme from = (BytesExtreme) other;
        for (int i = 0; i < count; i++) {
            byte[] value = from.values[otherGroups[i]];
            if (value != null) {
                offer(groups[i], value, 0, from.lengths[otherGroups[i]]);
            }
        }
    }

    @Override
    public ColumnVector result(int[] groups, int count, @Nullable ColumnVector reuse) {
        BytesVector target = reuse instanceof BytesVector fitting ? fitting : new BytesVector(Batch.ROWS, 0);
        target.setNoNulls();
        byte[] none = {};
        for (int i = 0; i < count; i++) {
            byte[] value = values[groups[i]];
            target.set(i, value == null ? none : value, 0, value == null ? 0 : lengths[groups[i]]);
            if (value == null) {
                target.setNull(i, count);
            }
        }
        return target;
    }
}
