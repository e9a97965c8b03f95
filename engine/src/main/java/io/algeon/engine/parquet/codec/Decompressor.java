package io.algeon.engine.parquet.codec;

import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * Decompresses pages. Snappy, LZ4 and Zstandard are our own byte-array code: it needs no native library, which Java 24 and
 * later would print a notice about. Zstandard and text in Snappy, where native code is faster, go through it where that is
 * silent, as do numbers until our own code has been compiled. Gzip is the JDK's.
 *
 * <p>Not thread-safe; closing gives native memory back.
 */
public final class Decompressor implements AutoCloseable {
    /** How a page is stored. */
    public enum Codec {
        UNCOMPRESSED,
        SNAPPY,
        GZIP,
        ZSTD,
        /** LZ4 blocks in Hadoop's framing; deprecated, still met. */
        LZ4,
        LZ4_RAW
    }

    private static final int GZIP_HEADER_BYTES = 10;
    private static final int GZIP_TRAILER_BYTES = 8;

    private @Nullable Inflater inflater;
    private @Nullable ZstdDecoder zstdDecoder;
    private @Nullable NativeZstd nativeZstd;

    /** Lets the JVM compile what is much slower before; takes some 50 ms, for a thread that nobody waits for. */
    public static void warmUp() {
        NumberPages.warmUp();
    }

    /**
     * Decompresses {@code input[inputStart .. inputEnd)} to exactly {@code outputEnd - outputStart} bytes of the output.
     *
     * @param text whether the bytes are mostly text, for which another implementation may be the faster one
     * @throws MalformedDataException if the input does not follow the codec's format or its length differs; what has been
     *     written to the output range by then is undefined
     */
    public void decompress(
            Codec codec,
            boolean text,
            byte[] input,
            int inputStart,
            int inputEnd,
            byte[] output,
            int outputStart,
            int outputEnd) {
        switch (codec) {
            case UNCOMPRESSED -> {
                if (inputEnd - inputStart != outputEnd - outputStart) {
                    throw new MalformedDataException("an uncompressed page has two different sizes");
                }
                System.arraycopy(input, inputStart, output, outputStart, outputEnd - outputStart);
            }
            case SNAPPY -> {
                if (text && NativeSnappy.isAvailable()) {
                    NativeSnappy.decompress(input, inputStart, inputEnd, output, outputStart, outputEnd);
                } else {
                    NumberPages.decompress(input, inputStart, inputEnd, output, outputStart, outputEnd);
                }
            }
            case GZIP -> inflate(input, inputStart, inputEnd, output, outputStart, outputEnd);
            case ZSTD -> zstd(input, inputStart, inputEnd, output, outputStart, outputEnd);
            case LZ4 -> Lz4Decoder.decompressFramed(input, inputStart, inputEnd, output, outputStart, outputEnd);
            case LZ4_RAW -> Lz4Decoder.decompress(input, inputStart, inputEnd, output, outputStart, outputEnd);
        }
    }

    private void zstd(byte[] input, int from, int end, byte[] output, int to, int outputEnd) {
        if (NativeZstd.isAvailable()) {
            if (nativeZstd == null) {
                nativeZstd = new NativeZstd();
            }
            nativeZstd.decompress(input, from, end, output, to, outputEnd);
        } else {
            if (zstdDecoder == null) {
                zstdDecoder = new ZstdDecoder();
            }
            zstdDecoder.decompress(input, from, end, output, to, outputEnd);
        }
    }

    /** One or more gzip members (RFC 1952), each checked against its checksum. */
    private void inflate(byte[] input, int from, int end, byte[] output, int to, int outputEnd) {
        Inflater raw = inflater;
        if (raw == null) {
            raw = new Inflater(true);
            inflater = raw;
        }
        int in = from;
        int out = to;
        do {
            in = skipGzipHeader(input, in, end);
            raw.reset();
            raw.setInput(input, in, end - in);
            int start = out;
            try {
                while (!raw.finished()) {
                    int written = raw.inflate(output, out, outputEnd - out);
                    out += written;
                    if (written == 0 && !raw.finished()) {
                        throw new MalformedDataException(
                                "the gzip data is cut off or longer than the page header says");
                    }
                }
            } catch (DataFormatException e) {
                throw new MalformedDataException("the gzip data is malformed (" + e.getMessage() + ")");
            }
            in = end - raw.getRemaining();
            if (end - in < GZIP_TRAILER_BYTES) {
                throw new MalformedDataException("the gzip data has no checksum");
            }
            CRC32 checksum = new CRC32();
            checksum.update(output, start, out - start);
            if (LittleEndian.getInt(input, in) != (int) checksum.getValue()) {
                throw new MalformedDataException("the gzip data fails its checksum");
            }
            in += GZIP_TRAILER_BYTES;
        } while (in < end && out < outputEnd);
        checkWritten("gzip data", out - to, outputEnd - to);
    }

    private static int skipGzipHeader(byte[] input, int start, int end) {
        if (end - start < GZIP_HEADER_BYTES
                || LittleEndian.getUnsignedShort(input, start) != 0x8b1f
                || input[start + 2] != 8) {
            throw new MalformedDataException("there is no gzip header");
        }
        int flags = input[start + 3];
        int in = start + GZIP_HEADER_BYTES;
        if ((flags & 4) != 0) {
            if (end - in < 2) {
                throw new MalformedDataException("the gzip header is cut off");
            }
            in += 2 + LittleEndian.getUnsignedShort(input, in);
        }
        for (int terminated = (flags >>> 3 & 1) + (flags >>> 4 & 1); terminated > 0; terminated--) {
            while (in < end && input[in] != 0) {
                in++;
            }
            in++;
        }
        in += (flags & 2) != 0 ? 2 : 0;
        if (in >= end) {
            throw new MalformedDataException("the gzip header is cut off");
        }
        return in;
    }

    private static void checkWritten(String what, long written, long expected) {
        if (written != expected) {
            throw new MalformedDataException("the " + what + " holds " + written + " bytes instead of " + expected);
        }
    }

    @Override
    public void close() {
        if (inflater != null) {
            inflater.end();
            inflater = null;
        }
        if (nativeZstd != null) {
            nativeZstd.close();
            nativeZstd = null;
        }
    }
}
