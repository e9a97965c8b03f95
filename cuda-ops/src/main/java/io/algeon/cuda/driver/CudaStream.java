package io.algeon.cuda.driver;

import io.algeon.cuda.driver.CudaContext.CudaKernel;
import io.algeon.cuda.driver.CudaContext.PinnedMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jcuda.Pointer;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;
import org.jspecify.annotations.Nullable;

/**
 * Work of the device that is done in order, later. All methods but {@link #synchronise} and {@link #close} return at once; an error of the work
 * itself is reported by any later call. One thread at a time. Closing twice does nothing.
 */
public final class CudaStream implements AutoCloseable {
    private final CudaContext context;
    private final CUstream stream = new CUstream();
    private final ByteBuffer sizeOfArguments =
            ByteBuffer.allocateDirect(Long.BYTES).order(ByteOrder.nativeOrder());
    private volatile long waits;
    private @Nullable CudaEvent mark;
    private volatile long marks;
    private volatile @Nullable CudaStream awaited;
    private volatile long awaitedMark;
    private boolean closed;

    CudaStream(CudaContext context) {
        this.context = context;
        context.call(() -> JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING), "cuStreamCreate");
    }

    public CudaContext context() {
        return context;
    }

    /**
     * How often somebody waited for the whole stream; what was submitted before a higher number was seen is done. Closing the
     * stream counts, too.
     */
    public long waits() {
        return waits;
    }

    /** Allocates memory for what follows in this stream, from the driver; its address. */
    public long allocate(long bytes) {
        DeviceAddress result = new DeviceAddress();
        context.call(() -> JCudaDriver.cuMemAllocAsync(result, bytes, stream), "cuMemAllocAsync");
        return result.address();
    }

    /** Frees what {@link #allocate} gave, once the stream gets here. */
    public void free(long address) {
        context.release(() -> JCudaDriver.cuMemFreeAsync(new DeviceAddress(address), stream), "cuMemFreeAsync");
    }

    /** Copies to the device; the pinned memory must stay as it is until the stream got there. */
    public void copyToDevice(PinnedMemory from, long fromOffset, long toAddress, long bytes) {
        context.call(
                () -> JCudaDriver.cuMemcpyHtoDAsync(new DeviceAddress(toAddress), from.at(fromOffset), bytes, stream),
                "cuMemcpyHtoDAsync");
    }

    /** Copies from the device; the pinned memory holds the bytes once the stream got there. */
    public void copyToHost(long fromAddress, PinnedMemory to, long toOffset, long bytes) {
        context.call(
                () -> JCudaDriver.cuMemcpyDtoHAsync(to.at(toOffset), new DeviceAddress(fromAddress), bytes, stream),
                "cuMemcpyDtoHAsync");
    }

    /** Copies within the device; the ranges do not overlap. */
    public void copy(long fromAddress, long toAddress, long bytes) {
        context.call(
                () -> JCudaDriver.cuMemcpyDtoDAsync(
                        new DeviceAddress(toAddress), new DeviceAddress(fromAddress), bytes, stream),
                "cuMemcpyDtoDAsync");
    }

    /** Sets bytes. */
    public void fill(long address, byte value, long bytes) {
        context.call(
                () -> JCudaDriver.cuMemsetD8Async(new DeviceAddress(address), value, bytes, stream), "cuMemsetD8Async");
    }

    /** Sets ints; the address is a multiple of 4. */
    public void fillInts(long address, int value, long count) {
        context.call(
                () -> JCudaDriver.cuMemsetD32Async(new DeviceAddress(address), value, count, stream),
                "cuMemsetD32Async");
    }

    /**
     * Launches a kernel.
     *
     * @param arguments a direct buffer whose first {@code argumentBytes} bytes are the packed arguments; it may be changed
     *     when this returns
     */
    public void launch(
            CudaKernel kernel, int blocks, int threads, int sharedBytes, ByteBuffer arguments, int argumentBytes) {
        sizeOfArguments.putLong(0, argumentBytes);
        Pointer extra = Pointer.to(
                JCudaDriver.CU_LAUNCH_PARAM_BUFFER_POINTER,
                Pointer.to(arguments),
                JCudaDriver.CU_LAUNCH_PARAM_BUFFER_SIZE,
                Pointer.to(sizeOfArguments),
                JCudaDriver.CU_LAUNCH_PARAM_END);
        context.call(
                () -> JCudaDriver.cuLaunchKernel(
                        kernel.function(), blocks, 1, 1, threads, 1, 1, sharedBytes, stream, null, extra),
                "cuLaunchKernel of " + kernel.symbol());
    }

    /** Marks this point of the stream. */
    public void record(CudaEvent event) {
        context.call(() -> JCudaDriver.cuEventRecord(event.handle(), stream), "cuEventRecord");
    }

    /** Marks this point of the stream for {@link #awaitMark}. */
    public void mark() {
        CudaEvent event = mark;
        if (event == null) {
            event = context.newEvent(false);
            mark = event;
        }
        record(event);
        marks++;
    }

    /** Marks so far. */
    public long marks() {
        return marks;
    }

    /** What follows in this stream waits for the newest mark of another one; nothing if it has none. Another thread may mark meanwhile. */
    public void awaitMark(CudaStream other) {
        long number = other.marks;
        CudaEvent event = other.mark;
        if (number > 0 && event != null) {
            await(event);
            awaitedMark = number;
            awaited = other;
        }
    }

    /** Whether this stream waits, or has waited, for more than that many marks of another one. */
    public boolean hasAwaited(CudaStream other, long otherMarks) {
        return awaited == other && awaitedMark > otherMarks;
    }

    /** What follows in this stream waits for the event. */
    public void await(CudaEvent event) {
        context.call(() -> JCudaDriver.cuStreamWaitEvent(stream, event.handle(), 0), "cuStreamWaitEvent");
    }

    /** Waits until everything in the stream is done. */
    public void synchronise() {
        context.call(() -> JCudaDriver.cuStreamSynchronize(stream), "cuStreamSynchronize");
        waits++;
    }

    /** As {@link #synchronise}, without telling of failures: nothing is under way any more, whether it went well or not. */
    public void settle() {
        context.release(() -> JCudaDriver.cuStreamSynchronize(stream), "cuStreamSynchronize");
        waits++;
    }

    /** Waits for everything in it, and destroys it. Never throws. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            settle();
            CudaEvent event = mark;
            if (event != null) {
                event.close();
            }
            context.release(() -> JCudaDriver.cuStreamDestroy(stream), "cuStreamDestroy");
        }
    }
}
