package io.algeon.engine.file;

import io.algeon.engine.arithmetic.CivilCalendar;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A format of dates and times, read from bytes without garbage. Written with percent signs ({@code %d/%m/%Y %H:%M:%S}) or
 * with letters ({@code dd/MM/yyyy HH:mm:ss}). Immutable.
 */
public final class TemporalFormat {
    /** What {@link #parse} returns for text that does not follow the format, or is no date. */
    public static final long NONE = Long.MIN_VALUE;

    /** {@code 2024-12-31}. */
    public static final TemporalFormat ISO_DATE = of("%Y-%m-%d");

    /** {@code 2024-12-31 23:59:59.999}; parts from the minutes' end on may be missing. */
    public static final TemporalFormat ISO_TIMESTAMP = new TemporalFormat("ISO", new byte[0], new byte[0], true);

    private static final String[] MONTHS = {
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december"
    };

    private final String text;
    private final byte[] steps;
    private final byte[] literals;
    private final boolean iso;

    private TemporalFormat(String text, byte[] steps, byte[] literals, boolean iso) {
        this.text = text;
        this.steps = steps;
        this.literals = literals;
        this.iso = iso;
    }

    /** @throws EngineException {@code argument_invalid} if a part is unknown */
    public static TemporalFormat of(String format) {
        String percent = format.indexOf('%') >= 0 ? format : withPercents(format);
        List<Byte> steps = new ArrayList<>();
        List<Byte> literals = new ArrayList<>();
        for (int i = 0; i < percent.length(); i++) {
            char c = percent.charAt(i);
            if (c == '%' && i + 1 < percent.length()) {
                char letter = percent.charAt(++i);
                if (letter == '-') {
                    letter = i + 1 < percent.length() ? percent.charAt(++i) : '?';
                }
                String expanded = switch (letter) {
                    case 'T' -> "H:M:S";
                    case 'F' -> "Y-m-d";
                    case 'D' -> "m/d/y";
                    case 'R' -> "H:M";
                    default -> String.valueOf(letter);
                };
                for (char part : expanded.toCharArray()) {
                    if (part == ':' || part == '-' || part == '/') {
                        steps.add((byte) 0);
                        literals.add((byte) part);
                    } else if ("YymdHIMSfpbBzZnjaAg".indexOf(part) >= 0) {
                        steps.add((byte)
                                (part == 'B' ? 'b' : part == 'A' ? 'a' : part == 'g' || part == 'n' ? 'f' : part));
                        literals.add((byte) 0);
                    } else {
                        throw unknown(format);
                    }
                }
            } else if (c < 128) {
                steps.add((byte) 0);
                literals.add((byte) c);
            } else {
                throw unknown(format);
            }
        }
        byte[] stepBytes = new byte[steps.size()];
        byte[] literalBytes = new byte[steps.size()];
        for (int i = 0; i < stepBytes.length; i++) {
            stepBytes[i] = steps.get(i);
            literalBytes[i] = literals.get(i);
        }
        return new TemporalFormat(format, stepBytes, literalBytes, false);
    }

    private static EngineException unknown(String format) {
        return new EngineException(
                ErrorCode.ARGUMENT_INVALID,
                "'" + format + "' is not a date or time format. Write it with %Y %m %d %H %M %S %f %p %b %z, as in"
                        + " '%d/%m/%Y %H:%M', or as 'dd/MM/yyyy HH:mm'.");
    }

    /** Letters of the other notation as percent signs. */
    private static String withPercents(String format) {
        StringBuilder percent = new StringBuilder();
        for (int i = 0; i < format.length(); ) {
            char c = format.charAt(i);
            int end = i;
            while (end < format.length() && format.charAt(end) == c) {
                end++;
            }
            int length = end - i;
            percent.append(
                    switch (c) {
                        case 'y', 'u', 'Y' -> length == 2 ? "%y" : "%Y";
                        case 'M' -> length >= 3 ? "%b" : "%m";
                        case 'd', 'D' -> "%d";
                        case 'H' -> "%H";
                        case 'h' -> "%I";
                        case 'm' -> "%M";
                        case 's' -> "%S";
                        case 'S', 'n', 'f' -> "%f";
                        case 'a' -> "%p";
                        case 'X', 'x', 'Z', 'z' -> "%z";
                        case 'E' -> "%a";
                        case '\'' -> "";
                        default -> String.valueOf(c).repeat(length);
                    });
            i = end;
        }
        return percent.toString();
    }

    /** The format as it was written. */
    public String text() {
        return text;
    }

    /** Whether values carry an offset from UTC. */
    public boolean hasOffset() {
        for (byte step : steps) {
            if (step == 'z' || step == 'Z') {
                return true;
            }
        }
        return false;
    }

