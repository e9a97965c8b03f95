package io.algeon.engine.function;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.nio.charset.StandardCharsets;

/**
 * Walks over JSON text (RFC 8259) without building a tree: values are places in the bytes. Numbers keep their spelling. Of keys
 * that repeat in an object the first counts.
 */
final class JsonScanner {
    private static final int MAX_DEPTH = 1_000;

    private byte[] data = new byte[0];
    private int start;
    private int end;

    /** Points at a text, of which nothing is read yet. */
    JsonScanner of(byte[] newData, int from, int to) {
        data = newData;
        start = from;
        end = to;
        return this;
    }

    byte[] data() {
        return data;
    }

    /** Where the text's value begins, after checking that the whole text is one value. */
    int root() {
        int value = skipSpace(start);
        int after = skipSpace(skip(value, 0));
        if (after != end) {
            throw malformed(after, "more text follows the value");
        }
        return value;
    }

    /** Whether the text is one JSON value. */
    boolean isValid() {
        try {
            root();
            return true;
        } catch (EngineException malformed) {
            return false;
        }
    }

    /** The byte that begins a value: one of <code>{ [ " t f n -</code> or a digit. */
    byte kind(int value) {
        return data[value];
    }

    /** End of a value that was checked. */
    int end(int value) {
        return skip(value, 0);
    }

    int skipSpace(int at) {
        int i = at;
        while (i < end && (data[i] == ' ' || data[i] == '\n' || data[i] == '\r' || data[i] == '\t')) {
            i++;
        }
        return i;
    }

    private int skip(int value, int depth) {
        if (value >= end) {
            throw malformed(value, "a value is missing");
        }
        if (depth > MAX_DEPTH) {
            throw malformed(value, "it nests deeper than " + MAX_DEPTH + " levels");
        }
        return switch (data[value]) {
            case '{' -> skipObject(value, depth);
            case '[' -> skipArray(value, depth);
            case '"' -> skipString(value);
            case 't' -> skipWord(value, "true");
            case 'f' -> skipWord(value, "false");
            case 'n' -> skipWord(value, "null");
            default -> skipNumber(value);
        };
    }

    private int skipObject(int value, int depth) {
        int i = skipSpace(value + 1);
        if (i < end && data[i] == '}') {
            return i + 1;
        }
        while (true) {
            if (i >= end || data[i] != '"') {
                throw malformed(i, "a key in quotes is expected");
            }
            i = expect(skipSpace(skipString(i)), ':');
            i = skipSpace(skip(skipSpace(i), depth + 1));
            if (i < end && data[i] == '}') {
                return i + 1;
            }
            i = skipSpace(expect(i, ','));
        }
    }

    private int skipArray(int value, int depth) {
        int i = skipSpace(value + 1);
        if (i < end && data[i] == ']') {
            return i + 1;
        }
        while (true) {
            i = skipSpace(skip(i, depth + 1));
            if (i < end && data[i] == ']') {
                return i + 1;
            }
            i = skipSpace(expect(i, ','));
        }
    }

    private int expect(int at, char character) {
        if (at >= end || data[at] != character) {
            throw malformed(at, "'" + character + "' is expected");
        }
        return at + 1;
    }

    private int skipString(int value) {
        int i = value + 1;
        while (i < end) {
            byte b = data[i];
            if (b == '"') {
                return i + 1;
            } else if (b >= 0 && b < ' ') {
                throw malformed(i, "a string holds a control character, which has to be escaped");
            } else if (b == '\\') {
                i += escapeLength(i);
            } else {
                i++;
            }
        }
        throw malformed(value, "a string has no closing quote");
    }

    private int escapeLength(int at) {
        byte escaped = at + 1 < end ? data[at + 1] : 0;
        if (escaped == 'u') {
            for (int i = at + 2; i < at + 6; i++) {
                if (i >= end || Character.digit(data[i], 16) < 0) {
                    throw malformed(at, "\\u is not followed by four hexadecimal digits");
                }
            }
            return 6;
        }
        if ("\"\\/bfnrt".indexOf(escaped) < 0 || escaped == 0) {
            throw malformed(at, "a string holds an unknown escape");
        }
        return 2;
    }

    private int skipWord(int value, String word) {
        for (int i = 0; i < word.length(); i++) {
            if (value + i >= end || data[value + i] != word.charAt(i)) {
                throw malformed(value, "a value is expected");
            }
        }
        return value + word.length();
    }

    private int skipNumber(int value) {
        int i = value;
        if (data[i] == '-') {
            i++;
        }
        int digits = i;
        i = digits(i);
        if (i == digits || data[digits] == '0' && i > digits + 1) {
            throw malformed(value, "a value is expected");
        }
        if (i < end && data[i] == '.') {
            int fraction = i + 1;
            i = digits(fraction);
            if (i == fraction) {
                throw malformed(value, "a number ends with its point");
            }
        }
        if (i < end && (data[i] == 'e' || data[i] == 'E')) {
            int exponent = i + 1;
            if (exponent < end && (data[exponent] == '+' || data[exponent] == '-')) {
                exponent++;
            }
            i = digits(exponent);
            if (i == exponent) {
                throw malformed(value, "a number has an exponent without digits");
            }
        }
        return i;
    }

