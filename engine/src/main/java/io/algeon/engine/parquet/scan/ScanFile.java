package io.algeon.engine.parquet.scan;

import io.algeon.metadata.parquet.ParquetFile;
import io.algeon.metadata.parquet.ParquetNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One file of a scanned table.
 *
 * @param file its footer
 * @param columns where the values of each column of the table's definition come from, in the definition's order
 */
public record ScanFile(ParquetFile file, List<Column> columns) {
    public ScanFile {
        columns = List.copyOf(columns);
    }

    /** Where a column's values come from. */
    public sealed interface Column {}

    /** A top-level column of the file, of the table column's type but for nullability. */
    public record Stored(ParquetNode node) implements Column {}

    /**
     * The same value in every row of the file, as a folder's name gives it.
     *
     * @param value in the stored form of {@code Expr.Literal}, of the table column's type; null is NULL
     */
    public record Constant(@Nullable Object value) implements Column {}
}
