package io.algeon.engine.function;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;

/** Puts a vector together from rows of several, one of them for each row. */
final class Choice {
    private Choice() {}

    /** Row {@code r} of {@code vectors[choice[r]]} for every row. */
    static ColumnVector of(ColumnVector[] vectors, int[] choice, int rows) {
        ColumnVector first = vectors[0];
        if (first instanceof BytesVector || first instanceof DictionaryVector) {
            return bytes(vectors, choice, rows);
        }
        // Rows of each vector in turn, gathered with those chosen so far.
        ColumnVector result = first.copy(rows);
        for (int v = 1; v < vectors.length; v++) {
            for (int row = 0; row < rows; row++) {
                if (choice[row] == v) {
                    copy(vectors[v], row, result, rows);
                }
            }
        }
        return result;
    }

    private static void copy(ColumnVector from, int row, ColumnVector to, int rows) {
        if (from instanceof io.algeon.engine.batch.LongVector in) {
            ((io.algeon.engine.batch.LongVector) to).values()[row] = in.values()[row];
        } else if (from instanceof io.algeon.engine.batch.IntVector in) {
            ((io.algeon.engine.batch.IntVector) to).values()[row] = in.values()[row];
        } else if (from instanceof io.algeon.engine.batch.DoubleVector in) {
            ((io.algeon.engine.batch.DoubleVector) to).values()[row] = in.values()[row];
        } else if (from instanceof io.algeon.engine.batch.FloatVector in) {
            ((io.algeon.engine.batch.FloatVector) to).values()[row] = in.values()[row];
        } else if (from instanceof io.algeon.engine.batch.Int128Vector in) {
            ((io.algeon.engine.batch.Int128Vector) to).high()[row] = in.high()[row];
            ((io.algeon.engine.batch.Int128Vector) to).low()[row] = in.low()[row];
        } else if (from instanceof io.algeon.engine.batch.BooleanVector in) {
            ((io.algeon.engine.batch.BooleanVector) to).set(row, in.get(row));
        } else {
            throw new io.algeon.metadata.error.EngineException(
                    io.algeon.metadata.error.ErrorCode.UNSUPPORTED_EXPRESSION,
                    "GREATEST and LEAST of arrays, maps and rows are not supported.");
        }
        if (to.mayHaveNulls()) {
            io.algeon.engine.batch.Validity.set(to.validity(), row);
        }
    }

    private static BytesVector bytes(ColumnVector[] vectors, int[] choice, int rows) {
        BytesView[] views = new BytesView[vectors.length];
        for (int i = 0; i < views.length; i++) {
            views[i] = new BytesView().of(vectors[i]);
        }
        BytesVector result = new BytesVector(rows, 0);
        for (int row = 0; row < rows; row++) {
            boolean isNull = vectors[choice[row]].isNull(row);
            BytesView view = views[choice[row]];
            result.set(row, view.data(), view.start(row), isNull ? 0 : view.length(row));
            if (isNull) {
                result.setNull(row, rows);
            }
        }
        return result;
    }
}
