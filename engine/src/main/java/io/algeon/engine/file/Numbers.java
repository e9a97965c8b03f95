package io.algeon.engine.file;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads numbers from bytes. Space around a number is ignored. */
public final class Numbers {
    /** What is returned for text that is no number of the kind, or not one that fits. */
    public static final long NONE = Long.MIN_VALUE;

    private static final int MAX_SAFE_DIGITS = 18;
    private static final long[] POWERS = new long[19];
    private static final double[] EXACT_POWERS = new double[23];
    private static final Pattern FLOATING = Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,9})?");

    static {
        long power = 1;
        for (int i = 0; i < POWERS.length; i++) {
            POWERS[i] = power;
            power *= 10;
        }
        for (int i = 0; i < EXACT_POWERS.length; i++) {
            EXACT_POWERS[i] = Double.parseDouble("1e" + i);
        }
    }

    private Numbers() {}

    /** Ten to the power of 0 to 18. */
    public static long powerOfTen(int exponent) {
        return POWERS[exponent];
    }

    /** A whole number that fits a {@code long}, else {@link #NONE}. */
    public static long integer(byte[] data, int from, int to) {
        int at = from;
        boolean negative = false;
        byte first = data[at];
        if (first == '-' || first == '+') {
            negative = first == '-';
            at++;
        }
        int digits = to - at;
        if (digits < 1 || digits > MAX_SAFE_DIGITS) {
            return integerSlow(data, from, to);
        }
        long value = 0;
        for (; at < to; at++) {
            int digit = data[at] - '0';
            if (digit < 0 || digit > 9) {
                return integerSlow(data, from, to);
            }
            value = value * 10 + digit;
        }
        return negative ? -value : value;
    }

    /** Numbers with space around them, or with many digits. */
    private static long integerSlow(byte[] data, int from, int to) {
        int at = from;
        int end = to;
        while (at < end && data[at] == ' ') {
            at++;
        }
        while (end > at && data[end - 1] == ' ') {
            end--;
        }
        boolean negative = at < end && data[at] == '-';
        if (at < end && (data[at] == '-' || data[at] == '+')) {
            at++;
        }
        if (at == end) {
            return NONE;
        }
        // gathered as a negative number, of which there is one more
        long value = 0;
        for (; at < end; at++) {
            int digit = data[at] - '0';
            if (digit < 0 || digit > 9 || value < (Long.MIN_VALUE + digit) / 10) {
                return NONE;
            }
            value = value * 10 - digit;
        }
        return negative ? value : value == Long.MIN_VALUE ? NONE : -value;
    }

    /** Whether the text is the smallest {@code long}, which looks like {@link #NONE}. */
    public static boolean isSmallest(byte[] data, int from, int to) {
        return new String(data, from, to - from, StandardCharsets.ISO_8859_1)
                .trim()
                .equals("-9223372036854775808");
    }

    /** A number as an unscaled {@code long}; {@link #NONE} if it is not plainly written, too long or not exact. */
    public static long decimal(byte[] data, int from, int to, int scale, byte point) {
        int at = from;
        boolean negative = false;
        byte first = data[at];
        if (first == '-' || first == '+') {
            negative = first == '-';
            at++;
        }
        long value = 0;
        int digits = 0;
        while (at < to) {
            int digit = data[at] - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            value = value * 10 + digit;
            digits++;
            at++;
        }
        int fraction = 0;
        if (at < to) {
            if (data[at++] != point) {
                return NONE;
            }
            int start = at;
            while (at < to) {
                int digit = data[at] - '0';
                if (digit < 0 || digit > 9) {
                    return NONE;
                }
                value = value * 10 + digit;
                at++;
            }
            fraction = at - start;
        }
        digits += fraction;
        if (digits == 0 || fraction > scale || digits + scale - fraction > MAX_SAFE_DIGITS) {
            return NONE;
        }
        value *= POWERS[scale - fraction];
        return negative ? -value : value;
    }

    /**
     * A number in any notation, at a scale; null if it is none.
     *
     * @param exact whether it must have no more fractional digits, zeros aside
     */
    public static @Nullable BigDecimal bigDecimal(byte[] data, int from, int to, byte point, int scale, boolean exact) {
        String text = text(data, from, to, point);
        if (!FLOATING.matcher(text).matches()) {
            return null;
        }
        BigDecimal number = new BigDecimal(text);
        if (number.signum() == 0) {
            return BigDecimal.ZERO.setScale(scale);
        }
        if ((long) number.precision() - number.scale() > 40) {
            return null;
        }
        if (number.scale() > 400) {
            number = number.precision() - (long) number.scale() < -100 ? BigDecimal.ZERO : number;
        }
        if (exact && number.stripTrailingZeros().scale() > scale) {
            return null;
        }
        return number.setScale(scale, RoundingMode.HALF_UP);
    }

    /** The text without space around it, with a point before the fraction. */
    public static String text(byte[] data, int from, int to, byte point) {
        String text = new String(data, from, to - from, StandardCharsets.ISO_8859_1).trim();
        return point == '.' ? text : text.replace('.', '_').replace((char) point, '.');
    }

    public static boolean isFloating(String text) {
        return FLOATING.matcher(text).matches();
    }

    public static boolean isSpecial(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "nan", "inf", "+inf", "-inf", "infinity", "+infinity", "-infinity" -> true;
            default -> false;
        };
    }

    /** NaN or an infinity. */
    public static float special(String text) {
        return text.equalsIgnoreCase("nan")
                ? Float.NaN
                : text.startsWith("-") ? Float.NEGATIVE_INFINITY : Float.POSITIVE_INFINITY;
    }

    /**
     * A number with up to 15 digits and a small exponent, exactly rounded because both its digits and the power of ten are
     * exact doubles (Clinger, "How to Read Floating Point Numbers Accurately", 1990); NaN for all others.
     */
    public static double simpleDouble(byte[] data, int from, int to, byte point) {
        int at = from;
        boolean negative = false;
        if (at < to && (data[at] == '-' || data[at] == '+')) {
            negative = data[at] == '-';
            at++;
        }
        long value = 0;
        int digits = 0;
        int fraction = -1;
        for (; at < to; at++) {
            byte b = data[at];
            int digit = b - '0';
            if (digit >= 0 && digit <= 9) {
                value = value * 10 + digit;
                digits++;
            } else if (b == point && fraction < 0) {
                fraction = digits;
            } else {
                return Double.NaN;
            }
        }
        if (digits == 0 || digits > 15) {
            return Double.NaN;
        }
        int places = fraction < 0 ? 0 : digits - fraction;
        double result = value / EXACT_POWERS[places];
        return negative ? -result : result;
    }
}
