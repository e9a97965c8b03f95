package io.algeon.engine.graph;

/**
 * What weights are counted in where sums of them must not depend on the order in which they are made: whole numbers of a power of
 * 2, so fine that the weight of all edges takes about 60 bits. Integers stay exact, and so do their sums.
 *
 * @param exponent of 2: so many units are a weight of 1
 */
public record WeightUnit(int exponent) {
    /** Sums of all weights stay below 2 to this. */
    private static final int BITS = 60;

    /** The unit for weights that are all 1. */
    public static WeightUnit plain(long entries) {
        return new WeightUnit(BITS - bits(2 * entries));
    }

    /** A unit that is certainly not too fine, to add up weights of which only the greatest is known; it is above 0. */
    public static WeightUnit coarse(double greatest, long entries) {
        return new WeightUnit(BITS - (Math.getExponent(greatest) + 1) - bits(2 * entries));
    }

    /** As fine a unit as the sum of all weights, counted in this one and each rounded down, allows. */
    public WeightUnit refined(long sum, long entries) {
        return new WeightUnit(exponent + BITS - bits(sum + 2 * entries));
    }

    private static int bits(long number) {
        return Long.SIZE - Long.numberOfLeadingZeros(number);
    }

    /** A factor of two; their product turns a weight into units, and is no double where weights are tiny. */
    public double firstFactor() {
        return Math.scalb(1.0, exponent / 2);
    }

    /** The other factor. */
    public double secondFactor() {
        return Math.scalb(1.0, exponent - exponent / 2);
    }
}
