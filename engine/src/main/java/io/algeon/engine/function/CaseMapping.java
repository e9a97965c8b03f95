package io.algeon.engine.function;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Upper and lower case of UTF-8 text: bytes for ASCII, else the root locale's mapping. */
final class CaseMapping {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long EACH_BYTE = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;

    private CaseMapping() {}

    static byte[] lower(byte[] text) {
        TextBuffer out = new TextBuffer();
        lower(text, 0, text.length, out);
        return java.util.Arrays.copyOf(out.bytes(), out.length());
    }

    static void lower(byte[] data, int from, int to, TextBuffer out) {
        if (Utf8.isAscii(data, from, to)) {
            int start = out.length();
            out.append(data, from, to - from);
            flip(out.bytes(), start, out.length(), 'A', 'Z');
        } else {
            out.append(new String(data, from, to - from, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT));
        }
    }

    static void upper(byte[] data, int from, int to, TextBuffer out) {
        if (Utf8.isAscii(data, from, to)) {
            int start = out.length();
            out.append(data, from, to - from);
            flip(out.bytes(), start, out.length(), 'a', 'z');
        } else {
            out.append(new String(data, from, to - from, StandardCharsets.UTF_8).toUpperCase(Locale.ROOT));
        }
    }

    /** Gives ASCII letters between two the other case, eight at a time: a byte's high bit is set where a sum passes 127. */
    private static void flip(byte[] ascii, int from, int to, char first, char last) {
        long sinceFirst = EACH_BYTE * (128 - first);
        long behindLast = EACH_BYTE * (127 - last);
        int i = from;
        for (; i <= to - Long.BYTES; i += Long.BYTES) {
            long word = (long) LONGS.get(ascii, i);
            long letters = (word + sinceFirst & ~(word + behindLast)) & HIGH_BITS;
            LONGS.set(ascii, i, word ^ letters >>> 2);
        }
        for (; i < to; i++) {
            int b = ascii[i];
            ascii[i] = (byte) (b >= first && b <= last ? b ^ 32 : b);
        }
    }
}
