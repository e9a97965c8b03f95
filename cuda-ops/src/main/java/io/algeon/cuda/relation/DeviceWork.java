package io.algeon.cuda.relation;

import java.util.concurrent.atomic.AtomicLong;

/** What a query did on the device. Thread-safe. */
public final class DeviceWork {
    private final AtomicLong launches = new AtomicLong();
    private final AtomicLong toDevice = new AtomicLong();
    private final AtomicLong toHost = new AtomicLong();
    private final AtomicLong held = new AtomicLong();
    private final AtomicLong peak = new AtomicLong();
    private final AtomicLong nanoseconds = new AtomicLong();

    void launched() {
        launches.incrementAndGet();
    }

    void copiedToDevice(long bytes) {
        toDevice.addAndGet(bytes);
    }

    void copiedToHost(long bytes) {
        toHost.addAndGet(bytes);
    }

    void holds(long bytes) {
        long now = held.addAndGet(bytes);
        peak.accumulateAndGet(now, Math::max);
    }

    /** Counts time in which the device was at work, or waited for. */
    public void worked(long moreNanoseconds) {
        nanoseconds.addAndGet(moreNanoseconds);
    }

    /** Time in which the device was at work. */
    public long nanoseconds() {
        return nanoseconds.get();
    }

    /** Kernels that were launched. */
    public long launches() {
        return launches.get();
    }

    /** Bytes of columns that were copied to the device. */
    public long bytesToDevice() {
        return toDevice.get();
    }

    /** Bytes of results that were copied to the host. */
    public long bytesToHost() {
        return toHost.get();
    }

    /** Most bytes of device memory at a time. */
    public long peakBytes() {
        return peak.get();
    }
}
