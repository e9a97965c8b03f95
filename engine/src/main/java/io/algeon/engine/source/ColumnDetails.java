package io.algeon.engine.source;

import io.algeon.engine.scalar.Expr;
import org.jspecify.annotations.Nullable;

/**
 * How a column gets its value where a statement gives none.
 *
 * @param defaultText the default as written; null: there is none
 * @param defaultValue the default, of the column's type, over no columns; null: NULL
 * @param identity numbers the rows; null: not an identity column
 * @param generated computes the value of others of the row; null: it is given
 */
public record ColumnDetails(
        @Nullable String defaultText,
        @Nullable Expr defaultValue,
        @Nullable Identity identity,
        @Nullable Generated generated) {
    /** Neither default nor identity, and not computed. */
    public static final ColumnDetails PLAIN = new ColumnDetails(null, null, null, null);

    /**
     * GENERATED ALWAYS AS (...).
     *
     * @param text the expression as written
     * @param value over the table's columns, of the column's type
     */
    public record Generated(String text, Expr value) {}

    /**
     * Numbers for rows.
     *
     * @param always whether statements may not give values themselves (GENERATED ALWAYS)
     */
    public record Identity(boolean always, long start, long increment) {}
}
