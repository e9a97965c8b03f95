package io.algeon.engine.function;

import io.algeon.engine.arithmetic.CivilCalendar;
import io.algeon.engine.function.DateTimePattern.Capitals;
import io.algeon.engine.function.DateTimePattern.Part;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;

/** TO_CHAR of dates, times and timestamps. */
final class DateTimeWriter implements RowFunctions.TextBody {
    private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;

    private final SqlType type;
    private final long unitsPerSecond;
    private final ZoneId zone;
    private final ZoneClock clock;
    private String patternText = "";
    private List<Part> parts = List.of();

    DateTimeWriter(CallSite site) {
        type = site.argument(0);
        unitsPerSecond = type.kind() == TypeKind.TIMESTAMP_WITH_TIME_ZONE
                ? CivilCalendar.MICROS_PER_SECOND
                : type.kind() == TypeKind.DATE ? 1 : type.unitsPerSecond();
        zone = site.timeZone();
        clock = new ZoneClock(zone);
    }

    @Override
    public void write(RowArguments arguments, int row, TextBuffer out) {
        String text = arguments.text(1).string(row);
        if (!text.equals(patternText)) {
            patternText = text;
            parts = DateTimePattern.parse(text);
        }
        long value = arguments.number(0, row);
        boolean zoned = type.kind() == TypeKind.TIMESTAMP_WITH_TIME_ZONE;
        long local = zoned ? clock.toLocal(value) : value;
        long offsetSeconds = zoned ? (local - value) / CivilCalendar.MICROS_PER_SECOND : 0;
        long unitsPerDay = unitsPerSecond * CivilCalendar.SECONDS_PER_DAY;
        boolean date = type.kind() == TypeKind.DATE;
        boolean time = type.kind() == TypeKind.TIME;
        long days = date ? local : time ? 0 : Math.floorDiv(local, unitsPerDay);
        long units = date ? 0 : time ? local : local - days * unitsPerDay;
        for (Part part : parts) {
            write(part, days, units, offsetSeconds, zoned, out);
        }
    }

