package io.algeon.engine.function;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Upper and lower case of UTF-8 text: bytes for ASCII, else the root locale's mapping. */
final class CaseMapping {
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
            byte[] bytes = out.bytes();
            for (int i = start; i < out.length(); i++) {
                int b = bytes[i];
                bytes[i] = (byte) (b >= 'A' && b <= 'Z' ? b + 32 : b);
            }
        } else {
            out.append(new String(data, from, to - from, StandardCharsets.UTF_8).toLowerCase(Locale.ROOT));
        }
    }

    static void upper(byte[] data, int from, int to, TextBuffer out) {
        if (Utf8.isAscii(data, from, to)) {
            int start = out.length();
            out.append(data, from, to - from);
            byte[] bytes = out.bytes();
            for (int i = start; i < out.length(); i++) {
                int b = bytes[i];
                bytes[i] = (byte) (b >= 'a' && b <= 'z' ? b - 32 : b);
            }
        } else {
            out.append(new String(data, from, to - from, StandardCharsets.UTF_8).toUpperCase(Locale.ROOT));
        }
    }
}
