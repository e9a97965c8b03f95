package io.algeon.cuda.driver;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One device, opened: its primary context, and the calls that need one. Any thread may call; each call makes the context
 * current on its thread first. A fatal error of any call marks the context lost, and every later call fails with the first
 * cause.
 *
 * <p>Memory moves between device and pinned memory only ({@link #allocatePinned}): the driver then copies without a detour,
 * and may do it later.
 */
public final class CudaContext implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(CudaContext.class);

    private final DeviceDescription device;
    private final CUdevice handle = new CUdevice();
    private final CUcontext context = new CUcontext();
    private volatile @Nullable CudaException lostBy;

    private CudaContext(DeviceDescription device) {
        this.device = device;
    }

    /**
     * Opens a device of {@link CudaDriver#devices()}.
     *
     * @throws CudaException if the driver refuses
     */
    public static CudaContext open(DeviceDescription device) {
        CudaContext opened = new CudaContext(device);
        Calls.check(JCudaDriver.cuDeviceGet(opened.handle, device.ordinal()), "cuDeviceGet");
        Calls.check(JCudaDriver.cuDevicePrimaryCtxRetain(opened.context, opened.handle), "cuDevicePrimaryCtxRetain");
        return opened;
    }

    public DeviceDescription device() {
        return device;
    }

    /** The error that made the context unusable; null while it is usable. */
    public @Nullable CudaException lostBy() {
        return lostBy;
    }

    private void enter() {
        CudaException lost = lostBy;
        if (lost != null) {
            throw new CudaException(
                    lost.code(), "The GPU " + device.ordinal() + " was lost before: " + lost.getMessage());
        }
        Calls.check(JCudaDriver.cuCtxSetCurrent(context), "cuCtxSetCurrent");
    }

    private void check(int result, String call) {
        if (result != 0) {
            CudaException failure = Calls.failure(result, call);
            if (failure.isFatal()) {
                synchronized (this) {
                    if (lostBy == null) {
                        lostBy = failure;
                    }
                }
            }
            throw failure;
        }
    }

    // ---- memory

    /** Bytes of the device that nobody uses. */
    public long freeBytes() {
        enter();
        long[] free = new long[1];
        check(JCudaDriver.cuMemGetInfo(free, new long[1]), "cuMemGetInfo");
        return free[0];
    }

    /** Allocates device memory; its address. */
    public long allocate(long bytes) {
        enter();
        DeviceAddress result = new DeviceAddress();
        check(JCudaDriver.cuMemAlloc(result, bytes), "cuMemAlloc");
        return result.address();
    }

    /** Frees what {@link #allocate} gave, after everything that was submitted before. */
    public void free(long address) {
        release(() -> JCudaDriver.cuMemFree(new DeviceAddress(address)), "cuMemFree");
    }

    /** Allocates pinned memory of the host. */
    public PinnedMemory allocatePinned(int bytes) {
        enter();
        HostAddress address = new HostAddress();
        check(JCudaDriver.cuMemHostAlloc(address, bytes, 0), "cuMemHostAlloc");
        ByteBuffer view =
                Objects.requireNonNull(address.getByteBuffer(0, bytes)).order(ByteOrder.nativeOrder());
        return new PinnedMemory(address, view);
    }

    /** Frees pinned memory; nobody may use its view any more. */
    public void free(PinnedMemory memory) {
        release(() -> JCudaDriver.cuMemFreeHost(memory.address()), "cuMemFreeHost");
    }

    /** Pinned memory of the host, seen through a buffer in native byte order. */
    public static final class PinnedMemory {
        private final HostAddress address;
        private final ByteBuffer view;

        private PinnedMemory(HostAddress address, ByteBuffer view) {
            this.address = address;
            this.view = view;
        }

        /** The memory itself; position and limit are the caller's to set. */
        public ByteBuffer view() {
            return view;
        }

        HostAddress address() {
            return address;
        }

        HostAddress at(long offset) {
            return new HostAddress(address.address() + offset);
        }
    }

    // ---- streams

    /** A new stream, which does not wait for the default one. */
    public CudaStream newStream() {
        enter();
        return new CudaStream(this);
    }

    /** A new event. */
    public CudaEvent newEvent(boolean timed) {
        enter();
        return new CudaEvent(this, timed);
    }

    /** Waits for everything that was submitted. */
    public void synchronise() {
        enter();
        check(JCudaDriver.cuCtxSynchronize(), "cuCtxSynchronize");
    }

    void call(Call call, String name) {
        enter();
        check(call.result(), name);
    }

    /**
     * As {@link #call}, for one that gives something back. Never throws: with a lost context everything is gone anyway; and a
     * call that tells of another's error, as the driver's do, is made again.
     */
    void release(Call call, String name) {
        for (int attempt = 0; attempt < 2 && lostBy == null; attempt++) {
            try {
                call(call, name);
                return;
            } catch (CudaException failed) {
                LOGGER.debug("{} failed", name, failed);
            }
        }
    }

    /** As {@link #call}, for a call whose result is the caller's to judge. */
    int query(Call call) {
        enter();
        return call.result();
    }

    void checkQuery(int result, String name) {
        check(result, name);
    }

    /** A call of JCuda. */
    interface Call {
        int result();
    }

    // ---- modules

    /** Compiles PTX text for the device. */
    public CudaModule load(String ptx) {
        enter();
        CUmodule module = new CUmodule();
        check(JCudaDriver.cuModuleLoadData(module, ptx), "cuModuleLoadData");
        return new CudaModule(this, module);
    }

    /** A compiled module. */
    public static final class CudaModule {
        private final CudaContext context;
        private final CUmodule module;

        private CudaModule(CudaContext context, CUmodule module) {
            this.context = context;
            this.module = module;
        }

        /** The kernel of that name. */
        public CudaKernel kernel(String symbol) {
            CUfunction function = new CUfunction();
            context.call(
                    () -> JCudaDriver.cuModuleGetFunction(function, module, symbol),
                    "cuModuleGetFunction of " + symbol);
            return new CudaKernel(symbol, function);
        }

        /** Unloads it; its kernels are gone. */
        public void unload() {
            context.release(() -> JCudaDriver.cuModuleUnload(module), "cuModuleUnload");
        }
    }

    /** A kernel that can be launched. */
    public static final class CudaKernel {
        private final String symbol;
        private final CUfunction function;

        private CudaKernel(String symbol, CUfunction function) {
            this.symbol = symbol;
            this.function = function;
        }

        String symbol() {
            return symbol;
        }

        CUfunction function() {
            return function;
        }
    }

    /**
     * Destroys a context that was lost, with everything in it; the device can be opened again. Does nothing about errors.
     */
    public void abandon() {
        JCudaDriver.cuDevicePrimaryCtxRelease(handle);
        JCudaDriver.cuDevicePrimaryCtxReset(handle);
    }

    /** Lets go of the context; what was allocated in it and not freed stays. */
    @Override
    public void close() {
        release(() -> JCudaDriver.cuDevicePrimaryCtxRelease(handle), "cuDevicePrimaryCtxRelease");
    }
}
