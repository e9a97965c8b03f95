package io.algeon.engine.memory;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A node of the budget tree: engine, query, operator. A reservation counts at its node and at every node above it. Limits
 * are checked before anything is allocated; nothing relies on catching an out-of-memory error. Thread-safe.
 */
public final class MemoryBudget {
    private final String name;
    private final @Nullable MemoryBudget parent;
    private final String property;
    private final AtomicLong reserved = new AtomicLong();
    private final AtomicLong peak = new AtomicLong();
    private volatile long limit;
    private volatile @Nullable LongUnaryOperator revoker;
    private volatile boolean closed;

    private MemoryBudget(String name, @Nullable MemoryBudget parent, long limit, String property) {
        this.name = name;
        this.parent = parent;
        this.limit = limit;
        this.property = property;
    }

    /** The budget of an engine; {@code property} is the setting that raises the limit, named in refusals. */
    public static MemoryBudget root(String name, long limitBytes, String property) {
        return new MemoryBudget(name, null, limitBytes, property);
    }

    /** A budget below this one; a limit of {@code Long.MAX_VALUE} leaves the decision to the nodes above. */
    public MemoryBudget child(String childName, long limitBytes, String limitProperty) {
        return new MemoryBudget(childName, this, limitBytes, limitProperty);
    }

    boolean isRoot() {
        return parent == null;
    }

    public String name() {
        return name;
    }

    public long limitBytes() {
        return limit;
    }

    /** The smallest limit here and above. */
    public long smallestLimitBytes() {
        return parent == null ? limit : Math.min(limit, parent.smallestLimitBytes());
    }

    public void setLimitBytes(long bytes) {
        limit = bytes;
    }

    public long reservedBytes() {
        return reserved.get();
    }

    /** Most bytes reserved at one time. */
    public long peakBytes() {
        return peak.get();
    }

    /** An empty reservation against this budget, for the consumer that the name describes. */
    public Reservation reservation(String consumer) {
        return new Reservation(this, consumer);
    }

    /**
     * Says who gives memory back under this node when a reservation below it is refused: takes the bytes that are missing,
     * returns those given back (0 if none can be). The node whose limit refuses is asked first, so that an engine's caches
     * go before a query spills. Called without any lock of the budget or the reservation.
     */
    public void setRevoker(@Nullable LongUnaryOperator newRevoker) {
        revoker = newRevoker;
    }

    /**
     * Asks this node's own revoker for memory, whatever the limit says: for budgets of something that others use as well, and
     * that ran out. Returns the bytes given back.
     */
    public long revokeOwn(long bytes) {
        return revokeHere(bytes);
    }

    /** Asks this node's own revoker for memory; returns the bytes given back. */
    long revokeHere(long bytes) {
        LongUnaryOperator own = revoker;
        return own == null ? 0 : own.applyAsLong(bytes);
    }

    /** Asks the nearest revoker, here or above, for memory; returns the bytes given back. */
    long revoke(long bytes) {
        for (MemoryBudget node = this; node != null; node = node.parent) {
            LongUnaryOperator nearest = node.revoker;
            if (nearest != null) {
                return nearest.applyAsLong(bytes);
            }
        }
        return 0;
    }

    /**
     * Gives back to the nodes above what is still reserved here, and ignores later changes; returns those bytes, which
     * somebody forgot. For the node of a query that is over.
     */
    public long close() {
        closed = true;
        long forgotten = reserved.getAndSet(0);
        if (parent != null) {
            parent.release(forgotten);
        }
        return forgotten;
    }

    /** Counts {@code bytes} here and above if every limit allows it; returns the node that refuses, null if granted. */
    @Nullable
    MemoryBudget tryReserve(long bytes) {
        long before;
        do {
            before = reserved.get();
            if (closed || bytes > limit - before) {
                return this;
            }
        } while (!reserved.compareAndSet(before, before + bytes));
        if (parent != null) {
            MemoryBudget refusing = parent.tryReserve(bytes);
            if (refusing != null) {
                reserved.addAndGet(-bytes);
                return refusing;
            }
        }
        peak.accumulateAndGet(before + bytes, Math::max);
        return null;
    }

    void release(long bytes) {
        for (MemoryBudget node = this; node != null && !node.closed; node = node.parent) {
            node.reserved.addAndGet(-bytes);
        }
    }

    EngineException refusal(String consumer, long neededBytes, long grantedBytes) {
        return new EngineException(
                ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED,
                consumer + " needs " + size(neededBytes) + " more; it holds " + size(grantedBytes) + ", and "
                        + size(reserved.get()) + " of the " + name + "'s limit of " + size(limit)
                        + " are in use. Raise " + property + ", or give the JVM a larger heap (-Xmx).");
    }

    private static String size(long bytes) {
        if (bytes < 1 << 20) {
            return String.format(Locale.ROOT, "%.1f KiB", bytes / 1024.0);
        }
        return String.format(Locale.ROOT, "%.1f MiB", bytes / (1024.0 * 1024.0));
    }
}
