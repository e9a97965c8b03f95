package io.algeon.engine.parquet.write;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import io.algeon.engine.parquet.codec.NativeCode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Compresses pages into a buffer of its own, which the next call overwrites. Snappy is our own code, gzip the JDK's,
 * Zstandard zstd-jni at its default level. Not thread-safe; closing gives native memory back.
 */
final class PageCompressor implements AutoCloseable {
    private static final int MAX_BLOCK_BYTES = 128 << 10;

    private final Compression compression;
    private final SnappyCompressor snappy = new SnappyCompressor();
    private byte[] output = new byte[0];
    private @Nullable ZstdCompressCtx zstd;

    PageCompressor(Compression compression) {
        this.compression = compression;
    }

    /** Where the last page was compressed to; the input itself if it is not compressed. */
    byte[] output() {
        return output;
    }

    /** Compresses the first {@code length} bytes of {@code input}; returns the compressed length. */
    int compress(byte[] input, int length) {
        return switch (compression) {
            case UNCOMPRESSED -> {
                output = input;
                yield length;
            }
            case SNAPPY -> snappy.compress(input, length, ensure(SnappyCompressor.maxCompressedLength(length)));
            case ZSTD -> zstd(input, length);
            case GZIP -> gzip(input, length);
        };
    }

    private byte[] ensure(long length) {
        if (output.length < length) {
            output = new byte[Math.toIntExact(length + (length >> 2))];
        }
        return output;
    }

    private int zstd(byte[] input, int length) {
        if (!NativeCode.isSilent()) {
            return storedZstd(input, length);
        }
        ZstdCompressCtx context = zstd;
        if (context == null) {
            context = new ZstdCompressCtx();
            zstd = context;
        }
        byte[] target = ensure(Zstd.compressBound(length));
        return context.compressByteArray(target, 0, target.length, input, 0, length);
    }

    /**
     * A Zstandard frame of raw blocks (RFC 8878, 3.1.1): what every reader takes, but not smaller. Where Java would print a
     * notice about native code, there is nothing to make it smaller with.
     */
    private int storedZstd(byte[] input, int length) {
        int blocks = Math.max(1, (length + MAX_BLOCK_BYTES - 1) / MAX_BLOCK_BYTES);
        byte[] target = ensure(length + 9L + 3L * blocks);
        int magic = 0xFD2FB528;
        for (int i = 0; i < 4; i++) {
            target[i] = (byte) (magic >>> 8 * i);
            target[5 + i] = (byte) (length >>> 8 * i);
        }
        // one segment, whose size follows in four bytes
        target[4] = (byte) 0xA0;
        int at = 9;
        for (int block = 0; block < blocks; block++) {
            int from = block * MAX_BLOCK_BYTES;
            int size = Math.min(MAX_BLOCK_BYTES, length - from);
            int header = size << 3 | (block == blocks - 1 ? 1 : 0);
            target[at] = (byte) header;
            target[at + 1] = (byte) (header >>> 8);
            target[at + 2] = (byte) (header >>> 16);
            System.arraycopy(input, from, target, at + 3, size);
            at += 3 + size;
        }
        return at;
    }

    private int gzip(byte[] input, int length) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(length / 2 + 64);
        try (GZIPOutputStream stream = new GZIPOutputStream(bytes, 1 << 13)) {
            stream.write(input, 0, length);
        } catch (IOException e) {
            throw new UncheckedIOException("Memory cannot fail to be written", e);
        }
        output = bytes.toByteArray();
        return output.length;
    }

    @Override
    public void close() {
        if (zstd != null) {
            zstd.close();
            zstd = null;
        }
    }
}
