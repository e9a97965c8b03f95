package io.algeon.engine.memory;

import org.jspecify.annotations.Nullable;

/**
 * Bytes that one consumer holds of a budget. Grown before the memory is allocated, given back by {@link #close()}.
 * Thread-safe; close is idempotent.
 */
public final class Reservation implements AutoCloseable {
    private final MemoryBudget budget;
    private final String consumer;
    private long bytes;

    Reservation(MemoryBudget budget, String consumer) {
        this.budget = budget;
        this.consumer = consumer;
    }

    public synchronized long bytes() {
        return bytes;
    }

    /**
     * Holds {@code newBytes} in all from now on, if the budget allows it, or does when what is only kept for later is
     * dropped; unchanged and false if not.
     */
    public boolean tryResize(long newBytes) {
        while (true) {
            long held;
            MemoryBudget refusing;
            synchronized (this) {
                held = bytes;
                refusing = refusing(newBytes);
            }
            if (refusing == null) {
                return true;
            }
            if (!refusing.isRoot()) {
                return false;
            }
            if (refusing.revokeHere(newBytes - held) == 0) {
                return retried(newBytes) == null;
            }
        }
    }

    /**
     * Holds {@code newBytes} in all from now on. If the budget refuses, caches and then others of the query are asked to give
     * memory back first.
     *
     * @throws io.algeon.metadata.error.EngineException {@code query_memory_limit_exceeded} if the budget refuses even then;
     *     the reservation is unchanged
     */
    public void resize(long newBytes) {
        while (true) {
            long held;
            MemoryBudget refusing;
            synchronized (this) {
                held = bytes;
                refusing = refusing(newBytes);
            }
            if (refusing == null) {
                return;
            }
            long missing = newBytes - held;
            if (refusing.revokeHere(missing) == 0 && budget.revoke(missing) == 0) {
                // nothing may be left to give back because others have just had it given back
                refusing = retried(newBytes);
                if (refusing == null) {
                    return;
                }
                throw refusing.refusal(consumer, missing, held);
            }
        }
    }

    /** Holds {@code moreBytes} more, as {@link #resize}. The caller is the only one who changes this reservation. */
    public void grow(long moreBytes) {
        resize(bytes() + moreBytes);
    }

    private synchronized @Nullable MemoryBudget retried(long newBytes) {
        return refusing(newBytes);
    }

    private @Nullable MemoryBudget refusing(long newBytes) {
        long change = newBytes - bytes;
        if (change > 0) {
            MemoryBudget refusing = budget.tryReserve(change);
            if (refusing != null) {
                return refusing;
            }
        } else {
            budget.release(-change);
        }
        bytes = newBytes;
        return null;
    }

    @Override
    public synchronized void close() {
        budget.release(bytes);
        bytes = 0;
    }
}
