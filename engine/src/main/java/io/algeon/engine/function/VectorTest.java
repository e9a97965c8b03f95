package io.algeon.engine.function;

import io.algeon.engine.batch.ColumnVector;

/**
 * A strict BOOLEAN function that finds the rows where it holds (where it does not, if bound as negated) instead of making a
 * vector. Rows with a NULL argument may be found or not: the caller removes them.
 */
public non-sealed interface VectorTest extends FunctionImplementation {
    /**
     * Finds rows among the first {@code rows}.
     *
     * @param selected receives the row numbers, ascending; has room for {@code rows}
     * @return how many there are
     */
    int select(ColumnVector[] arguments, int rows, int[] selected);

    /** Keeps those of {@code candidates[0..count)} that are found, in place and in order; returns how many there are. */
    int refine(ColumnVector[] arguments, int[] candidates, int count);
}
