package io.algeon.engine.function;

import io.algeon.engine.arithmetic.CivilCalendar;
import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.arithmetic.MutableInt128;
import io.algeon.metadata.type.SqlType;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Locale;

/**
 * Reads values from text, with PostgreSQL's rules: white space around is ignored, dates and times are ISO. The result is in
 * {@link #value()} (and {@link #high()} for 128 bits, {@link #floating()} for floating-point numbers). Reused from row to row.
 */
final class TextParser {
    /** How reading went. */
    enum Outcome {
        READ,
        /** The text has not the form of the type. */
        MALFORMED,
        /** A number that the type cannot hold. */
        OUT_OF_RANGE,
        /** A date or time field that does not exist, such as day 30 of February, or a result beyond the type. */
        NO_SUCH_TIME
    }

    private static final int MAX_EXPONENT = 10_000;

    private final ZoneId zone;
    private final ZoneClock clock;
    private final MutableInt128 register = new MutableInt128();
    private long value;
    private long high;
    private double floating;

    private byte[] data = new byte[0];
    private int at;
    private int end;

    TextParser(ZoneId zone) {
        this.zone = zone;
        this.clock = new ZoneClock(zone);
    }

    long value() {
        return value;
    }

    /** Upper half of a DECIMAL or UUID. */
    long high() {
        return high;
    }

    double floating() {
        return floating;
    }

    private void start(byte[] bytes, int from, int to) {
        data = bytes;
        at = from;
        end = to;
        while (at < end && isSpace(data[at])) {
            at++;
        }
        while (end > at && isSpace(data[end - 1])) {
            end--;
        }
    }

