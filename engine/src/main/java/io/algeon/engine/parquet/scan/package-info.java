/**
 * Reading Parquet data: row groups in, batches out. From bottom to top: {@code PageSource} gives decompressed pages, decoders
 * turn their encodings into plain values or dictionary codes, a {@code ColumnReader} gives the values of a window of rows,
 * the morsel reader filters windows and fills batches. Depends on footers ({@code metadata.parquet}), batches, the source
 * contracts, memory and compiled expressions. Start with {@link io.algeon.engine.parquet.scan.ParquetScan}.
 */
@NullMarked
package io.algeon.engine.parquet.scan;

import org.jspecify.annotations.NullMarked;
