package io.algeon.metadata.parquet;

import java.util.Set;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;

/**
 * The values of one leaf in one row group.
 *
 * @param valueCount values, NULLs and empty lists included
 * @param dictionaryPageOffset where the dictionary page's header starts, -1 if there is none or the writer did not say
 * @param dataPageOffset where the first data page's header starts
 * @param startOffset where the chunk's first page starts
 * @param compressedBytes bytes of all pages with their headers, from {@code startOffset}
 * @param uncompressedBytes the same, uncompressed
 * @param encodings of all pages and levels
 * @param onlyDictionaryEncoded whether every data page is known to be dictionary encoded
 * @param statistics of the whole chunk
 * @param columnIndexOffset where its column index starts, -1 if it has none
 * @param columnIndexLength its bytes
 * @param offsetIndexOffset where its offset index starts, -1 if it has none
 * @param offsetIndexLength its bytes
 * @param bloomFilterOffset where its bloom filter's header starts, -1 if it has none
 * @param bloomFilterLength its bytes with the header, -1 if unknown
 */
public record ColumnChunk(
        CompressionCodec codec,
        long valueCount,
        long dictionaryPageOffset,
        long dataPageOffset,
        long startOffset,
        long compressedBytes,
        long uncompressedBytes,
        Set<Encoding> encodings,
        boolean onlyDictionaryEncoded,
        ChunkStatistics statistics,
        long columnIndexOffset,
        int columnIndexLength,
        long offsetIndexOffset,
        int offsetIndexLength,
        long bloomFilterOffset,
        int bloomFilterLength) {
    public boolean hasPageIndex() {
        return columnIndexOffset >= 0 && offsetIndexOffset >= 0;
    }
}
