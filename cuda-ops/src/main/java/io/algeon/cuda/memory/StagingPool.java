package io.algeon.cuda.memory;

import io.algeon.cuda.driver.CudaContext;
import io.algeon.cuda.driver.CudaContext.PinnedMemory;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Chunks of pinned memory, through which everything goes to the device and back. Pinning is slow, so chunks are kept; a
 * bounded number exists, since the rest of the machine cannot have that memory. Thread-safe.
 */
public final class StagingPool implements AutoCloseable {
    /** Large enough for a copy to reach the bus's speed, small enough to begin soon. */
    public static final int CHUNK_BYTES = 1 << 20;

    private static final int MAX_CHUNKS = 64;

    private final CudaContext context;
    private final Deque<PinnedMemory> free = new ArrayDeque<>();
    private int chunks;

    public StagingPool(CudaContext context) {
        this.context = context;
    }

    /** A chunk, or null if there are as many as there may be and all are in use. */
    synchronized @Nullable PinnedMemory tryTake() {
        PinnedMemory chunk = free.poll();
        if (chunk == null && chunks < MAX_CHUNKS) {
            chunk = context.allocatePinned(CHUNK_BYTES);
            chunks++;
        }
        return chunk;
    }

    /** A chunk; waits until another query gives one back if need be. */
    synchronized PinnedMemory take() {
        boolean interrupted = false;
        try {
            while (true) {
                PinnedMemory chunk = tryTake();
                if (chunk != null) {
                    return chunk;
                }
                try {
                    wait();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    synchronized void giveBack(PinnedMemory chunk) {
        free.push(chunk);
        notifyAll();
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
