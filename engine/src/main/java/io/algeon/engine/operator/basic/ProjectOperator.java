package io.algeon.engine.operator.basic;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.OperatorFactory;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.expression.VectorExpression;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Computes the output columns of each row; columns that are passed on are not copied. */
public final class ProjectOperator implements Operator {
    private final Operator input;
    private final VectorExpression[] expressions;
    private final WorkerContext worker;
    private final Batch output;

    private ProjectOperator(Operator input, List<VectorExpression> expressions, WorkerContext worker) {
        this.input = input;
        this.expressions = expressions.toArray(VectorExpression[]::new);
        this.worker = worker;
        this.output = new Batch(new ColumnVector[expressions.size()], 0);
    }

    /** A step with one set of expressions a worker, which {@code expressions} compiles. */
    public static OperatorFactory factory(Supplier<List<VectorExpression>> expressions) {
        return (input, worker) -> new ProjectOperator(input, expressions.get(), worker);
    }

    @Override
    public @Nullable Batch next() {
        worker.execution().cancellation().check();
        Batch batch = input.next();
        if (batch == null) {
            return null;
        }
        for (int i = 0; i < expressions.length; i++) {
            output.setColumn(i, expressions[i].evaluate(batch));
        }
        output.setRowCount(batch.rowCount());
        worker.statistics().rows += batch.rowCount();
        worker.statistics().batches++;
        return output;
    }

    @Override
    public void close() {
        input.close();
    }
}
