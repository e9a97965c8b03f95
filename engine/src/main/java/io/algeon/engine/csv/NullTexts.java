package io.algeon.engine.csv;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Tells fields that stand for NULL. */
final class NullTexts {
    private final byte[][] texts;
    private final int quote;
    private final int escape;
    private final boolean alsoQuoted;

    /** @param alsoQuoted whether a quoted field may stand for NULL too */
    NullTexts(List<String> texts, int quote, int escape, boolean alsoQuoted) {
        this.texts = texts.stream()
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toArray(byte[][]::new);
        this.quote = quote;
        this.escape = escape;
        this.alsoQuoted = alsoQuoted;
    }

    int quote() {
        return quote;
    }

    int escape() {
        return escape;
    }

    boolean alsoQuoted() {
        return alsoQuoted;
    }

    /** Whether anything but the unquoted empty text stands for NULL, or that does not. */
    boolean isSpecial() {
        return alsoQuoted || texts.length != 1 || texts[0].length != 0;
    }

    boolean matches(byte[] data, int from, int to) {
        for (byte[] text : texts) {
            if (text.length == to - from && java.util.Arrays.equals(text, 0, text.length, data, from, to)) {
                return true;
            }
        }
        return false;
    }
}
