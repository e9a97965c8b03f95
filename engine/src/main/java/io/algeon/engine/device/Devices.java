package io.algeon.engine.device;

import io.algeon.engine.resident.ResidentColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** The devices of this process: the CPU, and those of the providers on the class path. Thread-safe. */
public final class Devices {
    private final List<DeviceProvider> providers;
    private final String noProviderReason;

    private Devices(List<DeviceProvider> providers, String noProviderReason) {
        this.providers = List.copyOf(providers);
        this.noProviderReason = noProviderReason;
    }

    /** Finds every provider that the class loader of the engine finds. */
    public static Devices find() {
        List<DeviceProvider> providers = new ArrayList<>();
        String reason = "no GPU operators in this build";
        try {
            ServiceLoader.load(DeviceProvider.class, DeviceProvider.class.getClassLoader())
                    .forEach(providers::add);
        } catch (ServiceConfigurationError | LinkageError unusable) {
            reason = "the GPU operators cannot be loaded: " + unusable.getMessage();
        }
        return new Devices(providers, reason);
    }

    /** The CPU first, in their present state. */
    public List<DeviceStatus> all() {
        List<DeviceStatus> all = new ArrayList<>();
        all.add(new DeviceStatus("cpu", "CPU", true, Runtime.getRuntime().availableProcessors() + " processors"));
        providers.forEach(provider -> all.addAll(provider.devices()));
        return all;
    }

    /** The device that queries can run on now. */
    public Optional<Device> accelerator() {
        for (DeviceProvider provider : providers) {
            Optional<Device> device = provider.device();
            if (device.isPresent()) {
                return device;
            }
        }
        return Optional.empty();
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
        String reason = noProviderReason;
        for (DeviceProvider provider : providers) {
            for (DeviceStatus device : provider.devices()) {
                reason = device.name() + ": " + device.reason();
            }
        }
        return reason;
    }
}
