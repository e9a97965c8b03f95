package io.algeon.engine.arithmetic;

/**
 * A 128-bit register for operations whose result does not fit one {@code long}: exact multiplication, division, rescaling.
 * Loops keep one and reuse it. Operations that can overflow return false then and leave the register undefined.
 *
 * <p>Division is that of Henry S. Warren, Hacker's Delight, 2nd edition, section 9-4 (Knuth's algorithm D with two digits).
 */
public final class MutableInt128 {
    private long high;
    private long low;
    private long remainderHigh;
    private long remainderLow;

    public long high() {
        return high;
    }

    public long low() {
        return low;
    }

    /** Upper half of the remainder of the last division. */
    public long remainderHigh() {
        return remainderHigh;
    }

    /** Lower half of the remainder of the last division. */
    public long remainderLow() {
        return remainderLow;
    }

    public MutableInt128 set(long newHigh, long newLow) {
        high = newHigh;
        low = newLow;
        return this;
    }

    public MutableInt128 set(long value) {
        return set(value >> 63, value);
    }

    public boolean fitsLong() {
        return Int128.fitsLong(high, low);
    }

    /** Adds; false if the sum needs more than 128 bits. */
    public boolean add(long otherHigh, long otherLow) {
        long sumHigh = Int128.addHigh(high, low, otherHigh, otherLow);
        boolean exact = ((high ^ sumHigh) & (otherHigh ^ sumHigh)) >= 0;
        low += otherLow;
        high = sumHigh;
        return exact;
    }

    /** Subtracts; false if the difference needs more than 128 bits. */
    public boolean subtract(long otherHigh, long otherLow) {
        long differenceHigh = Int128.subtractHigh(high, low, otherHigh, otherLow);
        boolean exact = ((high ^ otherHigh) & (high ^ differenceHigh)) >= 0;
        low -= otherLow;
        high = differenceHigh;
        return exact;
    }

    /** Multiplies; false if the product needs more than 128 bits. */
    public boolean multiply(long otherHigh, long otherLow) {
        if (fitsLong() && Int128.fitsLong(otherHigh, otherLow)) {
            long product = low * otherLow;
            high = Math.multiplyHigh(low, otherLow);
            low = product;
            return true;
        }
        boolean negative = (high ^ otherHigh) < 0;
        long ah = high < 0 ? Int128.negateHigh(high, low) : high;
        long al = high < 0 ? -low : low;
        long bh = otherHigh < 0 ? Int128.negateHigh(otherHigh, otherLow) : otherHigh;
        long bl = otherHigh < 0 ? -otherLow : otherLow;
        if (ah != 0 && bh != 0) {
            return false;
        }
        // One upper half is 0: the product is (ah * bl + al * bh) * 2^64 + al * bl.
        long cross = ah != 0 ? ah : bh;
        long factor = ah != 0 ? bl : al;
        if (Int128.unsignedMultiplyHigh(cross, factor) != 0) {
            return false;
        }
        long crossLow = cross * factor;
        long carried = Int128.unsignedMultiplyHigh(al, bl);
        long productHigh = crossLow + carried;
        if (Long.compareUnsigned(productHigh, crossLow) < 0 || productHigh < 0) {
            return false;
        }
        low = al * bl;
        high = productHigh;
        if (negative) {
            negate();
        }
        return true;
    }

    public void negate() {
        high = Int128.negateHigh(high, low);
        low = -low;
    }

    /** Divides towards zero; the remainder has the dividend's sign. The divisor is not 0. */
    public void divideTruncated(long divisorHigh, long divisorLow) {
        if (fitsLong() && Int128.fitsLong(divisorHigh, divisorLow) && divisorLow != -1) {
            long quotient = low / divisorLow;
            remainderLow = low - quotient * divisorLow;
            remainderHigh = remainderLow >> 63;
            set(quotient);
            return;
        }
        boolean dividendNegative = high < 0;
        boolean divisorNegative = divisorHigh < 0;
        if (dividendNegative) {
            negate();
        }
        if (divisorNegative) {
            divideUnsigned(Int128.negateHigh(divisorHigh, divisorLow), -divisorLow);
        } else {
            divideUnsigned(divisorHigh, divisorLow);
        }
        if (dividendNegative) {
            remainderHigh = Int128.negateHigh(remainderHigh, remainderLow);
            remainderLow = -remainderLow;
        }
        if (dividendNegative != divisorNegative) {
            negate();
        }
    }

