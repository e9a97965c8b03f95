/**
 * Reads and writes Arrow's IPC format, as files and as streams, without Arrow's libraries: its metadata are flat buffers,
 * which {@link io.algeon.engine.arrow.FlatTable} reads and {@link io.algeon.engine.arrow.FlatWriter} writes, and its data are
 * laid out as our vectors are. Depends on {@code file}, {@code batch}, {@code exec}, {@code memory} and
 * {@code parquet.codec}. Start with {@link io.algeon.engine.arrow.ArrowFile} and
 * {@link io.algeon.engine.arrow.ArrowWriter}.
 */
@NullMarked
package io.algeon.engine.arrow;

import org.jspecify.annotations.NullMarked;
