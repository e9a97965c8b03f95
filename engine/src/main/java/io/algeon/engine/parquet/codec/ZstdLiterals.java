package io.algeon.engine.parquet.codec;

import static io.algeon.engine.parquet.codec.LittleEndian.getLong;
import static io.algeon.engine.parquet.codec.LittleEndian.getUnsignedShort;

import java.util.Arrays;

/**
 * The literals section of a Zstandard block (RFC 8878, section 3.1.1.3.1): raw, one repeated byte, or Huffman-coded in one or four
 * bit streams that are read from their ends. The Huffman table stays for blocks that use it again.
 *
 * <p>A stream's place is the number of its bits that are still to be read. The eight bytes that end there give 57 bits or more,
 * which is enough for five symbols; the bytes before a stream are always part of the frame, so that a load never leaves the array
 * while the number is not negative.
 */
final class ZstdLiterals {
    private static final int MAX_CODE_BITS = 11;
    private static final int SYMBOLS_A_LOAD = 5;
    private static final int MAX_WEIGHT_ACCURACY = 6;

    /** Weights stand for themselves. */
    private static final int[] WEIGHTS = new int[MAX_CODE_BITS + 2];

    private static final int[] NO_EXTRA_BITS = new int[MAX_CODE_BITS + 2];

    static {
        Arrays.setAll(WEIGHTS, weight -> weight);
    }

    private final byte[] buffer = new byte[ZstdDecoder.MAX_BLOCK_BYTES + ZstdDecoder.MARGIN];
    private final FseTable weightTable = new FseTable(MAX_WEIGHT_ACCURACY);
    private final byte[] weights = new byte[256];
    /** Symbol in bits 0-7, length of its code in 8-15; the index is the next {@link #codeBits} bits. */
    private final short[] symbols = new short[1 << MAX_CODE_BITS];

    /** Zero before a table was read. */
    private int codeBits;

    private byte[] source = buffer;
    private int start;
    private int end;