    /** Whether a text has a fraction of a second with more than six digits, the last of them not all zeros. */
    public static boolean hasNanoseconds(byte[] data, int from, int to) {
        int point = to - 1;
        while (point >= from && data[point] != '.') {
            point--;
        }
        int digit = point + 1;
        boolean fine = false;
        while (point > from && digit < to && data[digit] >= '0' && data[digit] <= '9') {
            fine |= digit > point + 6 && data[digit] != '0';
            digit++;
        }
        return fine;
    }

    /** Days of a date, or {@link #NONE}. */
    public long parseDate(byte[] data, int from, int to) {
        if (this == ISO_DATE && to - from == 10 && data[from + 4] == '-' && data[from + 7] == '-') {
            int year = digits(data, from, 4);
            int month = twoDigits(data, from + 5);
            int day = twoDigits(data, from + 8);
            return year < 1 || month < 1 || month > 12 || day < 1 || day > CivilCalendar.daysInMonth(year, month)
                    ? NONE
                    : CivilCalendar.days(year, month, day);
        }
        long micros = parse(data, from, to, 1_000_000L);
        return micros == NONE ? NONE : Math.floorDiv(micros, CivilCalendar.MICROS_PER_DAY);
    }

    /** The number of two digits, negative if there is anything else. */
    private static int twoDigits(byte[] data, int from) {
        int tens = data[from] - '0';
        int ones = data[from + 1] - '0';
        return (tens | ones | 9 - tens | 9 - ones) < 0 ? -1 : 10 * tens + ones;
    }

