package io.algeon.engine.device;

import java.util.function.LongUnaryOperator;

/**
 * What the settings say of devices.
 *
 * @param ordinal number of the device that queries run on
 * @param memoryLimit most bytes of a device that may be in use, of the bytes that it has
 * @param cacheCap most bytes of resident columns, of the memory limit
 */
public record DeviceSettings(int ordinal, LongUnaryOperator memoryLimit, LongUnaryOperator cacheCap) {}
