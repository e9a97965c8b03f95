package io.algeon.engine.function;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Writes integers as decimal digits, two at a time. */
public final class DecimalDigits {
    /** Bytes of the longest integer, with its sign. */
    public static final int LONGEST = 20;
    /** Bytes behind a text that {@link #copy} may overwrite. */
    static final int SLACK = 8;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    /** Powers of ten, but 0 for the first, so that 0 has a digit. */
    private static final long[] POWERS = new long[19];

    private static final byte[] PAIRS = new byte[200];

    static {
        long power = 1;
        for (int i = 1; i < POWERS.length; i++) {
            power *= 10;
            POWERS[i] = power;
        }
        for (int i = 0; i < 100; i++) {
            PAIRS[2 * i] = (byte) ('0' + i / 10);
            PAIRS[2 * i + 1] = (byte) ('0' + i % 10);
        }
    }

    private DecimalDigits() {}

    /** Digits of a number that is not negative. */
    public static int count(long value) {
        // 1233 / 4096 is a little more than the digits of a bit
        int guess = (64 - Long.numberOfLeadingZeros(value | 1)) * 1233 >> 12;
        return guess + (guess < POWERS.length && value >= POWERS[guess] ? 1 : 0);
    }

    /** Writes the digits of a number that is not negative, and zeros before them, from one position to before another. */
    public static void write(long value, byte[] to, int from, int end) {
        long rest = value;
        int at = end;
        while (rest >= 100 && at > from + 1) {
            long next = rest / 100;
            int pair = 2 * (int) (rest - 100 * next);
            to[--at] = PAIRS[pair + 1];
            to[--at] = PAIRS[pair];
            rest = next;
        }
        while (at > from) {
            to[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    /** Writes a number; returns its end. There have to be {@link #LONGEST} bytes. */
    public static int write(long value, byte[] to, int from) {
        if (value >= 0) {
            int end = from + count(value);
            write(value, to, from, end);
            return end;
        }
        to[from] = '-';
        if (value == Long.MIN_VALUE) {
            // has no positive counterpart
            int end = from + LONGEST;
            write(-(value / 10), to, from + 1, end - 1);
            to[end - 1] = '8';
            return end;
        }
        int end = from + 1 + count(-value);
        write(-value, to, from + 1, end);
        return end;
    }

    /** Copies a text to behind itself; up to {@link #SLACK} bytes more are overwritten. */
    static void copy(byte[] bytes, int from, int to, int length) {
        for (int i = 0; i < length; i += 8) {
            LONGS.set(bytes, to + i, (long) LONGS.get(bytes, from + i));
        }
    }
}
