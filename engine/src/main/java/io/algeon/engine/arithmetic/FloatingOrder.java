package io.algeon.engine.arithmetic;

/**
 * The SQL order of floating-point numbers as an order of integers: -0.0 equals 0.0, NaN equals NaN and is above Infinity.
 * Equal numbers have equal keys, so that keys serve for comparing, sorting and hashing.
 */
public final class FloatingOrder {
    private FloatingOrder() {}

    /** A key whose signed order is the numbers' SQL order. */
    public static long key(double value) {
        // Adding 0.0 turns -0.0 into 0.0; doubleToLongBits makes every NaN the same one.
        long bits = Double.doubleToLongBits(value + 0.0);
        return bits ^ bits >> 63 & Long.MAX_VALUE;
    }

    /** The number that has the key; -0.0 comes back as 0.0. */
    public static double value(long key) {
        return Double.longBitsToDouble(key ^ key >> 63 & Long.MAX_VALUE);
    }
}
