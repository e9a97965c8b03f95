/**
 * Parquet files as a table: which files, whether they fit together, what their footers tell planning. Reading is
 * {@code parquet.scan}'s, writing {@code parquet.write}'s. Depends on {@code metadata}, the source contracts and the scan.
 * Start with {@link io.algeon.engine.parquet.ParquetTable}.
 */
@NullMarked
package io.algeon.engine.parquet;

import org.jspecify.annotations.NullMarked;
