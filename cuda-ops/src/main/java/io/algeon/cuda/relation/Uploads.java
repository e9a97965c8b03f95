package io.algeon.cuda.relation;

import io.algeon.cuda.device.GpuSession;
import io.algeon.cuda.driver.CudaEvent;
import io.algeon.cuda.driver.CudaStream;
import io.algeon.engine.exec.CancellationToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * The way of one query's rows to the device: a stream of their own, beside that of the kernels, so that rows are copied while others
 * are worked on. One thread at a time, which need not be that of the {@link Workspace}.
 *
 * <p>Memory that the kernels' stream frees is used again for later rows: their copies wait for the mark that {@link #worked} leaves
 * there. What the copies bring is used on the kernels' stream once that waits for them, in {@link SentRows#arrive}.
 */
public final class Uploads {
    private static final String PURPOSE = "A column on its way to the GPU";

    private final GpuSession session;
    private final CancellationToken cancellation;
    private final DeviceWork work;
    private final Queue<CudaEvent> idle = new ConcurrentLinkedQueue<>();
    private final List<CudaEvent> events = new ArrayList<>();
    private @Nullable Copies copies;

    /** @param work counts what is copied */
    public Uploads(GpuSession session, CancellationToken cancellation, DeviceWork work) {
        this.session = session;
        this.cancellation = cancellation;
        this.work = work;
    }

    private CudaStream stream() {
        return session.copying().stream();
    }

    /** For the thread of the kernels' stream: says that the work on some rows was submitted. */
    public void worked() {
        session.stream().mark();
    }

    /**
     * Sends rows on their way; they have left the host's arrays when this returns.
     *
     * @throws io.algeon.cuda.memory.DeviceMemoryException if there is no room; nothing was taken from {@code rows} then
     */
    public SentRows send(StagedRows rows) {
        Copies sending = copies;
        if (sending == null) {
            sending = new Copies(session.copying().transfers(), work);
            copies = sending;
        }
        stream().awaitMark(session.stream());
        List<Block> blocks = new ArrayList<>();
        boolean sent = false;
        try {
            List<SentRows.SentColumn> columns = new ArrayList<>();
            for (StagedColumn column : rows.columns()) {
                cancellation.check();
                columns.add(column.send(new Target(sending, blocks)));
            }
            CudaEvent arrived = event();
            stream().record(arrived);
            SentRows result = new SentRows(columns, rows.rows(), blocks, arrived, idle);
            rows.clear();
            sent = true;
            return result;
        } finally {
            if (!sent) {
                blocks.forEach(Block::release);
                // so that anybody can have the memory
                stream().settle();
            }
        }
    }

    private CudaEvent event() {
        CudaEvent event = idle.poll();
        if (event == null) {
            event = session.device().newEvent();
            events.add(event);
        }
        return event;
    }

    /** Waits for what is on its way. Never throws. Nobody sends any more. */
    public void close() {
        if (copies != null) {
            stream().settle();
        }
        events.forEach(CudaEvent::close);
        events.clear();
    }

    /** Where a column goes. */
    private final class Target implements ColumnTarget {
        private final Copies copies;
        private final List<Block> blocks;

        private Target(Copies copies, List<Block> blocks) {
            this.copies = copies;
            this.blocks = blocks;
        }

        @Override
        public Block allocate(long bytes) {
            long rounded = Workspace.rounded(bytes);
            Block block = new Block(session.grant().allocate(rounded, stream(), PURPOSE), () -> work.holds(-rounded));
            work.holds(rounded);
            blocks.add(block);
            return block;
        }

        @Override
        public Block copy(int count, int width, Copies.Part put) {
            Block block = allocate((long) count * width);
            copies.toDevice(block, count, width, put);
            return block;
        }
    }
}
