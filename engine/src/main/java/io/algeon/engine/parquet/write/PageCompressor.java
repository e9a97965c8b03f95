package io.algeon.engine.parquet.write;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
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
        ZstdCompressCtx context = zstd;
        if (context == null) {
            context = new ZstdCompressCtx();
            zstd = context;
        }
        byte[] target = ensure(Zstd.compressBound(length));
        return context.compressByteArray(target, 0, target.length, input, 0, length);
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
