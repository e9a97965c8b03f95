package io.algeon.engine.function;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Characters (code points) in UTF-8 bytes. Malformed input never reads outside the range. */
final class Utf8 {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long HIGH_BITS = 0x8080808080808080L;

    private Utf8() {}

    /** Code points between two positions: bytes that do not continue another. */
    static int length(byte[] data, int from, int to) {
        int count = 0;
        for (int i = from; i < to; i++) {
            count += (data[i] & 0xC0) != 0x80 ? 1 : 0;
        }
        return count;
    }

    /** Position after {@code characters} code points from {@code from}, at most {@code to}. */
    static int offset(byte[] data, int from, int to, int characters) {
        if (to - from <= characters) {
            return to;
        }
        int at = from;
        for (int left = characters; left > 0 && at < to; left--) {
            at = next(data, at, to);
        }
        return at;
    }

    /** Position after the code point at {@code at}. */
    static int next(byte[] data, int at, int to) {
        int end = at + 1;
        while (end < to && (data[end] & 0xC0) == 0x80) {
            end++;
        }
        return end;
    }

    /** Position of the code point before {@code at}. */
    static int previous(byte[] data, int from, int at) {
        int start = at - 1;
        while (start > from && (data[start] & 0xC0) == 0x80) {
            start--;
        }
        return start;
    }

    /** Whether all bytes are ASCII. */
    static boolean isAscii(byte[] data, int from, int to) {
        long words = 0;
        int i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            words |= (long) LONGS.get(data, i);
        }
        int rest = 0;
        for (; i < to; i++) {
            rest |= data[i];
        }
        return (words & HIGH_BITS) == 0 && rest >= 0;
    }

    /** The code point at {@code at}. */
    static int codePoint(byte[] data, int at, int to) {
        int first = data[at];
        if (first >= 0) {
            return first;
        }
        int end = next(data, at, to);
        int length = end - at;
        int value = first & (0xFF >> length + 1);
        for (int i = at + 1; i < end; i++) {
            value = value << 6 | data[i] & 0x3F;
        }
        return value;
    }
}