    /** Divides, rounding half away from zero. The divisor is not 0. */
    public void divideRounded(long divisorHigh, long divisorLow) {
        boolean negative = (high ^ divisorHigh) < 0;
        divideTruncated(divisorHigh, divisorLow);
        long rh = remainderHigh < 0 ? Int128.negateHigh(remainderHigh, remainderLow) : remainderHigh;
        long rl = remainderHigh < 0 ? -remainderLow : remainderLow;
        long dh = divisorHigh < 0 ? Int128.negateHigh(divisorHigh, divisorLow) : divisorHigh;
        long dl = divisorHigh < 0 ? -divisorLow : divisorLow;
        // remainder >= divisor - remainder, which cannot overflow.
        long restHigh = Int128.subtractHigh(dh, dl, rh, rl);
        if (Int128.compare(rh, rl, restHigh, dl - rl) >= 0) {
            long step = negative ? -1 : 1;
            high = Int128.addHigh(high, low, step);
            low += step;
        }
    }

    /**
     * Multiplies by 10^({@code toScale - fromScale}), rounding half away from zero if digits are lost; false if the result
     * needs more than 128 bits.
     */
    public boolean rescale(int fromScale, int toScale) {
        int change = toScale - fromScale;
        if (change > Int128.MAX_POWER) {
            return (high | low) == 0;
        }
        if (change > 0) {
            return multiply(Int128.powerOfTenHigh(change), Int128.powerOfTenLow(change));
        }
        if (change < -Int128.MAX_POWER) {
            set(0);
        } else if (change < 0) {
            divideRounded(Int128.powerOfTenHigh(-change), Int128.powerOfTenLow(-change));
        }
        return true;
    }

    private void divideUnsigned(long divisorHigh, long divisorLow) {
        if (divisorHigh == 0) {
            divideByLong(divisorLow);
            return;
        }
        if (Long.compareUnsigned(high, divisorHigh) < 0) {
            remainderHigh = high;
            remainderLow = low;
            set(0, 0);
            return;
        }
        int shift = Long.numberOfLeadingZeros(divisorHigh);
        long normalized = shift == 0 ? divisorHigh : divisorHigh << shift | divisorLow >>> 64 - shift;
        // With both sides shifted the upper half is below the divisor, and the estimate is right or one too large.
        long estimate = divideTwoByOne(high >>> 1, high << 63 | low >>> 1, normalized);
        long quotient = estimate >>> 63 - shift;
        if (quotient != 0) {
            quotient--;
        }
        long productLow = quotient * divisorLow;
        long productHigh = Int128.unsignedMultiplyHigh(quotient, divisorLow) + quotient * divisorHigh;
        long restHigh = Int128.subtractHigh(high, low, productHigh, productLow);
        long restLow = low - productLow;
        if (compareUnsigned(restHigh, restLow, divisorHigh, divisorLow) >= 0) {
            quotient++;
            restHigh = Int128.subtractHigh(restHigh, restLow, divisorHigh, divisorLow);
            restLow -= divisorLow;
        }
        remainderHigh = restHigh;
        remainderLow = restLow;
        set(0, quotient);
    }

    private void divideByLong(long divisor) {
        long quotientHigh = 0;
        long upper = high;
        if (Long.compareUnsigned(upper, divisor) >= 0) {
            quotientHigh = Long.divideUnsigned(upper, divisor);
            upper -= quotientHigh * divisor;
        }
        long quotientLow;
        if (upper == 0) {
            quotientLow = Long.divideUnsigned(low, divisor);
        } else {
            quotientLow = divideTwoByOne(upper, low, divisor);
        }
        remainderLow = low - quotientLow * divisor;
        remainderHigh = 0;
        set(quotientHigh, quotientLow);
    }

    /** Quotient of an unsigned 128-bit dividend whose upper half is below the divisor. */
    private static long divideTwoByOne(long dividendHigh, long dividendLow, long divisor) {
        int shift = Long.numberOfLeadingZeros(divisor);
        long v = divisor << shift;
        long vn1 = v >>> 32;
        long vn0 = v & 0xFFFFFFFFL;
        long un32 = shift == 0 ? dividendHigh : dividendHigh << shift | dividendLow >>> 64 - shift;
        long un10 = dividendLow << shift;
        long un1 = un10 >>> 32;
        long un0 = un10 & 0xFFFFFFFFL;
        long q1 = Long.divideUnsigned(un32, vn1);
        long rest = un32 - q1 * vn1;
        while (q1 >>> 32 != 0 || Long.compareUnsigned(q1 * vn0, rest << 32 | un1) > 0) {
            q1--;
            rest += vn1;
            if (rest >>> 32 != 0) {
                break;
            }
        }
        long un21 = (un32 << 32 | un1) - q1 * v;
        long q0 = Long.divideUnsigned(un21, vn1);
        rest = un21 - q0 * vn1;
        while (q0 >>> 32 != 0 || Long.compareUnsigned(q0 * vn0, rest << 32 | un0) > 0) {
            q0--;
            rest += vn1;
            if (rest >>> 32 != 0) {
                break;
            }
        }
        return (q1 << 32) + q0;
    }

    private static int compareUnsigned(long leftHigh, long leftLow, long rightHigh, long rightLow) {
        int order = Long.compareUnsigned(leftHigh, rightHigh);
        return order != 0 ? order : Long.compareUnsigned(leftLow, rightLow);
    }
}
