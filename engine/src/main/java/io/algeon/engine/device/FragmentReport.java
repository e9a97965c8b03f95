package io.algeon.engine.device;

/**
 * What a fragment has done.
 *
 * @param device its name
 * @param launches kernels that were launched
 * @param deviceNanoseconds time in which the device was at work for it
 * @param bytesToDevice copied to the device
 * @param bytesToHost copied back
 * @param bytesResident columns that were in device memory already
 * @param peakBytes most device memory at one time
 */
public record FragmentReport(
        String device,
        long launches,
        long deviceNanoseconds,
        long bytesToDevice,
        long bytesToHost,
        long bytesResident,
        long peakBytes) {
    /** The sum of two; peaks are added, as both may be at the same time. */
    public FragmentReport plus(FragmentReport other) {
        return new FragmentReport(
                device,
                launches + other.launches,
                deviceNanoseconds + other.deviceNanoseconds,
                bytesToDevice + other.bytesToDevice,
                bytesToHost + other.bytesToHost,
                bytesResident + other.bytesResident,
                peakBytes + other.peakBytes);
    }
}
