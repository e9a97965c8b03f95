package io.algeon.engine.parquet.write;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Cuts strings to bounds that are still valid UTF-8, and finds a short string above all that start with another. */
final class BoundText {
    private BoundText() {}

    /** The largest length up to {@code most} that cuts no character. */
    static int cutLength(byte[] text, int most) {
        int length = most;
        while (length > 0 && (text[length] & 0xc0) == 0x80) {
            length--;
        }
        return length;
    }

    /** The smallest string above all that start with {@code prefix}, null if there is none. */
    static byte @Nullable [] above(byte[] prefix) {
        String text = new String(prefix, StandardCharsets.UTF_8);
        int end = text.length();
        while (end > 0) {
            int last = text.codePointBefore(end);
            int start = end - Character.charCount(last);
            if (last < Character.MAX_CODE_POINT) {
                // Code points of surrogates are no characters.
                int next = last == Character.MIN_SURROGATE - 1 ? Character.MAX_SURROGATE + 1 : last + 1;
                return (text.substring(0, start) + Character.toString(next)).getBytes(StandardCharsets.UTF_8);
            }
            end = start;
        }
        return null;
    }

    /** The same for binaries. */
    static byte @Nullable [] bytesAbove(byte[] prefix) {
        int length = prefix.length;
        while (length > 0 && prefix[length - 1] == (byte) 0xff) {
            length--;
        }
        if (length == 0) {
            return null;
        }
        byte[] above = Arrays.copyOf(prefix, length);
        above[length - 1]++;
        return above;
    }
}
