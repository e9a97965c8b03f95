package io.algeon.cuda.driver;

/**
 * A GPU as the driver describes it.
 *
 * @param ordinal its number, from 0
 * @param name of the model
 * @param uuid that the driver gives it, in hexadecimal; the same in the next process
 * @param capability compute capability, 75 for 7.5
 * @param memoryBytes of the device
 * @param multiprocessors that run blocks
 * @param driverVersion CUDA version of the driver, 12060 for 12.6
 */
public record DeviceDescription(
        int ordinal,
        String name,
        String uuid,
        int capability,
        long memoryBytes,
        int multiprocessors,
        int driverVersion) {
    /** Oldest compute capability that the kernels are built for. */
    public static final int OLDEST_CAPABILITY = 75;

    /** Oldest driver whose compiler takes the kernels and that JCuda's calls need: CUDA 11.2. */
    public static final int OLDEST_DRIVER = 11020;

    /** Such as {@code 7.5}. */
    public String capabilityText() {
        return capability / 10 + "." + capability % 10;
    }
}
