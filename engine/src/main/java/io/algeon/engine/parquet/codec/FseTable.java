package io.algeon.engine.parquet.codec;

import java.util.Arrays;

/**
 * A decoding table of finite state entropy (RFC 8878, section 4.1). A state is an index; its entry says what it stands for, and
 * how to get to the next state: as many bits as {@link #stateBits} read and added to {@link #nextState}.
 *
 * <p>Entries are one {@code long}, so that a step costs one load: value in bits 0-31, extra bits to read and add to the value in
 * 32-39, state bits in 40-47, first next state in 48-63.
 */
final class FseTable {
    private static final int MAX_SYMBOLS = 256;

    private final long[] entries;
    private final int maxAccuracy;
    private final short[] counts = new short[MAX_SYMBOLS];
    private final int[] next = new int[MAX_SYMBOLS];
    private final byte[] symbols;
    private int accuracy;
    /** Symbols in {@link #counts}. */
    private int symbolCount;

    /** @param maxAccuracy the binary logarithm of the largest size */
    FseTable(int maxAccuracy) {
        this.maxAccuracy = maxAccuracy;
        entries = new long[1 << maxAccuracy];
        symbols = new byte[1 << maxAccuracy];
    }

    /** A table of given counts, in the RFC's form: -1 is "less than one". */
    static FseTable of(int accuracy, int[] counts, int[] values, int[] extraBits) {
        FseTable table = new FseTable(accuracy);
        table.accuracy = accuracy;
        table.symbolCount = counts.length;
        for (int i = 0; i < counts.length; i++) {
            table.counts[i] = (short) counts[i];
        }
        table.build(values, extraBits);
        return table;
    }

    long[] entries() {
        return entries;
    }

    int accuracy() {
        return accuracy;
    }

    static int value(long entry) {
        return (int) entry;
    }

    static int extraBits(long entry) {
        return (int) (entry >>> 32) & 0xff;
    }

    static int stateBits(long entry) {
        return (int) (entry >>> 40) & 0xff;
    }

    static int nextState(long entry) {
        return (int) (entry >>> 48);
    }

    /** One state, that stands for the symbol for ever. */
    void repeat(int symbol, int[] values, int[] extraBits) {
        if (symbol >= values.length) {
            throw new MalformedDataException("a zstd sequence code is " + symbol);
        }
        accuracy = 0;
        entries[0] = values[symbol] & 0xffffffffL | (long) extraBits[symbol] << 32;
    }

    /**
     * Reads the description of a table and builds it.
     *
     * @param values what a symbol stands for; there are no more symbols than entries
     * @return where the description ends
     */
    int read(byte[] input, int start, int end, int[] values, int[] extraBits) {
        long bit = 4;
        accuracy = (bits(input, start, end, 0) & 15) + 5;
        if (accuracy > maxAccuracy) {
            throw new MalformedDataException("a zstd table has " + accuracy + " bits of accuracy");
        }
        int left = 1 << accuracy;
        int symbol = 0;
        while (left > 0) {
            if (symbol >= values.length) {
                throw new MalformedDataException("a zstd table has too many symbols");
            }
            // a value from 0 to left + 1; the small ones take one bit less
            int width = 32 - Integer.numberOfLeadingZeros(left + 1);
            int low = (1 << width - 1) - 1;
            int spare = (1 << width) - 1 - (left + 1);
            int raw = bits(input, start, end, bit) & (1 << width) - 1;
            int value;
            if ((raw & low) < spare) {
                value = raw & low;
                bit += width - 1;
            } else {
                value = raw > low ? raw - spare : raw;
                bit += width;
            }
            int count = value - 1;
            left -= Math.abs(count);
            counts[symbol++] = (short) count;
            if (count == 0) {
                int more;
                do {
                    more = bits(input, start, end, bit) & 3;
                    bit += 2;
                    if (symbol + more > values.length) {
                        throw new MalformedDataException("a zstd table has too many symbols");
                    }
                    Arrays.fill(counts, symbol, symbol + more, (short) 0);
                    symbol += more;
                } while (more == 3);
            }
        }
        int at = start + (int) (bit + 7 >>> 3);
        if (left < 0 || at > end) {
            throw new MalformedDataException("a zstd table is malformed");
        }
        symbolCount = symbol;
        build(values, extraBits);
        return at;
    }

    /** At least 16 bits of the little-endian stream from a bit on; zeros beyond the end. */
    private static int bits(byte[] input, int start, int end, long bit) {
        int at = start + (int) (bit >>> 3);
        int found = 0;
        for (int i = 0; i < 3 && at + i < end; i++) {
            found |= (input[at + i] & 0xff) << 8 * i;
        }
        return found >>> (int) (bit & 7);
    }

    private void build(int[] values, int[] extraBits) {
        int size = 1 << accuracy;
        int high = size;
        for (int symbol = 0; symbol < symbolCount; symbol++) {
            if (counts[symbol] == -1) {
                symbols[--high] = (byte) symbol;
            }
            next[symbol] = Math.abs(counts[symbol]);
        }
        int step = (size >>> 1) + (size >>> 3) + 3;
        int position = 0;
        for (int symbol = 0; symbol < symbolCount; symbol++) {
            for (int i = 0; i < counts[symbol]; i++) {
                symbols[position] = (byte) symbol;
                do {
                    position = position + step & size - 1;
                } while (position >= high);
            }
        }
        for (int state = 0; state < size; state++) {
            int symbol = symbols[state] & 0xff;
            int number = next[symbol]++;
            int width = accuracy - (31 - Integer.numberOfLeadingZeros(number));
            long following = (number << width) - size;
            entries[state] = values[symbol] & 0xffffffffL
                    | (long) extraBits[symbol] << 32
                    | (long) width << 40
                    | following << 48;
        }
    }
}
