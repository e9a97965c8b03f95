package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Validity;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.type.SqlType;
import java.util.Arrays;

/**
 * Sums of INT32 and INT64 values. The upper and lower 32 bits of the values are summed apart, so that no addition can
 * overflow and none has to be checked: {@code sum = upper * 2^32 + lower}. Lower sums grow by less than 2^32 a row and are
 * carried over long before 2^31 rows.
 */
final class LongSum extends ExactSum {
    private static final long LOWER = 0xffffffffL;
    private static final int BATCHES_TO_CARRY = 1 << 18;

    private long[] upper = {};
    private long[] lower = {};
    private int batches;

    LongSum(SqlType type, Reservation reservation) {
        super(type, reservation);
    }

    @Override
    int bytesPerGroup() {
        return 17;
    }

    @Override
    void resize(int newCapacity) {
        upper = Arrays.copyOf(upper, newCapacity);
        lower = Arrays.copyOf(lower, newCapacity);
        presence.resize(newCapacity);
    }

    @Override
    long high(int group) {
        long shifted = upper[group] << 32;
        return (upper[group] >> 32) + (Long.compareUnsigned(shifted + lower[group], shifted) < 0 ? 1 : 0);
    }

    @Override
    long low(int group) {
        return (upper[group] << 32) + lower[group];
    }

    @Override
    boolean read(int[] groups, int count, long[] high, long[] low) {
        long wide = 0;
        for (int i = 0; i < count; i++) {
            int group = groups[i];
            long shifted = upper[group] << 32;
            long sum = shifted + lower[group];
            // the carry out of the lower halves, without a branch
            long carry = (shifted & lower[group] | (shifted | lower[group]) & ~sum) >>> 63;
            long above = (upper[group] >> 32) + carry;
            low[i] = sum;
            high[i] = above;
            wide |= above ^ sum >> 63;
        }
        return wide == 0;
    }

    @Override
    void add(GroupedRows rows, ColumnVector[] arguments) {
        ColumnVector argument = arguments[0];
        presence.add(rows, argument);
        if (argument instanceof LongVector longs) {
            addLongs(rows, longs);
        } else {
            addInts(rows, (IntVector) argument);
        }
        if (++batches == BATCHES_TO_CARRY) {
            batches = 0;
            carry();
        }
    }

    private void addLongs(GroupedRows rows, LongVector argument) {
        long[] values = argument.values();
        int count = rows.count();
        KeyRuns runs = rows.keyRuns();
        if (runs != null && !argument.hasNulls(count) && total(values, count, runs.room())) {
            addTotals(runs);
            return;
        }
        int[] groups = rows.groups();
        long[] up = upper;
        long[] low = lower;
        if (argument.hasNulls(rows.count())) {
            long[] validity = argument.validity();
            for (int i = 0; i < count; i++) {
                if (Validity.get(validity, i)) {
                    up[groups[i]] += values[i] >> 32;
                    low[groups[i]] += values[i] & LOWER;
                }
            }
        } else if (rows.isSingle()) {
            long upSum = 0;
            long lowSum = 0;
            for (int i = 0; i < count; i++) {
                upSum += values[i] >> 32;
                lowSum += values[i] & LOWER;
            }
            up[0] += upSum;
            low[0] += lowSum;
        } else if (rows.hasRuns()) {
            int[] order = rows.order();
            int[] starts = rows.starts();
            int[] ends = rows.ends();
            for (int group = 0; group < rows.groupCount(); group++) {
                long upSum = 0;
                long lowSum = 0;
                int end = ends[group];
                for (int i = starts[group]; i < end; i++) {
                    long value = values[order[i]];
                    upSum += value >> 32;
                    lowSum += value & LOWER;
                }
                up[group] += upSum;
                low[group] += lowSum;
            }
        } else if (isSmall(values, count)) {
            for (int i = 0; i < count; i++) {
                low[groups[i]] += values[i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                int group = groups[i];
                up[group] += values[i] >> 32;
                low[group] += values[i] & LOWER;
            }
        }
    }

    /**
     * Totals of the values before each row, and behind the last one; false if values are not all their own lower halves. A
     * run's sum is a difference of two, and a row only waits for an addition.
     */
    private static boolean total(long[] values, int count, long[] to) {
        long sum = 0;
        to[0] = 0;
        long all = 0;
        for (int i = 0; i < count; i++) {
            long value = values[i];
            all |= value;
            sum += value;
            to[i + 1] = sum;
        }
        return all >>> 32 == 0;
    }

    private void addTotals(KeyRuns runs) {
        long[] low = lower;
        long[] to = runs.room();
        int[] groups = runs.groups();
        int[] starts = runs.starts();
        int count = runs.count();
        for (int run = 0; run < count; run++) {
            low[groups[run]] += to[starts[run + 1]] - to[starts[run]];
        }
    }

    /** Whether all values are their own lower halves: those of most groups' sums are, and half the memory is touched then. */
    private static boolean isSmall(long[] values, int count) {
        long all = 0;
        for (int i = 0; i < count; i++) {
            all |= values[i];
        }
        return all >>> 32 == 0;
    }

    private void addInts(GroupedRows rows, IntVector argument) {
        int[] values = argument.values();
        int[] groups = rows.groups();
        int count = rows.count();
        long[] up = upper;
        long[] low = lower;
        if (!argument.hasNulls(rows.count()) && rows.isSingle()) {
            long sum = 0;
            for (int i = 0; i < count; i++) {
                sum += values[i];
            }
            up[0] += sum >> 32;
            low[0] += sum & LOWER;
            return;
        }
        boolean nulls = argument.hasNulls(rows.count());
        for (int i = 0; i < count; i++) {
            if (!nulls || !argument.isNull(i)) {
                int group = groups[i];
                long value = values[i];
                up[group] += value >> 32;
                low[group] += value & LOWER;
            }
        }
    }

    private void carry() {
        for (int group = 0; group < lower.length; group++) {
            upper[group] += lower[group] >>> 32;
            lower[group] &= LOWER;
        }
    }

    @Override
    void merge(Accumulator other, int[] otherGroups, int[] groups, int count) {
        LongSum from = (LongSum) other;
        for (int i = 0; i < count; i++) {
            int source = otherGroups[i];
            int target = groups[i];
            if (from.isPresent(source)) {
                long low = lower[target] + (from.lower[source] & LOWER);
                upper[target] += from.upper[source] + (from.lower[source] >>> 32) + (low >>> 32);
                lower[target] = low & LOWER;
                presence.set(target);
            }
        }
    }
}
