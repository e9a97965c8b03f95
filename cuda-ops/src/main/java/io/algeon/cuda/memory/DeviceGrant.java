package io.algeon.cuda.memory;

import io.algeon.cuda.driver.CudaStream;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

/**
 * What one query may have of a device's memory, and has. Closing it gives every buffer back that is still open; a query can
 * leak nothing. Thread-safe.
 */
public final class DeviceGrant implements AutoCloseable {
    private final DeviceMemory memory;
    private final MemoryBudget budget;
    private final Reservation reservation;
    private final Set<DeviceBuffer> open = Collections.newSetFromMap(new IdentityHashMap<>());
    private long reserved;
    private boolean closed;

    DeviceGrant(DeviceMemory memory, MemoryBudget budget) {
        this.memory = memory;
        this.budget = budget;
        this.reservation = budget.reservation("A buffer of the device");
    }

    /**
     * A buffer for what will be submitted to the stream; it holds garbage.
     *
     * @param bytes at least 1
     * @param purpose what it is for, the beginning of a sentence such as "The hash table of a join"
     * @throws DeviceMemoryException if the grant or the device has no room, also without resident columns
     */
    public DeviceBuffer allocate(long bytes, CudaStream stream, String purpose) {
        if (bytes <= 0) {
            throw new IllegalArgumentException(purpose + " of " + bytes + " bytes");
        }
        long size = DevicePool.sizeOf(bytes);
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException("The grant is closed.");
            }
            if (!reservation.tryResize(reserved + size)) {
                throw new DeviceMemoryException(
                        purpose,
                        size,
                        memory.budget().reservedBytes(),
                        Math.min(budget.limitBytes(), memory.budget().limitBytes()),
                        null);
            }
            reserved += size;
        }
        boolean taken = false;
        try {
            DeviceBuffer buffer = new DeviceBuffer(this, memory.take(size, stream, purpose), bytes, size, stream);
            synchronized (this) {
                open.add(buffer);
            }
            taken = true;
            return buffer;
        } finally {
            if (!taken) {
                unreserve(size);
            }
        }
    }

    private synchronized void unreserve(long size) {
        if (!closed) {
            reserved -= size;
            reservation.resize(reserved);
        }
    }

    void close(DeviceBuffer buffer, CudaStream stream) {
        synchronized (this) {
            if (!open.remove(buffer)) {
                return;
            }
        }
        memory.giveBack(buffer.address(), buffer.size(), stream);
        unreserve(buffer.size());
    }

    /**
     * Lets another grant of the same device hold a buffer from now on.
     *
     * @param stream on which it will be freed; it must get there after everything that uses the buffer
     * @return false if the other grant has no room; nothing was changed then
     */
    boolean handOver(DeviceBuffer buffer, DeviceGrant other, CudaStream stream) {
        synchronized (this) {
            if (!open.remove(buffer)) {
                return false;
            }
            reserved -= buffer.size();
            reservation.resize(reserved);
        }
        if (other.take(buffer, stream)) {
            return true;
        }
        if (!take(buffer, buffer.stream())) {
            // somebody was faster to reserve what was free for a moment: the buffer stays, above the limit for once
            synchronized (this) {
                open.add(buffer);
            }
        }
        return false;
    }

    private synchronized boolean take(DeviceBuffer buffer, CudaStream stream) {
        if (closed || !reservation.tryResize(reserved + buffer.size())) {
            return false;
        }
        reserved += buffer.size();
        open.add(buffer);
        buffer.belongTo(this, stream);
        return true;
    }

    /** Bytes that the query holds now. */
    public synchronized long bytes() {
        return reserved;
    }

    /** Most bytes that it has held. */
    public long peakBytes() {
        return budget.peakBytes();
    }

    /** Buffers that are open. */
    public synchronized int liveBuffers() {
        return open.size();
    }

    /** Bytes that could be allocated now without taking anything from anybody. */
    public long availableBytes() {
        return Math.max(
                0,
                Math.min(
                        budget.limitBytes() - budget.reservedBytes(),
                        memory.budget().limitBytes() - memory.budget().reservedBytes()));
    }

    /** Gives all open buffers back, each on its stream. Does not throw. */
    @Override
    public void close() {
        DeviceBuffer[] left;
        synchronized (this) {
            left = open.toArray(DeviceBuffer[]::new);
        }
        for (DeviceBuffer buffer : left) {
            buffer.close();
        }
        synchronized (this) {
            closed = true;
            reserved = 0;
            reservation.close();
            budget.close();
        }
    }
}
