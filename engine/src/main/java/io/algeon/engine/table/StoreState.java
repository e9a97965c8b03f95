package io.algeon.engine.table;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One state of all tables of a store: what names stand for, and the rows. Immutable; whoever holds it reads all tables as they
 * were at one moment.
 */
final class StoreState {
    private final StoreNames names;
    private final @Nullable TableData[] data;
    private final long bytes;

    private StoreState(StoreNames names, @Nullable TableData[] data, long bytes) {
        this.names = names;
        this.data = data;
        this.bytes = bytes;
    }

    static StoreState empty(String schema) {
        return new StoreState(StoreNames.of(schema), new TableData[0], 0);
    }

    StoreNames names() {
        return names;
    }

    /** Whether a table is there, and has not been altered. */
    boolean has(MemoryTable table) {
        return names.tableAt(table.slot()) == table;
    }

    /**
     * Rows of a table.
     *
     * @throws EngineException if it has been dropped or altered
     */
    TableData data(MemoryTable table) {
        TableData rows = dataAt(table.slot());
        if (rows == null || !has(table)) {
            throw new EngineException(
                    ErrorCode.OBJECT_NOT_FOUND,
                    "The table '" + table.name() + "' was dropped or altered after the statement was prepared."
                            + " Prepare it again.");
        }
        return rows;
    }

    @Nullable
    TableData dataAt(int slot) {
        return slot < data.length ? data[slot] : null;
    }

    int slots() {
        return data.length;
    }

    StoreState withNames(StoreNames newNames) {
        return newNames == names ? this : new StoreState(newNames, data, bytes);
    }

    StoreState withData(int slot, @Nullable TableData rows) {
        @Nullable TableData[] changed = Arrays.copyOf(data, Math.max(data.length, slot + 1));
        TableData former = changed[slot];
        changed[slot] = rows;
        long newBytes = bytes - (former == null ? 0 : former.bytes()) + (rows == null ? 0 : rows.bytes());
        return new StoreState(names, changed, newBytes);
    }

    /** Heap that the rows of all tables hold. */
    long bytes() {
        return bytes;
    }
}
