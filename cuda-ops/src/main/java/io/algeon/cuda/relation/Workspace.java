package io.algeon.cuda.relation;

import io.algeon.cuda.device.GpuSession;
import io.algeon.cuda.driver.CudaContext.PinnedMemory;
import io.algeon.cuda.driver.CudaStream;
import io.algeon.cuda.expression.NotOnDevice;
import io.algeon.cuda.launch.KernelArguments;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.launch.Launch;
import io.algeon.cuda.memory.DeviceBuffer;
import io.algeon.cuda.memory.StagingPool;
import io.algeon.engine.exec.CancellationToken;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One query's work on the device: its session, and a window of device memory through which small things (descriptions of columns,
 * programs) get there; it is used again from its start when its end is reached. One thread at a time.
 */
public final class Workspace {
    private static final int WINDOW_BYTES = StagingPool.CHUNK_BYTES;
    private static final int THREADS = 256;
    private static final int ALIGNMENT = 16;
    private static final String PURPOSE = "A column of a query";

    private final GpuSession session;
    private final CancellationToken cancellation;
    private final DeviceWork work;
    private final Copies copies;
    /** Made when it is first used: a query that waits for its turn has no memory. */
    private @Nullable Window window;

    private final TreeMap<Long, Block> live = new TreeMap<>();
    private long allocations;
    private int windowUsed;

    /**
     * Memory for small things.
     *
     * @param written what is written to the buffer, at the same place
     */
    private record Window(DeviceBuffer buffer, PinnedMemory written) {}

    /** @param work counts what is launched and copied */
    public Workspace(GpuSession session, CancellationToken cancellation, DeviceWork work) {
        this.session = session;
        this.cancellation = cancellation;
        this.work = work;
        this.copies = new Copies(session.transfers(), work);
    }

    public CudaStream stream() {
        return session.stream();
    }

    Copies copies() {
        return copies;
    }

    /**
     * Device memory, held by the caller; 0 bytes give some too.
     *
     * @throws io.algeon.cuda.memory.DeviceMemoryException if there is no room
     */
    public Block allocate(long bytes) {
        long rounded = rounded(bytes);
        Block block = new Block(session.allocate(rounded, PURPOSE), () -> work.holds(-rounded));
        work.holds(rounded);
        adopt(block);
        return block;
    }

    /** Takes memory that was allocated for another stream among that of this one. */
    void adopt(Block block) {
        long number = allocations++;
        live.put(number, block);
        block.whenFree(() -> live.remove(number));
    }

    /** Bytes that are allocated where some are wanted. */
    static long rounded(long bytes) {
        return Math.max(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    }

    /** Memory that is filled with one byte. */
    public Block allocate(long bytes, int value) {
        Block block = allocate(bytes);
        stream().fill(block.address(), (byte) value, block.bytes());
        return block;
    }

    /**
     * Fails if the device has no room for so much now, also without resident columns.
     *
     * @param purpose what it is for, the beginning of a sentence
     * @throws io.algeon.cuda.memory.DeviceMemoryException if there is no room
     */
    public void requireRoom(long bytes, String purpose) {
        session.allocate(Math.max(ALIGNMENT, bytes), purpose).close();
    }

    /**
     * A point in time.
     *
     * @param allocations until then
     * @param holders of each block that was in use
     */
    public record Mark(long allocations, Map<Block, Integer> holders) {}

    /** The point in time for {@link #giveBackSince}. */
    public Mark mark() {
        Map<Block, Integer> holders = new IdentityHashMap<>();
        live.values().forEach(block -> holders.put(block, block.holders()));
        return new Mark(allocations, holders);
    }

    /**
     * Everything is held as it was at a point in time: what was made since then has failed, and is given back, whoever holds it; older
     * blocks lose the holders that they have won.
     */
    public void giveBackSince(Mark mark) {
        for (Block block : List.copyOf(live.tailMap(mark.allocations()).values())) {
            block.giveBack();
        }
        mark.holders().forEach(Block::heldBy);
    }

    /** Bytes that could be allocated now. */
    public long availableBytes() {
        return session.grant().availableBytes();
    }

    /** Waits until everything that was submitted is done. */
    public void await() {
        session.synchronise();
        cancellation.check();
    }

    /** Launches a kernel with a thread a row; rows may be 0, and nothing happens then. */
    public void launch(KernelName kernel, long rows, Consumer<KernelArguments> pack) {
        if (rows > 0) {
            launch(kernel, Launch.forRows(rows, THREADS), pack);
        }
    }

    /** Launches a kernel. */
    public void launch(KernelName kernel, Launch launch, Consumer<KernelArguments> pack) {
        cancellation.check();
        KernelArguments arguments = session.arguments();
        pack.accept(arguments);
        session.launch(kernel, launch, arguments);
        work.launched();
    }

    /** The address of the descriptions of columns, for the next launches. */
    public long columns(List<DeviceColumn> columns) {
        return pass(columns.size() * DeviceColumn.BYTES, (target, address) -> columns.forEach(c -> c.write(target)));
    }

    /** Writes what has to lie at a known address. */
    public interface Writer {
        void write(ByteBuffer target, long address);
    }

    /** Copies something small to the device; its address, good for the next launches. */
    public long pass(int bytes, Writer writer) {
        if (bytes > WINDOW_BYTES) {
            throw new NotOnDevice("an expression with constants of " + bytes + " bytes");
        }
        if (windowUsed + bytes > WINDOW_BYTES) {
            // what was written at the start may still be on its way
            session.synchronise();
            windowUsed = 0;
        }
        Window small = window;
        if (small == null) {
            // not among what can be given back
            DeviceBuffer buffer = session.allocate(WINDOW_BYTES, PURPOSE);
            work.holds(WINDOW_BYTES);
            small = new Window(buffer, session.transfers().keepChunk());
            window = small;
        }
        int offset = windowUsed;
        long address = small.buffer().address() + offset;
        windowUsed += (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        if (bytes > 0) {
            writer.write(small.written().view().slice(offset, bytes).order(ByteOrder.nativeOrder()), address);
            session.stream().copyToDevice(small.written(), offset, address, bytes);
        }
        return address;
    }

    /** Copies something small to the beginning of a block. */
    public void write(Block target, byte[] content) {
        session.transfers().upload(target.address(), content, 0, content.length);
    }

    /** Copies ints to the beginning of a block. */
    public void write(Block target, int[] content) {
        session.transfers().upload(target.address(), content, 0, content.length);
    }

    /** Copies doubles to the beginning of a block. */
    public void write(Block target, double[] content) {
        session.transfers().upload(target.address(), content, 0, content.length);
    }

    /** Reads ints, after everything that was submitted. */
    public int[] readInts(Block from, int count) {
        int[] values = new int[count];
        session.transfers().download(from.address(), values, 0, count);
        cancellation.check();
        return values;
    }

    /** Reads a few numbers, after everything that was submitted. */
    public long[] read(Block from, int numbers) {
        long[] values = new long[numbers];
        session.transfers().download(from.address(), values, 0, numbers);
        cancellation.check();
        return values;
    }

    /** Reads one of the ints of a block, after everything that was submitted. */
    public int readInt(Block from, long position) {
        return session.transfers().downloadInt(from.address() + 4 * position);
    }

    /** Reads the number at an address, after everything that was submitted. */
    long readAt(long address) {
        return session.transfers().downloadLong(address);
    }
}