    /** The number of so many digits, negative if there is anything else. */
    private static int digits(byte[] data, int from, int count) {
        int value = 0;
        for (int i = from; i < from + count; i++) {
            int digit = data[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    /**
     * Units since 1970-01-01T00:00, an offset taken into account; {@link #NONE} if the text does not follow the format.
     */
    public long parse(byte[] data, int from, int to, long unitsPerSecond) {
        return iso ? parseIso(data, from, to, unitsPerSecond) : parseSteps(data, from, to, unitsPerSecond);
    }

    private static long parseIso(byte[] data, int from, int to, long unitsPerSecond) {
        int length = to - from;
        if (length < 10 || data[from + 4] != '-' || data[from + 7] != '-') {
            return NONE;
        }
        int year = digits(data, from, 4);
        int month = twoDigits(data, from + 5);
        int day = twoDigits(data, from + 8);
        if (year < 1 || month < 1 || month > 12 || day < 1 || day > CivilCalendar.daysInMonth(year, month)) {
            return NONE;
        }
        long seconds = CivilCalendar.days(year, month, day) * CivilCalendar.SECONDS_PER_DAY;
        long fraction = 0;
        int at = from + 10;
        if (at < to) {
            if (data[at] != ' ' && data[at] != 'T' && data[at] != 't' || to - at < 6 || data[at + 3] != ':') {
                return NONE;
            }
            int hour = twoDigits(data, at + 1);
            int minute = twoDigits(data, at + 4);
            int second = 0;
            at += 6;
            if (at < to && data[at] == ':') {
                if (to - at < 3) {
                    return NONE;
                }
                second = twoDigits(data, at + 1);
                at += 3;
                if (at < to && (data[at] == '.' || data[at] == ',')) {
                    long weight = unitsPerSecond / 10;
                    int first = ++at;
                    while (at < to && data[at] >= '0' && data[at] <= '9') {
                        fraction += (data[at] - '0') * weight;
                        weight /= 10;
                        at++;
                    }
                    if (at == first) {
                        return NONE;
                    }
                }
            }
            if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) {
                return NONE;
            }
            seconds += (hour * 60L + minute) * 60 + second;
            if (at < to) {
                long offset = offset(data, at, to);
                if (offset == NONE) {
                    return NONE;
                }
                seconds -= offset;
            }
        }
        return units(seconds, fraction, unitsPerSecond);
    }

    private static long units(long seconds, long fraction, long unitsPerSecond) {
        long high = Math.multiplyHigh(seconds, unitsPerSecond);
        long low = seconds * unitsPerSecond;
        return high == low >> 63 ? low + fraction : NONE;
    }

    /** Whether text that follows {@link #ISO_TIMESTAMP} ends in an offset. */
    public static boolean endsInOffset(byte[] data, int from, int to) {
        for (int i = from + 16; i < to; i++) {
            if (data[i] == '+' || data[i] == '-' || data[i] == 'Z' || data[i] == 'z') {
                return true;
            }
        }
        return false;
    }

    /** Seconds of {@code Z}, {@code +02}, {@code +0200} or {@code +02:00}, which must be all that is left. */
    private static long offset(byte[] data, int from, int to) {
        int at = from;
        while (at < to && data[at] == ' ') {
            at++;
        }
        if (to - at == 1 && (data[at] == 'Z' || data[at] == 'z')
                || to - at == 3 && data[at] == 'U' && data[at + 1] == 'T' && data[at + 2] == 'C') {
            return 0;
        }
        if (to - at < 3 || data[at] != '+' && data[at] != '-') {
            return NONE;
        }
        int hours = digits(data, at + 1, 2);
        int minutes = 0;
        int rest = at + 3;
        if (rest < to && data[rest] == ':') {
            rest++;
        }
        if (rest < to) {
            if (to - rest != 2) {
                return NONE;
            }
            minutes = digits(data, rest, 2);
        }
        if (hours < 0 || hours > 18 || minutes < 0 || minutes > 59) {
            return NONE;
        }
        int seconds = (hours * 60 + minutes) * 60;
        return data[at] == '-' ? -seconds : seconds;
    }

    private long parseSteps(byte[] data, int from, int to, long unitsPerSecond) {
        int year = 1970;
        int month = 1;
        int day = 1;
        int hour = 0;
        int minute = 0;
        int second = 0;
        long fraction = 0;
        int half = 0;
        long offset = 0;
        int at = from;
        for (int step = 0; step < steps.length; step++) {
            byte kind = steps[step];
            if (kind == 0) {
                if (at >= to || data[at] != literals[step]) {
                    return NONE;
                }
                at++;
                continue;
            }
            int most = kind == 'Y' ? 4 : kind == 'f' ? 9 : 2;
            int value = 0;
            int first = at;
            switch (kind) {
                case 'b' -> {
                    value = monthName(data, at, to);
                    if (value == 0) {
                        return NONE;
                    }
                    at += value >>> 8;
                    month = value & 0xff;
                    continue;
                }
                case 'a' -> {
                    while (at < to && (data[at] | 32) >= 'a' && (data[at] | 32) <= 'z') {
                        at++;
                    }
                    continue;
                }
                case 'p' -> {
                    if (to - at < 2 || (data[at + 1] | 32) != 'm') {
                        return NONE;
                    }
                    half = data[at] | 32;
                    if (half != 'a' && half != 'p') {
                        return NONE;
                    }
                    at += 2;
                    continue;
                }
                case 'z', 'Z' -> {
                    offset = offset(data, at, to);
                    if (offset == NONE) {
                        return NONE;
                    }
                    at = to;
                    continue;
                }
                default -> {
                    while (at < to && at - first < most && data[at] >= '0' && data[at] <= '9') {
                        value = value * 10 + data[at++] - '0';
                    }
                    if (at == first) {
                        return NONE;
                    }
                }
            }
            switch (kind) {
                case 'Y' -> {
                    if (at - first != 4) {
                        return NONE;
                    }
                    year = value;
                }
                case 'y' -> {
                    if (at - first != 2) {
                        return NONE;
                    }
                    year = value < 69 ? 2000 + value : 1900 + value;
                }
                case 'm' -> month = value;
                case 'd' -> day = value;
                case 'H', 'I' -> hour = value;
                case 'M' -> minute = value;
                case 'S' -> second = value;
                default -> {
                    long scaled = value;
                    for (int digit = at - first; digit < 9; digit++) {
                        scaled *= 10;
                    }
                    fraction = scaled / (1_000_000_000L / unitsPerSecond);
                }
            }
        }
        if (half != 0) {
            if (hour < 1 || hour > 12) {
                return NONE;
            }
            hour = hour % 12 + (half == 'p' ? 12 : 0);
        }
        if (at != to
                || year < 1
                || month < 1
                || month > 12
                || day < 1
                || day > CivilCalendar.daysInMonth(year, month)
                || hour > 23
                || minute > 59
                || second > 59) {
            return NONE;
        }
        long seconds = CivilCalendar.days(year, month, day) * CivilCalendar.SECONDS_PER_DAY
                + (hour * 60L + minute) * 60
                + second
                - offset;
        return units(seconds, fraction, unitsPerSecond);
    }

    /** A month by its English name or the first three letters: its length in the upper bits, its number in the lower. */
    private static int monthName(byte[] data, int from, int to) {
        int end = from;
        while (end < to && (data[end] | 32) >= 'a' && (data[end] | 32) <= 'z') {
            end++;
        }
        String name =
                new String(data, from, end - from, java.nio.charset.StandardCharsets.US_ASCII).toLowerCase(Locale.ROOT);
        for (int i = 0; i < MONTHS.length; i++) {
            if (name.equals(MONTHS[i]) || name.length() == 3 && MONTHS[i].startsWith(name)) {
                return (end - from) << 8 | i + 1;
            }
        }
        return 0;
    }
}
