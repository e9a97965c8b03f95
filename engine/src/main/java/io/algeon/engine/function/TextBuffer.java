package io.algeon.engine.function;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of text being written, mostly ASCII; grows, and is reused from row to row. */
final class TextBuffer {
    private byte[] bytes = new byte[64];
    private int length;

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    TextBuffer clear() {
        length = 0;
        return this;
    }

    private void ensure(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, Math.multiplyExact(bytes.length, 2)));
        }
    }

    TextBuffer append(char ascii) {
        ensure(1);
        bytes[length++] = (byte) ascii;
        return this;
    }

    TextBuffer append(String text) {
        return append(text.getBytes(StandardCharsets.UTF_8));
    }

    TextBuffer append(byte[] more) {
        return append(more, 0, more.length);
    }

    TextBuffer append(byte[] source, int from, int count) {
        ensure(count);
        System.arraycopy(source, from, bytes, length, count);
        length += count;
        return this;
    }

    TextBuffer append(long value) {
        ensure(DecimalDigits.LONGEST);
        length = DecimalDigits.write(value, bytes, length);
        return this;
    }

    /** A number that is not negative, with leading zeros up to {@code width} digits. */
    TextBuffer appendPadded(long value, int width) {
        int count = Math.max(width, DecimalDigits.count(value));
        ensure(count);
        DecimalDigits.write(value, bytes, length, length + count);
        length += count;
        return this;
    }

    /** An unscaled number of that scale. */
    TextBuffer appendDecimal(long unscaled, int scale) {
        if (scale == 0) {
            return append(unscaled);
        }
        if (unscaled == Long.MIN_VALUE) {
            return append(io.algeon.engine.arithmetic.Int128.toString(-1, unscaled, scale));
        }
        if (unscaled < 0) {
            append('-');
        }
        long magnitude = Math.abs(unscaled);
        long power = io.algeon.engine.arithmetic.Int128.powerOfTen(scale);
        return appendPadded(magnitude / power, 1).append('.').appendPadded(magnitude % power, scale);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
