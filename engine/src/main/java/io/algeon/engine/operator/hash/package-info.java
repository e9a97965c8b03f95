/**
 * Primitives of hashing operators: hash functions, key encoding into {@code long} words, numbered strings, and tables
 * from keys to numbers. Knows batches and memory only. Start with {@code GroupTable}.
 */
@NullMarked
package io.algeon.engine.operator.hash;

import org.jspecify.annotations.NullMarked;
