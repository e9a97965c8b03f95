package io.algeon.engine.device;

/**
 * A device as {@code information_schema.devices} shows it.
 *
 * @param name such as {@code cpu} or {@code gpu0}
 * @param kind such as {@code CPU} or the name of the GPU's model
 * @param usable whether queries may run on it
 * @param reason first cause why it is not used, or what it is used for
 * @param remedy what to do about it, sentences; empty if there is nothing to do
 * @param memoryLimitBytes most memory of its own that queries and resident columns may have; -1 if that does not apply
 * @param memoryUsedBytes what they have now; -1 if that does not apply
 */
public record DeviceStatus(
        String name,
        String kind,
        boolean usable,
        String reason,
        String remedy,
        long memoryLimitBytes,
        long memoryUsedBytes) {
    /** One without memory of its own, or that is not in use. */
    public DeviceStatus(String name, String kind, boolean usable, String reason, String remedy) {
        this(name, kind, usable, reason, remedy, -1, -1);
    }

    /** One about which there is nothing to do. */
    public DeviceStatus(String name, String kind, boolean usable, String reason) {
        this(name, kind, usable, reason, "");
    }
}
