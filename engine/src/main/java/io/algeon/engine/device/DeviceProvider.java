package io.algeon.engine.device;

import java.util.List;
import java.util.Optional;

/** A back end for accelerators, found through {@code ServiceLoader}. Having none means the CPU. Thread-safe. */
public interface DeviceProvider {
    /**
     * Its devices, usable or not, and why. Loads no native library unless a driver is there; never throws, and writes nothing.
     */
    List<DeviceStatus> devices();

    /** The device that queries run on now; empty if none is usable, or none is any longer. Never throws. */
    default Optional<Device> device() {
        return Optional.empty();
    }
}
