package io.algeon.engine.function;

import io.algeon.engine.arithmetic.CivilCalendar;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads intervals: ISO 8601 ({@code P1DT2H}), PostgreSQL's words ({@code 1 day 02:03:04}, {@code 2 hours ago}) and the
 * standard's {@code years-months} and {@code days hours:minutes:seconds}.
 */
final class IntervalText {
    private static final Pattern ISO =
            Pattern.compile("([+-]?)P(?:(-?\\d+)Y)?(?:(-?\\d+)M)?(?:(-?\\d+)W)?(?:(-?\\d+)D)?"
                    + "(?:T(?:(-?\\d+)H)?(?:(-?\\d+)M)?(?:(-?\\d+(?:\\.\\d+)?)S)?)?");
    private static final Pattern YEARS_MONTHS = Pattern.compile("([+-]?)(\\d+)-(\\d+)");
    private static final Pattern PART = Pattern.compile(
            "\\s*(?:([+-]?)(\\d+):(\\d{1,2})(?::(\\d{1,2}(?:\\.\\d+)?))?|([+-]?\\d+(?:\\.\\d+)?)\\s*([a-z]+)?)");

    private BigDecimal total = BigDecimal.ZERO;
    private boolean outOfRange;

    boolean isOutOfRange() {
        return outOfRange;
    }

    /** Months or microseconds. */
    long value() {
        return total.longValueExact();
    }

    /** Reads the text as months (as microseconds if not); false if it has no such form, or a part of the other kind. */
    boolean parse(String text, boolean months) {
        total = BigDecimal.ZERO;
        outOfRange = false;
        String lower = text.trim().toLowerCase(Locale.ROOT);
        Matcher iso = ISO.matcher(text.trim().toUpperCase(Locale.ROOT));
        Matcher yearsMonths = YEARS_MONTHS.matcher(lower);
        boolean read;
        if (iso.matches() && lower.length() > 1) {
            read = iso(iso, months);
        } else if (yearsMonths.matches() && months) {
            total = new BigDecimal(yearsMonths.group(2))
                    .multiply(BigDecimal.valueOf(12))
                    .add(new BigDecimal(yearsMonths.group(3)));
            total = yearsMonths.group(1).equals("-") ? total.negate() : total;
            read = true;
        } else {
            read = words(lower, months);
        }
        if (read) {
            total = total.setScale(0, RoundingMode.HALF_EVEN);
            BigInteger whole = total.unscaledValue();
            outOfRange = whole.bitLength() > (months ? 31 : 63);
        }
        return read && !outOfRange;
    }

    private boolean iso(Matcher iso, boolean months) {
        String[] units = {"year", "month", "week", "day", "hour", "minute", "second"};
        boolean any = false;
        for (int i = 0; i < units.length; i++) {
            String amount = iso.group(i + 2);
            if (amount != null) {
                any = true;
                if (!add(new BigDecimal(amount), units[i], months)) {
                    return false;
                }
            }
        }
        total = iso.group(1).equals("-") ? total.negate() : total;
        return any;
    }

    private boolean words(String text, boolean months) {
        boolean ago = text.endsWith(" ago");
        String rest = ago ? text.substring(0, text.length() - 4) : text;
        Matcher part = PART.matcher(rest);
        int at = 0;
        boolean any = false;
        while (at < rest.length() && part.find() && part.start() == at) {
            at = part.end();
            any = true;
            boolean read;
            if (part.group(2) != null) {
                BigDecimal seconds = new BigDecimal(part.group(2))
                        .multiply(BigDecimal.valueOf(60))
                        .add(new BigDecimal(part.group(3)))
                        .multiply(BigDecimal.valueOf(60))
                        .add(part.group(4) == null ? BigDecimal.ZERO : new BigDecimal(part.group(4)));
                read = add(part.group(1).equals("-") ? seconds.negate() : seconds, "second", months);
            } else {
                boolean timeFollows = part.group(6) == null && rest.indexOf(':', at) > 0;
                String unit = part.group(6) == null ? timeFollows ? "day" : months ? "" : "second" : part.group(6);
                read = add(new BigDecimal(part.group(5)), unit, months);
            }
            if (!read) {
                return false;
            }
        }
        total = ago ? total.negate() : total;
        return any && rest.substring(at).isBlank();
    }

    private boolean add(BigDecimal amount, String unit, boolean months) {
        long weight = months ? monthsOf(unit) : microsOf(unit);
        if (weight == 0) {
            return amount.signum() == 0 && monthsOf(unit) + microsOf(unit) != 0;
        }
        total = total.add(amount.multiply(BigDecimal.valueOf(weight)));
        return true;
    }

    private static long monthsOf(String unit) {
        return switch (unit) {
            case "y", "yr", "yrs", "year", "years" -> 12;
            case "mon", "mons", "month", "months" -> 1;
            case "decade", "decades" -> 120;
            case "century", "centuries" -> 1200;
            default -> 0;
        };
    }

    private static long microsOf(String unit) {
        return switch (unit) {
            case "w", "week", "weeks" -> 7 * CivilCalendar.MICROS_PER_DAY;
            case "d", "day", "days" -> CivilCalendar.MICROS_PER_DAY;
            case "h", "hr", "hrs", "hour", "hours" -> 3_600 * CivilCalendar.MICROS_PER_SECOND;
            case "m", "min", "mins", "minute", "minutes" -> 60 * CivilCalendar.MICROS_PER_SECOND;
            case "s", "sec", "secs", "second", "seconds" -> CivilCalendar.MICROS_PER_SECOND;
            case "ms", "msec", "millisecond", "milliseconds" -> 1_000;
            case "us", "usec", "microsecond", "microseconds" -> 1;
            default -> 0;
        };
    }
}
