package io.algeon.engine.device;

/**
 * What a fragment has done.
 *
 * @param device its name
 * @param launches kernels that were launched
 * @param deviceNanoseconds time in which the device was at work for it, or was waited for
 * @param times of the device's clock; {@link Times#NONE} unless they were measured
 * @param bytesToDevice copied to the device
 * @param bytesToHost copied back
 * @param bytesResident columns that were in device memory already
 * @param columnsResident how many columns of tables these are
 * @param peakBytes most device memory at one time
 */
public record FragmentReport(
        String device,
        long launches,
        long deviceNanoseconds,
        Times times,
        long bytesToDevice,
        long bytesToHost,
        long bytesResident,
        int columnsResident,
        long peakBytes) {
    /**
     * Times by the device's clock, in nanoseconds.
     *
     * @param kernels that ran
     * @param toDevice copies to the device, which may run beside kernels
     * @param toHost copies back
     */
    public record Times(long kernels, long toDevice, long toHost) {
        /** Nothing was measured. */
        public static final Times NONE = new Times(-1, -1, -1);

        /** Whether anything was measured. */
        public boolean areKnown() {
            return kernels >= 0;
        }

        Times plus(Times other) {
            return areKnown() && other.areKnown()
                    ? new Times(kernels + other.kernels, toDevice + other.toDevice, toHost + other.toHost)
                    : NONE;
        }
    }

    /** The sum of two; peaks are added, as both may be at the same time. */
    public FragmentReport plus(FragmentReport other) {
        return new FragmentReport(
                device,
                launches + other.launches,
                deviceNanoseconds + other.deviceNanoseconds,
                times.plus(other.times),
                bytesToDevice + other.bytesToDevice,
                bytesToHost + other.bytesToHost,
                bytesResident + other.bytesResident,
                columnsResident + other.columnsResident,
                peakBytes + other.peakBytes);
    }
}
