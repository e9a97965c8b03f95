package io.algeon.engine.function;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Finds a byte string in others. Eight positions are tested at a time, within one {@code long}: whether the needle's first
 * byte is there and its last one where it would be. Only where both are the bytes between are compared.
 */
final class ByteSearch {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGHS = 0x8080808080808080L;

    private final byte[] needle;
    private final int last;
    private final long firstBytes;
    private final long lastBytes;

    ByteSearch(byte[] needle) {
        this.needle = needle;
        this.last = needle.length - 1;
        this.firstBytes = last < 0 ? 0 : (needle[0] & 0xffL) * ONES;
        this.lastBytes = last < 0 ? 0 : (needle[last] & 0xffL) * ONES;
    }

    int length() {
        return needle.length;
    }

    /** Position of the first occurrence that lies in {@code data[from .. to)}, -1 if there is none. */
    int find(byte[] data, int from, int to) {
        int distance = last;
        if (distance < 0) {
            return from;
        }
        long firsts = firstBytes;
        long lasts = lastBytes;
        int at = from;
        for (int end = to - distance - Long.BYTES; at <= end; at += Long.BYTES) {
            long different = (long) LONGS.get(data, at) ^ firsts | (long) LONGS.get(data, at + distance) ^ lasts;
            // The lowest bit is that of the first byte that is 0; those above a byte that is 0 may deceive.
            long zeros = different - ONES & ~different & HIGHS;
            if (zeros != 0) {
                int found = confirm(data, at, zeros);
                if (found >= 0) {
                    return found;
                }
            }
        }
        for (int end = to - distance; at < end; at++) {
            if (equal(data, at)) {
                return at;
            }
        }
        return -1;
    }

    private int confirm(byte[] data, int at, long zeros) {
        for (long left = zeros; left != 0; left &= left - 1) {
            int start = at + (Long.numberOfTrailingZeros(left) >>> 3);
            if (equal(data, start)) {
                return start;
            }
        }
        return -1;
    }

    private boolean equal(byte[] data, int start) {
        byte[] wanted = needle;
        for (int i = 0; i < wanted.length; i++) {
            if (data[start + i] != wanted[i]) {
                return false;
            }
        }
        return true;
    }
}
