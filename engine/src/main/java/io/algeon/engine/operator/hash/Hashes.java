package io.algeon.engine.operator.hash;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Hash functions of the operators: multiplicative, by odd constants, the high bits being the good ones. Not stable across
 * releases; never written to files.
 */
public final class Hashes {
    /** 2^64 divided by the golden ratio; spreads runs of consecutive keys evenly (Knuth's multiplicative hashing). */
    static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /** Another odd constant, so that partition numbers do not follow from slots of a table. */
    private static final long PARTITION = 0xC2B2AE3D27D4EB4FL;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private Hashes() {}

    /** Mixes one word into a running hash. */
    public static long mix(long hash, long word) {
        long mixed = (hash ^ word) * GOLDEN;
        return mixed ^ mixed >>> 32;
    }

    /** Mixes a word into a running hash that only decides about partitions. */
    public static long mixPartition(long hash, long word) {
        long mixed = (hash ^ word) * PARTITION;
        return mixed ^ mixed >>> 29;
    }

    /** Hash of {@code length} bytes. */
    static int bytes(byte[] data, int from, int length) {
        return (int) (longBytes(data, from, length) >>> 32);
    }

    /** Hash of {@code length} bytes. */
    public static long longBytes(byte[] data, int from, int length) {
        long hash = length;
        int at = from;
        int wordsEnd = from + (length & ~7);
        for (; at < wordsEnd; at += 8) {
            hash = mix(hash, (long) LONGS.get(data, at));
        }
        int end = from + length;
        if (at < end) {
            long word = 0;
            for (int shift = 0; at < end; at++, shift += 8) {
                word |= (data[at] & 0xffL) << shift;
            }
            hash = mix(hash, word);
        }
        return hash * GOLDEN;
    }
}
