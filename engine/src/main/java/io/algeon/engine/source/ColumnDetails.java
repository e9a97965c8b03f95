package io.algeon.engine.source;

import io.algeon.engine.scalar.Expr;
import org.jspecify.annotations.Nullable;

/**
 * How a column gets its value where a statement gives none.
 *
 * @param defaultText the default as written; null: there is none
 * @param defaultValue the default, of the column's type, over no columns; null: NULL
 * @param identity numbers the rows; null: not an identity column
 */
public record ColumnDetails(
        @Nullable String defaultText,
        @Nullable Expr defaultValue,
        @Nullable Identity identity) {
    /** Neither default nor identity. */
    public static final ColumnDetails PLAIN = new ColumnDetails(null, null, null);

    /**
     * Numbers for rows.
     *
     * @param always whether statements may not give values themselves (GENERATED ALWAYS)
     */
    public record Identity(boolean always, long start, long increment) {}
}
