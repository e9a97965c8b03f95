package io.algeon.engine.pipeline;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.Source;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.expression.StoredValues;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Constant rows, computed when the source is opened. */
final class ValuesSource implements Source {
    private final PlanNode.Values node;

    ValuesSource(PlanNode.Values node) {
        this.node = node;
    }

    @Override
    public int maxWorkers() {
        return 1;
    }

    @Override
    public Operator open(WorkerContext worker) {
        return new Rows(node, worker.execution());
    }

    private static final class Rows implements Operator {
        private final PlanNode.Values node;
        private final ExecutionContext execution;
        private int next;

        Rows(PlanNode.Values node, ExecutionContext execution) {
            this.node = node;
            this.execution = execution;
        }

        @Override
        public @Nullable Batch next() {
            execution.cancellation().check();
            int count = Math.min(Batch.ROWS, node.rows().size() - next);
            if (count <= 0) {
                return null;
            }
            ColumnVector[] columns = new ColumnVector[node.output().size()];
            for (int column = 0; column < columns.length; column++) {
                List<@Nullable Object> values = new ArrayList<>(count);
                for (int row = next; row < next + count; row++) {
                    values.add(value(node.rows().get(row).get(column)));
                }
                columns[column] = StoredValues.vector(node.output().get(column).type(), values);
            }
            next += count;
            return new Batch(columns, count);
        }

        private @Nullable Object value(Expr cell) {
            return cell instanceof Expr.Literal literal
                    ? literal.value()
                    : ExpressionCompiler.evaluateConstant(cell, execution);
        }

        @Override
        public void close() {}
    }
}
