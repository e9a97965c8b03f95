package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.Batch;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a batch with their groups, as accumulators see them. Reused from batch to batch.
 *
 * <p>With few groups, rows are also put in the order of their groups ("runs"), once for all accumulators. An accumulator can
 * then add up a run in a register, where adding to {@code sums[group]} makes every row wait for the store of the one before.
 * With many, rows may lie in {@link KeyRuns}; the group of each row is written only for those who ask for it.
 */
final class GroupedRows {
    /** With more groups runs get too short to pay. */
    static final int MAX_RUN_GROUPS = 64;

    /** Places of a group in the order. No power of two, or all groups' places would share few lines of the cache. */
    private static final int ROOM = Batch.ROWS + 272;

    /** Places of 16 bits in a {@code long}. */
    private static final int PACKED_GROUPS = 4;

    private int[] groups = {};
    private int count;
    private int groupCount;
    private boolean complete;
    private boolean runsMade;
    private @Nullable KeyRuns keyRuns;
    private boolean expanded;
    private final int[] order = new int[PACKED_GROUPS * ROOM];
    private final int[] starts = new int[MAX_RUN_GROUPS + 1];
    private final int[] ends = new int[MAX_RUN_GROUPS + 1];

    /**
     * Describes a batch.
     *
     * @param groupCount groups so far, those of the batch included
     * @param complete whether every group that is new since the last batch has a row here
     */
    void set(int[] newGroups, int newCount, int newGroupCount, boolean isComplete) {
        groups = newGroups;
        count = newCount;
        groupCount = newGroupCount;
        complete = isComplete;
        runsMade = false;
        keyRuns = null;
        expanded = true;
    }

    /**
     * As {@link #set(int[], int, int, boolean)}, by runs.
     *
     * @param room receives the group of each row when somebody asks for it
     */
    void setRuns(KeyRuns runs, int[] room, int newCount, int newGroupCount) {
        set(room, newCount, newGroupCount, true);
        keyRuns = runs;
        expanded = false;
    }

    /** The runs in which all rows lie; null: they do not. */
    @Nullable
    KeyRuns keyRuns() {
        return keyRuns;
    }

    /** Group of each row. */
    int[] groups() {
        if (keyRuns != null && !expanded) {
            expanded = true;
            keyRuns.expand(count, groups);
        }
        return groups;
    }

    int count() {
        return count;
    }

    int groupCount() {
        return groupCount;
    }

    boolean isComplete() {
        return complete;
    }

    /** Whether all rows are of group 0. */
    boolean isSingle() {
        return groupCount == 1;
    }

    /** Whether there are runs: {@code order[starts[group] .. ends[group])} are the rows of a group. */
    boolean hasRuns() {
        if (groupCount > MAX_RUN_GROUPS || count > Batch.ROWS) {
            return false;
        }
        if (!runsMade) {
            makeRuns();
            runsMade = true;
        }
        return true;
    }

    int[] order() {
        return order;
    }

    int[] starts() {
        return starts;
    }

    int[] ends() {
        return ends;
    }

    private void makeRuns() {
        if (groupCount <= PACKED_GROUPS) {
            makePackedRuns();
        } else {
            sortRuns();
        }
    }

    /**
     * Each group has room for all rows, so that nothing needs to be counted before. The four places are parts of one register:
     * places in memory make each row wait for the last.
     */
    private void makePackedRuns() {
        int[] of = groups();
        int[] to = order;
        int rows = count;
        long next = 0;
        for (int group = 0; group < groupCount; group++) {
            starts[group] = group * ROOM;
            next |= (long) starts[group] << (group << 4);
        }
        for (int i = 0; i < rows; i++) {
            int shift = of[i] << 4;
            to[(int) (next >>> shift) & 0xffff] = i;
            next += 1L << shift;
        }
        for (int group = 0; group < groupCount; group++) {
            ends[group] = (int) (next >>> (group << 4)) & 0xffff;
        }
    }

    private void sortRuns() {
        int[] from = starts;
        Arrays.fill(from, 0, groupCount + 1, 0);
        int[] of = groups();
        for (int i = 0; i < count; i++) {
            from[of[i] + 1]++;
        }
        for (int group = 0; group < groupCount; group++) {
            ends[group] = from[group];
            from[group + 1] += from[group];
        }
        int[] next = ends;
        int[] to = order;
        for (int i = 0; i < count; i++) {
            to[next[of[i]]++] = i;
        }
    }
}
