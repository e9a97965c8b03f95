package io.algeon.cuda.memory;

import io.algeon.cuda.driver.CudaContext;
import io.algeon.cuda.driver.CudaContext.PinnedMemory;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Chunks of pinned memory, through which everything goes to the device and back. Pinning is slow, so chunks are kept; there
 * are few, since the rest of the machine cannot have that memory. Thread-safe.
 */
public final class StagingPool implements AutoCloseable {
    /** Large enough for a copy to reach the bus's speed, small enough to begin soon. */
    public static final int CHUNK_BYTES = 1 << 20;

    private static final int MANY_CHUNKS = 64;

    private final CudaContext context;
    private final Deque<PinnedMemory> free = new ArrayDeque<>();
    private int chunks;

    public StagingPool(CudaContext context) {
        this.context = context;
    }

    /** A chunk, or null if there are as many as there should be and all are in use. */
    synchronized @Nullable PinnedMemory tryTake() {
        return free.isEmpty() && chunks >= MANY_CHUNKS ? null : take();
    }

    /** A chunk, also if there are many: whoever has none can do nothing. */
    synchronized PinnedMemory take() {
        PinnedMemory chunk = free.poll();
        if (chunk == null) {
            chunk = context.allocatePinned(CHUNK_BYTES);
            chunks++;
        }
        return chunk;
    }

    synchronized void giveBack(PinnedMemory chunk) {
        free.push(chunk);
    }

    /** Chunks that are in use. */
    public synchronized int liveChunks() {
        return chunks - free.size();
    }

    /** Frees the chunks that nobody uses. */
    @Override
    public synchronized void close() {
        PinnedMemory chunk;
        while ((chunk = free.poll()) != null) {
            chunks--;
            context.free(chunk);
        }
    }
}
