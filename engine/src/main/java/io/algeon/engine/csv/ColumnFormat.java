package io.algeon.engine.csv;

import io.algeon.engine.file.TemporalFormat;
import org.jspecify.annotations.Nullable;

/**
 * How the values of a column are written.
 *
 * @param temporal the format of dates or timestamps; null: ISO
 * @param decimalPoint the character before a fraction
 * @param exact whether a decimal with more fractional digits than its type is wrong, not rounded: so where the type was
 *     only guessed
 */
record ColumnFormat(@Nullable TemporalFormat temporal, byte decimalPoint, boolean exact) {
    TemporalFormat temporal(TemporalFormat standard) {
        return temporal == null ? standard : temporal;
    }
}
