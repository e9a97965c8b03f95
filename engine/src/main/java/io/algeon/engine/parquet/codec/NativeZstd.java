package io.algeon.engine.parquet.codec;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;

/**
 * zstd-jni, which is faster than {@link ZstdDecoder}. Used where loading it prints no notice, and not if it cannot be loaded, as
 * where nothing in the temporary folder may be run. Not thread-safe; closing gives native memory back.
 */
final class NativeZstd implements AutoCloseable {
    private static final boolean AVAILABLE = NativeCode.isSilent() && load();

    private final ZstdDecompressCtx context = new ZstdDecompressCtx();

    private static boolean load() {
        try {
            return Zstd.defaultCompressionLevel() != 0;
        } catch (LinkageError e) {
            return false;
        }
    }

    static boolean isAvailable() {
        return AVAILABLE;
    }

    /** As {@link ZstdDecoder#decompress}. */
    void decompress(byte[] input, int inputStart, int inputEnd, byte[] output, int outputStart, int outputEnd) {
        long written;
        try {
            written = context.decompressByteArray(
                    output, outputStart, outputEnd - outputStart, input, inputStart, inputEnd - inputStart);
        } catch (ZstdException e) {
            throw new MalformedDataException("the zstd frame is malformed (" + e.getMessage() + ")");
        }
        if (written != outputEnd - outputStart) {
            throw new MalformedDataException(
                    "the zstd frame holds " + written + " bytes instead of " + (outputEnd - outputStart));
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
