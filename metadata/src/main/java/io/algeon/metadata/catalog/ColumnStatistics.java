package io.algeon.metadata.catalog;

import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a column's values without reading them.
 *
 * @param distinctCount distinct values that are not NULL; exact or estimated; empty if unknown
 * @param nullFraction share of NULLs, 0 to 1; empty if unknown
 * @param min smallest value, null if unknown: a {@code Long} for integers, decimals (unscaled), dates, times and
 *     timestamps (stored units), a {@code Double} for floating types, a {@code String} for character types
 * @param max largest value, as {@code min}
 * @param averageBytes average length of a character or binary value; empty if unknown or not of that kind
 * @param exactRange whether {@code min} and {@code max} are attained, not merely bounds
 */
public record ColumnStatistics(
        OptionalLong distinctCount,
        OptionalDouble nullFraction,
        @Nullable Object min,
        @Nullable Object max,
        OptionalDouble averageBytes,
        boolean exactRange) {

    public static final ColumnStatistics UNKNOWN = new ColumnStatistics(
            OptionalLong.empty(), OptionalDouble.empty(), null, null, OptionalDouble.empty(), false);
}
