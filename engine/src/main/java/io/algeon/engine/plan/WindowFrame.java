package io.algeon.engine.plan;

import io.algeon.engine.scalar.Expr;

/**
 * The rows around a row that a window function sees, within the row's partition.
 *
 * @param unit what offsets count
 * @param exclusion rows that are left out
 */
public record WindowFrame(Unit unit, Bound start, Bound end, Exclusion exclusion) {
    /** All rows of the partition. */
    public static final WindowFrame PARTITION =
            new WindowFrame(Unit.ROWS, Bound.UNBOUNDED_PRECEDING, Bound.UNBOUNDED_FOLLOWING, Exclusion.NO_OTHERS);

    /** What an offset counts: rows, values of the one order key, or groups of rows that agree in the order keys. */
    public enum Unit {
        ROWS,
        RANGE,
        GROUPS
    }

    /** Rows that are not in the frame, whatever its bounds: none, the row, its peers but not it, its peers and it. */
    public enum Exclusion {
        NO_OTHERS,
        CURRENT_ROW,
        TIES,
        GROUP
    }

    /** Kinds of bounds. With RANGE and GROUPS, the current row stands for all of its peers. */
    public enum BoundKind {
        UNBOUNDED_PRECEDING,
        PRECEDING,
        CURRENT_ROW,
        FOLLOWING,
        UNBOUNDED_FOLLOWING
    }

    /**
     * An end of a frame.
     *
     * @param offset an expression without input columns for PRECEDING and FOLLOWING, else a NULL literal. ROWS and GROUPS: a
     *     whole number; RANGE: a number of the key's kind, or an interval for a key of time
     */
    public record Bound(BoundKind kind, Expr offset) {
        private static final Expr NONE =
                new Expr.Literal(null, io.algeon.metadata.type.SqlTypes.BIGINT.withNullable(true));

        public static final Bound UNBOUNDED_PRECEDING = new Bound(BoundKind.UNBOUNDED_PRECEDING, NONE);

        public static final Bound CURRENT_ROW = new Bound(BoundKind.CURRENT_ROW, NONE);

        public static final Bound UNBOUNDED_FOLLOWING = new Bound(BoundKind.UNBOUNDED_FOLLOWING, NONE);

        /** Whether the bound has an offset. */
        public boolean hasOffset() {
            return kind == BoundKind.PRECEDING || kind == BoundKind.FOLLOWING;
        }
    }
}
