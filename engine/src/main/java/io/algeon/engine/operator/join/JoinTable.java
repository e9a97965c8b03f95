package io.algeon.engine.operator.join;

import io.algeon.engine.operator.rows.RowStore;
import org.jspecify.annotations.Nullable;

/**
 * The built side of a join: payload rows and a {@link KeyIndex} of their keys. The rows of one key ("group") are a chain,
 * {@code heads[group]} then {@code next[row]}, mostly in ascending order; when every key has one row, and
 * groups are numbered as rows are, there are no chains. Rows with a NULL key that equals nothing are in no group.
 *
 * <p>Without keys all rows are one chain, 0, 1, 2 and so on. Shared by all probes; only the flags of met partners change,
 * and only from false to true, so that races are harmless.
 */
final class JoinTable {
    final RowStore payload;
    final int rowCount;

    /** Whether some row has a NULL in a key column that does not compare NULLs as equal. */
    final boolean hasNullKeys;

    /** Null without keys. */
    final @Nullable KeyIndex keys;

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

    JoinTable(JoinTableBuilder builder) {
        payload = builder.payload;
        rowCount = payload.rowCount();
        hasNullKeys = builder.hasNullKeys;
        keys = builder.index;
        unique = builder.unique;
        cross = builder.index == null;
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
}
