package io.algeon.engine.arrow;

import io.algeon.engine.parquet.codec.Decompressor;
import io.algeon.engine.parquet.codec.MalformedDataException;
import java.util.Arrays;

/** Decompresses the buffers of record batches: each one alone, after its uncompressed length. */
final class ArrowBodies {
    /** Codecs as the format numbers them; -1 is none. */
    static final int LZ4_FRAME = 0;

    static final int ZSTD = 1;

    private static final int LZ4_MAGIC = 0x184D2204;
    private static final int MIN_MATCH = 4;

    private ArrowBodies() {}

    static byte[] decompress(int codec, byte[] stored, Decompressor decompressor) {
        if (codec < 0 || stored.length == 0) {
            return stored;
        }
        if (stored.length < 8) {
            throw new FlatTable.BadBuffer();
        }
        long length = 0;
        for (int i = 7; i >= 0; i--) {
            length = length << 8 | stored[i] & 0xff;
        }
        if (length == -1) {
            return Arrays.copyOfRange(stored, 8, stored.length);
        }
        // a length that no codec reaches is damage, and not worth the memory
        if (length < 0 || length > Integer.MAX_VALUE - 16L || length > (stored.length - 8L) * 100_000L + 4096) {
            throw new FlatTable.BadBuffer();
        }
        byte[] output = new byte[(int) length];
        if (codec == LZ4_FRAME) {
            lz4Frame(stored, output);
            return output;
        }
        try {
            decompressor.decompress(Decompressor.Codec.ZSTD, false, stored, 8, stored.length, output, 0, output.length);
        } catch (MalformedDataException e) {
            throw new FlatTable.BadBuffer();
        }
        return output;
    }

    /** An LZ4 frame (github.com/lz4/lz4, "LZ4 Frame Format Description"); checksums are not looked at. */
    private static void lz4Frame(byte[] input, byte[] output) {
        int at = 8;
        if (input.length - at < 7 || littleEndian(input, at) != LZ4_MAGIC) {
            throw new FlatTable.BadBuffer();
        }
        int flags = input[at + 4];
        at += 6;
        at += (flags & 8) != 0 ? 8 : 0;
        at += (flags & 1) != 0 ? 4 : 0;
        at++;
        int written = 0;
        while (true) {
            if (at + 4 > input.length) {
                throw new FlatTable.BadBuffer();
            }
            int size = littleEndian(input, at);
            at += 4;
            if (size == 0) {
                break;
            }
            boolean plain = size < 0;
            int length = size & 0x7fffffff;
            if (length > input.length - at) {
                throw new FlatTable.BadBuffer();
            }
            if (plain) {
                if (length > output.length - written) {
                    throw new FlatTable.BadBuffer();
                }
                System.arraycopy(input, at, output, written, length);
                written += length;
            } else {
                written = lz4Block(input, at, at + length, output, written);
            }
            at += length + ((flags & 16) != 0 ? 4 : 0);
        }
        if (written != output.length) {
            throw new FlatTable.BadBuffer();
        }
    }

    private static int littleEndian(byte[] data, int at) {
        return data[at] & 0xff | (data[at + 1] & 0xff) << 8 | (data[at + 2] & 0xff) << 16 | data[at + 3] << 24;
    }

    /** A block, whose matches may reach into what earlier blocks have written. */
    private static int lz4Block(byte[] input, int from, int end, byte[] output, int start) {
        int in = from;
        int out = start;
        while (in < end) {
            int token = input[in++] & 0xff;
            int literals = token >>> 4;
            if (literals == 15) {
                int more;
                do {
                    if (in >= end) {
                        throw new FlatTable.BadBuffer();
                    }
                    more = input[in++] & 0xff;
                    literals += more;
                } while (more == 255 && literals >= 0);
            }
            if (literals < 0 || literals > end - in || literals > output.length - out) {
                throw new FlatTable.BadBuffer();
            }
            System.arraycopy(input, in, output, out, literals);
            in += literals;
            out += literals;
            if (in >= end) {
                break;
            }
            if (end - in < 2) {
                throw new FlatTable.BadBuffer();
            }
            int distance = input[in] & 0xff | (input[in + 1] & 0xff) << 8;
            in += 2;
            int match = token & 15;
            if (match == 15) {
                int more;
                do {
                    if (in >= end) {
                        throw new FlatTable.BadBuffer();
                    }
                    more = input[in++] & 0xff;
                    match += more;
                } while (more == 255 && match >= 0);
            }
            match += MIN_MATCH;
            if (match < 0 || distance == 0 || distance > out || match > output.length - out) {
                throw new FlatTable.BadBuffer();
            }
            for (int i = 0; i < match; i++) {
                output[out] = output[out - distance];
                out++;
            }
        }
        return out;
    }
}
