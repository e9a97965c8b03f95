package io.algeon.engine.device;

import java.util.EnumMap;
import java.util.Map;

/**
 * What using a device costs, for the choice of where a plan runs; all in nanoseconds.
 *
 * @param start of a fragment, whatever it does
 * @param byteToDevice of a byte from the host to the device, packing included
 * @param byteToHost of a byte back
 * @param operations of every operation
 */
public record DeviceCosts(
        double start, double byteToDevice, double byteToHost, Map<DeviceOperation, Operation> operations) {
    /** Nothing is done on any device in less time, however little it is. */
    public static final double LEAST_START = 100_000;

    public DeviceCosts {
        if (operations.size() != DeviceOperation.values().length) {
            throw new IllegalArgumentException("costs of " + operations.keySet() + " only");
        }
        operations = Map.copyOf(operations);
    }

    /**
     * The cost of an operation.
     *
     * @param fixed of carrying it out, over however few rows
     * @param row of each row
     */
    public record Operation(double fixed, double row) {}

    /** Those of a device about which nothing is known: cautious ones. */
    public static DeviceCosts assumed() {
        Map<DeviceOperation, Operation> operations = new EnumMap<>(DeviceOperation.class);
        operations.put(DeviceOperation.FILTER, new Operation(100_000, 0.1));
        operations.put(DeviceOperation.EXPRESSION, new Operation(50_000, 0.1));
        operations.put(DeviceOperation.JOIN, new Operation(200_000, 1));
        operations.put(DeviceOperation.AGGREGATE, new Operation(200_000, 1));
        operations.put(DeviceOperation.SORT, new Operation(200_000, 3));
        return new DeviceCosts(1_000_000, 0.3, 0.3, operations);
    }

    /** The cost of an operation over so many rows. */
    public double of(DeviceOperation operation, double rows) {
        Operation cost = operations.get(operation);
        return cost == null ? 0 : cost.fixed() + rows * cost.row();
    }
}
