package io.algeon.engine.arithmetic;

import java.math.BigInteger;

/**
 * 128-bit two's complement integers as pairs of {@code long}s, {@code high} signed and {@code low} unsigned. Static
 * functions that give one half each, so that loops over two arrays need no objects; operations that give more are in
 * {@link MutableInt128}. Nothing here checks for overflow unless it says so.
 */
public final class Int128 {
    /** Largest power of ten below 2^127. */
    public static final int MAX_POWER = 38;

    /** Largest power of ten in a {@code long}. */
    public static final int MAX_LONG_POWER = 18;

    private static final long[] POWER_HIGH = new long[MAX_POWER + 1];
    private static final long[] POWER_LOW = new long[MAX_POWER + 1];

    static {
        BigInteger power = BigInteger.ONE;
        for (int i = 0; i <= MAX_POWER; i++) {
            POWER_HIGH[i] = high(power);
            POWER_LOW[i] = low(power);
            power = power.multiply(BigInteger.TEN);
        }
    }

    private Int128() {}

    /** Upper half of 10^{@code exponent}, exponent 0 to 38. */
    public static long powerOfTenHigh(int exponent) {
        return POWER_HIGH[exponent];
    }

    /** Lower half of 10^{@code exponent}, exponent 0 to 38; the whole value up to 18. */
    public static long powerOfTenLow(int exponent) {
        return POWER_LOW[exponent];
    }

    /** 10^{@code exponent}, exponent 0 to 18. */
    public static long powerOfTen(int exponent) {
        if (exponent > MAX_LONG_POWER) {
            throw new IllegalArgumentException("10^" + exponent + " exceeds a long");
        }
        return POWER_LOW[exponent];
    }

    /** Whether the value is that of {@code low} taken as a signed {@code long}. */
    public static boolean fitsLong(long high, long low) {
        return high == low >> 63;
    }

    /** Upper half of the sum; the lower half is {@code leftLow + rightLow}. */
    public static long addHigh(long leftHigh, long leftLow, long rightHigh, long rightLow) {
        long low = leftLow + rightLow;
        return leftHigh + rightHigh + carry(leftLow, rightLow, low);
    }

    /** Upper half of a sum with a {@code long}; the lower half is {@code low + value}. */
    public static long addHigh(long high, long low, long value) {
        long sum = low + value;
        return high + (value >> 63) + carry(low, value, sum);
    }

    private static long carry(long left, long right, long sum) {
        return ((left & right) | ((left | right) & ~sum)) >>> 63;
    }

    /** Upper half of the difference; the lower half is {@code leftLow - rightLow}. */
    public static long subtractHigh(long leftHigh, long leftLow, long rightHigh, long rightLow) {
        long low = leftLow - rightLow;
        long borrow = ((~leftLow & rightLow) | ((~leftLow | rightLow) & low)) >>> 63;
        return leftHigh - rightHigh - borrow;
    }

    /** Upper half of {@code -value}; the lower half is {@code -low}. */
    public static long negateHigh(long high, long low) {
        return low == 0 ? -high : ~high;
    }

    /** Upper half of the product of two {@code long}s, which always fits; the lower half is {@code left * right}. */
    public static long multiplyHigh(long left, long right) {
        return Math.multiplyHigh(left, right);
    }

    /** Upper half of the product, modulo 2^128; the lower half is {@code leftLow * rightLow}. */
    public static long multiplyHigh(long leftHigh, long leftLow, long rightHigh, long rightLow) {
        return unsignedMultiplyHigh(leftLow, rightLow) + leftHigh * rightLow + leftLow * rightHigh;
    }

    /** Upper half of the product of two unsigned {@code long}s. */
    public static long unsignedMultiplyHigh(long left, long right) {
        return Math.multiplyHigh(left, right) + ((left >> 63) & right) + ((right >> 63) & left);
    }

    /** Negative, 0 or positive as {@code left} is below, equal to or above {@code right}. */
    public static int compare(long leftHigh, long leftLow, long rightHigh, long rightLow) {
        int order = Long.compare(leftHigh, rightHigh);
        return order != 0 ? order : Long.compareUnsigned(leftLow, rightLow);
    }

    /** Whether the absolute value is below 10^{@code precision}, precision 1 to 38. */
    public static boolean fitsDecimal(long high, long low, int precision) {
        long magnitudeLow = high < 0 ? -low : low;
        long magnitudeHigh = high < 0 ? negateHigh(high, low) : high;
        // The magnitude of -2^127 stays negative here: unsigned comparison is right for it too.
        int order = Long.compareUnsigned(magnitudeHigh, POWER_HIGH[precision]);
        return order < 0 || order == 0 && Long.compareUnsigned(magnitudeLow, POWER_LOW[precision]) < 0;
    }

    /** A hash; equal to {@link #hash(long)} of the value if it fits a {@code long}. */
    public static long hash(long high, long low) {
        return hash(low ^ (high ^ low >> 63) * 0x9E3779B97F4A7C15L);
    }

    /** The finalizer of MurmurHash3 (Austin Appleby, public domain). */
    public static long hash(long value) {
        long mixed = value;
        mixed = (mixed ^ mixed >>> 33) * 0xFF51AFD7ED558CCDL;
        mixed = (mixed ^ mixed >>> 33) * 0xC4CEB9FE1A85EC53L;
        return mixed ^ mixed >>> 33;
    }

    /** Nearest {@code double}. */
    public static double toDouble(long high, long low) {
        if (fitsLong(high, low)) {
            return low;
        }
        return toBigInteger(high, low).doubleValue();
    }

    /** Not for loops. */
    public static BigInteger toBigInteger(long high, long low) {
        if (fitsLong(high, low)) {
            return BigInteger.valueOf(low);
        }
        return BigInteger.valueOf(high).shiftLeft(64).or(new BigInteger(1, bigEndian(low)));
    }

    private static byte[] bigEndian(long value) {
        byte[] bytes = new byte[Long.BYTES];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (value >>> 56 - 8 * i);
        }
        return bytes;
    }

    /** Upper half of a value that fits 128 bits. */
    public static long high(BigInteger value) {
        return value.shiftRight(64).longValueExact();
    }

    /** Lower half of a value. */
    public static long low(BigInteger value) {
        return value.longValue();
    }

    /** Decimal digits, with {@code scale} of them after the point. */
    public static String toString(long high, long low, int scale) {
        return new java.math.BigDecimal(toBigInteger(high, low), scale).toPlainString();
    }
}
