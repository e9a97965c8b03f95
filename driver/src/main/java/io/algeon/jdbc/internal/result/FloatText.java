package io.algeon.jdbc.internal.result;

/**
 * Floating-point numbers in PostgreSQL's form: the digits of Java's shortest representation, plain while the decimal exponent is
 * between -5 and 14, without a point if there is no fraction.
 */
final class FloatText {
    private static final int SMALLEST_PLAIN_EXPONENT = -4;
    private static final int LARGEST_PLAIN_DOUBLE = 14;
    private static final int LARGEST_PLAIN_FLOAT = 5;

    private FloatText() {}

    static String of(double value) {
        return Double.isFinite(value) ? form(Double.toString(value), LARGEST_PLAIN_DOUBLE) : Double.toString(value);
    }

    static String of(float value) {
        return Float.isFinite(value) ? form(Float.toString(value), LARGEST_PLAIN_FLOAT) : Float.toString(value);
    }

    private static String form(String java, int largestPlain) {
        boolean negative = java.charAt(0) == '-';
        int mark = java.indexOf('E');
        String mantissa = java.substring(negative ? 1 : 0, mark < 0 ? java.length() : mark);
        int point = mantissa.indexOf('.');
        String digits = mantissa.substring(0, point) + mantissa.substring(point + 1);
        int exponent = point - 1 + (mark < 0 ? 0 : Integer.parseInt(java.substring(mark + 1)));
        int first = 0;
        while (first < digits.length() - 1 && digits.charAt(first) == '0') {
            first++;
            exponent--;
        }
        int last = digits.length();
        while (last > first + 1 && digits.charAt(last - 1) == '0') {
            last--;
        }
        digits = digits.substring(first, last);
        if (digits.equals("0")) {
            return negative ? "-0" : "0";
        }
        StringBuilder text = new StringBuilder(negative ? "-" : "");
        if (exponent < SMALLEST_PLAIN_EXPONENT || exponent > largestPlain) {
            text.append(digits.charAt(0));
            if (digits.length() > 1) {
                text.append('.').append(digits, 1, digits.length());
            }
            int size = Math.abs(exponent);
            text.append('e')
                    .append(exponent < 0 ? '-' : '+')
                    .append(size < 10 ? "0" : "")
                    .append(size);
        } else if (exponent < 0) {
            text.append("0.").append("0".repeat(-exponent - 1)).append(digits);
        } else if (digits.length() <= exponent + 1) {
            text.append(digits).append("0".repeat(exponent + 1 - digits.length()));
        } else {
            text.append(digits, 0, exponent + 1).append('.').append(digits, exponent + 1, digits.length());
        }
        return text.toString();
    }
}
