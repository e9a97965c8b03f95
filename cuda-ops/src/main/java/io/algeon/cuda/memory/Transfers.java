package io.algeon.cuda.memory;

import io.algeon.cuda.driver.CudaContext.PinnedMemory;
import io.algeon.cuda.driver.CudaEvent;
import io.algeon.cuda.driver.CudaStream;
import io.algeon.cuda.driver.StreamTimer;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies between heap arrays and device memory on one stream, chunk by chunk through pinned memory. An upload returns when
 * all was packed: chunks are on their way while the next ones are packed, and what is submitted to the stream afterwards
 * sees the data. A download returns when the data is there; chunks arrive while earlier ones are unpacked. One thread.
 */
public final class Transfers implements AutoCloseable {
    /** Chunks on their way at one time: the bus is busy with one while the processor fills the next. */
    private static final int MAX_IN_FLIGHT = 4;

    private final StagingPool pool;
    private final CudaStream stream;
    private final Deque<InFlight> inFlight = new ArrayDeque<>();
    private final Deque<CudaEvent> events = new ArrayDeque<>();
    private final List<PinnedMemory> kept = new ArrayList<>();
    private @Nullable StreamTimer toDevice;
    private @Nullable StreamTimer toHost;
    private long uploadedBytes;
    private long downloadedBytes;

    private record InFlight(PinnedMemory chunk, CudaEvent done) {}

    /** Writes elements into a chunk. */
    public interface Packer {
        /**
         * Packs {@code count} elements from number {@code first} on, from the buffer's start; it has room for exactly them
         * and native byte order.
         */
        void pack(ByteBuffer chunk, long first, int count);
    }

    /** Reads elements from a chunk. */
    public interface Unpacker {
        /** Takes {@code count} elements, number {@code first} being the one at the buffer's start. */
        void unpack(ByteBuffer chunk, long first, int count);
    }

    public Transfers(StagingPool pool, CudaStream stream) {
        this.pool = pool;
        this.stream = stream;
    }

    /** Lets copies be timed from now on. */
    public void measure(StreamTimer newToDevice, StreamTimer newToHost) {
        toDevice = newToDevice;
        toHost = newToHost;
    }

    private void timed(@Nullable StreamTimer timer, Runnable copy) {
        if (timer == null) {
            copy.run();
        } else {
            timer.time(stream, copy);
        }
    }

    /** Bytes that were submitted to the device. */
    public long uploadedBytes() {
        return uploadedBytes;
    }

    /** Bytes that came back. */
    public long downloadedBytes() {
        return downloadedBytes;
    }

    // ---- to the device

    /** Uploads elements that the packer writes. */
    public void upload(long address, int elementBytes, long elements, Packer packer) {
        int perChunk = StagingPool.CHUNK_BYTES / elementBytes;
        for (long first = 0; first < elements; first += perChunk) {
            int count = (int) Math.min(perChunk, elements - first);
            PinnedMemory chunk = chunk();
            InFlight sent = null;
            try {
                ByteBuffer view = chunk.view();
                view.clear().limit(count * elementBytes);
                packer.pack(view, first, count);
                long bytes = (long) count * elementBytes;
                sent = new InFlight(chunk, event());
                inFlight.add(sent);
                long target = address + first * elementBytes;
                timed(toDevice, () -> stream.copyToDevice(chunk, 0, target, bytes));
                stream.record(sent.done());
                uploadedBytes += bytes;
            } finally {
                if (sent == null) {
                    pool.giveBack(chunk);
                }
            }
        }
    }

    public void upload(long address, long[] values, int from, int count) {
        upload(
                address,
                Long.BYTES,
                count,
                (chunk, first, n) -> chunk.asLongBuffer().put(values, from + (int) first, n));
    }

    public void upload(long address, int[] values, int from, int count) {
        upload(
                address,
                Integer.BYTES,
                count,
                (chunk, first, n) -> chunk.asIntBuffer().put(values, from + (int) first, n));
    }

    public void upload(long address, double[] values, int from, int count) {
        upload(
                address,
                Double.BYTES,
                count,
                (chunk, first, n) -> chunk.asDoubleBuffer().put(values, from + (int) first, n));
    }

    public void upload(long address, float[] values, int from, int count) {
        upload(
                address,
                Float.BYTES,
                count,
                (chunk, first, n) -> chunk.asFloatBuffer().put(values, from + (int) first, n));
    }

    public void upload(long address, byte[] values, int from, int count) {
        upload(address, 1, count, (chunk, first, n) -> chunk.put(values, from + (int) first, n));
    }

