package io.algeon.engine.operator.window;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;

/** Reads arguments that are whole numbers. */
final class Integers {
    private Integers() {}

    static long at(ColumnVector vector, int row) {
        if (vector instanceof LongVector longs) {
            return longs.values()[row];
        } else if (vector instanceof IntVector ints) {
            return ints.values()[row];
        }
        throw new EngineException(ErrorCode.INTERNAL, "An argument of a window function is not a whole number.");
    }
}
