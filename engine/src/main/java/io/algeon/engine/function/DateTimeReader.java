package io.algeon.engine.function;

import io.algeon.engine.arithmetic.CivilCalendar;
import io.algeon.engine.function.DateTimePattern.Field;
import io.algeon.engine.function.DateTimePattern.Part;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.TypeKind;
import java.util.List;
import java.util.Locale;

/**
 * TO_DATE and TO_TIMESTAMP: reads text by a pattern. As in PostgreSQL blanks are skipped, any punctuation of the text matches
 * that of the pattern, a number takes as many digits as its field has (all there are, with FM or if no number follows), and
 * what is not given is the first: month, day, midnight, in year 1 BC.
 */
final class DateTimeReader implements RowFunctions.LongBody {
    private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;

    private final boolean toDate;
    private final ZoneClock clock;
    private String patternText = "";
    private List<Part> parts = List.of();

    private String input = "";
    private int at;
    private long year;
    private boolean beforeChrist;
    private boolean isoYear;
    private int month;
    private int day;
    private int dayOfYear;
    private int isoWeek;
    private int isoDay;
    private long julian;
    private int hour;
    private boolean afternoon;
    private boolean halfDays;
    private int minute;
    private int second;
    private int secondOfDay;
    private long micros;
    private boolean offsetGiven;
    private int offsetSign;
    private int offsetSeconds;

    private DateTimeReader(CallSite site) {
        toDate = site.result().kind() == TypeKind.DATE;
        clock = new ZoneClock(site.timeZone());
    }

    static VectorFunction bind(CallSite site) {
        return RowFunctions.number(site, new DateTimeReader(site));
    }

    @Override
    public long of(RowArguments arguments, int row) {
        String text = arguments.text(1).string(row);
        if (!text.equals(patternText)) {
            patternText = text;
            parts = DateTimePattern.parse(text);
        }
        input = arguments.text(0).string(row);
        clear();
        for (int i = 0; i < parts.size(); i++) {
            boolean numberFollows = i + 1 < parts.size() && parts.get(i + 1).isNumber();
            read(parts.get(i), numberFollows);
        }
        long days = days();
        if (toDate) {
            return days;
        }
        long seconds = days * CivilCalendar.SECONDS_PER_DAY + timeOfDay();
        if (offsetGiven) {
            return (seconds - offsetSign * (long) offsetSeconds) * CivilCalendar.MICROS_PER_SECOND + micros;
        }
        return clock.toInstant(seconds * CivilCalendar.MICROS_PER_SECOND + micros);
    }

    private void clear() {
        at = 0;
        year = 0;
        beforeChrist = false;
        isoYear = false;
        month = 1;
        day = 1;
        dayOfYear = 0;
        isoWeek = 0;
        isoDay = 1;
        julian = Long.MIN_VALUE;
        hour = 0;
        afternoon = false;
        halfDays = false;
        minute = 0;
        second = 0;
        secondOfDay = -1;
        micros = 0;
        offsetGiven = false;
        offsetSign = 1;
        offsetSeconds = 0;
    }

    private long days() {
        if (julian != Long.MIN_VALUE) {
            return julian - JULIAN_DAY_OF_EPOCH;
        }
        long astronomical = beforeChrist ? 1 - year : year;
        if (isoYear || isoWeek > 0) {
            long january4 = CivilCalendar.days(astronomical, 1, 4);
            long firstMonday = january4 - CivilCalendar.isoDayOfWeek(january4) + 1;
            return firstMonday + 7L * (Math.max(1, isoWeek) - 1) + isoDay - 1;
        }
        if (dayOfYear > 0) {
            return CivilCalendar.days(astronomical, 1, 1) + dayOfYear - 1;
        }
        if (month < 1 || month > 12 || day < 1 || day > CivilCalendar.daysInMonth(astronomical, month)) {
            throw outOfRange();
        }
        return CivilCalendar.days(astronomical, month, day);
    }

    private long timeOfDay() {
        if (secondOfDay >= 0) {
            return secondOfDay;
        }
        if (halfDays && (hour < 1 || hour > 12) || hour > 24 || minute > 59 || second > 60) {
            throw outOfRange();
        }
        int hours = halfDays ? hour % 12 + (afternoon ? 12 : 0) : hour;
        return hours * 3600L + minute * 60L + second;
    }