    // ---- from the device

    /** Downloads elements for the unpacker to read; waits for what was submitted to the stream before. */
    public void download(long address, int elementBytes, long elements, Unpacker unpacker) {
        int perChunk = StagingPool.CHUNK_BYTES / elementBytes;
        Deque<InFlight> arriving = new ArrayDeque<>();
        try {
            long submitted = 0;
            long unpacked = 0;
            while (unpacked < elements) {
                while (submitted < elements && arriving.size() < 2) {
                    int count = (int) Math.min(perChunk, elements - submitted);
                    PinnedMemory chunk = chunk();
                    InFlight asked = null;
                    try {
                        asked = new InFlight(chunk, event());
                        arriving.add(asked);
                        long source = address + submitted * elementBytes;
                        timed(toHost, () -> stream.copyToHost(source, chunk, 0, (long) count * elementBytes));
                        stream.record(asked.done());
                    } finally {
                        if (asked == null) {
                            pool.giveBack(chunk);
                        }
                    }
                    submitted += count;
                }
                InFlight next = arriving.element();
                next.done().await();
                int count = (int) Math.min(perChunk, elements - unpacked);
                ByteBuffer view = next.chunk().view();
                view.clear().limit(count * elementBytes);
                unpacker.unpack(view, unpacked, count);
                unpacked += count;
                downloadedBytes += (long) count * elementBytes;
                arriving.remove();
                recycle(next);
            }
        } finally {
            inFlight.addAll(arriving);
        }
    }

    public void download(long address, long[] values, int from, int count) {
        download(
                address,
                Long.BYTES,
                count,
                (chunk, first, n) -> chunk.asLongBuffer().get(values, from + (int) first, n));
    }

    public void download(long address, int[] values, int from, int count) {
        download(
                address,
                Integer.BYTES,
                count,
                (chunk, first, n) -> chunk.asIntBuffer().get(values, from + (int) first, n));
    }

    public void download(long address, double[] values, int from, int count) {
        download(
                address,
                Double.BYTES,
                count,
                (chunk, first, n) -> chunk.asDoubleBuffer().get(values, from + (int) first, n));
    }

    public void download(long address, float[] values, int from, int count) {
        download(
                address,
                Float.BYTES,
                count,
                (chunk, first, n) -> chunk.asFloatBuffer().get(values, from + (int) first, n));
    }

    public void download(long address, byte[] values, int from, int count) {
        download(address, 1, count, (chunk, first, n) -> chunk.get(values, from + (int) first, n));
    }

    /** One number, such as a count that a kernel left; waits for the stream. */
    public long downloadLong(long address) {
        long[] value = new long[1];
        download(address, value, 0, 1);
        return value[0];
    }

    /** As {@link #downloadLong}. */
    public int downloadInt(long address) {
        int[] value = new int[1];
        download(address, value, 0, 1);
        return value[0];
    }

    // ---- chunks

    /** A chunk that is the caller's until this is closed. */
    public PinnedMemory keepChunk() {
        PinnedMemory chunk = pool.take();
        chunk.view().clear();
        kept.add(chunk);
        return chunk;
    }

    private PinnedMemory chunk() {
        if (inFlight.size() >= MAX_IN_FLIGHT) {
            return arrived();
        }
        PinnedMemory chunk = pool.tryTake();
        if (chunk != null) {
            return chunk;
        }
        return inFlight.isEmpty() ? pool.take() : arrived();
    }

    /** The chunk that was sent first, once it has arrived. */
    private PinnedMemory arrived() {
        InFlight oldest = inFlight.remove();
        boolean waited = false;
        try {
            oldest.done().await();
            waited = true;
            return oldest.chunk();
        } finally {
            if (waited) {
                events.push(oldest.done());
            } else {
                inFlight.addFirst(oldest);
            }
        }
    }

    private void recycle(InFlight arrived) {
        pool.giveBack(arrived.chunk());
        events.push(arrived.done());
    }

    private CudaEvent event() {
        @Nullable CudaEvent event = events.poll();
        return event == null ? stream.context().newEvent(false) : event;
    }

    /** Waits until all chunks have arrived, and gives them back. Does not throw. */
    @Override
    public void close() {
        if (!inFlight.isEmpty() || !kept.isEmpty()) {
            stream.settle();
        }
        inFlight.forEach(this::recycle);
        inFlight.clear();
        kept.forEach(pool::giveBack);
        kept.clear();
        events.forEach(CudaEvent::close);
        events.clear();
    }
}
