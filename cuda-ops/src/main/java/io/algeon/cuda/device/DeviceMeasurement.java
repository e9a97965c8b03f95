package io.algeon.cuda.device;

import io.algeon.cuda.driver.CudaContext.PinnedMemory;
import io.algeon.cuda.driver.CudaDriver;
import io.algeon.cuda.driver.CudaEvent;
import io.algeon.cuda.driver.CudaStream;
import io.algeon.cuda.driver.DeviceDescription;
import io.algeon.cuda.launch.KernelModule;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.launch.Launch;
import io.algeon.cuda.memory.DeviceBuffer;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Locale;

/**
 * What a device reaches, measured: the yardstick for kernels. Takes some seconds. As a program it measures the first device
 * and prints a line a figure.
 *
 * @param toDeviceBytesASecond from pinned memory
 * @param toHostBytesASecond to pinned memory
 * @param withinDeviceBytesASecond of a copy within the device, bytes read and bytes written counted both
 * @param launchNanoseconds from the submission of an empty kernel to its end, one after the other
 * @param waitNanoseconds of the host for an empty kernel
 * @param compileNanoseconds of the driver for all kernels; short if it has them in its cache on disk
 */
public record DeviceMeasurement(
        double toDeviceBytesASecond,
        double toHostBytesASecond,
        double withinDeviceBytesASecond,
        double launchNanoseconds,
        double waitNanoseconds,
        double compileNanoseconds) {
    private static final int PINNED_BYTES = 64 << 20;
    private static final long DEVICE_BYTES = 1L << 30;
    private static final int REPETITIONS = 5;
    private static final int LAUNCHES = 1000;

    /** Measures a device that nobody uses. */
    public static DeviceMeasurement of(GpuDevice device) {
        long compileStart = System.nanoTime();
        for (KernelModule module : KernelModule.values()) {
            Arrays.stream(KernelName.values())
                    .filter(name -> name.module() == module)
                    .findFirst()
                    .ifPresent(device.kernels()::maxThreads);
        }
        long compiled = System.nanoTime() - compileStart;
        long buffer = Math.min(DEVICE_BYTES, device.memory().budget().limitBytes() / 4);
        PinnedMemory host = device.context().allocatePinned(PINNED_BYTES);
        try (GpuSession session = device.newSession("measurement", Long.MAX_VALUE)) {
            DeviceBuffer from = session.allocate(buffer, "A measurement");
            DeviceBuffer to = session.allocate(buffer, "A measurement");
            CudaStream stream = session.stream();
            long hostBytes = Math.min(PINNED_BYTES, buffer);
            double up =
                    hostBytes / seconds(device, stream, () -> stream.copyToDevice(host, 0, to.address(), hostBytes));
            double down =
                    hostBytes / seconds(device, stream, () -> stream.copyToHost(from.address(), host, 0, hostBytes));
            double within =
                    2.0 * buffer / seconds(device, stream, () -> stream.copy(from.address(), to.address(), buffer));
            Runnable empty = () -> session.launch(
                    KernelName.FILL_SEQUENCE,
                    new Launch(1, 32),
                    session.arguments().address(to.address()).int32(0).int32(0));
            double launch = seconds(device, stream, () -> {
                        for (int i = 0; i < LAUNCHES; i++) {
                            empty.run();
                        }
                    })
                    / LAUNCHES;
            long start = System.nanoTime();
            for (int i = 0; i < LAUNCHES / 10; i++) {
                empty.run();
                stream.synchronise();
            }
            double wait = (System.nanoTime() - start) / (LAUNCHES / 10.0);
            return new DeviceMeasurement(up, down, within, launch * 1e9, wait, compiled);
        } finally {
            device.context().free(host);
        }
    }

    /** The best of some runs, by the device's clock. */
    private static double seconds(GpuDevice device, CudaStream stream, Runnable work) {
        double best = Double.MAX_VALUE;
        for (int i = 0; i < REPETITIONS; i++) {
            try (CudaEvent begin = device.context().newEvent(true);
                    CudaEvent end = device.context().newEvent(true)) {
                stream.record(begin);
                work.run();
                stream.record(end);
                stream.synchronise();
                best = Math.min(best, Math.max(1, end.nanosecondsSince(begin)) / 1e9);
            }
        }
        return best;
    }

    /** Measures the first device. */
    public static void main(String[] arguments) {
        print(new PrintStream(new java.io.FileOutputStream(java.io.FileDescriptor.out), true));
    }

    private static void print(PrintStream out) {
        CudaDriver driver = CudaDriver.get();
        if (driver.devices().isEmpty()) {
            out.println("no GPU: " + driver.reason() + ". " + driver.remedy());
            return;
        }
        DeviceDescription description = driver.devices().get(0);
        out.printf(
                Locale.ROOT,
                "%s, compute capability %s, %d multiprocessors, %.1f GiB, driver for CUDA %d.%d%n",
                description.name(),
                description.capabilityText(),
                description.multiprocessors(),
                description.memoryBytes() / (double) (1 << 30),
                description.driverVersion() / 1000,
                description.driverVersion() % 1000 / 10);
        try (GpuDevice device = GpuDevice.open(description, description.memoryBytes() / 10 * 8)) {
            DeviceMeasurement measured = of(device);
            out.printf(Locale.ROOT, "copy to the device      %8.1f GB/s%n", measured.toDeviceBytesASecond() / 1e9);
            out.printf(Locale.ROOT, "copy to the host        %8.1f GB/s%n", measured.toHostBytesASecond() / 1e9);
            out.printf(Locale.ROOT, "copy within the device  %8.1f GB/s%n", measured.withinDeviceBytesASecond() / 1e9);
            out.printf(Locale.ROOT, "launch of a kernel      %8.1f us%n", measured.launchNanoseconds() / 1e3);
            out.printf(Locale.ROOT, "launch and wait         %8.1f us%n", measured.waitNanoseconds() / 1e3);
            out.printf(Locale.ROOT, "compiling all kernels   %8.1f ms%n", measured.compileNanoseconds() / 1e6);
        }
    }
}
