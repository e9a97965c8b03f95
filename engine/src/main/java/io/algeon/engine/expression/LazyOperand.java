package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;

/**
 * An operand of a conditional expression. One that can fail, or is costly and needed for few rows, is evaluated on the rows
 * that need it; else on the whole batch.
 */
final class LazyOperand {
    private final VectorExpression expression;
    private final boolean fallible;
    private final boolean expensive;
    private final RowSubset subset;
    private boolean dense;

    LazyOperand(VectorExpression expression, boolean fallible, boolean expensive, int[] columns) {
        this.expression = expression;
        this.fallible = fallible;
        this.expensive = expensive;
        this.subset = new RowSubset(columns);
    }

    boolean isFallible() {
        return fallible;
    }

    /** Whether it may be evaluated for all rows whoever needs it. */
    boolean isCheap() {
        return !fallible && !expensive;
    }

    VectorExpression expression() {
        return expression;
    }

    /** Values of {@code rows[0..count)}: at these positions, or at 0 to {@code count - 1} if {@link #isDense()} says so. */
    ColumnVector evaluate(Batch input, int[] rows, int count) {
        int all = input.rowCount();
        dense = count < all && (fallible || expensive && count < all / 2);
        return expression.evaluate(dense ? subset.of(input, rows, count) : input);
    }

    /** Whether the last result holds the asked rows only. */
    boolean isDense() {
        return dense;
    }
}
