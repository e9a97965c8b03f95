package io.algeon.engine.parquet.codec;

import static io.algeon.engine.parquet.codec.LittleEndian.getLong;
import static io.algeon.engine.parquet.codec.LittleEndian.putLong;
import static io.algeon.engine.parquet.codec.ZstdLiterals.load;
import static io.algeon.engine.parquet.codec.ZstdLiterals.top;

import org.jspecify.annotations.Nullable;

/**
 * The sequences section of a Zstandard block (RFC 8878, sections 3.1.1.3.2 and 3.1.1.4): reads them from one bit stream, from its
 * end, and carries each out at once. Tables and the three last offsets stay for the next block.
 */
final class ZstdSequences {
    private static final int[] LITERAL_LENGTHS = {
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 28, 32, 40, 48, 64, 128, 256, 512,
        1024, 2048, 4096, 8192, 16384, 32768, 65536
    };
    private static final int[] LITERAL_LENGTH_BITS = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        16
    };
    private static final int[] MATCH_LENGTHS = {
        3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32,
        33, 34, 35, 37, 39, 41, 43, 47, 51, 59, 67, 83, 99, 131, 259, 515, 1027, 2051, 4099, 8195, 16387, 32771, 65539
    };
    private static final int[] MATCH_LENGTH_BITS = {
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2,
        2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16
    };
    /** Offsets of 2^31 and more are beyond an array. */
    private static final int[] OFFSETS = new int[31];

    private static final int[] OFFSET_BITS = new int[31];

    static {
        for (int code = 0; code < OFFSETS.length; code++) {
            OFFSETS[code] = 1 << code;
            OFFSET_BITS[code] = code;
        }
    }

    private static final FseTable DEFAULT_LITERAL_LENGTHS = FseTable.of(
            6,
            new int[] {
                4, 3, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 1, 1, 1, 1, 1, -1, -1,
                -1, -1
            },
            LITERAL_LENGTHS,
            LITERAL_LENGTH_BITS);
    private static final FseTable DEFAULT_OFFSETS = FseTable.of(
            5,
            new int[] {1, 1, 1, 1, 1, 1, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1},
            OFFSETS,
            OFFSET_BITS);
    private static final FseTable DEFAULT_MATCH_LENGTHS = FseTable.of(
            6,
            new int[] {
                1, 4, 3, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1, -1, -1, -1, -1, -1, -1
            },
            MATCH_LENGTHS,
            MATCH_LENGTH_BITS);

    private final ZstdLiterals literals;
    private final Table literalLengths = new Table(9, DEFAULT_LITERAL_LENGTHS, LITERAL_LENGTHS, LITERAL_LENGTH_BITS);
    private final Table offsets = new Table(8, DEFAULT_OFFSETS, OFFSETS, OFFSET_BITS);
    private final Table matchLengths = new Table(9, DEFAULT_MATCH_LENGTHS, MATCH_LENGTHS, MATCH_LENGTH_BITS);
    private int lastOffset;
    private int secondLastOffset;
    private int thirdLastOffset;

    ZstdSequences(ZstdLiterals literals) {
        this.literals = literals;
    }

    /** One of the three kinds of codes: its table of this block. */
    private static final class Table {
        private final FseTable own;
        private final FseTable predefined;
        private final int[] values;
        private final int[] extraBits;
        /** Null before a frame's first table. */
        private @Nullable FseTable current;

        Table(int maxAccuracy, FseTable predefined, int[] values, int[] extraBits) {
            own = new FseTable(maxAccuracy);
            this.predefined = predefined;
            this.values = values;
            this.extraBits = extraBits;
        }

        int read(int mode, byte[] input, int at, int end) {
            switch (mode) {
                case 0 -> current = predefined;
                case 1 -> {
                    if (at >= end) {
                        throw ZstdDecoder.endsEarly();
                    }
                    own.repeat(input[at] & 0xff, values, extraBits);
                    current = own;
                    return at + 1;
                }
                case 2 -> {
                    current = null;
                    int next = own.read(input, at, end, values, extraBits);
                    current = own;
                    return next;
                }
                default -> {}
            }
            return at;
        }

        FseTable current() {
            FseTable table = current;
            if (table == null) {
                throw new MalformedDataException("a zstd block uses a table that no block before has");
            }
            return table;
        }
    }

    /** Forgets tables and offsets: a frame begins. */
    void reset() {
        literalLengths.current = null;
        offsets.current = null;
        matchLengths.current = null;
        lastOffset = 1;
        secondLastOffset = 4;
        thirdLastOffset = 8;
    }

    /**
     * Reads the section {@code input[in .. blockEnd)} and writes the block from {@code out} on.
     *
     * @param frameStart where the frame's content begins in the output: matches reach back to it
     * @return where the block's content ends
     */
    int execute(byte[] input, int in, int blockEnd, byte[] output, int frameStart, int out, int outputEnd) {
        if (in >= blockEnd) {
            throw ZstdDecoder.endsEarly();
        }
        int count = input[in++] & 0xff;
        if (count >= 128) {
            int more = count == 255 ? 2 : 1;
            if (blockEnd - in < more) {
                throw ZstdDecoder.endsEarly();
            }
            count = count == 255
                    ? LittleEndian.getUnsignedShort(input, in) + 0x7f00
                    : (count - 128 << 8) + (input[in] & 0xff);
            in += more;
        }
        if (count == 0) {
            if (in != blockEnd) {
                throw new MalformedDataException("a zstd block has bytes left");
            }
            return copyRest(literals.start(), output, out, out, outputEnd);
        }
        if (in >= blockEnd) {
            throw ZstdDecoder.endsEarly();
        }
        int modes = input[in++];
        in = literalLengths.read(modes >>> 6 & 3, input, in, blockEnd);
        in = offsets.read(modes >>> 4 & 3, input, in, blockEnd);
        in = matchLengths.read(modes >>> 2 & 3, input, in, blockEnd);
        if ((modes & 3) != 0) {
            throw new MalformedDataException("a zstd block has a flag that is not known");
        }
        return executeAll(count, input, in, blockEnd, output, frameStart, out, outputEnd);
    }

    private int executeAll(
            int count,
            byte[] input,
            int base,
            int blockEnd,
            byte[] output,
            int frameStart,
            int blockStart,
            int outputEnd) {
        FseTable literalLengthTable = literalLengths.current();
        FseTable offsetTable = offsets.current();
        FseTable matchLengthTable = matchLengths.current();
        long[] literalLengthEntries = literalLengthTable.entries();
        long[] offsetEntries = offsetTable.entries();
        long[] matchLengthEntries = matchLengthTable.entries();
        byte[] literalSource = literals.source();
        int literal = literals.start();
        int literalEnd = literals.end();
        // where sixteen bytes can be read, or written, without a look at the end
        int literalSafe = literalSource.length - ZstdDecoder.MARGIN;
        int outputSafe = outputEnd - ZstdDecoder.MARGIN;
        int offset1 = lastOffset;
        int offset2 = secondLastOffset;
        int offset3 = thirdLastOffset;
        int out = blockStart;

        int left = ZstdLiterals.bitsIn(input, base, blockEnd);
        long bits = load(input, base, left);
        int literalLengthState = top(bits, literalLengthTable.accuracy());
        bits <<= literalLengthTable.accuracy();
        int offsetState = top(bits, offsetTable.accuracy());
        bits <<= offsetTable.accuracy();
        int matchLengthState = top(bits, matchLengthTable.accuracy());
        left -= literalLengthTable.accuracy() + offsetTable.accuracy() + matchLengthTable.accuracy();
        for (int remaining = count; ; ) {
            if (left < 0) {
                throw ZstdDecoder.endsEarly();
            }
            long literalLengthEntry = literalLengthEntries[literalLengthState];
            long offsetEntry = offsetEntries[offsetState];
            long matchLengthEntry = matchLengthEntries[matchLengthState];

            // at most 30 and 16 bits
            bits = load(input, base, left);
            int width = FseTable.extraBits(offsetEntry);
            int offset = FseTable.value(offsetEntry) + top(bits, width);
            bits <<= width;
            left -= width;
            width = FseTable.extraBits(matchLengthEntry);
            int matchLength = FseTable.value(matchLengthEntry) + top(bits, width);
            left -= width;
            if (left < 0) {
                throw ZstdDecoder.endsEarly();
            }
            // at most 16, 9, 9 and 8 bits
            bits = load(input, base, left);
            width = FseTable.extraBits(literalLengthEntry);
            int literalLength = FseTable.value(literalLengthEntry) + top(bits, width);
            bits <<= width;
            left -= width;

            if (offset > 3) {
                offset -= 3;
                offset3 = offset2;
                offset2 = offset1;
                offset1 = offset;
            } else {
                int which = literalLength == 0 ? offset : offset - 1;
                if (which == 0) {
                    offset = offset1;
                } else {
                    offset = which == 1 ? offset2 : which == 2 ? offset3 : offset1 - 1;
                    if (which > 1) {
                        offset3 = offset2;
                    }
                    offset2 = offset1;
                    offset1 = offset;
                }
            }

            if (literalLength > literalEnd - literal) {
                throw new MalformedDataException("a zstd block has fewer literals than its sequences take");
            }
            if (literalLength + matchLength > outputEnd - out) {
                throw ZstdDecoder.tooLong();
            }
            if (literalLength <= 16 && literal <= literalSafe && out <= outputSafe) {
                putLong(output, out, getLong(literalSource, literal));
                putLong(output, out + 8, getLong(literalSource, literal + 8));
            } else {
                System.arraycopy(literalSource, literal, output, out, literalLength);
            }
            literal += literalLength;
            out += literalLength;
            if (offset <= 0 || offset > out - frameStart) {
                throw new MalformedDataException(
                        "a zstd match reaches " + offset + " bytes back after " + (out - frameStart));
            }
            if (matchLength <= outputEnd - out - 16) {
                WideCopy.within(output, out, offset, matchLength);
            } else {
                WideCopy.exactlyWithin(output, out, offset, matchLength);
            }
            out += matchLength;

            if (--remaining == 0) {
                break;
            }
            width = FseTable.stateBits(literalLengthEntry);
            literalLengthState = FseTable.nextState(literalLengthEntry) + top(bits, width);
            bits <<= width;
            left -= width;
            width = FseTable.stateBits(matchLengthEntry);
            matchLengthState = FseTable.nextState(matchLengthEntry) + top(bits, width);
            bits <<= width;
            left -= width;
            width = FseTable.stateBits(offsetEntry);
            offsetState = FseTable.nextState(offsetEntry) + top(bits, width);
            left -= width;
        }
        if (left != 0) {
            throw new MalformedDataException("the sequences of a zstd block do not end with it");
        }
        lastOffset = offset1;
        secondLastOffset = offset2;
        thirdLastOffset = offset3;
        return copyRest(literal, output, blockStart, out, outputEnd);
    }

    /** The literals that no sequence took. */
    private int copyRest(int literal, byte[] output, int blockStart, int out, int outputEnd) {
        int bytes = literals.end() - literal;
        if (bytes > outputEnd - out) {
            throw ZstdDecoder.tooLong();
        }
        System.arraycopy(literals.source(), literal, output, out, bytes);
        if (out + bytes - blockStart > ZstdDecoder.MAX_BLOCK_BYTES) {
            throw new MalformedDataException("a zstd block holds " + (out + bytes - blockStart) + " bytes");
        }
        return out + bytes;
    }
}