    private void read(Part part, boolean numberFollows) {
        if (part.field() == Field.LITERAL) {
            literal(part.text());
            return;
        }
        skipBlanks();
        switch (part.field()) {
            case LITERAL -> literal(part.text());
            case YEAR_WITH_COMMA -> {
                long thousands = number(part, 3, false);
                at += at < input.length() && input.charAt(at) == ',' ? 1 : 0;
                year = thousands * 1000 + number(part, 3, true);
            }
            case YYYY -> year = number(part, 4, numberFollows);
            case YYY, YY, Y -> year = nearYear(part, numberFollows);
            case IYYY -> {
                year = number(part, 4, numberFollows);
                isoYear = true;
            }
            case IYY, IY, I -> {
                year = nearYear(part, numberFollows);
                isoYear = true;
            }
            case CC -> year = (number(part, 2, numberFollows) - 1) * 100 + 1;
            case ERA, ERA_WITH_DOTS -> beforeChrist = choice("A.D.", "B.C.", "AD", "BC") % 2 == 1;
            case MONTH, MON -> month = name(CalendarNames.MONTHS) + 1;
            case DAY, DY -> isoDay = name(CalendarNames.DAYS) + 1;
            case MM -> month = small(part, numberFollows);
            case DDD -> dayOfYear = small(part, numberFollows);
            case IDDD -> {
                int iso = small(part, numberFollows);
                isoWeek = (iso - 1) / 7 + 1;
                isoDay = (iso - 1) % 7 + 1;
            }
            case DD -> day = small(part, numberFollows);
            case D -> isoDay = (small(part, numberFollows) + 5) % 7 + 1;
            case ID -> isoDay = small(part, numberFollows);
            case W, Q -> small(part, numberFollows);
            case WW -> dayOfYear = (small(part, numberFollows) - 1) * 7 + 1;
            case IW -> isoWeek = small(part, numberFollows);
            case J -> julian = number(part, 7, numberFollows);
            case HH24 -> hour = small(part, numberFollows);
            case HH12 -> {
                hour = small(part, numberFollows);
                halfDays = true;
            }
            case MI -> minute = small(part, numberFollows);
            case SS -> second = small(part, numberFollows);
            case SSSS -> secondOfDay = small(part, numberFollows);
            case FRACTION -> fraction(part);
            case MERIDIEM, MERIDIEM_WITH_DOTS -> {
                afternoon = choice("A.M.", "P.M.", "AM", "PM") % 2 == 1;
                halfDays = true;
            }
            case ZONE_HOUR -> zoneHour(part);
            case ZONE_MINUTE -> offsetSeconds += small(part, numberFollows) * 60;
            case OFFSET, ZONE -> {
                zoneHour(part);
                if (at < input.length() && input.charAt(at) == ':') {
                    at++;
                    offsetSeconds += small(part, false) * 60;
                }
            }
        }
        if (!part.ending().isEmpty()) {
            at = Math.min(input.length(), at + 2);
        }
    }

    private void zoneHour(Part part) {
        char sign = at < input.length() ? input.charAt(at) : ' ';
        if (sign == '+' || sign == '-') {
            at++;
        }
        offsetSign = sign == '-' ? -1 : 1;
        offsetSeconds = (int) number(part, 2, true) * 3600;
        offsetGiven = true;
    }

    /** Text of the pattern: letters stand for one character, blanks and punctuation for any that are there. */
    private void literal(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isLetterOrDigit(c)) {
                at = Math.min(input.length(), at + 1);
            } else {
                skipBlanks();
                if (at < input.length() && !Character.isLetterOrDigit(input.charAt(at)) && !isSign(at)) {
                    at++;
                }
            }
        }
    }

    /** A sign that a number follows is read with the number, unless it separates two. */
    private boolean isSign(int position) {
        char c = input.charAt(position);
        boolean signed = c == '+' || c == '-';
        boolean digitBefore = position > 0 && Character.isLetterOrDigit(input.charAt(position - 1));
        return signed && !digitBefore && position + 1 < input.length() && Character.isDigit(input.charAt(position + 1));
    }

    private void skipBlanks() {
        while (at < input.length() && Character.isWhitespace(input.charAt(at))) {
            at++;
        }
    }

    private int small(Part part, boolean numberFollows) {
        return (int) number(part, part.digits(), numberFollows);
    }

    private long number(Part part, int width, boolean numberFollows) {
        int most = numberFollows && part.filled() ? width : 9;
        int start = at;
        long value = 0;
        while (at < input.length() && at - start < most && input.charAt(at) >= '0' && input.charAt(at) <= '9') {
            value = value * 10 + input.charAt(at++) - '0';
        }
        if (at == start) {
            throw invalid("a number was expected for " + part.text());
        }
        return value;
    }

    /** A year of less than four digits is the one nearest to 2020. */
    private long nearYear(Part part, boolean numberFollows) {
        int start = at;
        long value = number(part, part.digits(), numberFollows);
        return switch (at - start) {
            case 1 -> value + 2000;
            case 2 -> value < 70 ? value + 2000 : value + 1900;
            case 3 -> value < 520 ? value + 2000 : value + 1000;
            default -> value;
        };
    }

    private void fraction(Part part) {
        int start = at;
        long value = 0;
        int digits = 0;
        while (at < input.length() && Character.isDigit(input.charAt(at)) && digits < part.digits()) {
            value = value * 10 + input.charAt(at++) - '0';
            digits++;
        }
        if (at == start) {
            throw invalid("a number was expected for " + part.text());
        }
        for (; digits < 6; digits++) {
            value *= 10;
        }
        micros = value;
    }

    private int name(List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            int length = input.regionMatches(true, at, name, 0, name.length())
                    ? name.length()
                    : input.regionMatches(true, at, name, 0, 3) ? 3 : 0;
            if (length > 0) {
                at += length;
                return i;
            }
        }
        throw invalid("there is no name of a day or month at '" + input.substring(at) + "'");
    }

    private int choice(String... words) {
        for (int i = 0; i < words.length; i++) {
            if (input.toUpperCase(Locale.ROOT).startsWith(words[i], at)) {
                at += words[i].length();
                return i;
            }
        }
        throw invalid("one of " + String.join(", ", words) + " was expected");
    }

    private EngineException invalid(String reason) {
        return new EngineException(
                ErrorCode.CAST_INVALID,
                "Cannot read '" + input + "' by the pattern '" + patternText + "': " + reason + ".");
    }

    private EngineException outOfRange() {
        return new EngineException(
                ErrorCode.DATETIME_OUT_OF_RANGE,
                "There is no such date or time: '" + input + "', read by the pattern '" + patternText + "'.");
    }
}
