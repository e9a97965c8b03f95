package io.algeon.engine.parquet.write;

import org.apache.parquet.format.CompressionCodec;

/** How pages are compressed. */
public enum Compression {
    UNCOMPRESSED(CompressionCodec.UNCOMPRESSED),
    /** Fast; the usual choice. */
    SNAPPY(CompressionCodec.SNAPPY),
    /** Smaller, slower to write. */
    ZSTD(CompressionCodec.ZSTD),
    GZIP(CompressionCodec.GZIP);

    private final CompressionCodec codec;

    Compression(CompressionCodec codec) {
        this.codec = codec;
    }

    CompressionCodec codec() {
        return codec;
    }
}
