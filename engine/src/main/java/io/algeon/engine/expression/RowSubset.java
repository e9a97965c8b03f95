package io.algeon.engine.expression;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.ColumnVector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Gathers chosen rows of the columns that an expression reads, so that it can be evaluated for those rows only. */
final class RowSubset {
    private static final ColumnVector UNREAD = new BooleanVector(0);

    private final int[] columns;
    private @Nullable Batch subset;

    /** @param columns the columns that the expression reads, ascending */
    RowSubset(int[] columns) {
        this.columns = columns;
    }

    /** A batch of {@code rows[0..count)}, valid until the next call. */
    Batch of(Batch input, int[] rows, int count) {
        Batch target = subset;
        if (target == null) {
            ColumnVector[] vectors = new ColumnVector[columns.length == 0 ? 0 : columns[columns.length - 1] + 1];
            Arrays.fill(vectors, UNREAD);
            for (int column : columns) {
                vectors[column] = input.column(column);
            }
            target = new Batch(vectors, 0);
            subset = target;
        }
        for (int column : columns) {
            ColumnVector source = input.column(column);
            ColumnVector reuse = target.column(column);
            // The first call finds the producer's own vector here, which must not be overwritten.
            boolean owned = target.rowCount() > 0;
            target.setColumn(column, source.gather(rows, count, owned ? reuse : source));
        }
        target.setRowCount(count);
        return target;
    }
}
