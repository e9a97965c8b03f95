package io.algeon.engine.function;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;

/** The errors of expression loops, with the values that caused them. */
final class Failures {
    private Failures() {}

    /** Whether the row has no NULL among the arguments: only such rows may raise errors. */
    static boolean isValid(ColumnVector[] arguments, int row) {
        for (ColumnVector argument : arguments) {
            if (argument.isNull(row)) {
                return false;
            }
        }
        return true;
    }

    static EngineException outOfRange(String expression, SqlType type) {
        return new EngineException(
                ErrorCode.NUMERIC_OUT_OF_RANGE,
                "The result of " + expression + " is out of range for " + type
                        + ". Cast an operand to a wider type if such values are wanted.");
    }

    static EngineException divisionByZero(String expression) {
        return new EngineException(
                ErrorCode.DIVISION_BY_ZERO,
                "Division by zero in " + expression + ". Guard it with NULLIF(divisor, 0) or CASE.");
    }

    static EngineException datetimeOutOfRange(String expression, SqlType type) {
        return new EngineException(
                ErrorCode.DATETIME_OUT_OF_RANGE, "The result of " + expression + " is out of range for " + type + ".");
    }

    static EngineException invalidArgument(String message) {
        return new EngineException(ErrorCode.ARGUMENT_INVALID, message);
    }

    static String symbol(String function) {
        return switch (function) {
            case "add" -> " + ";
            case "subtract" -> " - ";
            case "multiply" -> " * ";
            case "divide" -> " / ";
            case "modulo" -> " % ";
            default -> " " + function + " ";
        };
    }
}