    private void write(Part part, long days, long units, long offsetSeconds, boolean zoned, TextBuffer out) {
        long civil = CivilCalendar.civil(days);
        long year = CivilCalendar.year(civil);
        long shownYear = year > 0 ? year : 1 - year;
        int month = CivilCalendar.month(civil);
        long seconds = units / unitsPerSecond;
        long hour = seconds / 3600;
        switch (part.field()) {
            case LITERAL -> out.append(part.text());
            case CC -> number(part, year > 0 ? (year + 99) / 100 : -((99 - (year - 1)) / 100), out);
            case YEAR_WITH_COMMA -> {
                out.appendPadded(shownYear / 1000, 1).append(',').appendPadded(shownYear % 1000, 3);
                ordinal(part, shownYear, out);
            }
            case YYYY -> number(part, shownYear, out);
            case YYY -> number(part, shownYear % 1000, out);
            case YY -> number(part, shownYear % 100, out);
            case Y -> number(part, shownYear % 10, out);
            case IYYY -> number(part, isoYear(days), out);
            case IYY -> number(part, isoYear(days) % 1000, out);
            case IY -> number(part, isoYear(days) % 100, out);
            case I -> number(part, isoYear(days) % 10, out);
            case ERA, ERA_WITH_DOTS -> name(part, year > 0 ? "AD" : "BC", out);
            case MONTH -> name(part, CalendarNames.MONTHS.get(month - 1), out);
            case MON -> name(part, CalendarNames.MONTHS.get(month - 1).substring(0, 3), out);
            case MM -> number(part, month, out);
            case DAY -> name(part, CalendarNames.DAYS.get(CivilCalendar.isoDayOfWeek(days) - 1), out);
            case DY ->
                name(
                        part,
                        CalendarNames.DAYS
                                .get(CivilCalendar.isoDayOfWeek(days) - 1)
                                .substring(0, 3),
                        out);
            case DDD -> number(part, CivilCalendar.dayOfYear(days), out);
            case IDDD -> number(part, (CivilCalendar.isoWeek(days) - 1) * 7L + CivilCalendar.isoDayOfWeek(days), out);
            case DD -> number(part, CivilCalendar.day(civil), out);
            case D -> number(part, CivilCalendar.isoDayOfWeek(days) % 7 + 1, out);
            case ID -> number(part, CivilCalendar.isoDayOfWeek(days), out);
            case W -> number(part, (CivilCalendar.day(civil) - 1) / 7 + 1, out);
            case WW -> number(part, (CivilCalendar.dayOfYear(days) - 1) / 7 + 1, out);
            case IW -> number(part, CivilCalendar.isoWeek(days), out);
            case J -> number(part, days + JULIAN_DAY_OF_EPOCH, out);
            case Q -> number(part, (month + 2) / 3, out);
            case HH24 -> number(part, hour, out);
            case HH12 -> number(part, hour % 12 == 0 ? 12 : hour % 12, out);
            case MI -> number(part, seconds / 60 % 60, out);
            case SS -> number(part, seconds % 60, out);
            case SSSS -> number(part, seconds, out);
            case FRACTION -> {
                long nanos = units % unitsPerSecond * (1_000_000_000L / unitsPerSecond);
                long power = 1;
                for (int digits = part.digits(); digits < 9; digits++) {
                    power *= 10;
                }
                out.appendPadded(nanos / power, part.digits());
                ordinal(part, nanos / power, out);
            }
            case MERIDIEM, MERIDIEM_WITH_DOTS -> name(part, hour < 12 ? "AM" : "PM", out);
            case ZONE -> {
                String shown = zoned
                        ? java.time.format.DateTimeFormatter.ofPattern("zzz", Locale.ENGLISH)
                                .format(java.time.Instant.ofEpochSecond(
                                                days * CivilCalendar.SECONDS_PER_DAY + seconds - offsetSeconds)
                                        .atZone(zone))
                        : "";
                out.append(part.capitals() == Capitals.LOWER ? shown.toLowerCase(Locale.ROOT) : shown);
            }
            case ZONE_HOUR -> hours(offsetSeconds, out);
            case ZONE_MINUTE -> out.appendPadded(Math.abs(offsetSeconds) / 60 % 60, 2);
            case OFFSET -> {
                hours(offsetSeconds, out);
                if (offsetSeconds % 3600 != 0) {
                    out.append(':').appendPadded(Math.abs(offsetSeconds) / 60 % 60, 2);
                }
            }
        }
    }

    private static long isoYear(long days) {
        long year = CivilCalendar.isoYear(days);
        return year > 0 ? year : 1 - year;
    }

    private static void hours(long offsetSeconds, TextBuffer out) {
        out.append(offsetSeconds < 0 ? '-' : '+').appendPadded(Math.abs(offsetSeconds) / 3600, 2);
    }

    private static void number(Part part, long value, TextBuffer out) {
        if (value < 0) {
            out.append('-');
        }
        out.appendPadded(Math.abs(value), part.filled() ? part.digits() : 1);
        ordinal(part, value, out);
    }

    private static void ordinal(Part part, long value, TextBuffer out) {
        if (!part.ending().isEmpty()) {
            String ending = CalendarNames.ordinalEnding(value);
            out.append(part.ending().equals("TH") ? ending : ending.toLowerCase(Locale.ROOT));
        }
    }

    private static void name(Part part, String name, TextBuffer out) {
        boolean dots = part.text().contains(".");
        String spelled = dots ? name.charAt(0) + "." + name.charAt(1) + "." : name;
        String shown = switch (part.capitals()) {
            case UPPER -> spelled.toUpperCase(Locale.ROOT);
            case LOWER -> spelled.toLowerCase(Locale.ROOT);
            case FIRST -> spelled;
        };
        out.append(shown);
        for (int i = shown.length(); part.filled() && i < part.digits(); i++) {
            out.append(' ');
        }
    }
}
