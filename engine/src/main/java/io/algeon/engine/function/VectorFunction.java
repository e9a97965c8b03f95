package io.algeon.engine.function;

import io.algeon.engine.batch.ColumnVector;

/** A function that makes a vector of results. */
@FunctionalInterface
public non-sealed interface VectorFunction extends FunctionImplementation {
    /**
     * Computes the first {@code rows} rows. A constant argument is a vector like any other, filled with the value.
     *
     * <p>If the function is strict, the caller sets the result's NULLs afterwards; slots of NULL rows are computed like any
     * other but must not raise errors. Else the function sets them itself.
     *
     * @return a vector of this implementation's own, valid until the next call
     */
    ColumnVector apply(ColumnVector[] arguments, int rows);
}
