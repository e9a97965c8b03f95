package io.algeon.engine.function;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;

/** A cast between two types; takes care of what happens to values that cannot be converted. */
abstract class Conversion implements VectorFunction {
    private final SqlType from;
    private final SqlType to;
    private final boolean safe;
    private int[] failedRows = new int[0];
    private int failedCount;

    Conversion(SqlType from, SqlType to, boolean safe) {
        this.from = from;
        this.to = to;
        this.safe = safe;
    }

    final SqlType from() {
        return from;
    }

    final SqlType to() {
        return to;
    }

    final boolean safe() {
        return safe;
    }

    /** Converts the first rows; failures of rows that are not NULL are reported through {@link #fail}. */
    abstract ColumnVector convert(ColumnVector source, int rows);

    @Override
    public final ColumnVector apply(ColumnVector[] arguments, int rows) {
        failedCount = 0;
        ColumnVector result = convert(arguments[0], rows);
        if (safe) {
            result.copyValidity(arguments[0], rows);
            for (int i = 0; i < failedCount; i++) {
                result.setNull(failedRows[i], rows);
            }
        }
        return result;
    }

    /** Makes the row NULL if the cast is safe, else raises the error; the value is shown as text. */
    final void fail(int row, ErrorCode code, String value) {
        if (!safe) {
            throw new EngineException(code, message(code, value));
        }
        if (failedCount == failedRows.length) {
            failedRows = java.util.Arrays.copyOf(failedRows, Math.max(Batch.ROWS, 2 * failedCount));
        }
        failedRows[failedCount++] = row;
    }

    private String message(ErrorCode code, String value) {
        String shown = from.kind().isCharacter() ? "'" + value + "'" : value;
        if (code == ErrorCode.CAST_INVALID) {
            return "Cannot cast " + from.kind() + " " + shown + " to " + to
                    + ": the text has another form. Use TRY_CAST to get NULL instead.";
        }
        return "The value " + shown + " is out of range for " + to + ". Cast to a wider type, or use TRY_CAST.";
    }
}
