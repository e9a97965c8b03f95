package io.algeon.engine.parquet.codec;

import static io.algeon.engine.parquet.codec.LittleEndian.getInt;
import static io.algeon.engine.parquet.codec.LittleEndian.getLong;
import static io.algeon.engine.parquet.codec.LittleEndian.getUnsignedShort;
import static io.algeon.engine.parquet.codec.LittleEndian.putLong;

/**
 * Decompresses blocks in Snappy's raw format (format_description.txt of the snappy project), on byte arrays.
 *
 * <p>Goal: pages of numbers. They compress into short literals, each followed by a short copy, and a branch on each length
 * would be mispredicted about every other time. So the fast path takes one literal of 1 to 4 bytes together with the copy
 * of at most 8 bytes behind it, from a single 8-byte load: it always moves 8 bytes for each of the two, and lengths only
 * advance the positions. Everything else goes an element at a time, in steps of 8 bytes.
 *
 * <p>Writing 8 bytes where fewer are meant is safe because both positions stay a margin away from the ends; the last bytes
 * of a block are handled exactly. Nothing is ever read from before the start of the output or written behind its end.
 */
final class SnappyDecoder {
    /** Most bytes that one turn of the wide loop writes or reads ahead: a copy of 64 rounded up to whole words, and more. */
    private static final int MARGIN = 80;

    /** By copy tag: length in bits 0-7, high bits of a one-byte offset in bits 8-18; {@code NOT_SHORT} if not such a copy. */
    private static final int[] SHORT_COPY = new int[256];

    private static final int NOT_SHORT = 255;

    static {
        for (int tag = 0; tag < 256; tag++) {
            SHORT_COPY[tag] = switch (tag & 3) {
                case 1 -> (tag >>> 2 & 7) + 4 | (tag >>> 5) << 16;
                case 2 -> (tag >>> 2) + 1;
                default -> NOT_SHORT;
            };
        }
    }

    private SnappyDecoder() {}

    /**
     * Decompresses {@code input[inputStart .. inputEnd)} to exactly {@code outputEnd - outputStart} bytes.
     *
     * @throws MalformedDataException if the block is malformed or its length differs
     */
    static void decompress(byte[] input, int inputStart, int inputEnd, byte[] output, int outputStart, int outputEnd) {
        int in = readLength(input, inputStart, inputEnd, outputEnd - outputStart);
        int out = outputStart;
        int wideInputEnd = Math.min(inputEnd, input.length) - MARGIN;
        int wideOutputEnd = Math.min(outputEnd, output.length) - MARGIN;
        while (in < inputEnd) {
            int tag;
            while (in < wideInputEnd && out < wideOutputEnd) {
                long word = getLong(input, in);
                int literal = ((int) word >>> 2 & 3) + 1;
                int copyWord = (int) (word >>> 8 + 8 * literal);
                int copy = SHORT_COPY[copyWord & 0xff];
                int offsetBytes = copyWord & 3;
                int length = copy & 0xff;
                int offset = copyWord >>> 8 & (1 << 8 * offsetBytes) - 1 | copy >>> 8;
                if ((word & 0xf3) == 0 && length <= 8 && offset >= 8 && offset <= out + literal - outputStart) {
                    putLong(output, out, word >>> 8);
                    out += literal;
                    putLong(output, out, getLong(output, out - offset));
                    out += length;
                    in += 2 + literal + offsetBytes;
                    continue;
                }
                tag = (int) word & 0xff;
                if ((tag & 3) == 0) {
                    if (tag >= 60 << 2) {
                        break;
                    }
                    int bytes = (tag >>> 2) + 1;
                    in++;
                    putLong(output, out, getLong(input, in));
                    putLong(output, out + 8, getLong(input, in + 8));
                    for (int done = 16; done < bytes; done += 16) {
                        putLong(output, out + done, getLong(input, in + done));
                        putLong(output, out + done + 8, getLong(input, in + done + 8));
                    }
                    in += bytes;
                    out += bytes;
                } else {
                    int bytes;
                    int distance;
                    if ((tag & 3) == 1) {
                        bytes = (tag >>> 2 & 7) + 4;
                        distance = (tag >>> 5) << 8 | (int) (word >>> 8) & 0xff;
                        in += 2;
                    } else if ((tag & 3) == 2) {
                        bytes = (tag >>> 2) + 1;
                        distance = (int) (word >>> 8) & 0xffff;
                        in += 3;
                    } else {
                        bytes = (tag >>> 2) + 1;
                        distance = (int) (word >>> 8);
                        in += 5;
                    }
                    checkDistance(distance, out - outputStart);
                    WideCopy.within(output, out, distance, bytes);
                    out += bytes;
                }
            }
            if (in >= inputEnd) {
                break;
            }

            tag = input[in++] & 0xff;
            int bytes;
            if ((tag & 3) == 0) {
                bytes = (tag >>> 2) + 1;
                if (bytes > 60) {
                    int lengthBytes = bytes - 60;
                    if (inputEnd - in < lengthBytes) {
                        throw endsEarly();
                    }
                    bytes = 0;
                    for (int i = 0; i < lengthBytes; i++) {
                        bytes |= (input[in++] & 0xff) << 8 * i;
                    }
                    bytes++;
                }
                if (bytes <= 0 || bytes > inputEnd - in) {
                    throw endsEarly();
                }
                if (bytes > outputEnd - out) {
                    throw tooLong();
                }
                System.arraycopy(input, in, output, out, bytes);
                in += bytes;
                out += bytes;
            } else {
                int offsetBytes = (tag & 3) == 3 ? 4 : tag & 3;
                if (inputEnd - in < offsetBytes) {
                    throw endsEarly();
                }
                int distance;
                if (offsetBytes == 1) {
                    bytes = (tag >>> 2 & 7) + 4;
                    distance = (tag >>> 5) << 8 | input[in] & 0xff;
                } else {
                    bytes = (tag >>> 2) + 1;
                    distance = offsetBytes == 2 ? getUnsignedShort(input, in) : getInt(input, in);
                }
                in += offsetBytes;
                checkDistance(distance, out - outputStart);
                if (bytes > outputEnd - out) {
                    throw tooLong();
                }
                WideCopy.exactlyWithin(output, out, distance, bytes);
                out += bytes;
            }
        }
        if (out != outputEnd) {
            throw new MalformedDataException("the snappy block ends after " + (out - outputStart) + " of "
                    + (outputEnd - outputStart) + " bytes");
        }
    }

    /** Reads the length that a block begins with, which must be {@code expected}, and returns where the elements begin. */
    static int readLength(byte[] input, int inputStart, int inputEnd, int expected) {
        int in = inputStart;
        long declared = 0;
        int shift = 0;
        int next;
        do {
            if (in >= inputEnd || shift > 28) {
                throw new MalformedDataException("the snappy block has no valid length");
            }
            next = input[in++];
            declared |= (next & 0x7fL) << shift;
            shift += 7;
        } while (next < 0);
        if (declared != expected) {
            throw new MalformedDataException("the snappy block declares " + declared + " bytes instead of " + expected);
        }
        return in;
    }

    private static void checkDistance(int distance, int written) {
        if (distance <= 0 || distance > written) {
            throw new MalformedDataException("a snappy copy reaches " + distance + " bytes back after " + written);
        }
    }

    private static MalformedDataException endsEarly() {
        return new MalformedDataException("the snappy block ends inside an element");
    }

    private static MalformedDataException tooLong() {
        return new MalformedDataException("the snappy block holds more bytes than it declares");
    }
}
