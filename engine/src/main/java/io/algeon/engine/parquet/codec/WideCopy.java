package io.algeon.engine.parquet.codec;

import static io.algeon.engine.parquet.codec.LittleEndian.getLong;
import static io.algeon.engine.parquet.codec.LittleEndian.putLong;

/** Copies of earlier output, as LZ77 formats repeat it: source and target may overlap, and then a pattern repeats. */
final class WideCopy {
    private WideCopy() {}

    /**
     * Repeats {@code bytes} bytes from {@code distance} before {@code to}; writes up to 15 bytes more, for which there must
     * be room.
     */
    static void within(byte[] array, int to, int distance, int bytes) {
        int end = to + bytes;
        int step = distance;
        if (distance < 8) {
            for (int i = 0; i < 8; i++) {
                array[to + i] = array[to + i - distance];
            }
            to += 8;
            // The smallest multiple of the distance that is a word or more: the pattern repeats at it too.
            step = distance * ((7 + distance) / distance);
        } else {
            putLong(array, to, getLong(array, to - distance));
            putLong(array, to + 8, getLong(array, to + 8 - distance));
            to += 16;
        }
        for (; to < end; to += 8) {
            putLong(array, to, getLong(array, to - step));
        }
    }

    /** As {@link #within}, without writing a byte too many. */
    static void exactlyWithin(byte[] array, int to, int distance, int bytes) {
        if (distance >= bytes) {
            System.arraycopy(array, to - distance, array, to, bytes);
        } else {
            for (int end = to + bytes; to < end; to++) {
                array[to] = array[to - distance];
            }
        }
    }
}
