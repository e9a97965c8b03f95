package io.algeon.cuda.device;

import io.algeon.cuda.driver.CudaContext;
import io.algeon.cuda.driver.CudaStream;
import io.algeon.cuda.driver.StreamTimer;
import io.algeon.cuda.launch.KernelArguments;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.launch.Launch;
import io.algeon.cuda.memory.DeviceBuffer;
import io.algeon.cuda.memory.DeviceGrant;
import io.algeon.cuda.memory.Transfers;
import io.algeon.engine.device.FragmentReport;
import org.jspecify.annotations.Nullable;

/**
 * What one query has of a device: a stream on which everything happens in order, another one for copies beside it, a
 * grant of memory, staging for copies.
 * Closing it waits for the stream and gives everything back, whatever has failed before. One thread at a time.
 */
public final class GpuSession implements AutoCloseable {
    private final GpuDevice device;
    private final DeviceGrant grant;
    private final CudaStream stream;
    private final Transfers transfers;
    private @Nullable Copying copying;
    private final KernelArguments arguments = new KernelArguments();
    private @Nullable Timers timers;
    private long launches;
    private boolean closed;

    GpuSession(GpuDevice device, String query, long grantBytes) {
        this.device = device;
        this.stream = device.context().newStream();
        this.grant = device.memory().grant(query, grantBytes);
        this.transfers = new Transfers(device.staging(), stream);
    }

    public GpuDevice device() {
        return device;
    }

    public CudaStream stream() {
        return stream;
    }

    public DeviceGrant grant() {
        return grant;
    }

    public Transfers transfers() {
        return transfers;
    }

    /** What is timed. */
    private record Timers(StreamTimer kernels, StreamTimer toDevice, StreamTimer toHost) {}

    /** Takes the device's time of what is submitted from now on. */
    public void measure() {
        CudaContext context = device.context();
        Timers begun = new Timers(new StreamTimer(context), new StreamTimer(context), new StreamTimer(context));
        timers = begun;
        transfers.measure(begun.toDevice(), begun.toHost());
    }

    /** The times of what is done. */
    public FragmentReport.Times times() {
        Timers begun = timers;
        return begun == null
                ? FragmentReport.Times.NONE
                : new FragmentReport.Times(
                        begun.kernels().nanoseconds(),
                        begun.toDevice().nanoseconds(),
                        begun.toHost().nanoseconds());
    }

    /** A second stream, whose copies run beside what the first one does. */
    public record Copying(CudaStream stream, Transfers transfers) {}

    /** The stream for copies. Its thread need not be that of the rest, but one at a time too. */
    public synchronized Copying copying() {
        Copying begun = copying;
        if (begun == null) {
            CudaStream second = device.context().newStream();
            begun = new Copying(second, new Transfers(device.staging(), second));
            Timers timed = timers;
            if (timed != null) {
                begun.transfers().measure(timed.toDevice(), timed.toHost());
            }
            copying = begun;
        }
        return begun;
    }

    /** Empty arguments for the next launch. */
    public KernelArguments arguments() {
        return arguments.clear();
    }

    /**
     * A buffer of garbage.
     *
     * @param purpose what it is for, the beginning of a sentence
     * @throws io.algeon.cuda.memory.DeviceMemoryException if there is no room
     */
    public DeviceBuffer allocate(long bytes, String purpose) {
        return grant.allocate(bytes, stream, purpose);
    }

    /** A buffer whose bytes are all the same. */
    public DeviceBuffer allocateFilled(long bytes, byte value, String purpose) {
        DeviceBuffer buffer = allocate(bytes, purpose);
        stream.fill(buffer.address(), value, bytes);
        return buffer;
    }

    /** Submits a kernel. */
    public void launch(KernelName kernel, Launch launch, KernelArguments kernelArguments) {
        Timers timed = timers;
        if (timed == null) {
            device.kernels().launch(kernel, stream, launch, kernelArguments);
        } else {
            timed.kernels().time(stream, () -> device.kernels().launch(kernel, stream, launch, kernelArguments));
        }
        launches++;
    }

    /** Waits until everything that was submitted is done. */
    public void synchronise() {
        stream.synchronise();
    }

    /** Kernels submitted so far. */
    public long launches() {
        return launches;
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        Copying begun = copying;
        if (begun != null) {
            begun.transfers().close();
            // copies may still write to buffers that the other stream frees
            begun.stream().settle();
        }
        transfers.close();
        grant.close();
        Timers timed = timers;
        if (timed != null) {
            timed.kernels().close();
            timed.toDevice().close();
            timed.toHost().close();
        }
        stream.close();
        if (begun != null) {
            begun.stream().close();
        }
        device.ended();
    }
}
