package io.algeon.engine.tablefunction;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;

/** What is said of relation arguments that a function cannot take, wherever it runs. */
public final class InputFailures {
    private InputFailures() {}

    /**
     * {@code graph_input_invalid}: a column has values that it may not have.
     *
     * @param nulls rows in which it is NULL
     * @param unreal rows in which it is NaN or infinite; told if there are no NULLs
     */
    public static EngineException unfit(String function, String argument, String column, long nulls, long unreal) {
        return new EngineException(
                ErrorCode.GRAPH_INPUT_INVALID,
                "The column " + column + " of the argument " + argument + " of " + function + " "
                        + (nulls > 0
                                ? "is NULL in " + rows(nulls) + ". Leave them out with WHERE " + column
                                        + " IS NOT NULL, or replace NULL with COALESCE."
                                : "is not a finite number (NaN or infinity) in " + rows(unreal)
                                        + ". Leave them out, or replace them."));
    }

    private static String rows(long count) {
        return count == 1 ? "1 row" : count + " rows";
    }
}
