package io.algeon.engine.resident;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Policy;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps decompressed pages, decoded dictionaries and the places of pages, so that the second query over the same columns
 * neither reads nor decompresses them. One a process, bounded by {@code host_cache_cap_bytes}.
 *
 * <p>Layout: an array on the heap for each page, of its exact size, which decoders read in place. Nothing is copied or
 * pinned: who holds an evicted page may go on reading it, and the collector frees it later. (Slabs of direct memory would be
 * recycled without the collector, but every page would be copied out of them again before it can be decoded.)
 *
 * <p>Memory: every byte is reserved in the engine's budget before it is allocated. The budget asks {@link #release} before it
 * refuses anything to a query, so the cache only uses what nobody else wants.
 *
 * <p>Admission: while there is room, everything is kept at its first use. When there is none, a part must have been wanted
 * before, not long ago, and must then be used more often than the coldest part (Caffeine's TinyLFU). One scan over more data
 * than fits therefore neither replaces what is hot nor allocates pages only to drop them.
 *
 * <p>Thread-safe.
 */
public final class HostCache {
    /** Remembers the last few ten thousand parts that were not admitted, one in each slot. */
    private static final int WANTED_SLOTS = 1 << 15;

    /** The map's own bytes for an entry with its key. */
    private static final int ENTRY_BYTES = 200;

    /** Shares of the limit that are given back at once at least, so that a growing query does not ask for each page. */
    private static final int RELEASED_SHARE = 16;

    private static final class Entry {
        final Resident value;
        final int weight;
        private volatile int hits;

        Entry(Resident value, long bytes) {
            this.value = value;
            this.weight = (int) Math.min(Integer.MAX_VALUE, bytes);
        }

        /** Loses counts when threads race, which nobody minds. */
        @SuppressWarnings("NonAtomicVolatileUpdate")
        void hit() {
            hits++;
        }
    }

    private static final HostCache NONE = new HostCache(MemoryBudget.root("no cache", 0, ""), 0);

    private final Cache<ResidentKey, Entry> entries;
    private final Policy.Eviction<ResidentKey, Entry> eviction;
    private final Reservation reservation;
    private final int[] wanted = new int[WANTED_SLOTS];
    private volatile long capBytes;

    /** Bytes in the reservation; guarded by this. */
    private long usedBytes;

    /**
     * An empty cache.
     *
     * @param budget in which its bytes count
     * @param capBytes most bytes that it keeps; 0: nothing
     */
    public HostCache(MemoryBudget budget, long capBytes) {
        this.reservation = budget.reservation("The host cache");
        this.capBytes = capBytes;
        this.entries = Caffeine.newBuilder()
                .maximumWeight(capBytes)
                .weigher((ResidentKey key, Entry entry) -> entry.weight)
                .executor(Runnable::run)
                .removalListener(this::removed)
                .build();
        this.eviction = entries.policy().eviction().orElseThrow();
    }

    /** A cache that keeps nothing. */
    public static HostCache none() {
        return NONE;
    }

    /** Most bytes that are kept; fewer than now evicts, 0 keeps nothing. */
    public void setCapBytes(long bytes) {
        capBytes = bytes;
        eviction.setMaximum(bytes);
        if (bytes == 0) {
            clear();
        }
        entries.cleanUp();
    }

    /** Most bytes that are kept. */
    public long capBytes() {
        return capBytes;
    }

    /** Whether anything can be kept. */
    public boolean isOn() {
        return capBytes > 0;
    }

    /** Forgets everything. */
    public void clear() {
        entries.invalidateAll();
        entries.cleanUp();
    }

    /** What is kept under the key, or null. */
    public @Nullable Resident get(ResidentKey key) {
        if (!isOn()) {
            return null;
        }
        Entry entry = entries.getIfPresent(key);
        if (entry == null) {
            return null;
        }
        entry.hit();
        return entry.value;
    }

    /**
     * Whether something of that size is to be kept. If so its bytes are reserved, and {@link #put} or {@link #abandon} must
     * follow; if not, nothing was changed.
     */
    public boolean admit(ResidentKey key, long bytes) {
        long cap = capBytes;
        long needed = bytes + ENTRY_BYTES;
        if (needed > cap / 4 || !key.file().isSettled()) {
            return false;
        }
        return (usedBytes() + needed <= cap || wasWanted(key)) && grow(needed);
    }

    private boolean wasWanted(ResidentKey key) {
        int hash = key.hashCode() * 0x9e3779b9;
        int slot = hash >>> 32 - Integer.numberOfTrailingZeros(WANTED_SLOTS);
        if (wanted[slot] == hash) {
            return true;
        }
        wanted[slot] = hash;
        return false;
    }

    /**
     * Keeps what {@link #admit} reserved room for, and returns it; if another thread was faster, what that one put.
     *
     * @param bytes as they were admitted
     */
    public Resident put(ResidentKey key, Resident value, long bytes) {
        Entry present = entries.asMap().putIfAbsent(key, new Entry(value, bytes + ENTRY_BYTES));
        if (present == null) {
            return value;
        }
        abandon(bytes);
        return present.value;
    }

    /**
     * Whether something that is kept may take a form of so many bytes that is faster to read: while half of the cache is free.
     * If so its bytes are reserved, and {@link #replace} or {@link #abandon} must follow.
     */
    public boolean admitLarger(long bytes) {
        long needed = bytes + ENTRY_BYTES;
        return usedBytes() + needed <= capBytes / 2 && grow(needed);
    }

    /** Keeps {@code larger}, for which {@link #admitLarger} reserved its bytes, instead of what is kept; false if that is gone. */
    public boolean replace(ResidentKey key, Resident present, Resident larger) {
        Entry fresh = new Entry(larger, larger.bytes() + ENTRY_BYTES);
        Entry now = entries.asMap().computeIfPresent(key, (name, entry) -> {
            if (entry.value != present) {
                return entry;
            }
            fresh.hits = entry.hits;
            return fresh;
        });
        if (now != fresh) {
            abandon(larger.bytes());
        }
        return now == fresh;
    }

    /** Gives back what {@link #admit} or {@link #admitLarger} reserved. */
    public void abandon(long bytes) {
        shrink(bytes + ENTRY_BYTES);
    }

    /** Admits and keeps something that exists already; returns it, or its like that is kept already. */
    public Resident keep(ResidentKey key, Resident value) {
        return admit(key, value.bytes()) ? put(key, value, value.bytes()) : value;
    }

    private void removed(@Nullable ResidentKey key, @Nullable Entry entry, RemovalCause cause) {
        if (entry != null) {
            shrink(entry.weight);
        }
    }

    private synchronized boolean grow(long bytes) {
        if (!reservation.tryResize(usedBytes + bytes)) {
            return false;
        }
        usedBytes += bytes;
        return true;
    }

    private synchronized void shrink(long bytes) {
        usedBytes -= bytes;
        reservation.resize(usedBytes);
    }

    /** Bytes that are reserved now. */
    public synchronized long usedBytes() {
        return usedBytes;
    }

    /** Evicts what is used least, {@code bytes} or more if there are as many; returns how many were given back. */
    public long release(long bytes) {
        if (Thread.holdsLock(this)) {
            // The cache itself asked for more: it does not make room for that.
            return 0;
        }
        long goal = Math.max(bytes, capBytes / RELEASED_SHARE);
        long released = 0;
        for (Map.Entry<ResidentKey, Entry> coldest :
                eviction.coldestWeighted(goal + Integer.MAX_VALUE / 2).entrySet()) {
            if (released >= goal) {
                break;
            }
            if (entries.asMap().remove(coldest.getKey(), coldest.getValue())) {
                released += coldest.getValue().weight;
            }
        }
        return released;
    }

    /** What is kept, by file and column, in the order of their names. */
    public List<ResidentColumn> columns() {
        record Name(String file, String column) implements Comparable<Name> {
            @Override
            public int compareTo(Name other) {
                int order = file.compareTo(other.file);
                return order != 0 ? order : column.compareTo(other.column);
            }
        }
        Map<Name, long[]> sums = new TreeMap<>();
        entries.asMap().forEach((key, entry) -> {
            long[] sum =
                    sums.computeIfAbsent(new Name(key.file().path().toString(), key.column()), name -> new long[3]);
            sum[0]++;
            sum[1] += entry.weight;
            sum[2] += entry.hits;
        });
        List<ResidentColumn> columns = new ArrayList<>();
        sums.forEach(
                (name, sum) -> columns.add(new ResidentColumn(name.file, name.column, sum[0], sum[1], sum[2], "host")));
        return columns;
    }
}
