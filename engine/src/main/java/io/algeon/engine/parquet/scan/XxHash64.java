package io.algeon.engine.parquet.scan;

import static io.algeon.engine.parquet.codec.LittleEndian.getInt;
import static io.algeon.engine.parquet.codec.LittleEndian.getLong;

/** The hash function XXH64 with seed 0 (Collet, "xxHash fast digest algorithm", 2014), which Parquet's Bloom filters use. */
final class XxHash64 {
    private static final long PRIME_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME_3 = 0x165667B19E3779F9L;
    private static final long PRIME_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME_5 = 0x27D4EB2F165667C5L;

    private XxHash64() {}

    static long hash(byte[] bytes) {
        int at = 0;
        int end = bytes.length;
        long hash;
        if (end >= 32) {
            long a = PRIME_1 + PRIME_2;
            long b = PRIME_2;
            long c = 0;
            long d = -PRIME_1;
            for (; at <= end - 32; at += 32) {
                a = round(a, getLong(bytes, at));
                b = round(b, getLong(bytes, at + 8));
                c = round(c, getLong(bytes, at + 16));
                d = round(d, getLong(bytes, at + 24));
            }
            hash = Long.rotateLeft(a, 1) + Long.rotateLeft(b, 7) + Long.rotateLeft(c, 12) + Long.rotateLeft(d, 18);
            hash = merge(merge(merge(merge(hash, a), b), c), d);
        } else {
            hash = PRIME_5;
        }
        hash += end;
        for (; at <= end - 8; at += 8) {
            hash = Long.rotateLeft(hash ^ round(0, getLong(bytes, at)), 27) * PRIME_1 + PRIME_4;
        }
        if (at <= end - 4) {
            hash = Long.rotateLeft(hash ^ (getInt(bytes, at) & 0xffff_ffffL) * PRIME_1, 23) * PRIME_2 + PRIME_3;
            at += 4;
        }
        for (; at < end; at++) {
            hash = Long.rotateLeft(hash ^ (bytes[at] & 0xff) * PRIME_5, 11) * PRIME_1;
        }
        hash = (hash ^ hash >>> 33) * PRIME_2;
        hash = (hash ^ hash >>> 29) * PRIME_3;
        return hash ^ hash >>> 32;
    }

    private static long round(long sum, long input) {
        return Long.rotateLeft(sum + input * PRIME_2, 31) * PRIME_1;
    }

    private static long merge(long hash, long sum) {
        return (hash ^ round(0, sum)) * PRIME_1 + PRIME_4;
    }
}
