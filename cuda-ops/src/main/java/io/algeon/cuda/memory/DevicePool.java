package io.algeon.cuda.memory;

import io.algeon.cuda.driver.CudaContext;
import io.algeon.cuda.driver.CudaException;
import io.algeon.cuda.driver.CudaStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Blocks of device memory, kept for the next who wants their size: allocating from the driver waits for the whole device.
 *
 * <p>Sizes are rounded up to eighths of a power of two, so that few sizes exist and at most an eighth is wasted. A block
 * that was freed on a stream is handed out on the same stream at once, and on others when its stream was waited for since, by
 * somebody or by that other stream.
 * Blocks that nobody uses go back to the driver when it has no memory left, or when all blocks would exceed the limit.
 *
 * <p>With {@code algeon.cuda.pool=false} every buffer is allocated by the driver in its exact size, so that tools that watch
 * over accesses see its bounds. Thread-safe.
 */
final class DevicePool {
    private static final boolean POOLED = !"false".equals(System.getProperty("algeon.cuda.pool"));
    private static final int SMALLEST = 512;
    private static final int STEPS_BITS = 3;

    private final CudaContext context;
    private final TreeMap<Long, Deque<Block>> free = new TreeMap<>();
    private long freeBytes;
    private long usedBytes;
    private int usedBlocks;

    /** A block that nobody uses, but perhaps kernels that still run. */
    private record Block(long address, CudaStream stream, long waits, long marks) {
        Block(long address, CudaStream stream) {
            this(address, stream, stream.waits(), stream.marks());
        }

        boolean canServe(CudaStream other) {
            return stream == other || stream.waits() > waits || other.hasAwaited(stream, marks);
        }
    }

    DevicePool(CudaContext context) {
        this.context = context;
    }

    /** What a buffer of that many bytes takes. */
    static long sizeOf(long bytes) {
        if (!POOLED) {
            return bytes;
        }
        if (bytes <= SMALLEST) {
            return SMALLEST;
        }
        long step = Math.max(SMALLEST, Long.highestOneBit(bytes - 1) >> STEPS_BITS);
        return (bytes + step - 1) / step * step;
    }

    /**
     * A block of a size that {@link #sizeOf} gave; its address.
     *
     * @throws CudaException out of memory, if the driver has none even when the pool keeps nothing
     */
    synchronized long take(long size, CudaStream stream, long limit) {
        Deque<Block> blocks = free.get(size);
        if (blocks != null) {
            Iterator<Block> newestFirst = blocks.iterator();
            while (newestFirst.hasNext()) {
                Block block = newestFirst.next();
                if (block.canServe(stream)) {
                    newestFirst.remove();
                    freeBytes -= size;
                    return taken(block.address(), size);
                }
            }
        }
        if (freeBytes > 0 && usedBytes + freeBytes + size > limit) {
            trim();
        }
        return taken(allocate(size, stream), size);
    }

    private long allocate(long size, CudaStream stream) {
        try {
            return POOLED ? context.allocate(size) : stream.allocate(size);
        } catch (CudaException failed) {
            if (!failed.isOutOfMemory() || freeBytes == 0) {
                throw failed;
            }
            trim();
            return POOLED ? context.allocate(size) : stream.allocate(size);
        }
    }

    private long taken(long address, long size) {
        usedBytes += size;
        usedBlocks++;
        return address;
    }

    /** Takes a block back, of which the stream may still have to do something. Never throws. */
    synchronized void giveBack(long address, long size, CudaStream stream) {
        usedBytes -= size;
        usedBlocks--;
        if (context.lostBy() != null) {
            return;
        }
        if (POOLED) {
            free.computeIfAbsent(size, none -> new ArrayDeque<>()).addFirst(new Block(address, stream));
            freeBytes += size;
            return;
        }
        stream.free(address);
    }

    /** Gives what nobody uses to the driver. */
    synchronized void trim() {
        for (Map.Entry<Long, Deque<Block>> entry : free.entrySet()) {
            @Nullable Block block;
            while ((block = entry.getValue().pollFirst()) != null) {
                freeBytes -= entry.getKey();
                context.free(block.address());
            }
        }
        free.clear();
    }

    synchronized long usedBytes() {
        return usedBytes;
    }

    synchronized int usedBlocks() {
        return usedBlocks;
    }

    /** Bytes of blocks that nobody uses. */
    synchronized long freeBytes() {
        return freeBytes;
    }
}
