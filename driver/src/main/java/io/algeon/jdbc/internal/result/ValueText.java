package io.algeon.jdbc.internal.result;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;

/** Texts of values, as CAST(... AS VARCHAR) writes them. */
final class ValueText {
    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private ValueText() {}

    static String of(LocalDate date) {
        return appendDate(new StringBuilder(10), date).toString();
    }

    static String of(LocalTime time) {
        return appendTime(new StringBuilder(18), time).toString();
    }

    static String of(LocalDateTime dateTime) {
        return append(new StringBuilder(29), dateTime).toString();
    }

    /** The local time and the offset, whose minutes are only shown if there are any. */
    static String of(LocalDateTime dateTime, ZoneOffset offset) {
        StringBuilder text = append(new StringBuilder(35), dateTime);
        int seconds = Math.abs(offset.getTotalSeconds());
        text.append(offset.getTotalSeconds() < 0 ? '-' : '+');
        appendTwo(text, seconds / 3600);
        if (seconds % 3600 != 0) {
            appendTwo(text.append(':'), seconds / 60 % 60);
        }
        if (seconds % 60 != 0) {
            appendTwo(text.append(':'), seconds % 60);
        }
        return text.toString();
    }

    /** Months as {@code years-months}. */
    static String ofMonths(int months) {
        long absolute = Math.abs((long) months);
        return (months < 0 ? "-" : "") + absolute / 12 + '-' + absolute % 12;
    }

    /** Microseconds as {@code days hours:minutes:seconds[.fraction]}. */
    static String ofMicros(long micros) {
        StringBuilder text = new StringBuilder(micros < 0 ? "-" : "");
        // the remainder keeps the smallest long right, whose absolute value does not exist
        long days = Math.abs(micros / 86_400_000_000L);
        long rest = Math.abs(micros % 86_400_000_000L);
        text.append(days).append(' ');
        return appendTime(text, LocalTime.ofNanoOfDay(rest * 1000)).toString();
    }

    static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder(2 * bytes.length);
        for (byte value : bytes) {
            text.append(HEX[value >> 4 & 15]).append(HEX[value & 15]);
        }
        return text.toString();
    }

    private static StringBuilder append(StringBuilder text, LocalDateTime dateTime) {
        appendDate(text, dateTime.toLocalDate()).append(' ');
        return appendTime(text, dateTime.toLocalTime());
    }

    private static StringBuilder appendDate(StringBuilder text, LocalDate date) {
        int year = date.getYear();
        if (year < 0) {
            text.append('-');
        }
        String digits = Integer.toString(Math.abs(year));
        text.append("0".repeat(Math.max(0, 4 - digits.length()))).append(digits);
        appendTwo(text.append('-'), date.getMonthValue());
        return appendTwo(text.append('-'), date.getDayOfMonth());
    }

    private static StringBuilder appendTime(StringBuilder text, LocalTime time) {
        appendTwo(text, time.getHour());
        appendTwo(text.append(':'), time.getMinute());
        appendTwo(text.append(':'), time.getSecond());
        int nanos = time.getNano();
        if (nanos != 0) {
            text.append('.');
            for (int unit = 100_000_000; nanos != 0; unit /= 10) {
                text.append((char) ('0' + nanos / unit));
                nanos %= unit;
            }
        }
        return text;
    }

    private static StringBuilder appendTwo(StringBuilder text, int value) {
        return text.append((char) ('0' + value / 10)).append((char) ('0' + value % 10));
    }
}
