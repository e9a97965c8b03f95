package io.algeon.engine.operator.basic;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.OperatorFactory;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.expression.VectorPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Passes the rows for which a condition is true. A batch of which every row passes goes through as it is; otherwise the
 * rows are gathered into vectors that are kept from batch to batch.
 */
public final class FilterOperator implements Operator {
    private final Operator input;
    private final VectorPredicate predicate;
    private final WorkerContext worker;
    private final int[] selected = new int[Batch.ROWS];
    private @Nullable ColumnVector[] gathered = {};
    private Batch output = new Batch(new ColumnVector[0], 0);

    private FilterOperator(Operator input, VectorPredicate predicate, WorkerContext worker) {
        this.input = input;
        this.predicate = predicate;
        this.worker = worker;
    }

    /** A step with one predicate a worker, which {@code predicates} compiles. */
    public static OperatorFactory factory(Supplier<VectorPredicate> predicates) {
        return (input, worker) -> new FilterOperator(input, predicates.get(), worker);
    }

    @Override
    public @Nullable Batch next() {
        Batch batch;
        while ((batch = input.next()) != null) {
            worker.execution().cancellation().check();
            int count = predicate.select(batch, selected);
            if (count > 0) {
                Batch passed = count == batch.rowCount() ? batch : gather(batch, count);
                worker.statistics().rows += count;
                worker.statistics().batches++;
                return passed;
            }
        }
        return null;
    }

    private Batch gather(Batch batch, int count) {
        if (gathered.length != batch.columnCount()) {
            gathered = new ColumnVector[batch.columnCount()];
            output = new Batch(new ColumnVector[batch.columnCount()], 0);
        }
        for (int column = 0; column < gathered.length; column++) {
            ColumnVector source = batch.column(column);
            ColumnVector reuse = gathered[column] == null ? source : gathered[column];
            ColumnVector target = source.gather(selected, count, reuse);
            gathered[column] = target;
            output.setColumn(column, target);
        }
        output.setRowCount(count);
        return output;
    }

    @Override
    public void close() {
        input.close();
    }
}
