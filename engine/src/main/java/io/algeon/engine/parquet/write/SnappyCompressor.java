package io.algeon.engine.parquet.write;

import io.algeon.engine.parquet.codec.LittleEndian;
import java.util.Arrays;

/**
 * Compresses to the Snappy format (github.com/google/snappy, format_description.txt) on byte arrays, without a native
 * library.
 *
 * <p>Greedy matching of four bytes through one table of last positions a fragment of 64 KiB, so that every distance fits the
 * two-byte copy. After misses the step grows, as data without matches is to be passed over quickly.
 */
final class SnappyCompressor {
    private static final int FRAGMENT = 1 << 16;
    private static final int TABLE_BITS = 14;
    private static final int HASH = 0x1e35a7bd;

    /** Bytes kept clear of the end of a fragment, so that eight can be loaded at every position that is looked at. */
    private static final int MARGIN = 15;

    /** Misses after which the step grows by one. */
    private static final int MISSES_A_STEP = 32;

    private final short[] table = new short[1 << TABLE_BITS];

    /** Most bytes that {@code length} bytes can become. */
    static long maxCompressedLength(int length) {
        return 32L + length + length / 6;
    }

    /** Compresses the first {@code length} bytes of the input; returns the compressed length. */
    int compress(byte[] input, int length, byte[] output) {
        int to = 0;
        int rest = length;
        while (rest > 0x7f) {
            output[to++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        output[to++] = (byte) rest;
        for (int from = 0; from < length; from += FRAGMENT) {
            to = fragment(input, from, Math.min(length, from + FRAGMENT), output, to);
        }
        return to;
    }

    private int fragment(byte[] input, int start, int end, byte[] output, int outputAt) {
        short[] positions = table;
        Arrays.fill(positions, (short) 0);
        int to = outputAt;
        int literal = start;
        int limit = end - MARGIN;
        int at = start + 1;
        int misses = MISSES_A_STEP;
        while (at < limit) {
            int value = LittleEndian.getInt(input, at);
            int slot = value * HASH >>> Integer.SIZE - TABLE_BITS;
            int candidate = start + (positions[slot] & 0xffff);
            positions[slot] = (short) (at - start);
            if (candidate >= at || LittleEndian.getInt(input, candidate) != value) {
                at += misses++ / MISSES_A_STEP;
                continue;
            }
            misses = MISSES_A_STEP;
            if (literal < at) {
                to = literal(input, literal, at - literal, output, to);
            }
            int matched = 4 + matchLength(input, candidate + 4, at + 4, end);
            to = copy(at - candidate, matched, output, to);
            at += matched;
            literal = at;
            if (at < limit) {
                int previous = LittleEndian.getInt(input, at - 1);
                positions[previous * HASH >>> Integer.SIZE - TABLE_BITS] = (short) (at - 1 - start);
            }
        }
        return literal < end ? literal(input, literal, end - literal, output, to) : to;
    }

    private static int matchLength(byte[] input, int left, int right, int end) {
        int length = 0;
        while (right + length + Long.BYTES <= end) {
            long difference = LittleEndian.getLong(input, left + length) ^ LittleEndian.getLong(input, right + length);
            if (difference != 0) {
                return length + (Long.numberOfTrailingZeros(difference) >>> 3);
            }
            length += Long.BYTES;
        }
        while (right + length < end && input[left + length] == input[right + length]) {
            length++;
        }
        return length;
    }

    private static int literal(byte[] input, int from, int length, byte[] output, int outputAt) {
        int to = outputAt;
        int count = length - 1;
        if (count < 60) {
            output[to++] = (byte) (count << 2);
        } else if (count < 1 << 8) {
            output[to++] = (byte) (60 << 2);
            output[to++] = (byte) count;
        } else {
            output[to++] = (byte) (61 << 2);
            output[to++] = (byte) count;
            output[to++] = (byte) (count >>> 8);
        }
        System.arraycopy(input, from, output, to, length);
        return to + length;
    }

    /** A match as copies of at most 64 bytes, none of which is left shorter than 4. */
    private static int copy(int distance, int length, byte[] output, int outputAt) {
        int to = outputAt;
        int rest = length;
        while (rest >= 68) {
            to = longCopy(distance, 64, output, to);
            rest -= 64;
        }
        if (rest > 64) {
            to = longCopy(distance, 60, output, to);
            rest -= 60;
        }
        if (rest >= 12 || distance >= 1 << 11) {
            return longCopy(distance, rest, output, to);
        }
        output[to++] = (byte) (distance >>> 8 << 5 | rest - 4 << 2 | 1);
        output[to++] = (byte) distance;
        return to;
    }

    private static int longCopy(int distance, int length, byte[] output, int to) {
        output[to] = (byte) (length - 1 << 2 | 2);
        output[to + 1] = (byte) distance;
        output[to + 2] = (byte) (distance >>> 8);
        return to + 3;
    }
}
