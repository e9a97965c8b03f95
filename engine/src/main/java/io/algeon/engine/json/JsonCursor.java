package io.algeon.engine.json;

import io.algeon.engine.file.JsonStrings;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads JSON from bytes, value by value, without making objects. What is read last as a string or number is
 * {@code data[from .. to)}; escapes of strings are removed into {@link #text}. Used by one thread.
 */
final class JsonCursor {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH = 0x8080808080808080L;

    /** Deepest nesting: the reader calls itself for each level. */
    static final int MAX_DEPTH = 200;

    /** The text ends within a value. */
    static final class Incomplete extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Incomplete() {
            super("the text ends within a value", null, false, false);
        }
    }

    /** The text is no JSON. */
    static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;
        final int position;

        Malformed(int position, String problem) {
            super(problem, null, false, false);
            this.position = position;
        }
    }

    /** What a value is, told by its first byte. */
    enum Kind {
        OBJECT,
        ARRAY,
        STRING,
        NUMBER,
        TRUE,
        FALSE,
        NULL
    }

    byte[] data = {};
    int at;
    int end;

    /** Where the last string or number is: in {@link #source}. */
    int from;

    int to;
    byte[] source = {};

    /** Whether a line end was skipped; whoever wants to know resets it. */
    boolean lineEnded;

    /** The last whole number. */
    long whole;

    private byte[] text = new byte[64];

    void set(byte[] newData, int start, int newEnd) {
        data = newData;
        at = start;
        end = newEnd;
    }

    Malformed malformed(String problem) {
        return new Malformed(at, problem);
    }

    /** Goes to the next byte that is no space; false at the end. */
    boolean skipSpace() {
        byte[] bytes = data;
        int position = at;
        while (position < end) {
            byte b = bytes[position];
            if (b == '\n') {
                lineEnded = true;
            } else if (b != ' ' && b != '\r' && b != '\t') {
                break;
            }
            position++;
        }
        at = position;
        return position < end;
    }

    /** The next byte that is no space. */
    byte next() {
        int position = at;
        if (position < end) {
            byte b = data[position];
            if (b > ' ') {
                return b;
            }
        }
        if (!skipSpace()) {
            throw new Incomplete();
        }
        return data[at];
    }

    /** The kind of the value that comes next. */
    Kind kind() {
        return switch (next()) {
            case '{' -> Kind.OBJECT;
            case '[' -> Kind.ARRAY;
            case '"' -> Kind.STRING;
            case 't' -> Kind.TRUE;
            case 'f' -> Kind.FALSE;
            case 'n' -> Kind.NULL;
            case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> Kind.NUMBER;
            default -> throw malformed("'" + shown() + "' does not begin a value");
        };
    }

    private String shown() {
        int length = 1;
        while (at + length < end && (data[at + length] & 0xc0) == 0x80) {
            length++;
        }
        return new String(data, at, length, StandardCharsets.UTF_8);
    }

    void expect(char wanted) {
        if (next() != wanted) {
            throw malformed("'" + wanted + "' is expected, not '" + shown() + "'");
        }
        at++;
    }

    /** Takes the byte if it comes next. */
    boolean accept(char wanted) {
        if (next() == wanted) {
            at++;
            return true;
        }
        return false;
    }

    /** Takes these bytes if they come next; never an empty text. */
    boolean accept(byte[] wanted) {
        int length = wanted.length;
        byte[] bytes = data;
        int start = at;
        if (length == 0 || length > end - start) {
            return false;
        }
        int last = length - 8;
        if (last < 0) {
            for (int i = 0; i < length; i++) {
                if (bytes[start + i] != wanted[i]) {
                    return false;
                }
            }
        } else {
            for (int i = 0; i < last; i += 8) {
                if ((long) LONG.get(bytes, start + i) != (long) LONG.get(wanted, i)) {
                    return false;
                }
            }
            if ((long) LONG.get(bytes, start + last) != (long) LONG.get(wanted, last)) {
                return false;
            }
        }
        at = start + length;
        return true;
    }

    /** The first line feed from {@code start} on, before {@code stop}; negative if there is none. */
    static int lineFeed(byte[] bytes, int start, int stop) {
        int position = start;
        for (; position + 8 <= stop; position += 8) {
            long feeds = (long) LONG.get(bytes, position) ^ ONES * '\n';
            long marks = (feeds - ONES) & ~feeds & HIGH;
            if (marks != 0) {
                return position + (Long.numberOfTrailingZeros(marks) >>> 3);
            }
        }
        for (; position < stop; position++) {
            if (bytes[position] == '\n') {
                return position;
            }
        }
        return -1;
    }

    /** Reads {@code true}, {@code false} or {@code null}. */
    void word(String word) {
        int length = word.length();
        for (int i = 0; i < length; i++) {
            if (at + i >= end) {
                throw new Incomplete();
            }
            if (data[at + i] != word.charAt(i)) {
                throw malformed("'" + word + "' is expected");
            }
        }
        at += length;
    }

    /** Reads a number of up to 18 digits without fraction and exponent into {@link #whole}; false if it is another. */
    boolean wholeNumber() {
        byte[] bytes = data;
        int position = at;
        boolean negative = bytes[position] == '-';
        if (negative) {
            position++;
        }
        int first = position;
        int stop = Math.min(end, first + 19);
        long value = 0;
        while (position < stop) {
            int digit = bytes[position] - '0';
            if (digit < 0 || digit > 9) {
                break;
            }
            value = value * 10 + digit;
            position++;
        }
        int digits = position - first;
        if (digits == 0 || digits > 18 || position < end && (bytes[position] == '.' || (bytes[position] | 32) == 'e')) {
            return false;
        }
        whole = negative ? -value : value;
        at = position;
        return true;
    }

    /** Goes behind a number of few digits that something follows, as nearly all are; false if it is another. */
    private boolean skipShortNumber() {
        int start = at;
        if (start + 8 > end) {
            return false;
        }
        long digits = (long) LONG.get(data, start) ^ ONES * '0';
        // what is above 9 carries into the high bit
        long marks = ((digits & ~HIGH) + ONES * (0x7f - 9) | digits) & HIGH;
        int stop = Long.numberOfTrailingZeros(marks) >>> 3;
        if (marks == 0 || stop == 0) {
            return false;
        }
        if (data[start + stop] == '.') {
            marks &= marks - 1;
            int fraction = stop + 1;
            stop = Long.numberOfTrailingZeros(marks) >>> 3;
            if (marks == 0 || stop == fraction) {
                return false;
            }
        }
        byte after = data[start + stop];
        if (after != ',' && after != '}') {
            return false;
        }
        at = start + stop;
        return true;
    }

    /** Reads a number. */
    void number() {
        source = data;
        from = at;
        int position = at;
        if (data[position] == '-') {
            position++;
        }
        int digits = position;
        while (position < end && data[position] >= '0' && data[position] <= '9') {
            position++;
        }
        boolean good = position > digits;
        if (position < end && data[position] == '.') {
            int fraction = ++position;
            while (position < end && data[position] >= '0' && data[position] <= '9') {
                position++;
            }
            good &= position > fraction;
        }
        if (position < end && (data[position] | 32) == 'e') {
            position++;
            if (position < end && (data[position] == '-' || data[position] == '+')) {
                position++;
            }
            int exponent = position;
            while (position < end && data[position] >= '0' && data[position] <= '9') {
                position++;
            }
            good &= position > exponent;
        }
        if (!good) {
            if (position >= end) {
                throw new Incomplete();
            }
            throw malformed("a number is malformed");
        }
        at = position;
        to = position;
    }

    /** Reads a string; its text is {@code source[from .. to)}, without escapes. */
    void string() {
        byte[] bytes = data;
        int start = at + 1;
        int position = JsonStrings.plain(bytes, start, end);
        while (position < end) {
            byte b = bytes[position];
            if (b == '"') {
                source = bytes;
                from = start;
                to = position;
                at = position + 1;
                return;
            }
            if (b == '\\') {
                escaped(start, position);
                return;
            }
            if (b >= 0 && b < ' ') {
                at = position;
                throw malformed("a string holds an unescaped control character");
            }
            position++;
        }
        throw new Incomplete();
    }

    private void escaped(int start, int firstEscape) {
        int length = firstEscape - start;
        ensure(length + 16);
        System.arraycopy(data, start, text, 0, length);
        int position = firstEscape;
        while (position < end) {
            byte b = data[position];
            if (b == '"') {
                source = text;
                from = 0;
                to = length;
                at = position + 1;
                return;
            }
            ensure(length + 8);
            if (b != '\\') {
                if (b >= 0 && b < ' ') {
                    at = position;
                    throw malformed("a string holds an unescaped control character");
                }
                text[length++] = b;
                position++;
                continue;
            }
            if (position + 1 >= end) {
                throw new Incomplete();
            }
            byte letter = data[position + 1];
            position += 2;
            switch (letter) {
                case '"', '\\', '/' -> text[length++] = letter;
                case 'b' -> text[length++] = '\b';
                case 'f' -> text[length++] = '\f';
                case 'n' -> text[length++] = '\n';
                case 'r' -> text[length++] = '\r';
                case 't' -> text[length++] = '\t';
                case 'u' -> {
                    int point = hexadecimal(position);
                    position += 4;
                    if (point >= 0xd800 && point < 0xdc00) {
                        if (position + 1 < end && data[position] == '\\' && data[position + 1] == 'u') {
                            int low = hexadecimal(position + 2);
                            if (low >= 0xdc00 && low < 0xe000) {
                                point = 0x10000 + (point - 0xd800 << 10) + (low - 0xdc00);
                                position += 6;
                            }
                        } else if (position + 1 >= end) {
                            throw new Incomplete();
                        }
                    }
                    // half of a pair alone is no character
                    length = utf8(point >= 0xd800 && point < 0xe000 ? 0xfffd : point, length);
                }
                default -> {
                    at = position - 2;
                    throw malformed("a string holds an unknown escape");
                }
            }
        }
        throw new Incomplete();
    }

    private void ensure(int length) {
        if (text.length < length) {
            text = Arrays.copyOf(text, length + (length >> 1));
        }
    }

    private int hexadecimal(int position) {
        if (position + 4 > end) {
            throw new Incomplete();
        }
        int value = 0;
        for (int i = position; i < position + 4; i++) {
            int digit = Character.digit(data[i], 16);
            if (digit < 0) {
                at = i;
                throw malformed("a string holds a malformed \\u escape");
            }
            value = value << 4 | digit;
        }
        return value;
    }

    private int utf8(int point, int length) {
        int position = length;
        if (point < 0x80) {
            text[position++] = (byte) point;
        } else if (point < 0x800) {
            text[position++] = (byte) (0xc0 | point >> 6);
            text[position++] = (byte) (0x80 | point & 0x3f);
        } else if (point < 0x10000) {
            text[position++] = (byte) (0xe0 | point >> 12);
            text[position++] = (byte) (0x80 | point >> 6 & 0x3f);
            text[position++] = (byte) (0x80 | point & 0x3f);
        } else {
            text[position++] = (byte) (0xf0 | point >> 18);
            text[position++] = (byte) (0x80 | point >> 12 & 0x3f);
            text[position++] = (byte) (0x80 | point >> 6 & 0x3f);
            text[position++] = (byte) (0x80 | point & 0x3f);
        }
        return position;
    }

    /** Reads a value and forgets it. */
    void skip(int depth) {
        byte first = next();
        if (first == '"') {
            string();
            return;
        }
        if (first >= '0' && first <= '9' && skipShortNumber()) {
            return;
        }
        switch (kind()) {
            case OBJECT -> {
                deep(depth);
                at++;
                if (!accept('}')) {
                    do {
                        if (next() != '"') {
                            throw malformed("a key in quotes is expected");
                        }
                        string();
                        expect(':');
                        skip(depth + 1);
                    } while (more('}'));
                }
            }
            case ARRAY -> {
                deep(depth);
                at++;
                if (!accept(']')) {
                    do {
                        skip(depth + 1);
                    } while (more(']'));
                }
            }
            case STRING -> string();
            case NUMBER -> number();
            case TRUE -> word("true");
            case FALSE -> word("false");
            case NULL -> word("null");
        }
    }

    void deep(int depth) {
        if (depth >= MAX_DEPTH) {
            throw malformed("values nest deeper than " + MAX_DEPTH + " levels");
        }
    }

    /** After an element: true if another one follows, false at the closing bracket, which is taken. */
    boolean more(char close) {
        byte b = next();
        if (b == ',') {
            at++;
            return true;
        }
        if (b == close) {
            at++;
            return false;
        }
        throw malformed("',' or '" + close + "' is expected, not '" + shown() + "'");
    }
}
