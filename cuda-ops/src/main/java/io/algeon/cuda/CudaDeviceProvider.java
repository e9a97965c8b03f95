package io.algeon.cuda;

import io.algeon.cuda.device.GpuDevice;
import io.algeon.cuda.driver.CudaDriver;
import io.algeon.cuda.driver.CudaException;
import io.algeon.cuda.driver.DeviceDescription;
import io.algeon.cuda.fragment.CudaDevice;
import io.algeon.engine.device.Device;
import io.algeon.engine.device.DeviceProvider;
import io.algeon.engine.device.DeviceStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The NVIDIA GPUs of this machine. The first usable one is opened when a query first asks for it. */
public final class CudaDeviceProvider implements DeviceProvider {
    /** Share of the device's memory that queries may have; the rest is the driver's and other programs'. */
    private static final double MEMORY_SHARE = 0.8;

    private @Nullable GpuDevice opened;
    private @Nullable CudaDevice device;
    private @Nullable String failure;

    /** For {@code ServiceLoader}. */
    public CudaDeviceProvider() {}

    @Override
    public synchronized List<DeviceStatus> devices() {
        CudaDriver driver = CudaDriver.get();
        if (driver.devices().isEmpty()) {
            return List.of(new DeviceStatus("gpu", "GPU", false, reason(driver)));
        }
        List<DeviceStatus> all = new ArrayList<>();
        for (DeviceDescription description : driver.devices()) {
            GpuDevice own = opened;
            boolean isOpened = own != null && own.description().equals(description);
            CudaException lost = isOpened && own != null ? own.lostBy() : null;
            String state = lost != null
                    ? "lost: " + lost.getMessage()
                    : failure != null && all.isEmpty() ? failure : all.isEmpty() ? "runs queries" : "not used";
            all.add(new DeviceStatus(
                    "gpu" + description.ordinal(),
                    description.name(),
                    all.isEmpty() && lost == null && failure == null,
                    state));
        }
        return all;
    }

    private static String reason(CudaDriver driver) {
        return driver.remedy().isEmpty() ? driver.reason() : driver.reason() + ". " + driver.remedy();
    }

    @Override
    public synchronized Optional<Device> device() {
        CudaDriver driver = CudaDriver.get();
        if (driver.devices().isEmpty() || failure != null) {
            return Optional.empty();
        }
        GpuDevice gpu = opened;
        if (gpu == null) {
            try {
                DeviceDescription description = driver.devices().get(0);
                gpu = GpuDevice.open(description, (long) (description.memoryBytes() * MEMORY_SHARE));
                opened = gpu;
                device = new CudaDevice(gpu);
            } catch (CudaException unusable) {
                failure = unusable.getMessage();
                return Optional.empty();
            }
        }
        return gpu.lostBy() == null ? Optional.ofNullable(device) : Optional.empty();
    }
}
