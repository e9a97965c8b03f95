package io.algeon.engine.table;

import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;

/**
 * Changes to the tables of a store that nobody else sees until they are committed, all at once. It reads the state at its
 * beginning with its own changes (snapshot isolation). What others have committed meanwhile is met at commit: changes of
 * different rows are merged, changes of the same rows, keys or definitions refuse the later one with
 * {@code serialization_failure}. Used by one thread at a time.
 */
public final class Transaction {
    /** A state to come back to. */
    public static final class Mark {
        private final StoreState state;

        private Mark(StoreState state) {
            this.state = state;
        }
    }

    private final TableStore store;
    private final StoreState base;
    private final Reservation memory;
    private volatile StoreState state;
    private boolean over;

    Transaction(TableStore store, StoreState base, Reservation memory) {
        this.store = store;
        this.base = base;
        this.memory = memory;
        this.state = base;
    }

    public TableStore store() {
        return store;
    }

    StoreState state() {
        return state;
    }

    StoreState base() {
        return base;
    }

    /** Whether anything was changed. */
    public boolean hasChanges() {
        return state != base;
    }

    TableData data(MemoryTable table) {
        return state.data(table);
    }

    /** Takes over new rows of a table. */
    void put(MemoryTable table, TableData rows) {
        replace(state.withData(table.slot(), rows));
    }

    /** Takes over a changed state, whose growth is reserved first. */
    void replace(StoreState next) {
        memory.resize(Math.max(0, next.bytes() - base.bytes()));
        state = next;
    }

    public Mark mark() {
        return new Mark(state);
    }

    /** Undoes what was done since; the mark stays valid. */
    public void rollbackTo(Mark mark) {
        StoreState undone = state;
        if (undone == mark.state) {
            return;
        }
        replace(mark.state);
        noteTables(undone, mark.state);
    }

    /** Undoes everything, and ends. */
    public void rollback() {
        if (!over) {
            over = true;
            StoreState undone = state;
            state = base;
            memory.close();
            if (undone != base) {
                noteTables(undone, store.state());
                freeSlots(undone, base);
            }
        }
    }

    /** Plans are made for the rows that there are now. */
    private static void noteTables(StoreState undone, StoreState present) {
        for (int slot = 0; slot < present.slots(); slot++) {
            TableData rows = present.dataAt(slot);
            if (rows != null && rows != undone.dataAt(slot)) {
                MemoryTable table = present.names().tableAt(slot);
                if (table != null) {
                    table.note(rows);
                }
            }
        }
    }

    /** Slots that are used in one state only can be given to others. */
    private void freeSlots(StoreState gone, StoreState kept) {
        for (int slot = 0; slot < gone.slots(); slot++) {
            if (gone.dataAt(slot) != null && kept.dataAt(slot) == null) {
                store.freeSlot(slot);
            }
        }
    }

    /**
     * Makes the changes visible to all, and ends.
     *
     * @throws EngineException {@code serialization_failure} if others have changed the same; everything is undone then
     */
    public void commit() {
        if (over || state == base) {
            over = true;
            memory.close();
            return;
        }
        try {
            References.checkDeferred(base, state);
            synchronized (store) {
                StoreState present = store.state();
                StoreState merged = present == base ? state : new Merge(base, state, present).merged();
                merged = withFreshIndexes(merged, present);
                memory.close();
                store.publish(merged);
                over = true;
                freeSlots(present, merged);
                noteTables(base, merged);
            }
        } catch (Throwable refused) {
            rollback();
            throw refused;
        }
    }

    private static StoreState withFreshIndexes(StoreState merged, StoreState present) {
        StoreState fresh = merged;
        for (int slot = 0; slot < merged.slots(); slot++) {
            TableData rows = merged.dataAt(slot);
            if (rows != null && rows != present.dataAt(slot)) {
                TableData rebuilt = rows.withFreshIndexes();
                fresh = rebuilt == rows ? fresh : fresh.withData(slot, rebuilt);
            }
        }
        return fresh;
    }

    /** The refusal of a change that others have overtaken. */
    static EngineException conflict(String what) {
        return new EngineException(
                ErrorCode.SERIALIZATION_FAILURE,
                what + " by another transaction that committed first. Run the transaction again.");
    }
}
