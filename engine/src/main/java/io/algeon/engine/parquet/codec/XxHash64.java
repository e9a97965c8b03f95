package io.algeon.engine.parquet.codec;

import static io.algeon.engine.parquet.codec.LittleEndian.getInt;
import static io.algeon.engine.parquet.codec.LittleEndian.getLong;

/**
 * XXH64 with seed 0 (github.com/Cyan4973/xxHash, doc/xxhash_spec.md): the checksum of Zstandard frames, and the hash of Parquet's
 * Bloom filters.
 */
public final class XxHash64 {
    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;

    private XxHash64() {}

    /** The hash of {@code bytes[start .. end)}. */
    public static long hash(byte[] bytes, int start, int end) {
        int at = start;
        long hash;
        if (end - start >= 32) {
            // The sum of the first two primes, which overflows.
            long lane1 = 0x60EA27EEADC0B5D6L;
            long lane2 = PRIME_2;
            long lane3 = 0;
            long lane4 = -PRIME_1;
            for (int last = end - 32; at <= last; at += 32) {
                lane1 = round(lane1, getLong(bytes, at));
                lane2 = round(lane2, getLong(bytes, at + 8));
                lane3 = round(lane3, getLong(bytes, at + 16));
                lane4 = round(lane4, getLong(bytes, at + 24));
            }
            hash = Long.rotateLeft(lane1, 1)
                    + Long.rotateLeft(lane2, 7)
                    + Long.rotateLeft(lane3, 12)
                    + Long.rotateLeft(lane4, 18);
            hash = merge(merge(merge(merge(hash, lane1), lane2), lane3), lane4);
        } else {
            hash = PRIME_5;
        }
        hash += end - start;
        for (; at + 8 <= end; at += 8) {
            hash = Long.rotateLeft(hash ^ round(0, getLong(bytes, at)), 27) * PRIME_1 + PRIME_4;
        }
        if (at + 4 <= end) {
            hash = Long.rotateLeft(hash ^ (getInt(bytes, at) & 0xffffffffL) * PRIME_1, 23) * PRIME_2 + PRIME_3;
            at += 4;
        }
        for (; at < end; at++) {
            hash = Long.rotateLeft(hash ^ (bytes[at] & 0xff) * PRIME_5, 11) * PRIME_1;
        }
        hash = (hash ^ hash >>> 33) * PRIME_2;
        hash = (hash ^ hash >>> 29) * PRIME_3;
        return hash ^ hash >>> 32;
    }

    private static long round(long lane, long input) {
        return Long.rotateLeft(lane + input * PRIME_2, 31) * PRIME_1;
    }

    private static long merge(long hash, long lane) {
        return (hash ^ round(0, lane)) * PRIME_1 + PRIME_4;
    }
}
