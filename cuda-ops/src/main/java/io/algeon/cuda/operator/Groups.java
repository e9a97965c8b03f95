package io.algeon.cuda.operator;

import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.RowMaps;
import io.algeon.cuda.relation.Workspace;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which group each row is in: rows that agree in some columns, NULL being equal to NULL.
 *
 * @param groupOf an int a row; null: all rows are in group 0
 * @param firstRows a row of each group
 * @param isFirst whether a row is the one of {@code firstRows}, a byte a row
 */
public record Groups(@Nullable Block groupOf, Block firstRows, Block isFirst, long count) implements AutoCloseable {
    private static final int HASH_BYTES = 4;
    private static final byte ALL_ONES = -1;

    /** Slots of a table for so many rows: at most half of them are taken. */
    static long slots(long rows) {
        return Math.max(64, Long.highestOneBit(Math.max(1, 2 * rows - 1)) * 2);
    }

    /** Finds the groups of the rows of some columns, of which there is at least one. */
    public static Groups find(List<DeviceColumn> keys, long rows, Operators operators) {
        Workspace workspace = operators.workspace();
        Block hashes = hash(keys, rows, null, 0, workspace);
        long slots = slots(rows);
        Block table = workspace.allocate(4 * slots);
        workspace.stream().fill(table.address(), ALL_ONES, 4 * slots);
        Block representative = workspace.allocate(4 * rows);
        Block isFirst = workspace.allocate(rows);
        long status = operators.programs().statusAddress();
        long columns = workspace.columns(keys);
        workspace.launch(
                KernelName.GROUPS_INSERT,
                rows,
                a -> a.address(columns)
                        .int32(keys.size())
                        .address(hashes.address())
                        .int64(rows)
                        .address(table.address())
                        .int32((int) (slots - 1))
                        .address(representative.address())
                        .address(isFirst.address())
                        .address(status));
        hashes.release();
        table.release();
        if (operators.programs().failure() != 0) {
            throw new EngineException(ErrorCode.INTERNAL, "A hash table of the GPU has no room for its rows.");
        }
        Block places = workspace.allocate(4 * rows);
        RowMaps.Selection first = operators.maps().select(isFirst, rows, places);
        Block groupOf = workspace.allocate(4 * rows);
        workspace.launch(
                KernelName.GROUPS_NUMBER,
                rows,
                a -> a.address(representative.address())
                        .address(places.address())
                        .int64(rows)
                        .address(groupOf.address()));
        representative.release();
        places.release();
        return new Groups(groupOf, first.rows(), isFirst, first.count());
    }

    /**
     * Hashes of rows.
     *
     * @param hasNull receives whether a row has a NULL in a column of the mask; may be null
     */
    static Block hash(List<DeviceColumn> keys, long rows, @Nullable Block hasNull, long nullMask, Workspace workspace) {
        Block hashes = workspace.allocate(HASH_BYTES * rows);
        long columns = workspace.columns(keys);
        workspace.launch(
                KernelName.ROWS_HASH,
                rows,
                a -> a.address(columns)
                        .int32(keys.size())
                        .int64(rows)
                        .address(hashes.address())
                        .address(hasNull == null ? 0 : hasNull.address())
                        .int64(nullMask));
        return hashes;
    }

    @Override
    public void close() {
        if (groupOf != null) {
            groupOf.release();
        }
        firstRows.release();
        isFirst.release();
    }
}
