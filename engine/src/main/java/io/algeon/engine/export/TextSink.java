package io.algeon.engine.export;

import io.algeon.engine.arithmetic.CivilCalendar;
import io.algeon.engine.function.DecimalDigits;
import io.algeon.engine.function.FloatingText;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of text that grow; writes values without making strings of them where it can. */
final class TextSink {
    private static final long[] POWERS = new long[19];

    static {
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = POWERS[i - 1] * 10;
        }
    }

    private byte[] bytes = new byte[1 << 16];
    private int size;

    byte[] bytes() {
        return bytes;
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /** Forgets what comes after a position. */
    void truncate(int newSize) {
        size = newSize;
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.toIntExact(Math.max(2L * bytes.length, (long) size + more)));
        }
    }

    void put(char c) {
        room(1);
        bytes[size++] = (byte) c;
    }

    void put(byte[] data, int from, int length) {
        room(length);
        System.arraycopy(data, from, bytes, size, length);
        size += length;
    }

    void put(String text) {
        byte[] data = text.getBytes(StandardCharsets.UTF_8);
        put(data, 0, data.length);
    }

    void number(long value) {
        room(DecimalDigits.LONGEST);
        size = DecimalDigits.write(value, bytes, size);
    }

    /** A number that is not negative, with zeros before it up to so many digits. */
    private void padded(long value, int digits) {
        int length = Math.max(digits, DecimalDigits.count(value));
        room(length);
        DecimalDigits.write(value, bytes, size, size + length);
        size += length;
    }

    void decimal(long unscaled, int scale) {
        if (scale == 0) {
            number(unscaled);
            return;
        }
        if (unscaled < 0) {
            put('-');
        }
        long magnitude = Math.abs(unscaled);
        padded(magnitude / POWERS[scale], 1);
        put('.');
        padded(magnitude % POWERS[scale], scale);
    }

    void decimal(BigInteger unscaled, int scale) {
        put(new java.math.BigDecimal(unscaled, scale).toPlainString());
    }

    /** The shortest text that gives the number back. */
    void floating(double value) {
        double scaled = value * 1e6;
        if (Math.abs(value) < 1e9 && value != 0) {
            long rounded = Math.round(scaled);
            if (rounded / 1e6 == value && Math.abs(rounded) < 1_000_000_000_000_000L) {
                if (value < 0) {
                    put('-');
                }
                long magnitude = Math.abs(rounded);
                padded(magnitude / 1_000_000, 1);
                long fraction = magnitude % 1_000_000;
                int digits = 6;
                while (digits > 1 && fraction % 10 == 0) {
                    fraction /= 10;
                    digits--;
                }
                put('.');
                padded(fraction, digits);
                return;
            }
        }
        String text = FloatingText.format(value);
        put(text);
        if (value == Math.rint(value) && text.indexOf('e') < 0 && Math.abs(value) < 1e15) {
            put(".0");
        }
    }

    void floating(float value) {
        put(FloatingText.format(value));
    }

    void date(long days) {
        long civil = CivilCalendar.civil(days);
        long year = CivilCalendar.year(civil);
        padded(year > 0 ? year : 1 - year, 4);
        put('-');
        padded(CivilCalendar.month(civil), 2);
        put('-');
        padded(CivilCalendar.day(civil), 2);
        if (year <= 0) {
            put(" (BC)");
        }
    }

    void time(long units, long unitsPerSecond) {
        long seconds = units / unitsPerSecond;
        padded(seconds / 3600, 2);
        put(':');
        padded(seconds / 60 % 60, 2);
        put(':');
        padded(seconds % 60, 2);
        long fraction = units % unitsPerSecond;
        if (fraction != 0) {
            int digits = unitsPerSecond == 1_000_000L ? 6 : 9;
            while (fraction % 10 == 0) {
                fraction /= 10;
                digits--;
            }
            put('.');
            padded(fraction, digits);
        }
    }

    void timestamp(long units, long unitsPerSecond, char separator) {
        long perDay = unitsPerSecond * CivilCalendar.SECONDS_PER_DAY;
        long days = Math.floorDiv(units, perDay);
        date(days);
        put(separator);
        time(units - days * perDay, unitsPerSecond);
    }

    void months(long months) {
        if (months == 0) {
            put("0 months");
            return;
        }
        number(months / 12);
        put(" years ");
        number(months % 12);
        put(" months");
    }

    void duration(long micros) {
        long days = micros / CivilCalendar.MICROS_PER_DAY;
        long rest = micros % CivilCalendar.MICROS_PER_DAY;
        if (days != 0) {
            number(days);
            put(Math.abs(days) == 1 ? " day" : " days");
            if (rest == 0) {
                return;
            }
            put(' ');
        }
        if (rest < 0) {
            put('-');
        }
        time(Math.abs(rest), 1_000_000L);
    }

    void uuid(long high, long low) {
        put(new java.util.UUID(high, low).toString());
    }

    void hexadecimal(byte[] data, int from, int length) {
        for (int i = from; i < from + length; i++) {
            put(Character.forDigit(data[i] >> 4 & 15, 16));
            put(Character.forDigit(data[i] & 15, 16));
        }
    }
}
