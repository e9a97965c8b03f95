package io.algeon.engine.function;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * A number pattern of TO_CHAR and TO_NUMBER in PostgreSQL's language: {@code 9} a digit, {@code 0} a digit that is always
 * shown, {@code .} or {@code D} the decimal point, {@code ,} or {@code G} a group separator, {@code S} {@code MI} {@code PL}
 * {@code PR} the sign, {@code L} the currency sign, {@code V} digits moved before the point, {@code TH}, {@code FM}.
 */
final class NumberPattern {
    /** Stands for quoted text in the pattern that is searched for fields. */
    private static final char QUOTED = '\0';

    private final String pattern;
    private final String upper;
    private final boolean filled;
    private final int wholeDigits;
    private final int fractionDigits;
    private final int firstZero;
    private final int shift;
    private final boolean brackets;
    private final boolean signed;
    private final boolean signFirst;

    NumberPattern(String text) {
        StringBuilder shown = new StringBuilder();
        StringBuilder fields = new StringBuilder();
        boolean quoted = false;
        boolean fills = true;
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) == '"') {
                quoted = !quoted;
            } else if (!quoted && text.regionMatches(true, i, "FM", 0, 2)) {
                fills = false;
                i++;
            } else {
                shown.append(text.charAt(i));
                fields.append(quoted ? QUOTED : Character.toUpperCase(text.charAt(i)));
            }
        }
        filled = fills;
        pattern = shown.toString();
        upper = fields.toString();
        int whole = 0;
        int fraction = 0;
        int zero = Integer.MAX_VALUE;
        int moved = 0;
        boolean afterPoint = false;
        boolean afterShift = false;
        for (int i = 0; i < upper.length(); i++) {
            char c = upper.charAt(i);
            if (c == '9' || c == '0') {
                if (afterPoint) {
                    fraction++;
                } else {
                    zero = c == '0' ? Math.min(zero, whole) : zero;
                    whole++;
                    moved += afterShift ? 1 : 0;
                }
            } else if (c == '.' || c == 'D') {
                afterPoint = true;
            } else if (c == 'V') {
                afterShift = true;
            }
        }
        wholeDigits = whole;
        fractionDigits = fraction;
        firstZero = zero;
        shift = moved;
        brackets = upper.contains("PR");
        signed =
                brackets || upper.contains("S") || upper.contains("MI") || upper.contains("PL") || upper.contains("SG");
        signFirst = upper.startsWith("S") && !upper.startsWith("SG");
    }

    /** Writes a number. */
    void write(BigDecimal number, TextBuffer out) {
        BigDecimal rounded = number.movePointRight(shift).setScale(fractionDigits, RoundingMode.HALF_UP);
        boolean negative = rounded.signum() < 0;
        String digits = rounded.abs().unscaledValue().toString();
        if (digits.length() <= fractionDigits) {
            digits = "0".repeat(fractionDigits + 1 - digits.length()) + digits;
        }
        String whole = digits.substring(0, digits.length() - fractionDigits);
        String fraction = digits.substring(digits.length() - fractionDigits);
        boolean overflow = whole.length() > wholeDigits && !whole.equals("0");
        whole = overflow
                ? "#".repeat(wholeDigits)
                : whole.equals("0") && fractionDigits > 0 && wholeDigits > 0 ? "" : whole;
        fraction = overflow ? "#".repeat(fractionDigits) : fraction;
        int blanks = Math.max(0, wholeDigits - whole.length());
        int shownFrom = Math.min(blanks, firstZero);
        String text = filled ? fraction : shownFraction(fraction);
        StringBuilder body = new StringBuilder();
        boolean signDone = signed && !signFirst;
        boolean begun = false;
        boolean afterPoint = false;
        int wholeAt = 0;
        int fractionAt = 0;
        for (int i = signFirst ? 1 : 0; i < upper.length(); i++) {
            char c = upper.charAt(i);
            boolean digit = c == '9' || c == '0';
            boolean point = c == '.' || c == 'D';
            if (!begun && (point || digit && wholeAt >= shownFrom)) {
                begun = true;
                if (!signDone) {
                    body.append(sign(negative));
                }
            }
            if (digit && afterPoint) {
                body.append(fractionAt < text.length() ? text.substring(fractionAt, fractionAt + 1) : "");
                fractionAt++;
            } else if (digit) {
                body.append(
                        wholeAt < shownFrom
                                ? filled ? " " : ""
                                : wholeAt < blanks ? "0" : whole.substring(wholeAt - blanks, wholeAt - blanks + 1));
                wholeAt++;
            } else if (point) {
                afterPoint = true;
                body.append('.');
            } else if (c == ',' || c == 'G') {
                body.append(begun ? "," : filled ? " " : "");
            } else if (upper.startsWith("MI", i)) {
                body.append(negative ? "-" : filled ? " " : "");
                i++;
            } else if (upper.startsWith("PL", i)) {
                body.append(negative ? filled ? " " : "" : "+");
                i++;
            } else if (upper.startsWith("SG", i)) {
                body.append(negative ? '-' : '+');
                i++;
            } else if (upper.startsWith("PR", i)) {
                i++;
            } else if (upper.startsWith("TH", i)) {
                String ending = CalendarNames.ordinalEnding(rounded.longValue());
                body.append(
                        negative || fractionDigits > 0
                                ? ""
                                : pattern.charAt(i) == 't' ? ending.toLowerCase(Locale.ROOT) : ending);
                i++;
            } else if (c == 'S') {
                body.append(negative ? '-' : '+');
            } else if (c == 'L') {
                body.append('$');
            } else if (c != 'V') {
                body.append(pattern.charAt(i));
            }
        }
        out.append(brackets ? bracketed(body, negative) : body.toString());
    }

    private String sign(boolean negative) {
        if (brackets) {
            return "";
        }
        if (signFirst) {
            return negative ? "-" : "+";
        }
        return negative ? "-" : filled ? " " : "";
    }

    /** Without zeros at the end, but those that the pattern asks for. */
    private String shownFraction(String fraction) {
        int point = Math.max(upper.indexOf('.'), upper.indexOf('D'));
        int least = 0;
        int position = 0;
        for (int i = point + 1; point >= 0 && i < upper.length(); i++) {
            if (upper.charAt(i) == '9' || upper.charAt(i) == '0') {
                position++;
                least = upper.charAt(i) == '0' ? position : least;
            }
        }
        int end = fraction.length();
        while (end > least && fraction.charAt(end - 1) == '0') {
            end--;
        }
        return fraction.substring(0, end);
    }

    private static String bracketed(StringBuilder body, boolean negative) {
        int first = 0;
        while (first < body.length() && body.charAt(first) == ' ') {
            first++;
        }
        return body.substring(0, first) + (negative ? "<" : " ") + body.substring(first) + (negative ? ">" : " ");
    }

    /** Reads a number: digits and the decimal point where the pattern has them, whatever separates them. */
    static BigDecimal read(String text, String pattern) {
        boolean groups = pattern.matches("(?s).*[,gG].*");
        StringBuilder digits = new StringBuilder();
        boolean negative = text.contains("-") || text.contains("<");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= '0' && c <= '9') {
                digits.append(c);
            } else if (c == '.' && digits.indexOf(".") < 0) {
                digits.append(c);
            } else if (c == ',' && !groups) {
                break;
            }
        }
        if (digits.chars().noneMatch(Character::isDigit)) {
            throw new io.algeon.metadata.error.EngineException(
                    io.algeon.metadata.error.ErrorCode.CAST_INVALID,
                    "Cannot read '" + text + "' as a number by the pattern '" + pattern + "'.");
        }
        BigDecimal value = new BigDecimal(digits.toString());
        return negative ? value.negate() : value;
    }
}
