package io.algeon.metadata.parquet;

import org.jspecify.annotations.Nullable;

/**
 * Statistics of a column chunk, in the column's stored form and order; only what can be trusted is kept.
 *
 * <p>The form of {@code min} and {@code max} follows the physical kind of the column's SQL type: {@code Boolean};
 * {@code Integer} (INT32); {@code Long} (INT64); {@code BigInteger} (INT128, but none for UUID); {@code Float};
 * {@code Double}; {@code byte[]} (BYTES, ordered bytewise unsigned, possibly cut: then not valid UTF-8). For floating types
 * they ignore NaN, which is above every {@code max}: see {@code mayHoldNan}.
 *
 * @param nullCount NULLs, -1 if unknown
 * @param distinctCount distinct values as the writer counted them, -1 if unknown
 * @param min a lower bound of all values, null if unknown
 * @param max an upper bound of all values but NaN, null if unknown
 * @param minExact whether {@code min} is a value of the chunk
 * @param maxExact whether {@code max} is a value of the chunk
 * @param mayHoldNan whether values may be NaN: false for types without it and where the writer counted none
 */
public record ChunkStatistics(
        long nullCount,
        long distinctCount,
        @Nullable Object min,
        @Nullable Object max,
        boolean minExact,
        boolean maxExact,
        boolean mayHoldNan) {
    public static final ChunkStatistics UNKNOWN = new ChunkStatistics(-1, -1, null, null, false, false, true);
}
