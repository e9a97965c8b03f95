package io.algeon.jdbc.internal.result;

import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Calendar;

/**
 * Conversions between stored date-time values, {@code java.time} and {@code java.sql}. Zone-less values keep their fields: the
 * {@code java.sql} object shows the same year to nanosecond in the zone of the JVM, or in that of the calendar given.
 */
public final class JavaTimes {
    private static final long MICROS_PER_SECOND = 1_000_000L;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private JavaTimes() {}

    /** A stored TIME. */
    public static LocalTime time(long value, long unitsPerSecond) {
        return LocalTime.ofNanoOfDay(value * (NANOS_PER_SECOND / unitsPerSecond));
    }

    /** A stored TIMESTAMP. */
    public static LocalDateTime dateTime(long value, long unitsPerSecond) {
        long nanos = Math.floorMod(value, unitsPerSecond) * (NANOS_PER_SECOND / unitsPerSecond);
        return LocalDateTime.ofEpochSecond(Math.floorDiv(value, unitsPerSecond), (int) nanos, ZoneOffset.UTC);
    }

    static Time sqlTime(LocalTime time) {
        // java.sql.Time.valueOf drops the milliseconds
        return new Time(Time.valueOf(time).getTime() + time.get(ChronoField.MILLI_OF_SECOND));
    }

    static Time sqlTime(LocalTime time, Calendar calendar) {
        return new Time(millis(LocalDateTime.of(LocalDate.EPOCH, time), calendar));
    }

    static Date sqlDate(LocalDate date, Calendar calendar) {
        return new Date(millis(date.atStartOfDay(), calendar));
    }

    static Timestamp sqlTimestamp(LocalDateTime dateTime, Calendar calendar) {
        Timestamp timestamp = new Timestamp(millis(dateTime, calendar));
        timestamp.setNanos(dateTime.getNano());
        return timestamp;
    }

    /** The zone of a calendar. */
    public static ZoneId zone(Calendar calendar) {
        return calendar.getTimeZone().toZoneId();
    }

    private static long millis(LocalDateTime dateTime, Calendar calendar) {
        return dateTime.atZone(zone(calendar)).toInstant().toEpochMilli();
    }

    /** The zone-less fields that a timestamp shows in the zone of a calendar. */
    public static LocalDateTime dateTime(Timestamp timestamp, Calendar calendar) {
        return LocalDateTime.ofInstant(timestamp.toInstant(), zone(calendar));
    }

    /** Stored form of a zone-less value with precision 6 or 9. */
    public static long toStored(LocalDateTime dateTime, long unitsPerSecond) {
        return Math.addExact(
                Math.multiplyExact(dateTime.toEpochSecond(ZoneOffset.UTC), unitsPerSecond),
                dateTime.getNano() / (NANOS_PER_SECOND / unitsPerSecond));
    }

    /** Whether microseconds hold a number of nanoseconds exactly. */
    public static boolean fitsMicros(int nanos) {
        return nanos % (NANOS_PER_SECOND / MICROS_PER_SECOND) == 0;
    }
}
