package io.algeon.metadata.parquet;

import java.util.List;

/**
 * A row group.
 *
 * @param firstRow number of its first row in the file
 * @param rowCount its rows
 * @param chunks one for each leaf, in their order
 */
public record ParquetRowGroup(long firstRow, long rowCount, List<ColumnChunk> chunks) {
    public ParquetRowGroup {
        chunks = List.copyOf(chunks);
    }
}
