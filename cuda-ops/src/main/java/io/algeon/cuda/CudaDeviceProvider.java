package io.algeon.cuda;

import io.algeon.cuda.device.GpuDevice;
import io.algeon.cuda.driver.CudaDriver;
import io.algeon.cuda.driver.CudaException;
import io.algeon.cuda.driver.DeviceDescription;
import io.algeon.cuda.fragment.CudaDevice;
import io.algeon.cuda.memory.DeviceMemory;
import io.algeon.engine.device.Device;
import io.algeon.engine.device.DeviceProvider;
import io.algeon.engine.device.DeviceSettings;
import io.algeon.engine.device.DeviceStatus;
import io.algeon.engine.resident.ResidentColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The NVIDIA GPUs of this machine. The one that the settings name is opened when a query first asks for it. One that was lost
 * stays so until {@link #configure} is called again.
 */
public final class CudaDeviceProvider implements DeviceProvider {
    private static final String TRY_AGAIN =
            "SET device_ordinal tries it again; if that fails too, see the driver's log (dmesg).";

    private DeviceSettings settings = new DeviceSettings(0, whole -> whole, whole -> whole);
    private @Nullable Opened opened;
    private @Nullable String failure;

    private record Opened(GpuDevice gpu, CudaDevice device) {}

    /** For {@code ServiceLoader}. */
    public CudaDeviceProvider() {}

    @Override
    public synchronized void configure(DeviceSettings newSettings) {
        settings = newSettings;
        failure = null;
        Opened current = opened;
        if (current == null) {
            return;
        }
        GpuDevice gpu = current.gpu();
        if (gpu.description().ordinal() != newSettings.ordinal() || gpu.lostBy() != null) {
            opened = null;
            gpu.close();
            return;
        }
        long limit = limit(gpu.description());
        gpu.memory().budget().setLimitBytes(limit);
        current.device().residents().setCapBytes(newSettings.cacheCap().applyAsLong(limit));
    }

    private long limit(DeviceDescription description) {
        return settings.memoryLimit().applyAsLong(description.memoryBytes());
    }

    @Override
    public synchronized List<DeviceStatus> devices() {
        CudaDriver driver = CudaDriver.get();
        if (driver.devices().isEmpty()) {
            return List.of(new DeviceStatus("gpu", "GPU", false, driver.reason(), driver.remedy()));
        }
        List<DeviceStatus> all = new ArrayList<>();
        boolean found = false;
        for (DeviceDescription description : driver.devices()) {
            boolean chosen = description.ordinal() == settings.ordinal();
            found |= chosen;
            all.add(
                    chosen
                            ? chosenStatus(description)
                            : status(description, false, "device_ordinal names another one", ""));
        }
        if (!found) {
            all.add(new DeviceStatus(
                    "gpu" + settings.ordinal(),
                    "GPU",
                    false,
                    "there is no usable GPU of that number",
                    "Set device_ordinal to a number of this list."));
        }
        return all;
    }

    @Override
    public synchronized List<ResidentColumn> resident() {
        Opened current = opened;
        return current == null ? List.of() : current.device().residents().columns();
    }

    private DeviceStatus chosenStatus(DeviceDescription description) {
        String failed = failure;
        if (failed != null) {
            return status(description, false, "it cannot be opened: " + failed, TRY_AGAIN);
        }
        Opened current = opened;
        CudaException lost = current == null ? null : current.gpu().lostBy();
        if (lost != null) {
            return status(description, false, "it was lost: " + lost.getMessage(), TRY_AGAIN);
        }
        if (current == null) {
            return status(description, true, "no query has used it yet", "");
        }
        DeviceMemory memory = current.gpu().memory();
        return new DeviceStatus(
                name(description),
                kind(description),
                true,
                "it runs queries",
                "",
                memory.budget().limitBytes(),
                Math.max(memory.budget().reservedBytes(), memory.liveBytes()));
    }

    private static DeviceStatus status(DeviceDescription description, boolean usable, String reason, String remedy) {
        return new DeviceStatus(name(description), kind(description), usable, reason, remedy);
    }

    private static String name(DeviceDescription description) {
        return "gpu" + description.ordinal();
    }

    private static String kind(DeviceDescription description) {
        return description.name() + ", compute capability " + description.capabilityText();
    }

    @Override
    public synchronized Optional<Device> device() {
        Opened current = opened;
        if (current == null && failure == null) {
            current = open();
            opened = current;
        }
        return current == null || current.gpu().lostBy() != null ? Optional.empty() : Optional.of(current.device());
    }

    private @Nullable Opened open() {
        for (DeviceDescription description : CudaDriver.get().devices()) {
            if (description.ordinal() == settings.ordinal()) {
                try {
                    long limit = limit(description);
                    GpuDevice gpu = GpuDevice.open(description, limit);
                    return new Opened(
                            gpu, new CudaDevice(gpu, settings.cacheCap().applyAsLong(limit)));
                } catch (CudaException refused) {
                    failure = refused.getMessage();
                }
            }
        }
        return null;
    }
}
