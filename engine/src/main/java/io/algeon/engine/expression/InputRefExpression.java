package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;

/** A column of the input, as it is. */
record InputRefExpression(int column) implements VectorExpression {
    @Override
    public ColumnVector evaluate(Batch input) {
        return input.column(column);
    }
}