    /** The array that holds the literals: a buffer, or the input. */
    byte[] source() {
        return source;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    /** Forgets the table: a frame begins. */
    void reset() {
        codeBits = 0;
    }

    /** Reads the section; returns where it ends. */
    int read(byte[] input, int at, int blockEnd) {
        if (at >= blockEnd) {
            throw endsEarly();
        }
        int kind = input[at] & 3;
        int format = input[at] >>> 2 & 3;
        if (kind >= 2) {
            return readCoded(input, at, blockEnd, kind == 2, format);
        }
        int headerBytes = (format & 1) == 0 ? 1 : format == 1 ? 2 : 3;
        if (blockEnd - at <= headerBytes - 1) {
            throw endsEarly();
        }
        int length = switch (headerBytes) {
            case 1 -> (input[at] & 0xff) >>> 3;
            case 2 -> getUnsignedShort(input, at) >>> 4;
            default -> (getUnsignedShort(input, at) | (input[at + 2] & 0xff) << 16) >>> 4;
        };
        checkLength(length);
        at += headerBytes;
        if (kind == 0) {
            if (length > blockEnd - at) {
                throw endsEarly();
            }
            source = input;
            start = at;
            end = at + length;
            return end;
        }
        if (at >= blockEnd) {
            throw endsEarly();
        }
        source = buffer;
        start = 0;
        end = length;
        Arrays.fill(buffer, 0, length, input[at]);
        return at + 1;
    }

    private int readCoded(byte[] input, int at, int blockEnd, boolean withTable, int format) {
        // two sizes of 10, 10, 14 or 18 bits after the first four
        int sizeBits = format < 2 ? 10 : 14 + 4 * (format - 2);
        int headerBytes = format < 2 ? 3 : 2 + format;
        if (blockEnd - at < headerBytes) {
            throw endsEarly();
        }
        long header = 0;
        for (int i = 0; i < headerBytes; i++) {
            header |= (input[at + i] & 0xffL) << 8 * i;
        }
        int mask = (1 << sizeBits) - 1;
        int length = (int) (header >>> 4) & mask;
        int coded = (int) (header >>> 4 + sizeBits) & mask;
        at += headerBytes;
        checkLength(length);
        if (coded > blockEnd - at) {
            throw endsEarly();
        }
        int sectionEnd = at + coded;
        if (withTable) {
            at = readTable(input, at, sectionEnd);
        } else if (codeBits == 0) {
            throw new MalformedDataException("a zstd block uses a Huffman table that no block before has");
        }
        source = buffer;
        start = 0;
        end = length;
        if (format == 0) {
            decodeRest(input, at, bitsIn(input, at, sectionEnd), 0, length);
        } else {
            decodeFour(input, at, sectionEnd, length);
        }
        return sectionEnd;
    }

    private static void checkLength(int length) {
        if (length > ZstdDecoder.MAX_BLOCK_BYTES) {
            throw new MalformedDataException("a zstd block has " + length + " literals");
        }
    }

    private void decodeFour(byte[] input, int at, int sectionEnd, int length) {
        int quarter = length + 3 >>> 2;
        if (sectionEnd - at < 6 || length < 3 * quarter) {
            throw endsEarly();
        }
        int base1 = at + 6;
        int base2 = base1 + getUnsignedShort(input, at);
        int base3 = base2 + getUnsignedShort(input, at + 2);
        int base4 = base3 + getUnsignedShort(input, at + 4);
        if (base4 > sectionEnd) {
            throw endsEarly();
        }
        int left1 = bitsIn(input, base1, base2);
        int left2 = bitsIn(input, base2, base3);
        int left3 = bitsIn(input, base3, base4);
        int left4 = bitsIn(input, base4, sectionEnd);
        byte[] out = buffer;
        short[] table = symbols;
        int shift = 64 - codeBits;
        int done = 0;
        // the last stream is the shortest
        int together = length - 3 * quarter - SYMBOLS_A_LOAD;
        while (done <= together) {
            long bits1 = load(input, base1, left1);
            long bits2 = load(input, base2, left2);
            long bits3 = load(input, base3, left3);
            long bits4 = load(input, base4, left4);
            for (int i = 0; i < SYMBOLS_A_LOAD; i++, done++) {
                int entry1 = table[(int) (bits1 >>> shift)];
                int entry2 = table[(int) (bits2 >>> shift)];
                int entry3 = table[(int) (bits3 >>> shift)];
                int entry4 = table[(int) (bits4 >>> shift)];
                out[done] = (byte) entry1;
                out[done + quarter] = (byte) entry2;
                out[done + 2 * quarter] = (byte) entry3;
                out[done + 3 * quarter] = (byte) entry4;
                entry1 >>>= 8;
                entry2 >>>= 8;
                entry3 >>>= 8;
                entry4 >>>= 8;
                bits1 <<= entry1;
                bits2 <<= entry2;
                bits3 <<= entry3;
                bits4 <<= entry4;
                left1 -= entry1;
                left2 -= entry2;
                left3 -= entry3;
                left4 -= entry4;
            }
            if ((left1 | left2 | left3 | left4) < 0) {
                throw endsEarly();
            }
        }
        decodeRest(input, base1, left1, done, quarter);
        decodeRest(input, base2, left2, quarter + done, 2 * quarter);
        decodeRest(input, base3, left3, 2 * quarter + done, 3 * quarter);
        decodeRest(input, base4, left4, 3 * quarter + done, length);
    }

    /** The symbols of one stream for {@code buffer[from .. to)}, which must use it up. */
    private void decodeRest(byte[] input, int base, int left, int from, int to) {
        short[] table = symbols;
        int shift = 64 - codeBits;
        int out = from;
        while (out < to) {
            long bits = load(input, base, left);
            for (int stop = Math.min(to, out + SYMBOLS_A_LOAD); out < stop; out++) {
                int entry = table[(int) (bits >>> shift)];
                buffer[out] = (byte) entry;
                bits <<= entry >>> 8;
                left -= entry >>> 8;
            }
            if (left < 0) {
                throw endsEarly();
            }
        }
        if (left != 0) {
            throw new MalformedDataException("a zstd stream of literals has bits left");
        }
    }

    /** The bits before the place, at the top of the word. */
    static long load(byte[] input, int base, int left) {
        int end = left + 7 >> 3;
        return getLong(input, base + end - 8) << (end << 3) - left;
    }

    /** The bits of a stream, without the marker that ends it: the highest one of its last byte. */
    static int bitsIn(byte[] input, int from, int to) {
        if (to <= from || input[to - 1] == 0) {
            throw new MalformedDataException("a zstd bit stream has no end mark");
        }
        return (to - from) * 8 - (Integer.numberOfLeadingZeros(input[to - 1] & 0xff) - 24) - 1;
    }

    private int readTable(byte[] input, int at, int sectionEnd) {
        if (at >= sectionEnd) {
            throw endsEarly();
        }
        int header = input[at++] & 0xff;
        int count;
        int tableEnd;
        if (header >= 128) {
            count = header - 127;
            tableEnd = at + (count + 1 >>> 1);
            if (tableEnd > sectionEnd) {
                throw endsEarly();
            }
            for (int i = 0; i < count; i++) {
                int pair = input[at + (i >>> 1)];
                weights[i] = (byte) ((i & 1) == 0 ? pair >>> 4 & 15 : pair & 15);
            }
        } else {
            tableEnd = at + header;
            if (tableEnd > sectionEnd) {
                throw endsEarly();
            }
            count = readWeights(input, at, tableEnd);
        }
        buildTable(count);
        return tableEnd;
    }

    /** Weights from two states that take turns, until the bits run out. */
    private int readWeights(byte[] input, int at, int tableEnd) {
        int base = weightTable.read(input, at, tableEnd, WEIGHTS, NO_EXTRA_BITS);
        long[] entries = weightTable.entries();
        int left = bitsIn(input, base, tableEnd);
        int accuracy = weightTable.accuracy();
        int state = top(load(input, base, left), accuracy);
        left -= accuracy;
        if (left < accuracy) {
            throw endsEarly();
        }
        int other = top(load(input, base, left), accuracy);
        left -= accuracy;
        int count = 0;
        while (count < weights.length - 1) {
            long entry = entries[state];
            weights[count++] = (byte) FseTable.value(entry);
            int width = FseTable.stateBits(entry);
            if (width > left) {
                if (count == weights.length - 1) {
                    break;
                }
                weights[count++] = (byte) FseTable.value(entries[other]);
                return count;
            }
            state = other;
            other = FseTable.nextState(entry) + top(load(input, base, left), width);
            left -= width;
        }
        throw new MalformedDataException("a zstd Huffman table has too many weights");
    }

    /** The highest bits of a word; none are zero. */
    static int top(long bits, int count) {
        return (int) (bits >>> 1 >>> 63 - count);
    }

    /** The weight of the last symbol is what is missing to a power of two. */
    private void buildTable(int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) {
            if (weights[i] > MAX_CODE_BITS + 1) {
                throw malformedTable();
            }
            sum += 1 << weights[i] >>> 1;
        }
        if (sum == 0) {
            throw malformedTable();
        }
        int bits = 32 - Integer.numberOfLeadingZeros(sum);
        int missing = (1 << bits) - sum;
        if (bits > MAX_CODE_BITS || Integer.bitCount(missing) != 1) {
            throw malformedTable();
        }
        weights[count++] = (byte) (32 - Integer.numberOfLeadingZeros(missing));
        int at = 0;
        for (int weight = 1; weight <= bits; weight++) {
            int entries = 1 << weight - 1;
            for (int symbol = 0; symbol < count; symbol++) {
                if (weights[symbol] == weight) {
                    Arrays.fill(symbols, at, at + entries, (short) (symbol | bits + 1 - weight << 8));
                    at += entries;
                }
            }
        }
        codeBits = bits;
    }

    private static MalformedDataException malformedTable() {
        return new MalformedDataException("a zstd Huffman table is malformed");
    }

    private static MalformedDataException endsEarly() {
        return new MalformedDataException("the literals of a zstd block end early");
    }
}
