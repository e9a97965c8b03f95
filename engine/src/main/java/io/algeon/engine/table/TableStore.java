package io.algeon.engine.table;

import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The tables of one's own of a database, or the temporary ones of a session: their committed state, which one reference holds.
 * Readers take it and need nothing else; transactions replace it, one at a time. Thread-safe.
 */
public final class TableStore implements AutoCloseable {
    private static final AtomicLong VERSIONS = new AtomicLong();

    private final String defaultSchema;
    private final boolean temporary;
    private final MemoryBudget budget;
    private final Reservation memory;
    private final Deque<Integer> freeSlots = new ArrayDeque<>();
    private int slots;
    private volatile StoreState state;

    /**
     * @param defaultSchema which is there from the start
     * @param temporary whether the tables are a session's
     * @param budget in which rows are reserved
     */
    public TableStore(String defaultSchema, boolean temporary, MemoryBudget budget) {
        this.defaultSchema = defaultSchema;
        this.temporary = temporary;
        this.budget = budget;
        this.memory = budget.reservation("A table in memory");
        this.state = StoreState.empty(defaultSchema);
    }

    static long nextVersion() {
        return VERSIONS.incrementAndGet();
    }

    public String defaultSchema() {
        return defaultSchema;
    }

    public boolean isTemporary() {
        return temporary;
    }

    StoreState state() {
        return state;
    }

    /** Begins a transaction on the present state. */
    public Transaction begin() {
        return new Transaction(this, state, budget.reservation("A transaction's changed tables"));
    }

    /** A place for a table's rows in the states. */
    synchronized int newSlot() {
        Integer free = freeSlots.poll();
        return free == null ? slots++ : free;
    }

    synchronized void freeSlot(int slot) {
        freeSlots.add(slot);
    }

    /**
     * Replaces the committed state. The caller holds this store's monitor.
     *
     * @throws io.algeon.metadata.error.EngineException if there is no memory for it; nothing changes then
     */
    void publish(StoreState next) {
        memory.resize(next.bytes());
        state = next;
    }

    /** Bytes reserved for committed rows. */
    public long reservedBytes() {
        return memory.bytes();
    }

    /** Forgets all tables. */
    @Override
    public synchronized void close() {
        state = StoreState.empty(defaultSchema);
        memory.close();
    }
}
