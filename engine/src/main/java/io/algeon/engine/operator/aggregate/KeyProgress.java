package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.operator.hash.KeyRange;
import org.jspecify.annotations.Nullable;

/**
 * Watches whether the rows of one worker come in the order of their integer key, as they do from a file that was written so:
 * ascending or descending, with leaps where the worker goes on elsewhere. Then a state of some thousand groups can be ended
 * where the next keys begin. It stays in the core's cache while rows come, and as hardly any of its keys come again,
 * its groups need no merge ({@link OwnRanges}).
 *
 * <p>What is seen a batch is its first and its last key. Only when these say that the state can be ended, all keys are looked at.
 */
final class KeyProgress {
    /** Groups of a state: with a few accumulators and 16 numbers a key, they stay in a second-level cache. */
    static final int GROUPS = 1 << 14;

    /** A state that is ended because keys go on elsewhere has at least this many groups, so that there are few of them. */
    private static final int GROUPS_BEFORE_LEAP = 1 << 11;

    private int wantedGroups = GROUPS;
    private long smallest = Long.MAX_VALUE;
    private long largest = Long.MIN_VALUE;

    /** Whether the state, which has had the batches so far, should be ended before this batch is added. */
    boolean isAtEnd(GroupingState state, ColumnVector keys, int count) {
        if (count == 0 || keys.isNull(0) || keys.isNull(count - 1)) {
            return false;
        }
        long first = key(keys, 0);
        long last = key(keys, count - 1);
        long low = Math.min(first, last);
        long high = Math.max(first, last);
        int groupCount = state.groupCount();
        boolean end = false;
        if (groupCount >= GROUPS_BEFORE_LEAP && (low >= largest || high <= smallest)) {
            long gap = low >= largest ? low - largest : smallest - high;
            boolean leap = gap < 0 || gap > largest - smallest;
            end = (leap || groupCount >= wantedGroups) && isBeside(state.keyRange(), keys, count);
            if (!end && groupCount >= wantedGroups) {
                wantedGroups = 2 * groupCount;
            }
        }
        smallest = end ? low : Math.min(smallest, low);
        largest = end ? high : Math.max(largest, high);
        wantedGroups = end ? GROUPS : wantedGroups;
        return end;
    }

    private static boolean isBeside(@Nullable KeyRange known, ColumnVector keys, int count) {
        if (known == null) {
            return false;
        }
        long min = Long.MAX_VALUE;
        long max = Long.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            if (!keys.isNull(i)) {
                min = Math.min(min, key(keys, i));
                max = Math.max(max, key(keys, i));
            }
        }
        return min >= known.max() || max <= known.min();
    }

    private static long key(ColumnVector keys, int row) {
        return keys instanceof LongVector longs ? longs.values()[row] : ((IntVector) keys).values()[row];
    }

    /** Groups that a state may have when it is ended. */
    static int mostGroups() {
        return GROUPS + Batch.ROWS;
    }
}
