package io.algeon.engine.device;

/**
 * What using a device costs, for the choice of where a plan runs.
 *
 * @param startNanoseconds of a fragment: launches and synchronisations of an empty one
 * @param copyNanosecondsAByte from the host to the device, packing included
 * @param rowNanoseconds of an operator for a row, as a share of what the CPU needs for it with one thread
 */
public record DeviceCosts(double startNanoseconds, double copyNanosecondsAByte, double rowNanoseconds) {}
