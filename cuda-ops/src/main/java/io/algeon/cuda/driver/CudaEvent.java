package io.algeon.cuda.driver;

import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/** A point in a stream that others can wait for. Closing never throws; twice does nothing. */
public final class CudaEvent implements AutoCloseable {
    private final CudaContext context;
    private final CUevent event = new CUevent();
    private boolean closed;

    CudaEvent(CudaContext context, boolean timed) {
        this.context = context;
        int flags = timed ? CUevent_flags.CU_EVENT_DEFAULT : CUevent_flags.CU_EVENT_DISABLE_TIMING;
        context.call(() -> JCudaDriver.cuEventCreate(event, flags), "cuEventCreate");
    }

    CUevent handle() {
        return event;
    }

    /** Whether the stream has got there. */
    public boolean isReached() {
        int result = context.query(() -> JCudaDriver.cuEventQuery(event));
        if (result == CUresult.CUDA_ERROR_NOT_READY) {
            return false;
        }
        context.checkQuery(result, "cuEventQuery");
        return true;
    }

    /** Waits until the stream gets there. */
    public void await() {
        context.call(() -> JCudaDriver.cuEventSynchronize(event), "cuEventSynchronize");
    }

    /** Nanoseconds between two timed events that were reached. */
    public long nanosecondsSince(CudaEvent earlier) {
        float[] milliseconds = new float[1];
        context.call(() -> JCudaDriver.cuEventElapsedTime(milliseconds, earlier.event, event), "cuEventElapsedTime");
        return (long) (milliseconds[0] * 1e6);
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            context.release(() -> JCudaDriver.cuEventDestroy(event), "cuEventDestroy");
        }
    }
}
