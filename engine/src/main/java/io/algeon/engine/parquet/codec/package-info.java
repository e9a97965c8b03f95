/**
 * Decompression of byte arrays: what turns a stored page into its bytes. Pure functions, no I/O and no state but native
 * handles; depends on nothing of the engine. Start with {@link io.algeon.engine.parquet.codec.Decompressor}.
 */
@NullMarked
package io.algeon.engine.parquet.codec;

import org.jspecify.annotations.NullMarked;
