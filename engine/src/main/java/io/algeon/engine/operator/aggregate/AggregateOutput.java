package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.ColumnVector;
import org.jspecify.annotations.Nullable;

/** A column of an aggregation's result. */
interface AggregateOutput {
    /**
     * Values for the given groups.
     *
     * @param reuse a result of an earlier call, overwritten and returned if it is large enough
     */
    ColumnVector result(int[] groups, int count, @Nullable ColumnVector reuse);
}
