package io.algeon.engine;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.expression.StoredValues;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The rows of VALUES, a batch at a time, without the machinery of a query. */
final class ConstantRows implements Supplier<@Nullable Batch> {
    private final PlanNode.Values values;
    private final ExecutionContext context;
    private int next;

    ConstantRows(PlanNode.Values values, ExecutionContext context) {
        this.values = values;
        this.context = context;
    }

    @Override
    public @Nullable Batch get() {
        context.cancellation().check();
        int rows = Math.min(Batch.ROWS, values.rows().size() - next);
        if (rows <= 0) {
            return null;
        }
        ColumnVector[] columns = new ColumnVector[values.output().size()];
        for (int column = 0; column < columns.length; column++) {
            List<@Nullable Object> cells = new ArrayList<>(rows);
            for (int row = next; row < next + rows; row++) {
                cells.add(value(values.rows().get(row).get(column)));
            }
            columns[column] = StoredValues.vector(values.output().get(column).type(), cells);
        }
        next += rows;
        return new Batch(columns, rows);
    }

    private @Nullable Object value(Expr cell) {
        if (cell instanceof Expr.Literal literal) {
            return literal.value();
        } else if (cell instanceof Expr.Parameter parameter) {
            return context.parameters().get(parameter.index());
        }
        return ExpressionCompiler.evaluateConstant(cell, context);
    }
}
