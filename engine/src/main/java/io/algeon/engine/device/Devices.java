package io.algeon.engine.device;

import io.algeon.engine.resident.ResidentColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** The devices of this process: the CPU, and those of the providers on the class path. Immutable. */
public final class Devices {
    private final List<DeviceStatus> all;
    private final List<DeviceProvider> providers;
    private final String acceleratorReason;

    private Devices(List<DeviceStatus> all, List<DeviceProvider> providers, String acceleratorReason) {
        this.all = List.copyOf(all);
        this.providers = List.copyOf(providers);
        this.acceleratorReason = acceleratorReason;
    }

    /** Asks every provider that the class loader of the engine finds. */
    public static Devices find() {
        List<DeviceStatus> found = new ArrayList<>();
        List<DeviceProvider> providers = new ArrayList<>();
        found.add(new DeviceStatus("cpu", "CPU", true, Runtime.getRuntime().availableProcessors() + " processors"));
        String reason = "no GPU operators in this build";
        try {
            for (DeviceProvider provider :
                    ServiceLoader.load(DeviceProvider.class, DeviceProvider.class.getClassLoader())) {
                providers.add(provider);
                for (DeviceStatus device : provider.devices()) {
                    found.add(device);
                    reason = device.name() + ": " + device.reason();
                }
            }
        } catch (ServiceConfigurationError | LinkageError unusable) {
            reason = "the GPU operators cannot be loaded: " + unusable.getMessage();
        }
        return new Devices(found, providers, reason);
    }

    /** The CPU first. */
    public List<DeviceStatus> all() {
        return all;
    }

    /** The device that queries can run on now. */
    public Optional<Device> accelerator() {
        return providers.stream()
                .map(DeviceProvider::device)
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Tells the providers of the settings. */
    public void configure(DeviceSettings settings) {
        providers.forEach(provider -> provider.configure(settings));
    }

    /** Columns that stay in the memory of devices. */
    public List<ResidentColumn> resident() {
        return providers.stream()
                .flatMap(provider -> provider.resident().stream())
                .toList();
    }

    /** Why no accelerator runs queries. */
    public String acceleratorReason() {
        return acceleratorReason;
    }
}