    private int digits(int at) {
        int i = at;
        while (i < end && data[i] >= '0' && data[i] <= '9') {
            i++;
        }
        return i;
    }

    /** Where the value of an object's key begins, -1 if the value is no object or has no such key. */
    int member(int object, String key) {
        if (data[object] != '{') {
            return -1;
        }
        byte[] wanted = key.getBytes(StandardCharsets.UTF_8);
        int i = skipSpace(object + 1);
        while (data[i] != '}') {
            int keyEnd = skipString(i);
            int value = skipSpace(skipSpace(keyEnd) + 1);
            if (isString(i, keyEnd, wanted)) {
                return value;
            }
            i = next(value);
        }
        return -1;
    }

    /** After a value: its successor in an object or array, or the closing bracket. */
    private int next(int value) {
        int i = skipSpace(skip(value, 0));
        return data[i] == ',' ? skipSpace(i + 1) : i;
    }

    private boolean isString(int from, int to, byte[] wanted) {
        int length = to - from - 2;
        if (length == wanted.length) {
            for (int i = 0; i < length; i++) {
                if (data[from + 1 + i] != wanted[i]) {
                    return false;
                }
            }
            return true;
        }
        if (length < wanted.length) {
            return false;
        }
        TextBuffer text = new TextBuffer();
        writeString(from, text);
        return java.util.Arrays.equals(text.bytes(), 0, text.length(), wanted, 0, wanted.length);
    }

    /** Number of elements of an array or members of an object; 0 for others. */
    int size(int value) {
        int count = 0;
        for (int i = first(value); i >= 0; i = after(value, i)) {
            count++;
        }
        return count;
    }

    /** Where the first element, or first member's key, begins; -1 if there is none. */
    int first(int value) {
        if (data[value] != '[' && data[value] != '{') {
            return -1;
        }
        int i = skipSpace(value + 1);
        return data[i] == ']' || data[i] == '}' ? -1 : i;
    }

    /** Where the element, or member's key, after this one begins; -1 if there is none. */
    int after(int container, int element) {
        int value = data[container] == '{' ? valueOf(element) : element;
        int i = next(value);
        return data[i] == ']' || data[i] == '}' ? -1 : i;
    }

    /** Where the value of a member begins whose key begins here. */
    int valueOf(int key) {
        return skipSpace(skipSpace(skipString(key)) + 1);
    }

    /** Where an array's element begins, counted from 0, or from -1 backwards; -1 if there is none. */
    int element(int array, long index) {
        if (data[array] != '[') {
            return -1;
        }
        long wanted = index < 0 ? size(array) + index : index;
        int i = wanted < 0 ? -1 : first(array);
        for (long skipped = 0; skipped < wanted && i >= 0; skipped++) {
            i = after(array, i);
        }
        return i;
    }

    /** Appends a string without quotes and escapes. */
    void writeString(int string, TextBuffer out) {
        int close = skipString(string) - 1;
        int i = string + 1;
        while (i < close) {
            int plain = i;
            while (i < close && data[i] != '\\') {
                i++;
            }
            out.append(data, plain, i - plain);
            if (i < close) {
                i = unescape(i, close, out);
            }
        }
    }

    private int unescape(int at, int close, TextBuffer out) {
        byte escaped = data[at + 1];
        if (escaped != 'u') {
            out.append(
                    switch (escaped) {
                        case 'b' -> '\b';
                        case 'f' -> '\f';
                        case 'n' -> '\n';
                        case 'r' -> '\r';
                        case 't' -> '\t';
                        default -> (char) escaped;
                    });
            return at + 2;
        }
        char unit = unit(at);
        boolean pair = Character.isHighSurrogate(unit)
                && at + 12 <= close
                && data[at + 6] == '\\'
                && data[at + 7] == 'u'
                && Character.isLowSurrogate(unit(at + 6));
        if (pair) {
            out.append(new String(Character.toChars(Character.toCodePoint(unit, unit(at + 6)))));
            return at + 12;
        }
        out.append(Character.isSurrogate(unit) ? "\uFFFD" : Character.toString(unit));
        return at + 6;
    }

    private char unit(int at) {
        int unit = 0;
        for (int i = at + 2; i < at + 6; i++) {
            unit = unit << 4 | Character.digit(data[i], 16);
        }
        return (char) unit;
    }

    private EngineException malformed(int at, String what) {
        int before = Math.max(start, at - 20);
        String near = new String(data, before, Math.min(end, at + 20) - before, StandardCharsets.UTF_8);
        return new EngineException(
                ErrorCode.JSON_TEXT_INVALID,
                "The text is no valid JSON: " + what + " at byte " + (at - start + 1) + ", near '" + near + "'.");
    }
}
