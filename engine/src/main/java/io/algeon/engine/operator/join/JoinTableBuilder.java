package io.algeon.engine.operator.join;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.operator.rows.RowStore;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes a {@link JoinTable} from the rows that all workers have kept. Used once. */
final class JoinTableBuilder {
    /** Rows that one thread takes at a time. */
    private static final int PART = 32 * Batch.ROWS;

    private static final VarHandle HEADS = MethodHandles.arrayElementVarHandle(int[].class);

    private final JoinLayout layout;
    private final MemoryBudget memory;
    private final Reservation reservation;
    private final Crew crew;
    private final CancellationToken cancellation;
    final RowStore payload;
    boolean hasNullKeys;

    @Nullable
    KeyIndex index;

    boolean unique;
    int @Nullable [] heads;
    int @Nullable [] next;
    int @Nullable [] keptGroupOfRow;
    boolean[] met = {};
    boolean metByRow;

    JoinTableBuilder(
            JoinLayout layout, RowStore payload, MemoryBudget memory, Crew crew, CancellationToken cancellation) {
        this.layout = layout;
        this.payload = payload;
        this.memory = memory;
        this.reservation = memory.reservation(JoinBuild.CONSUMER);
        this.crew = crew;
        this.cancellation = cancellation;
    }

    /**
     * The table.
     *
     * @param keys of the rows of the payload, in the same order; released here
     * @param range of the only key, if that is an integer
     */
    JoinTable build(RowStore keys, @Nullable KeyRange range) {
        int rowCount = payload.rowCount();
        if (!layout.isCross()) {
            addKeys(keys, range);
        }
        keys.release();
        if (layout.marksRight()) {
            metByRow = layout.hasResidual;
            int flags = metByRow ? rowCount : index == null ? 1 : index.groupBound();
            reservation.grow(flags);
            met = new boolean[flags];
        }
        return new JoinTable(this);
    }

    private void addKeys(RowStore keys, @Nullable KeyRange range) {
        if (range != null && !layout.nullsEqual[0] && RankedKeys.suits(range)) {
            RankedKeys ranked = RankedKeys.of(keys, range, reservation, crew, cancellation);
            index = ranked;
            hasNullKeys = range.count() < keys.rowCount();
            unique = range.count() == ranked.keyCount();
            if (unique && !marksGroups()) {
                if (isChained()) {
                    int[] rowOfGroup = ints(ranked.keyCount());
                    heads = ranked.rows(keys, rowOfGroup, crew, cancellation) ? dropped(rowOfGroup) : rowOfGroup;
                }
                return;
            }
            int[] groupOfRow = ints(needsGroups() ? keys.rowCount() : 0);
            boolean identical = needsGroups() && ranked.groups(keys, groupOfRow, crew, cancellation);
            keepGroups(groupOfRow, identical, ranked.keyCount());
            return;
        }
        HashedKeys hashed = new HashedKeys(layout.keyTypes, memory);
        index = hashed;
        int rowCount = keys.rowCount();
        int[] groupOfRow = ints(needsGroups() ? rowCount : 0);
        int grouped = hashed.add(keys, layout.nullsEqual, groupOfRow, crew, cancellation);
        hasNullKeys = grouped < rowCount;
        unique = grouped == hashed.keyCount();
        // with as many keys as rows the group of a row has its number
        keepGroups(groupOfRow, unique && hashed.groupBound() == rowCount, hashed.groupBound());
    }

    /** Whether rows of a key have to be found. */
    private boolean isChained() {
        return layout.givesPairs() || layout.hasResidual;
    }

    /** Whether it is noted of keys, not of rows, that they have met a partner. */
    private boolean marksGroups() {
        return layout.marksRight() && !layout.hasResidual;
    }

    private boolean needsGroups() {
        return isChained() || marksGroups();
    }

    private int[] ints(int count) {
        reservation.grow(4L * count);
        return new int[count];
    }

    private int @Nullable [] dropped(int[] ints) {
        reservation.grow(-4L * ints.length);
        return null;
    }

    /** @param identical whether the group of each row has its number */
    private void keepGroups(int[] groupOfRow, boolean identical, int groupCount) {
        if (isChained() && !identical) {
            chain(groupCount, groupOfRow);
        }
        keptGroupOfRow = marksGroups() ? groupOfRow : dropped(groupOfRow);
    }

    private void chain(int groupCount, int[] groupOfRow) {
        int rowCount = groupOfRow.length;
        reservation.grow(4L * groupCount + (unique ? 0 : 4L * rowCount));
        int[] first = new int[groupCount];
        int[] following = new int[unique ? 0 : rowCount];
        Arrays.fill(first, -1);
        int parts = (rowCount + PART - 1) / PART;
        crew.each(parts, number -> {
            cancellation.check();
            // backwards, so that chains mostly ascend and are read in memory order
            int part = parts - 1 - number;
            int begin = part * PART;
            for (int row = (int) Math.min(rowCount, begin + (long) PART) - 1; row >= begin; row--) {
                int group = groupOfRow[row];
                if (group < 0) {
                    continue;
                }
                if (unique) {
                    first[group] = row;
                } else {
                    following[row] = (int) HEADS.getAndSet(first, group, row);
                }
            }
        });
        heads = first;
        next = unique ? null : following;
    }
}
