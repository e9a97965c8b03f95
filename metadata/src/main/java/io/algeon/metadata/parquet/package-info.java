/**
 * Footers of Parquet files as plain records: schema in SQL types with definition and repetition levels, row groups, column
 * chunks and their statistics in stored form. Reads no data pages; the engine's reader does, guided by these records.
 * Start with {@link io.algeon.metadata.parquet.FooterReader} and {@link io.algeon.metadata.parquet.ParquetFile}.
 */
@NullMarked
package io.algeon.metadata.parquet;

import org.jspecify.annotations.NullMarked;
