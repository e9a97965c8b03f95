package io.algeon.engine.parquet.codec;

import static io.algeon.engine.parquet.codec.LittleEndian.getLong;
import static io.algeon.engine.parquet.codec.LittleEndian.getUnsignedShort;
import static io.algeon.engine.parquet.codec.LittleEndian.putLong;

/**
 * Decompresses LZ4 blocks (lz4_Block_format.md of the lz4 project), on byte arrays: bare ones, and Hadoop's framing of them
 * (big-endian uncompressed and compressed length before each block), which Parquet's old LZ4 codec stands for.
 */
final class Lz4Decoder {
    /** A match of 18 bytes and a literal of 14, each rounded up to words; beyond it everything is copied exactly. */
    private static final int MARGIN = 48;

    private static final int MINIMUM_MATCH = 4;

    private Lz4Decoder() {}

    /**
     * Decompresses {@code input[inputStart .. inputEnd)} to exactly {@code outputEnd - outputStart} bytes.
     *
     * @throws MalformedDataException if the block is malformed or its length differs
     */
    static void decompress(byte[] input, int inputStart, int inputEnd, byte[] output, int outputStart, int outputEnd) {
        int in = inputStart;
        int out = outputStart;
        while (in < inputEnd) {
            int token = input[in++] & 0xff;
            int literal = token >>> 4;
            if (literal < 15 && in < inputEnd - MARGIN && out < outputEnd - MARGIN) {
                putLong(output, out, getLong(input, in));
                putLong(output, out + 8, getLong(input, in + 8));
            } else {
                if (literal == 15) {
                    int more;
                    do {
                        if (in >= inputEnd || literal < 0) {
                            throw endsEarly();
                        }
                        more = input[in++] & 0xff;
                        literal += more;
                    } while (more == 255);
                }
                if (literal < 0 || literal > inputEnd - in) {
                    throw endsEarly();
                }
                if (literal > outputEnd - out) {
                    throw tooLong();
                }
                System.arraycopy(input, in, output, out, literal);
            }
            in += literal;
            out += literal;
            if (in == inputEnd) {
                break;
            }
            if (inputEnd - in < 2) {
                throw endsEarly();
            }
            int distance = getUnsignedShort(input, in);
            in += 2;
            int match = token & 15;
            if (match == 15) {
                int more;
                do {
                    if (in >= inputEnd || match < 0) {
                        throw endsEarly();
                    }
                    more = input[in++] & 0xff;
                    match += more;
                } while (more == 255);
            }
            match += MINIMUM_MATCH;
            if (distance == 0 || distance > out - outputStart) {
                throw new MalformedDataException(
                        "an lz4 match reaches " + distance + " bytes back after " + (out - outputStart));
            }
            if (match < 0 || match > outputEnd - out) {
                throw tooLong();
            }
            if (match <= outputEnd - out - 16) {
                WideCopy.within(output, out, distance, match);
            } else {
                WideCopy.exactlyWithin(output, out, distance, match);
            }
            out += match;
        }
        if (out != outputEnd) {
            throw new MalformedDataException(
                    "the lz4 block ends after " + (out - outputStart) + " of " + (outputEnd - outputStart) + " bytes");
        }
    }

    /**
     * Decompresses blocks in Hadoop's framing; data that is not framed so is taken for one bare block, as some writers
     * stored it under the same codec.
     */
    static void decompressFramed(
            byte[] input, int inputStart, int inputEnd, byte[] output, int outputStart, int outputEnd) {
        if (!isFramed(input, inputStart, inputEnd, outputEnd - outputStart)) {
            decompress(input, inputStart, inputEnd, output, outputStart, outputEnd);
            return;
        }
        int in = inputStart;
        int out = outputStart;
        while (in < inputEnd) {
            int uncompressed = Integer.reverseBytes(LittleEndian.getInt(input, in));
            int compressed = Integer.reverseBytes(LittleEndian.getInt(input, in + 4));
            in += 8;
            decompress(input, in, in + compressed, output, out, out + uncompressed);
            in += compressed;
            out += uncompressed;
        }
    }

    /** Whether the lengths of a chain of frames add up exactly to both sizes. */
    private static boolean isFramed(byte[] input, int start, int end, int outputLength) {
        int in = start;
        int left = outputLength;
        while (in < end) {
            if (end - in < 8) {
                return false;
            }
            int uncompressed = Integer.reverseBytes(LittleEndian.getInt(input, in));
            int compressed = Integer.reverseBytes(LittleEndian.getInt(input, in + 4));
            in += 8;
            if (compressed < 0 || compressed > end - in || uncompressed < 0 || uncompressed > left) {
                return false;
            }
            in += compressed;
            left -= uncompressed;
        }
        return left == 0;
    }

    private static MalformedDataException endsEarly() {
        return new MalformedDataException("the lz4 block ends inside a sequence");
    }

    private static MalformedDataException tooLong() {
        return new MalformedDataException("the lz4 block holds more bytes than the page header says");
    }
}
