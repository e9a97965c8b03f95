package io.algeon.engine.batch;

/** Validity bitmaps: bit {@code row & 63} of word {@code row >> 6} is 1 if the row has a value, 0 if it is NULL. */
public final class Validity {
    private Validity() {}

    /** Words that hold {@code rows} bits. */
    public static int words(int rows) {
        return (rows + 63) >>> 6;
    }

    public static boolean get(long[] words, int row) {
        return (words[row >> 6] >>> row & 1L) != 0;
    }

    public static void set(long[] words, int row) {
        words[row >> 6] |= 1L << row;
    }

    public static void clear(long[] words, int row) {
        words[row >> 6] &= ~(1L << row);
    }

    /** Sets the first {@code rows} bits; bits above them in the last word are set too. */
    public static void setAll(long[] words, int rows) {
        java.util.Arrays.fill(words, 0, words(rows), -1L);
    }

    public static void clearAll(long[] words, int rows) {
        java.util.Arrays.fill(words, 0, words(rows), 0L);
    }

    /** Bits set among the first {@code rows}. */
    public static int count(long[] words, int rows) {
        int full = rows >>> 6;
        int count = 0;
        for (int i = 0; i < full; i++) {
            count += Long.bitCount(words[i]);
        }
        int tail = rows & 63;
        return tail == 0 ? count : count + Long.bitCount(words[full] & (-1L >>> (64 - tail)));
    }

    /** Copies {@code count} bits from bit {@code from} of the source to bit {@code at} of the target. */
    public static void copy(long[] source, int from, long[] target, int at, int count) {
        int done = 0;
        while (done < count) {
            int bit = at + done & 63;
            int part = Math.min(64 - bit, count - done);
            long mask = -1L >>> 64 - part << bit;
            int word = at + done >> 6;
            target[word] = target[word] & ~mask | bits(source, from + done, part) << bit & mask;
            done += part;
        }
    }

    /** {@code count} bits, at most 64, from bit {@code from}; those above are undefined. */
    private static long bits(long[] words, int from, int count) {
        int bit = from & 63;
        long low = words[from >> 6] >>> bit;
        return bit + count <= 64 ? low : low | words[(from >> 6) + 1] << 64 - bit;
    }

    /** Copies the bits of {@code rows[0..count)} of {@code source} into the first {@code count} bits of the target. */
    public static void gather(long[] source, int[] rows, int count, long[] target) {
        int row = 0;
        for (int word = 0; row < count; word++) {
            long bits = 0;
            int end = Math.min(64, count - row);
            for (int bit = 0; bit < end; bit++) {
                int from = rows[row++];
                bits |= (source[from >> 6] >>> from & 1L) << bit;
            }
            target[word] = bits;
        }
    }
}
