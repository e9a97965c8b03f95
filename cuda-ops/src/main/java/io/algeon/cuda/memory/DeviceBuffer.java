package io.algeon.cuda.memory;

import io.algeon.cuda.driver.CudaStream;

/**
 * A piece of device memory. Owned by whoever allocated it or was given it; closing it twice does nothing. What was submitted
 * to its stream before may still use it.
 */
public final class DeviceBuffer implements AutoCloseable {
    private DeviceGrant grant;
    private final long address;
    private final long bytes;
    private final long size;
    private CudaStream stream;

    DeviceBuffer(DeviceGrant grant, long address, long bytes, long size, CudaStream stream) {
        this.grant = grant;
        this.address = address;
        this.bytes = bytes;
        this.size = size;
        this.stream = stream;
    }

    /** For kernels' arguments; a multiple of 256, at least of 16. */
    public long address() {
        return address;
    }

    /** Bytes that may be used. */
    public long bytes() {
        return bytes;
    }

    /** Bytes that it takes. */
    long size() {
        return size;
    }

    /**
     * Says that another stream uses it from now on. That stream must wait for what this one does with it, and this one must
     * get nothing to do with it any more.
     */
    public void passTo(CudaStream next) {
        stream = next;
    }

    CudaStream stream() {
        return stream;
    }

    void belongTo(DeviceGrant newGrant, CudaStream newStream) {
        grant = newGrant;
        stream = newStream;
    }

    /**
     * Lets another grant of the same device hold it from now on; closing it frees it on the given stream, which must get there
     * after everything that uses it.
     *
     * @return false if that grant has no room; nothing was changed then
     */
    public boolean handOver(DeviceGrant other, CudaStream newStream) {
        return grant.handOver(this, other, newStream);
    }

    @Override
    public void close() {
        grant.close(this, stream);
    }
}
