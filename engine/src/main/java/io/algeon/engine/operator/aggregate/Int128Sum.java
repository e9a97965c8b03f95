package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.type.SqlType;
import java.util.Arrays;

/** Sums of INT128 values. An overflow of 128 bits is an error at once. */
final class Int128Sum extends ExactSum {
    private static final long LOWER = 0xffffffffL;

    private long[] high = {};
    private long[] low = {};

    Int128Sum(SqlType type, Reservation reservation) {
        super(type, reservation);
    }

    @Override
    int bytesPerGroup() {
        return 17;
    }

    @Override
    void resize(int newCapacity) {
        high = Arrays.copyOf(high, newCapacity);
        low = Arrays.copyOf(low, newCapacity);
        presence.resize(newCapacity);
    }

    @Override
    long high(int group) {
        return high[group];
    }

    @Override
    long low(int group) {
        return low[group];
    }

    @Override
    boolean read(int[] groups, int count, long[] highs, long[] lows) {
        long wide = 0;
        for (int i = 0; i < count; i++) {
            int group = groups[i];
            lows[i] = low[group];
            highs[i] = high[group];
            wide |= highs[i] ^ lows[i] >> 63;
        }
        return wide == 0;
    }

    @Override
    void add(GroupedRows rows, ColumnVector[] arguments) {
        Int128Vector argument = (Int128Vector) arguments[0];
        presence.add(rows, argument);
        boolean nulls = argument.hasNulls(rows.count());
        if (!nulls && argument.isNarrow(rows.count()) && (rows.isSingle() || rows.hasRuns())) {
            addNarrow(rows, argument.low());
        } else if (!nulls && rows.hasRuns()) {
            addRuns(rows, argument.high(), argument.low());
        } else {
            addRows(rows, argument);
        }
    }

    /** 64-bit values: their upper and lower 32 bits are summed apart, which a batch cannot overflow. */
    private void addNarrow(GroupedRows rows, long[] values) {
        long overflows = 0;
        if (rows.isSingle()) {
            long upper = 0;
            long lower = 0;
            for (int i = 0; i < rows.count(); i++) {
                upper += values[i] >> 32;
                lower += values[i] & LOWER;
            }
            overflows = addHalves(0, upper, lower);
        } else {
            int[] order = rows.order();
            int[] starts = rows.starts();
            int[] ends = rows.ends();
            for (int group = 0; group < rows.groupCount(); group++) {
                long upper = 0;
                long lower = 0;
                int end = ends[group];
                for (int i = starts[group]; i < end; i++) {
                    long value = values[order[i]];
                    upper += value >> 32;
                    lower += value & LOWER;
                }
                overflows |= addHalves(group, upper, lower);
            }
        }
        if (overflows < 0) {
            throw overflow();
        }
    }

    /** Adds {@code upper * 2^32 + lower}, {@code lower} being positive; negative if that overflows. */
    private long addHalves(int group, long upper, long lower) {
        long low64 = (upper << 32) + lower;
        long high64 = (upper >> 32) + (Long.compareUnsigned(low64, lower) < 0 ? 1 : 0);
        return addTo(group, high64, low64);
    }

    private void addRuns(GroupedRows rows, long[] highs, long[] lows) {
        int[] order = rows.order();
        int[] starts = rows.starts();
        int[] ends = rows.ends();
        long overflows = 0;
        for (int group = 0; group < rows.groupCount(); group++) {
            long sumHigh = high[group];
            long sumLow = low[group];
            int end = ends[group];
            for (int i = starts[group]; i < end; i++) {
                int row = order[i];
                long valueHigh = highs[row];
                long nextLow = sumLow + lows[row];
                // the carry out of the lower halves, without a branch
                long carry = (sumLow & lows[row] | (sumLow | lows[row]) & ~nextLow) >>> 63;
                long nextHigh = sumHigh + valueHigh + carry;
                overflows |= (sumHigh ^ nextHigh) & (valueHigh ^ nextHigh);
                sumHigh = nextHigh;
                sumLow = nextLow;
            }
            high[group] = sumHigh;
            low[group] = sumLow;
        }
        if (overflows < 0) {
            throw overflow();
        }
    }

    private void addRows(GroupedRows rows, Int128Vector argument) {
        int[] groups = rows.groups();
        int count = rows.count();
        long[] highs = argument.high();
        long[] lows = argument.low();
        boolean nulls = argument.hasNulls(rows.count());
        long overflows = 0;
        for (int i = 0; i < count; i++) {
            if (!nulls || !argument.isNull(i)) {
                overflows |= addTo(groups[i], highs[i], lows[i]);
            }
        }
        if (overflows < 0) {
            throw overflow();
        }
    }

    /** Adds a value to a group; negative if that overflows. */
    private long addTo(int group, long valueHigh, long valueLow) {
        long sumHigh = high[group];
        long sumLow = low[group];
        long nextLow = sumLow + valueLow;
        long carry = (sumLow & valueLow | (sumLow | valueLow) & ~nextLow) >>> 63;
        long nextHigh = sumHigh + valueHigh + carry;
        high[group] = nextHigh;
        low[group] = nextLow;
        return (sumHigh ^ nextHigh) & (valueHigh ^ nextHigh);
    }

    @Override
    void merge(Accumulator other, int[] otherGroups, int[] groups, int count) {
        Int128Sum from = (Int128Sum) other;
        long overflows = 0;
        for (int i = 0; i < count; i++) {
            int source = otherGroups[i];
            if (from.isPresent(source)) {
                overflows |= addTo(groups[i], from.high[source], from.low[source]);
                presence.set(groups[i]);
            }
        }
        if (overflows < 0) {
            throw overflow();
        }
    }
}
