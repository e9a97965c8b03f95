package io.algeon.cuda.memory;

import io.algeon.cuda.driver.CudaContext;
import io.algeon.cuda.driver.CudaException;
import io.algeon.cuda.driver.CudaStream;
import io.algeon.engine.memory.MemoryBudget;

/**
 * The memory of one device: a budget of {@code device.memory_limit} bytes that queries and the resident cache share, and the
 * blocks behind it. Thread-safe.
 */
public final class DeviceMemory {
    private final CudaContext context;
    private final MemoryBudget budget;
    private final DevicePool pool;

    /** @param limitBytes most bytes that may be in use */
    public DeviceMemory(CudaContext context, long limitBytes) {
        this.context = context;
        this.budget = MemoryBudget.root("device gpu" + context.device().ordinal(), limitBytes, "device.memory_limit");
        this.pool = new DevicePool(context);
    }

    /** What is reserved; its revoker is the resident cache. */
    public MemoryBudget budget() {
        return budget;
    }

    /** The grant of one query. */
    public DeviceGrant grant(String query, long limitBytes) {
        return new DeviceGrant(this, budget.child(query, limitBytes, "device.memory_limit"));
    }

    /** Blocks that are in use, of queries and the cache. */
    public int liveBuffers() {
        return pool.usedBlocks();
    }

    /** Bytes that are in use. */
    public long liveBytes() {
        return pool.usedBytes();
    }

    /** Bytes that the pool keeps for the next query. */
    public long pooledBytes() {
        return pool.freeBytes();
    }

    /** Gives what nobody uses back to the driver. */
    public void trim() {
        pool.trim();
    }

    /**
     * A block; the driver may have less than the budget says, as others use the device too.
     *
     * @throws DeviceMemoryException if there is no memory even without what is only kept
     */
    long take(long size, CudaStream stream, String purpose) {
        while (true) {
            try {
                return pool.take(size, stream, budget.limitBytes());
            } catch (CudaException failed) {
                if (!failed.isOutOfMemory()) {
                    throw failed;
                }
                if (budget.revokeOwn(size) == 0) {
                    throw new DeviceMemoryException(purpose, size, budget.reservedBytes(), budget.limitBytes(), failed);
                }
            }
        }
    }

    void giveBack(long address, long size, CudaStream stream) {
        pool.giveBack(address, size, stream);
    }

    CudaContext context() {
        return context;
    }
}
