package io.algeon.engine.device;

import io.algeon.engine.resident.ResidentColumn;
import java.util.List;
import java.util.Optional;

/** A back end for accelerators, found through {@code ServiceLoader}. Having none means the CPU. Thread-safe. */
public interface DeviceProvider {
    /**
     * Its devices, usable or not, and why. Loads no native library unless a driver is there; never throws, and writes nothing.
     */
    List<DeviceStatus> devices();

    /**
     * Takes over changed settings: at the start, and whenever one of them is set, to another value or to the same one. A device
     * that was lost, or could not be opened, is tried again. Queries that run are not disturbed.
     */
    default void configure(DeviceSettings settings) {}

    /** Columns that stay in the memory of devices, by file and column. */
    default List<ResidentColumn> resident() {
        return List.of();
    }

    /** The device that queries run on now; empty if none is usable, or none is any longer. Never throws. */
    default Optional<Device> device() {
        return Optional.empty();
    }
}
