package io.algeon.engine.function;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Floating-point numbers as PostgreSQL prints them: the shortest digits that give the number back, with an exponent from
 * 1e+15 (REAL: 1e+06) and below 1e-04.
 */
public final class FloatingText {
    /** Digits up to which {@code Double.toString} of Java 17 gives the shortest form of normal numbers. */
    private static final int SURELY_SHORTEST = 15;

    private FloatingText() {}

    /** A DOUBLE. */
    public static String format(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return special(value);
        }
        BigDecimal digits = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        if (digits.precision() > SURELY_SHORTEST || Math.abs(value) < Double.MIN_NORMAL) {
            BigDecimal exact = new BigDecimal(value);
            for (int precision = digits.precision() - 1; precision > 0; precision--) {
                BigDecimal shorter = exact.round(new MathContext(precision, RoundingMode.HALF_EVEN));
                if (shorter.doubleValue() != value) {
                    // Above a power of two there is more room than below it.
                    shorter = exact.round(new MathContext(precision, RoundingMode.UP));
                }
                if (shorter.doubleValue() != value) {
                    break;
                }
                digits = shorter.stripTrailingZeros();
            }
        }
        return layOut(digits, value < 0 || 1 / value < 0, 15);
    }

    /** A REAL. */
    public static String format(float value) {
        if (Float.isNaN(value) || Float.isInfinite(value)) {
            return special(value);
        }
        BigDecimal digits = new BigDecimal(Float.toString(value)).stripTrailingZeros();
        BigDecimal exact = new BigDecimal(value);
        for (int precision = digits.precision() - 1; precision > 0; precision--) {
            BigDecimal shorter = exact.round(new MathContext(precision, RoundingMode.HALF_EVEN));
            if (shorter.floatValue() != value) {
                break;
            }
            digits = shorter.stripTrailingZeros();
        }
        return layOut(digits, value < 0 || 1 / value < 0, 6);
    }

    private static String special(double value) {
        return Double.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
    }

    private static String layOut(BigDecimal digits, boolean negative, int largestExponent) {
        String sign = negative ? "-" : "";
        if (digits.signum() == 0) {
            return sign + "0";
        }
        BigDecimal magnitude = digits.abs();
        int exponent = magnitude.precision() - magnitude.scale() - 1;
        if (exponent >= -4 && exponent < largestExponent) {
            return sign + magnitude.toPlainString();
        }
        String all = magnitude.unscaledValue().toString();
        String mantissa = all.length() == 1 ? all : all.charAt(0) + "." + all.substring(1);
        String power = Integer.toString(Math.abs(exponent));
        return sign + mantissa + (exponent < 0 ? "e-" : "e+") + (power.length() < 2 ? "0" : "") + power;
    }
}
