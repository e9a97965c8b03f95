package io.algeon.engine.parquet.write;

import java.util.Objects;

/**
 * How a file is laid out.
 *
 * @param rowGroupRows most rows of a row group, except that a single larger batch is not split
 * @param pageRows most rows of a data page
 * @param pageBytes bytes of values after which a data page ends, before compression; a single row may be longer
 */
public record ParquetWriteOptions(Compression compression, int rowGroupRows, int pageRows, int pageBytes) {
    /** 122,880 rows a row group, 20,000 rows or 1 MiB a page, snappy. */
    public static final ParquetWriteOptions DEFAULT =
            new ParquetWriteOptions(Compression.SNAPPY, 122_880, 20_000, 1 << 20);

    public ParquetWriteOptions {
        Objects.requireNonNull(compression);
        if (rowGroupRows < 1 || pageRows < 1 || pageBytes < 1) {
            throw new IllegalArgumentException("Rows a row group (" + rowGroupRows + "), rows a page (" + pageRows
                    + ") and bytes a page (" + pageBytes + ") must be positive");
        }
    }

    public ParquetWriteOptions withCompression(Compression newCompression) {
        return new ParquetWriteOptions(newCompression, rowGroupRows, pageRows, pageBytes);
    }

    public ParquetWriteOptions withRowGroupRows(int newRowGroupRows) {
        return new ParquetWriteOptions(compression, newRowGroupRows, pageRows, pageBytes);
    }

    public ParquetWriteOptions withPages(int newPageRows, int newPageBytes) {
        return new ParquetWriteOptions(compression, rowGroupRows, newPageRows, newPageBytes);
    }
}
