package io.algeon.engine.source;

import org.jspecify.annotations.Nullable;

/**
 * What is known exactly of a column's values without reading them.
 *
 * @param nullCount its NULLs
 * @param hasRange whether {@code min} and {@code max} are known
 * @param min the smallest value, in the stored form of {@code Expr.Literal}; null if there is none
 * @param max the largest value; null if there is none
 */
public record ColumnFacts(
        long nullCount,
        boolean hasRange,
        @Nullable Object min,
        @Nullable Object max) {}
