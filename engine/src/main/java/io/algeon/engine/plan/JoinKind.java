package io.algeon.engine.plan;

/**
 * How rows of the two inputs of a {@link PlanNode.Join} pair up. The right input is built, the left one streams.
 */
public enum JoinKind {
    INNER(true, true),
    LEFT(true, true),
    RIGHT(true, true),
    FULL(true, true),
    /** Left rows with at least one partner. */
    SEMI(true, false),
    /** Left rows without a partner (NOT EXISTS). */
    ANTI(true, false),
    /**
     * Left rows whose key is NOT IN the right keys, in SQL's three-valued logic: a NULL key among the right rows, or a
     * NULL left key against a right input that has rows, removes the left row.
     */
    ANTI_NULL_AWARE(true, false),
    /**
     * All left rows, with one more BOOLEAN column: whether there is a partner. NULL-aware as IN is: NULL if there is no
     * partner and either the left key is NULL (and the right input has rows) or a right key is NULL.
     */
    MARK(true, false),
    /** Rows of the right (built) input with at least one partner on the left. */
    RIGHT_SEMI(false, true),
    /** Rows of the right (built) input without a partner on the left. */
    RIGHT_ANTI(false, true);

    private final boolean leftColumns;
    private final boolean rightColumns;

    JoinKind(boolean leftColumns, boolean rightColumns) {
        this.leftColumns = leftColumns;
        this.rightColumns = rightColumns;
    }

    /** Whether the output has the columns of the left input. */
    public boolean hasLeftColumns() {
        return leftColumns;
    }

    /** Whether the output has the columns of the right input. */
    public boolean hasRightColumns() {
        return rightColumns;
    }
}
