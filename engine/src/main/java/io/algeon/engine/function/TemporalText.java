package io.algeon.engine.function;

import io.algeon.engine.arithmetic.CivilCalendar;
import io.algeon.metadata.type.SqlType;
import java.time.ZoneId;

/** Dates, times, timestamps and intervals as ISO text, in PostgreSQL's default forms. */
final class TemporalText {
    private TemporalText() {}

    /** Not for loops: the text of one value, or the number itself for other types. */
    static String format(long value, SqlType type, ZoneId zone) {
        TextBuffer out = new TextBuffer();
        switch (type.kind()) {
            case DATE, TIME, TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE, INTERVAL_YEAR_MONTH, INTERVAL_DAY_SECOND ->
                write(out, value, type, new ZoneClock(zone));
            default -> out.append(value);
        }
        return out.toString();
    }

    /** Writes the value of a temporal type. */
    static void write(TextBuffer out, long value, SqlType type, ZoneClock clock) {
        switch (type.kind()) {
            case DATE -> {
                long civil = CivilCalendar.civil(value);
                date(out, civil);
                era(out, civil);
            }
            case TIME -> time(out, value, type.unitsPerSecond());
            case TIMESTAMP -> timestamp(out, value, type.unitsPerSecond(), "");
            case TIMESTAMP_WITH_TIME_ZONE -> {
                long local = clock.toLocal(value);
                timestamp(out, local, CivilCalendar.MICROS_PER_SECOND, offset(local - value));
            }
            case INTERVAL_YEAR_MONTH -> months(out, value);
            case INTERVAL_DAY_SECOND -> dayTime(out, value);
            default -> throw new IllegalArgumentException("type " + type);
        }
    }

    private static void date(TextBuffer out, long civil) {
        long year = CivilCalendar.year(civil);
        out.appendPadded(year > 0 ? year : 1 - year, 4)
                .append('-')
                .appendPadded(CivilCalendar.month(civil), 2)
                .append('-')
                .appendPadded(CivilCalendar.day(civil), 2);
    }

    private static void era(TextBuffer out, long civil) {
        if (CivilCalendar.year(civil) <= 0) {
            out.append(" BC");
        }
    }

    private static void timestamp(TextBuffer out, long units, long unitsPerSecond, String offset) {
        long unitsPerDay = unitsPerSecond * CivilCalendar.SECONDS_PER_DAY;
        long days = Math.floorDiv(units, unitsPerDay);
        long civil = CivilCalendar.civil(days);
        date(out, civil);
        out.append(' ');
        time(out, units - days * unitsPerDay, unitsPerSecond);
        out.append(offset);
        era(out, civil);
    }

    /** A time of day, or a duration that is not negative. */
    private static void time(TextBuffer out, long units, long unitsPerSecond) {
        long seconds = units / unitsPerSecond;
        out.appendPadded(seconds / 3600, 2)
                .append(':')
                .appendPadded(seconds / 60 % 60, 2)
                .append(':')
                .appendPadded(seconds % 60, 2);
        long fraction = units % unitsPerSecond;
        if (fraction != 0) {
            int digits = unitsPerSecond == CivilCalendar.MICROS_PER_SECOND ? 6 : 9;
            while (fraction % 10 == 0) {
                fraction /= 10;
                digits--;
            }
            out.append('.').appendPadded(fraction, digits);
        }
    }

    private static String offset(long micros) {
        TextBuffer out = new TextBuffer();
        long seconds = Math.abs(micros) / CivilCalendar.MICROS_PER_SECOND;
        out.append(micros < 0 ? '-' : '+').appendPadded(seconds / 3600, 2);
        if (seconds % 3600 != 0) {
            out.append(':').appendPadded(seconds / 60 % 60, 2);
        }
        if (seconds % 60 != 0) {
            out.append(':').appendPadded(seconds % 60, 2);
        }
        return out.toString();
    }

    private static void months(TextBuffer out, long months) {
        long years = months / 12;
        long rest = months % 12;
        if (months == 0) {
            out.append("00:00:00");
        }
        if (years != 0) {
            out.append(years).append(years == 1 ? " year" : " years");
        }
        if (rest != 0) {
            out.append(years != 0 ? " " : "").append(rest).append(rest == 1 ? " mon" : " mons");
        }
    }

    private static void dayTime(TextBuffer out, long micros) {
        long days = micros / CivilCalendar.MICROS_PER_DAY;
        long rest = micros % CivilCalendar.MICROS_PER_DAY;
        if (days != 0) {
            out.append(days).append(days == 1 ? " day" : " days");
            if (rest == 0) {
                return;
            }
            out.append(' ');
        }
        if (rest < 0) {
            out.append('-');
        }
        time(out, Math.abs(rest), CivilCalendar.MICROS_PER_SECOND);
    }
}
