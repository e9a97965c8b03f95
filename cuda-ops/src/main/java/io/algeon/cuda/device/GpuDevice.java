package io.algeon.cuda.device;

import io.algeon.cuda.driver.CudaContext;
import io.algeon.cuda.driver.CudaEvent;
import io.algeon.cuda.driver.CudaException;
import io.algeon.cuda.driver.CudaStream;
import io.algeon.cuda.driver.DeviceDescription;
import io.algeon.cuda.launch.Kernels;
import io.algeon.cuda.memory.DeviceMemory;
import io.algeon.cuda.memory.StagingPool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One GPU, opened: context, kernels, memory, staging. Ready until an error makes its context unusable; then it is lost, its
 * sessions fail, no new ones begin, and what it held is abandoned with the context once the last session is closed.
 * Thread-safe.
 */
public final class GpuDevice implements AutoCloseable {
    private final CudaContext context;
    private final Kernels kernels;
    private final DeviceMemory memory;
    private final StagingPool staging;
    private final List<Runnable> releases = new ArrayList<>();
    private int sessions;
    private boolean closed;

    private GpuDevice(CudaContext context, long memoryLimitBytes) {
        this.context = context;
        this.kernels = new Kernels(context);
        this.memory = new DeviceMemory(context, memoryLimitBytes);
        this.staging = new StagingPool(context);
    }

    /**
     * Opens a device of {@link io.algeon.cuda.driver.CudaDriver#devices()}.
     *
     * @param memoryLimitBytes most bytes of its memory that queries and resident columns may have together
     * @throws CudaException if the driver refuses
     */
    public static GpuDevice open(DeviceDescription description, long memoryLimitBytes) {
        return new GpuDevice(CudaContext.open(description), memoryLimitBytes);
    }

    public DeviceDescription description() {
        return context.device();
    }

    /** As {@code information_schema.devices} and EXPLAIN name it. */
    public String name() {
        return "gpu" + context.device().ordinal();
    }

    public Kernels kernels() {
        return kernels;
    }

    public DeviceMemory memory() {
        return memory;
    }

    public StagingPool staging() {
        return staging;
    }

    /** Something that holds memory across sessions; it is told when nobody uses the device any more. */
    public synchronized void whenReleased(Runnable release) {
        releases.add(release);
    }

    /** A stream that outlives sessions. */
    public CudaStream newStream() {
        return context.newStream();
    }

    /** An event without a time. */
    public CudaEvent newEvent() {
        return context.newEvent(false);
    }

    CudaContext context() {
        return context;
    }

    /** The error by which the device was lost; null while it is ready. */
    public @Nullable CudaException lostBy() {
        return context.lostBy();
    }

    /**
     * Begins the work of one query.
     *
     * @param query that it is for, for messages
     * @param grantBytes most device memory that it may have
     * @throws CudaException if the device is lost
     */
    public GpuSession newSession(String query, long grantBytes) {
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException("The device is closed.");
            }
            sessions++;
        }
        boolean begun = false;
        try {
            GpuSession session = new GpuSession(this, query, grantBytes);
            begun = true;
            return session;
        } finally {
            if (!begun) {
                ended();
            }
        }
    }

    /** Sessions that are open. */
    public synchronized int sessions() {
        return sessions;
    }

    void ended() {
        boolean last;
        synchronized (this) {
            sessions--;
            last = sessions == 0 && (closed || context.lostBy() != null);
        }
        if (last) {
            release();
        }
    }

    /** No session begins any more; the device is let go of when the last one ends. */
    @Override
    public void close() {
        boolean now;
        synchronized (this) {
            now = !closed && sessions == 0 && context.lostBy() == null;
            closed = true;
        }
        if (now) {
            release();
        }
    }

    private void release() {
        releases.forEach(Runnable::run);
        staging.close();
        memory.trim();
        kernels.close();
        if (context.lostBy() == null) {
            context.close();
        }
        if (context.lostBy() != null) {
            context.abandon();
        }
    }
}
