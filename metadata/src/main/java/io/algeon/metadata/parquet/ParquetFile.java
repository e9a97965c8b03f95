package io.algeon.metadata.parquet;

import io.algeon.metadata.file.FileIdentity;
import java.util.List;

/**
 * What the footer of a Parquet file says. Immutable; checked against the file's size, so that offsets and lengths in it
 * lie inside the file.
 *
 * @param identity the file that was read
 * @param rowCount rows in all
 * @param fields top-level columns, in the file's order
 * @param leaves columns that hold values, in the order of the chunks of every row group
 * @param rowGroups in file order
 * @param createdBy the writer, empty if it did not say
 * @param footerBytes length of the footer, which is about a fifth of the heap that this record takes
 */
public record ParquetFile(
        FileIdentity identity,
        long rowCount,
        List<ParquetNode> fields,
        List<ParquetColumn> leaves,
        List<ParquetRowGroup> rowGroups,
        String createdBy,
        int footerBytes) {
    public ParquetFile {
        fields = List.copyOf(fields);
        leaves = List.copyOf(leaves);
        rowGroups = List.copyOf(rowGroups);
    }
}
