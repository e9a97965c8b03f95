package io.algeon.engine.table;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.expression.VectorExpression;
import io.algeon.engine.source.ColumnDetails;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Computes the columns that are generated from others of their row. */
final class GeneratedColumns {
    private final @Nullable VectorExpression[] values;
    private boolean any;

    GeneratedColumns(MemoryTable table, ExecutionContext context) {
        List<ColumnDetails> columns = table.tableDetails().columns();
        values = new @Nullable VectorExpression[columns.size()];
        for (int i = 0; i < values.length; i++) {
            ColumnDetails.Generated generated = columns.get(i).generated();
            if (generated != null) {
                values[i] = ExpressionCompiler.compile(generated.value(), context);
                any = true;
            }
        }
    }

    /** The rows with computed columns in place of what they have there. */
    Batch compute(Batch rows) {
        if (!any) {
            return rows;
        }
        ColumnVector[] columns = new ColumnVector[rows.columnCount()];
        Arrays.setAll(columns, rows::column);
        for (int i = 0; i < columns.length; i++) {
            VectorExpression value = values[i];
            if (value != null) {
                columns[i] = value.evaluate(rows).copy(rows.rowCount());
            }
        }
        return new Batch(columns, rows.rowCount());
    }
}
