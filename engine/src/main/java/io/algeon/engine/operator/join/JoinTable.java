package io.algeon.engine.operator.join;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.operator.hash.GroupTable;
import io.algeon.engine.operator.rows.RowStore;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The built side of a join: payload rows and a {@link GroupTable} of their keys. The rows of one key ("group") are a chain,
 * {@code heads[group]} then {@code next[row]}, in ascending order; when every key has one row and no row was left out, group
 * and row number are the same and there are no chains. Rows with a NULL key that equals nothing are in no group.
 *
 * <p>Without keys all rows are one chain, 0, 1, 2 and so on. Shared by all probes; only the flags of met partners change,
 * and only from false to true, so that races are harmless.
 */
final class JoinTable {
    final RowStore payload;
    final int rowCount;

    /** Whether some row has a NULL in a key column that does not compare NULLs as equal. */
    final boolean hasNullKeys;

    final @Nullable GroupTable groups;

    /** Whether no key has two rows. */
    final boolean unique;

    private final boolean cross;
    private final int @Nullable [] heads;
    private final int @Nullable [] next;

    /** Group of each row, -1 if in none; kept only where rows are marked by group. */
    private final int @Nullable [] groupOfRow;

    /** By row if the join has a residual, else by group. */
    private final boolean[] met;

    private final boolean metByRow;

    private JoinTable(Builder builder) {
        payload = builder.payload;
        rowCount = payload.rowCount();
        hasNullKeys = builder.hasNullKeys;
        groups = builder.groups;
        unique = builder.unique;
        cross = builder.layout.isCross();
        heads = builder.heads;
        next = builder.next;
        groupOfRow = builder.keptGroupOfRow;
        met = builder.met;
        metByRow = builder.metByRow;
    }

    boolean isEmpty() {
        return rowCount == 0;
    }

    /** First row of a group. */
    int head(int group) {
        return heads == null ? group : heads[group];
    }

    /** The row after {@code row} in its chain, -1 at the end. */
    int next(int row) {
        if (cross) {
            return row + 1 < rowCount ? row + 1 : -1;
        }
        return next == null ? -1 : next[row];
    }

    /** Notes that the keys of the groups have met partners; negative groups are left out. */
    void meetGroups(int[] probed, int count) {
        boolean[] flags = met;
        for (int i = 0; i < count; i++) {
            if (probed[i] >= 0) {
                flags[probed[i]] = true;
            }
        }
    }

    /** Notes that rows have met partners. */
    void meetRows(int[] rows, int count) {
        for (int i = 0; i < count; i++) {
            met[rows[i]] = true;
        }
    }

    boolean hasMet(int row) {
        if (metByRow) {
            return met[row];
        }
        int group = groupOfRow == null ? 0 : groupOfRow[row];
        return group >= 0 && met[group];
    }

    /** Makes the table from the rows that all workers have kept. */
    static final class Builder {
        private final JoinLayout layout;
        private final RowStore keys;
        private final RowStore payload;
        private final Reservation reservation;
        private final CancellationToken cancellation;
        private boolean hasNullKeys;
        private @Nullable GroupTable groups;
        private boolean unique;
        private int @Nullable [] heads;
        private int @Nullable [] next;
        private int @Nullable [] keptGroupOfRow;
        private boolean[] met = {};
        private boolean metByRow;

        Builder(
                JoinLayout layout,
                RowStore keys,
                RowStore payload,
                MemoryBudget memory,
                CancellationToken cancellation) {
            this.layout = layout;
            this.keys = keys;
            this.payload = payload;
            this.reservation = memory.reservation(JoinBuild.CONSUMER);
            this.cancellation = cancellation;
            if (!layout.isCross()) {
                groups = new GroupTable(layout.keyTypes, memory.reservation(JoinBuild.CONSUMER));
            }
        }

        JoinTable build() {
            int rowCount = payload.rowCount();
            boolean chained = layout.givesPairs() || layout.hasResidual;
            boolean byGroup = layout.marksRight() && !layout.hasResidual;
            GroupTable table = groups;
            if (table != null) {
                table.expect(rowCount);
                boolean needsGroups = chained || byGroup;
                reservation.grow(needsGroups ? 4L * rowCount : 0);
                int[] groupOfRow = needsGroups ? new int[rowCount] : new int[0];
                int grouped = group(table, groupOfRow);
                keys.release();
                unique = grouped == table.groupCount();
                boolean identical = unique && grouped == rowCount;
                if (chained && !identical) {
                    chain(table.groupCount(), groupOfRow);
                }
                if (byGroup) {
                    keptGroupOfRow = groupOfRow;
                } else {
                    reservation.grow(needsGroups ? -4L * rowCount : 0);
                }
            }
            if (layout.marksRight()) {
                metByRow = layout.hasResidual;
                int flags = metByRow ? rowCount : table == null ? 1 : table.groupCount();
                reservation.grow(flags);
                met = new boolean[flags];
            }
            return new JoinTable(this);
        }

        /** Puts every row into its group; returns how many rows have one. */
        private int group(GroupTable table, int[] groupOfRow) {
            int rowCount = keys.rowCount();
            ColumnVector[] stored = new ColumnVector[layout.keyTypes.size()];
            ColumnVector[] present = new ColumnVector[stored.length];
            int[] rows = new int[Batch.ROWS];
            int[] found = new int[Batch.ROWS];
            int[] selected = new int[Batch.ROWS];
            int grouped = 0;
            for (int from = 0; from < rowCount; from += Batch.ROWS) {
                cancellation.check();
                int count = Math.min(Batch.ROWS, rowCount - from);
                RowStore.range(from, count, rows);
                for (int i = 0; i < stored.length; i++) {
                    stored[i] = keys.gather(i, rows, count, false, stored[i]);
                }
                int kept = NullKeys.select(stored, layout.nullsEqual, count, selected);
                ColumnVector[] batch = stored;
                if (kept < count) {
                    hasNullKeys = true;
                    for (int i = 0; i < stored.length; i++) {
                        present[i] = stored[i].gather(selected, kept, present[i] == null ? stored[i] : present[i]);
                    }
                    batch = present;
                }
                table.assign(batch, kept, found);
                grouped += kept;
                if (groupOfRow.length > 0) {
                    if (kept == count) {
                        System.arraycopy(found, 0, groupOfRow, from, count);
                    } else {
                        Arrays.fill(groupOfRow, from, from + count, -1);
                        for (int i = 0; i < kept; i++) {
                            groupOfRow[from + selected[i]] = found[i];
                        }
                    }
                }
            }
            return grouped;
        }

        private void chain(int groupCount, int[] groupOfRow) {
            reservation.grow(4L * groupCount + (unique ? 0 : 4L * groupOfRow.length));
            int[] first = new int[groupCount];
            Arrays.fill(first, -1);
            if (unique) {
                for (int row = 0; row < groupOfRow.length; row++) {
                    if (groupOfRow[row] >= 0) {
                        first[groupOfRow[row]] = row;
                    }
                }
            } else {
                int[] following = new int[groupOfRow.length];
                // backwards, so that chains ascend and are read in memory order
                for (int row = groupOfRow.length - 1; row >= 0; row--) {
                    int group = groupOfRow[row];
                    if (group >= 0) {
                        following[row] = first[group];
                        first[group] = row;
                    }
                }
                next = following;
            }
            heads = first;
        }
    }
}
