package io.algeon.cuda.operator;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;

/** Errors that users see, in the words of the CPU's operators. */
final class Failures {
    private Failures() {}

    static EngineException sumOverflow(SqlType type) {
        return new EngineException(
                ErrorCode.NUMERIC_OUT_OF_RANGE,
                "A SUM or AVG does not fit " + type + ". Cast the argument to DOUBLE, or sum smaller groups.");
    }

    static EngineException severalRows() {
        return new EngineException(
                ErrorCode.CARDINALITY_VIOLATION,
                "A scalar sub-query gave more than one row. Add a condition or LIMIT 1, or aggregate its rows.");
    }
}
