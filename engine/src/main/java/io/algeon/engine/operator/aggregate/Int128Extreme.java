package io.algeon.engine.operator.aggregate;

import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.memory.Reservation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** MIN and MAX of 128-bit values, of UUIDs as unsigned ones. NULL for groups without values. */
final class Int128Extreme extends Accumulator {
    private final boolean min;
    private final long flip;
    private boolean[] present = {};
    private long[] high = {};
    private long[] low = {};

    Int128Extreme(boolean min, boolean unsigned, Reservation reservation) {
        super(reservation);
        this.min = min;
        this.flip = unsigned ? Long.MIN_VALUE : 0;
    }

    @Override
    int bytesPerGroup() {
        return 17;
    }

    @Override
    void resize(int newCapacity) {
        present = Arrays.copyOf(present, newCapacity);
        high = Arrays.copyOf(high, newCapacity);
        low = Arrays.copyOf(low, newCapacity);
    }

    @Override
    void add(GroupedRows rows, ColumnVector[] arguments) {
        Int128Vector argument = (Int128Vector) arguments[0];
        int[] groups = rows.groups();
        for (int i = 0; i < rows.count(); i++) {
            if (!argument.isNull(i)) {
                offer(groups[i], argument.high()[i], argument.low()[i]);
            }
        }
    }

    private void offer(int group, long valueHigh, long valueLow) {
        int order = present[group]
                ? Int128.compare(valueHigh ^ flip, valueLow, high[group] ^ flip, low[group])
                : min ? -1 : 1;
        if (min ? order < 0 : order > 0) {
            present[group] = true;
            high[group] = valueHigh;
            low[group] = valueLow;
        }
    }

    @Override
    void merge(Accumulator other, int[] otherGroups, int[] groups, int count) {
        Int128Extreme from = (Int128Extreme) other;
        for (int i = 0; i < count; i++) {
            int source = otherGroups[i];
            if (from.present[source]) {
                offer(groups[i], from.high[source], from.low[source]);
            }
        }
    }

    @Override
    public ColumnVector result(int[] groups, int count, @Nullable ColumnVector reuse) {
        Int128Vector target = reuse instanceof Int128Vector fitting ? fitting : new Int128Vector(Batch.ROWS);
        target.setNoNulls();
        for (int i = 0; i < count; i++) {
            target.high()[i] = high[groups[i]];
            target.low()[i] = low[groups[i]];
            if (!present[groups[i]]) {
                target.setNull(i, count);
            }
        }
        return target;
    }
}