    private static boolean isSpace(byte b) {
        return b == ' ' || b >= 9 && b <= 13;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private String text() {
        return new String(data, at, end - at, StandardCharsets.UTF_8);
    }

    private boolean accept(char c) {
        if (at < end && data[at] == c) {
            at++;
            return true;
        }
        return false;
    }

    /** Reads a value of any type but floating-point numbers, nested ones and characters. */
    Outcome parse(byte[] bytes, int from, int to, SqlType type) {
        start(bytes, from, to);
        return switch (type.kind()) {
            case BOOLEAN -> bool();
            case TINYINT -> integer(Byte.MIN_VALUE, Byte.MAX_VALUE);
            case SMALLINT -> integer(Short.MIN_VALUE, Short.MAX_VALUE);
            case INTEGER -> integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
            case BIGINT -> integer(Long.MIN_VALUE, Long.MAX_VALUE);
            case DECIMAL -> decimal(type.precision(), type.scale());
            case REAL, DOUBLE -> floatingPoint(type.kind() == io.algeon.metadata.type.TypeKind.REAL);
            case UUID -> uuid();
            case DATE -> date();
            case TIME -> time(type);
            case TIMESTAMP -> timestamp(type, false);
            case TIMESTAMP_WITH_TIME_ZONE -> timestamp(type, true);
            case INTERVAL_YEAR_MONTH, INTERVAL_DAY_SECOND -> interval(type);
            default -> throw new IllegalArgumentException("type " + type);
        };
    }

    private Outcome bool() {
        String word = text().toLowerCase(Locale.ROOT);
        if (word.isEmpty()) {
            return Outcome.MALFORMED;
        }
        boolean yes = "true".startsWith(word) || "yes".startsWith(word) || word.equals("on") || word.equals("1");
        boolean no = "false".startsWith(word)
                || "no".startsWith(word)
                || word.equals("off")
                || word.equals("of")
                || word.equals("0");
        value = yes ? 1 : 0;
        return yes || no ? Outcome.READ : Outcome.MALFORMED;
    }

    private Outcome integer(long min, long max) {
        boolean negative = sign();
        if (at == end) {
            return Outcome.MALFORMED;
        }
        // Gathered as a negative number, of which there is one more.
        long negated = 0;
        boolean overflow = false;
        for (; at < end; at++) {
            if (!isDigit(data[at])) {
                return Outcome.MALFORMED;
            }
            int digit = data[at] - '0';
            overflow |= negated < (Long.MIN_VALUE + digit) / 10;
            negated = negated * 10 - digit;
        }
        if (overflow || !negative && negated == Long.MIN_VALUE) {
            return Outcome.OUT_OF_RANGE;
        }
        value = negative ? negated : -negated;
        return value < min || value > max ? Outcome.OUT_OF_RANGE : Outcome.READ;
    }

    private boolean sign() {
        if (accept('-')) {
            return true;
        }
        accept('+');
        return false;
    }

    private Outcome decimal(int precision, int scale) {
        boolean negative = sign();
        int first = at;
        register.set(0);
        int digits = 0;
        int fraction = 0;
        boolean point = false;
        boolean exact = true;
        long chunk = 0;
        int chunkDigits = 0;
        for (; at < end; at++) {
            byte b = data[at];
            if (b == '.' && !point) {
                point = true;
                continue;
            }
            if (!isDigit(b)) {
                break;
            }
            digits++;
            if (digits > 60) {
                return decimalSlow(first, precision, scale, negative);
            }
            fraction += point ? 1 : 0;
            chunk = chunk * 10 + b - '0';
            if (++chunkDigits == Int128.MAX_LONG_POWER) {
                exact &= register.multiply(0, Int128.powerOfTen(chunkDigits)) && register.add(0, chunk);
                chunk = 0;
                chunkDigits = 0;
            }
        }
        if (digits == 0) {
            return Outcome.MALFORMED;
        }
        exact &= register.multiply(0, Int128.powerOfTen(chunkDigits)) && register.add(0, chunk);
        if (at < end || !exact) {
            return decimalSlow(first, precision, scale, negative);
        }
        if (negative) {
            register.negate();
        }
        return finishDecimal(fraction, precision, scale);
    }

    private Outcome finishDecimal(int fraction, int precision, int scale) {
        if (!register.rescale(fraction, scale) || !Int128.fitsDecimal(register.high(), register.low(), precision)) {
            return Outcome.OUT_OF_RANGE;
        }
        value = register.low();
        high = register.high();
        return Outcome.READ;
    }

    /** Numbers with an exponent or very many digits. */
    private Outcome decimalSlow(int first, int precision, int scale, boolean negative) {
        String text = new String(data, first, end - first, StandardCharsets.UTF_8);
        if (!text.matches("(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d{1,9})?")) {
            return Outcome.MALFORMED;
        }
        java.math.BigDecimal number = new java.math.BigDecimal(text);
        if (number.signum() != 0 && (long) number.precision() - number.scale() > precision) {
            return Outcome.OUT_OF_RANGE;
        }
        if (number.signum() == 0 || number.scale() > MAX_EXPONENT && number.precision() < MAX_EXPONENT) {
            number = java.math.BigDecimal.ZERO;
        }
        java.math.BigInteger unscaled =
                number.setScale(scale, java.math.RoundingMode.HALF_UP).unscaledValue();
        if (unscaled.bitLength() > 127) {
            return Outcome.OUT_OF_RANGE;
        }
        register.set(Int128.high(unscaled), Int128.low(unscaled));
        if (negative) {
            register.negate();
        }
        return finishDecimal(scale, precision, scale);
    }

    private Outcome floatingPoint(boolean single) {
        int first = at;
        boolean negative = sign();
        String rest = text().toLowerCase(Locale.ROOT);
        switch (rest) {
            case "infinity", "inf" -> {
                floating = negative ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
                return Outcome.READ;
            }
            case "nan" -> {
                floating = Double.NaN;
                return Outcome.READ;
            }
            default -> at = first;
        }
        int digits = 0;
        boolean nonZero = false;
        sign();
        for (; at < end && (isDigit(data[at]) || data[at] == '.'); at++) {
            digits += isDigit(data[at]) ? 1 : 0;
            nonZero |= data[at] > '0';
        }
        boolean wellFormed = digits > 0;
        if (at < end && (data[at] == 'e' || data[at] == 'E')) {
            at++;
            sign();
            wellFormed &= at < end;
            while (at < end && isDigit(data[at])) {
                at++;
            }
        }
        if (!wellFormed || at < end) {
            return Outcome.MALFORMED;
        }
        String text = new String(data, first, end - first, StandardCharsets.UTF_8);
        try {
            floating = single ? Float.parseFloat(text) : Double.parseDouble(text);
        } catch (NumberFormatException twoPoints) {
            return Outcome.MALFORMED;
        }
        return Double.isInfinite(floating) || floating == 0 && nonZero ? Outcome.OUT_OF_RANGE : Outcome.READ;
    }

    private Outcome uuid() {
        if (accept('{')) {
            if (data[end - 1] != '}') {
                return Outcome.MALFORMED;
            }
            end--;
        }
        long upper = 0;
        long lower = 0;
        int digits = 0;
        for (; at < end; at++) {
            int digit = Character.digit(data[at], 16);
            if (data[at] == '-' && digits > 0 && digits % 4 == 0) {
                continue;
            }
            if (digit < 0 || digits == 32) {
                return Outcome.MALFORMED;
            }
            upper = upper << 4 | lower >>> 60;
            lower = lower << 4 | digit;
            digits++;
        }
        value = lower;
        high = upper;
        return digits == 32 ? Outcome.READ : Outcome.MALFORMED;
    }

    /** Digits at the position, at least one and at most {@code max}; -1 if there are none or more. */
    private long digits(int max) {
        int first = at;
        long number = 0;
        while (at < end && isDigit(data[at]) && at - first <= max) {
            number = number * 10 + data[at++] - '0';
        }
        return at == first || at - first > max ? -1 : number;
    }

    private Outcome date() {
        Outcome outcome = dayPart();
        if (outcome != Outcome.READ) {
            return outcome;
        }
        long days = value;
        if (at < end) {
            // A timestamp's text gives its date.
            if (!accept('T')) {
                skipSpaces();
            }
            outcome = timePart(CivilCalendar.MICROS_PER_SECOND);
            if (outcome != Outcome.READ) {
                return outcome;
            }
            if (at < end) {
                return Outcome.MALFORMED;
            }
        }
        value = days;
        return days == (int) days ? Outcome.READ : Outcome.NO_SUCH_TIME;
    }

    private void skipSpaces() {
        while (at < end && isSpace(data[at])) {
            at++;
        }
    }

    /** Reads {@code year-month-day} into days; BC may follow at the end of the text. */
    private Outcome dayPart() {
        long year = digits(7);
        if (year < 0 || !accept('-')) {
            return Outcome.MALFORMED;
        }
        long month = digits(2);
        if (month < 0 || !accept('-')) {
            return Outcome.MALFORMED;
        }
        long day = digits(2);
        if (day < 0 || at < end && isDigit(data[at])) {
            return Outcome.MALFORMED;
        }
        if (end - at >= 3 && data[end - 1] == 'C' && data[end - 2] == 'B' && isSpace(data[end - 3])) {
            end -= 3;
            year = 1 - year;
            if (year > 0) {
                return Outcome.NO_SUCH_TIME;
            }
        } else if (year == 0) {
            return Outcome.NO_SUCH_TIME;
        }
        if (month < 1 || month > 12 || day < 1 || day > CivilCalendar.daysInMonth(year, (int) month)) {
            return Outcome.NO_SUCH_TIME;
        }
        value = CivilCalendar.days(year, (int) month, (int) day);
        return Outcome.READ;
    }

    /** Reads {@code hour:minute[:second[.fraction]]} into units; 24:00 is the end of the day. */
    private Outcome timePart(long unitsPerSecond) {
        long hour = digits(2);
        if (hour < 0 || !accept(':')) {
            return Outcome.MALFORMED;
        }
        long minute = digits(2);
        long second = 0;
        long fraction = 0;
        if (minute >= 0 && accept(':')) {
            second = digits(2);
            if (second >= 0 && accept('.')) {
                fraction = fraction(unitsPerSecond);
            }
        }
        if (minute < 0 || second < 0) {
            return Outcome.MALFORMED;
        }
        if (hour > 24 || minute > 59 || second > 60 || hour == 24 && minute + second + fraction > 0) {
            return Outcome.NO_SUCH_TIME;
        }
        value = ((hour * 60 + minute) * 60 + second) * unitsPerSecond + fraction;
        return Outcome.READ;
    }

    /** Digits of a fraction of a second in units, rounded half up. */
    private long fraction(long unitsPerSecond) {
        long weight = unitsPerSecond;
        long units = 0;
        boolean first = true;
        while (at < end && isDigit(data[at])) {
            int digit = data[at++] - '0';
            if (weight > 1) {
                weight /= 10;
                units += digit * weight;
            } else if (first) {
                units += digit >= 5 ? 1 : 0;
                first = false;
            }
        }
        return units;
    }

    private Outcome time(SqlType type) {
        Outcome outcome = timePart(type.unitsPerSecond());
        if (outcome == Outcome.READ && at < end) {
            outcome = Outcome.MALFORMED;
        }
        value = Temporals.round(value, type);
        // a day ends before 24:00, which Java's times do not have either
        boolean nextDay = value >= type.unitsPerSecond() * CivilCalendar.SECONDS_PER_DAY;
        return outcome == Outcome.READ && nextDay ? Outcome.NO_SUCH_TIME : outcome;
    }

    private Outcome timestamp(SqlType type, boolean instant) {
        Outcome outcome = dayPart();
        if (outcome != Outcome.READ) {
            return outcome;
        }
        long days = value;
        long unitsPerSecond = instant ? CivilCalendar.MICROS_PER_SECOND : type.unitsPerSecond();
        value = 0;
        if (at < end) {
            if (!accept('T') && !accept('t')) {
                skipSpaces();
            }
            outcome = timePart(unitsPerSecond);
            if (outcome != Outcome.READ) {
                return outcome;
            }
        }
        long unitsPerDay = unitsPerSecond * CivilCalendar.SECONDS_PER_DAY;
        long dayUnits = days * unitsPerDay;
        long local = dayUnits + value;
        if (Math.multiplyHigh(days, unitsPerDay) != dayUnits >> 63 || (dayUnits < 0) != (local < 0) && dayUnits > 0) {
            return Outcome.NO_SUCH_TIME;
        }
        skipSpaces();
        if (at == end) {
            value = Temporals.round(instant ? clock.toInstant(local) : local, type);
            return Outcome.READ;
        }
        ZoneId named;
        try {
            named = ZoneId.of(text());
        } catch (DateTimeException unknown) {
            return Outcome.MALFORMED;
        }
        // As in PostgreSQL, a zone in the text of a zone-less timestamp is ignored.
        value = Temporals.round(instant ? new ZoneClock(named).toInstant(local) : local, type);
        return Outcome.READ;
    }

    private Outcome interval(SqlType type) {
        IntervalText text = new IntervalText();
        if (!text.parse(text(), type.kind() == io.algeon.metadata.type.TypeKind.INTERVAL_YEAR_MONTH)) {
            return text.isOutOfRange() ? Outcome.NO_SUCH_TIME : Outcome.MALFORMED;
        }
        value = text.value();
        return Outcome.READ;
    }

    ZoneId zone() {
        return zone;
    }
}
