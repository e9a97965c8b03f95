/**
 * Writing Parquet files: batches in, row groups out. {@code ColumnShredder} splits columns into leaf values and levels,
 * a {@code ChunkBuilder} a leaf collects them over a row group, with a dictionary while that pays, and turns them into pages.
 * Depends on batches, memory, {@code parquet.codec} and the Thrift structures of the format. Start with
 * {@link io.algeon.engine.parquet.write.ParquetWriter}.
 */
@NullMarked
package io.algeon.engine.parquet.write;

import org.jspecify.annotations.NullMarked;
