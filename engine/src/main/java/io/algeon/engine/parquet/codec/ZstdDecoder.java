package io.algeon.engine.parquet.codec;

import static io.algeon.engine.parquet.codec.LittleEndian.getInt;
import static io.algeon.engine.parquet.codec.LittleEndian.getLong;
import static io.algeon.engine.parquet.codec.LittleEndian.getUnsignedShort;

import java.util.Arrays;

/**
 * Decompresses Zstandard (RFC 8878) on byte arrays, without native code: one or more frames, skippable ones among them, with
 * their checksums checked. Dictionaries of the format are not supported; Parquet has none.
 *
 * <p>A block is literals ({@link ZstdLiterals}) and sequences: so many literals, then so many bytes again from so far back
 * ({@link ZstdSequences}). Both keep tables from block to block of a frame. Not thread-safe; holds 150 KiB.
 */
final class ZstdDecoder {
    static final int MAX_BLOCK_BYTES = 1 << 17;

    /** What copies may read and write beyond their end, away from the ends of arrays. */
    static final int MARGIN = 32;

    private static final int MAGIC = 0xFD2FB528;
    private static final int SKIPPABLE_MAGIC = 0x184D2A50;
    private static final int MIN_FRAME_HEADER_BYTES = 6;

    private final ZstdLiterals literals = new ZstdLiterals();
    private final ZstdSequences sequences = new ZstdSequences(literals);

    /**
     * Decompresses {@code input[inputStart .. inputEnd)} to exactly {@code outputEnd - outputStart} bytes.
     *
     * @throws MalformedDataException if a frame is malformed or the length differs
     */
    void decompress(byte[] input, int inputStart, int inputEnd, byte[] output, int outputStart, int outputEnd) {
        int in = inputStart;
        int out = outputStart;
        while (in < inputEnd) {
            if (inputEnd - in < MIN_FRAME_HEADER_BYTES) {
                throw endsEarly();
            }
            int magic = getInt(input, in);
            if ((magic & 0xfffffff0) == SKIPPABLE_MAGIC) {
                if (inputEnd - in < 8) {
                    throw endsEarly();
                }
                long bytes = getInt(input, in + 4) & 0xffffffffL;
                if (bytes > inputEnd - in - 8) {
                    throw endsEarly();
                }
                in += 8 + (int) bytes;
            } else if (magic == MAGIC) {
                Frame frame = new Frame(input, in, inputEnd);
                int frameEnd = decompressBlocks(frame, input, inputEnd, output, out, outputEnd);
                in = frame.at;
                out = frameEnd;
            } else {
                throw new MalformedDataException("there is no zstd frame");
            }
        }
        if (out != outputEnd) {
            throw new MalformedDataException(
                    "the zstd frame holds " + (out - outputStart) + " bytes instead of " + (outputEnd - outputStart));
        }
    }

    /** The header of a frame, and how far it was read. */
    private static final class Frame {
        final boolean checksum;
        /** Bytes of content; -1 if not known. */
        final long length;

        int at;

        Frame(byte[] input, int start, int end) {
            int descriptor = input[start + 4];
            if ((descriptor & 8) != 0) {
                throw new MalformedDataException("the zstd frame has a flag that is not known");
            }
            boolean singleSegment = (descriptor & 32) != 0;
            checksum = (descriptor & 4) != 0;
            int dictionaryBytes = (descriptor & 3) == 3 ? 4 : descriptor & 3;
            int lengthFlag = descriptor >>> 6 & 3;
            int lengthBytes = lengthFlag == 0 ? (singleSegment ? 1 : 0) : 1 << lengthFlag;
            at = start + 5 + (singleSegment ? 0 : 1);
            if (end - at < dictionaryBytes + lengthBytes) {
                throw endsEarly();
            }
            for (int i = 0; i < dictionaryBytes; i++) {
                if (input[at + i] != 0) {
                    throw new MalformedDataException("the zstd frame needs a dictionary");
                }
            }
            at += dictionaryBytes;
            length = switch (lengthBytes) {
                case 0 -> -1;
                case 1 -> input[at] & 0xff;
                case 2 -> getUnsignedShort(input, at) + 256;
                case 4 -> getInt(input, at) & 0xffffffffL;
                default -> getLong(input, at) & Long.MAX_VALUE;
            };
            at += lengthBytes;
        }
    }

    /** Returns where the content ends in the output. */
    private int decompressBlocks(
            Frame frame, byte[] input, int inputEnd, byte[] output, int outputStart, int outputEnd) {
        literals.reset();
        sequences.reset();
        int in = frame.at;
        int out = outputStart;
        boolean last;
        do {
            if (inputEnd - in < 3) {
                throw endsEarly();
            }
            int header = getUnsignedShort(input, in) | (input[in + 2] & 0xff) << 16;
            in += 3;
            last = (header & 1) != 0;
            int bytes = header >>> 3;
            int kind = header >>> 1 & 3;
            if (kind != 1 && bytes > inputEnd - in || kind == 1 && in >= inputEnd) {
                throw endsEarly();
            }
            if (kind != 2 && bytes > outputEnd - out) {
                throw tooLong();
            }
            if (bytes > MAX_BLOCK_BYTES || kind == 3) {
                throw new MalformedDataException("a zstd block has kind " + kind + " and " + bytes + " bytes");
            }
            if (kind == 0) {
                System.arraycopy(input, in, output, out, bytes);
                in += bytes;
                out += bytes;
            } else if (kind == 1) {
                Arrays.fill(output, out, out + bytes, input[in]);
                in++;
                out += bytes;
            } else {
                int coded = literals.read(input, in, in + bytes);
                out = sequences.execute(input, coded, in + bytes, output, outputStart, out, outputEnd);
                in += bytes;
            }
        } while (!last);
        if (frame.length >= 0 && frame.length != out - outputStart) {
            throw new MalformedDataException(
                    "the zstd frame holds " + (out - outputStart) + " bytes and says " + frame.length);
        }
        if (frame.checksum) {
            if (inputEnd - in < 4) {
                throw endsEarly();
            }
            if (getInt(input, in) != (int) XxHash64.hash(output, outputStart, out)) {
                throw new MalformedDataException("the zstd frame fails its checksum");
            }
            in += 4;
        }
        frame.at = in;
        return out;
    }

    static MalformedDataException endsEarly() {
        return new MalformedDataException("the zstd frame is cut off");
    }

    static MalformedDataException tooLong() {
        return new MalformedDataException("the zstd frame holds more bytes than the page header says");
    }
}
