package io.algeon.engine.operator.basic;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.OperatorFactory;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.plan.PlanNode;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** TABLESAMPLE: each row (BERNOULLI) or batch (SYSTEM) passes with the same probability. */
public final class SampleOperator implements Operator {
    private final Operator input;
    private final PlanNode.Sample sample;
    private final WorkerContext worker;
    private final SplittableRandom random;
    private final int[] selected = new int[Batch.ROWS];
    private @Nullable ColumnVector[] gathered = {};
    private Batch output = new Batch(new ColumnVector[0], 0);

    private SampleOperator(Operator input, PlanNode.Sample sample, WorkerContext worker) {
        this.input = input;
        this.sample = sample;
        this.worker = worker;
        Long seed = sample.seed();
        this.random = seed == null ? new SplittableRandom() : new SplittableRandom(seed + worker.worker());
    }

    /** A step; with a seed the sample is the same if one worker sees the same batches in the same order. */
    public static OperatorFactory factory(PlanNode.Sample sample) {
        return (input, worker) -> new SampleOperator(input, sample, worker);
    }

    @Override
    public @Nullable Batch next() {
        Batch batch;
        while ((batch = input.next()) != null) {
            worker.execution().cancellation().check();
            int count = select(batch.rowCount());
            if (count > 0) {
                worker.statistics().rows += count;
                worker.statistics().batches++;
                return count == batch.rowCount() ? batch : gather(batch, count);
            }
        }
        return null;
    }

    private int select(int rows) {
        double share = sample.share();
        if (sample.byBatch()) {
            return random.nextDouble() < share ? rows : 0;
        }
        int count = 0;
        for (int row = 0; row < rows; row++) {
            selected[count] = row;
            count += random.nextDouble() < share ? 1 : 0;
        }
        return count;
    }

    private Batch gather(Batch batch, int count) {
        if (gathered.length != batch.columnCount()) {
            gathered = new ColumnVector[batch.columnCount()];
            output = new Batch(new ColumnVector[batch.columnCount()], 0);
        }
        for (int column = 0; column < gathered.length; column++) {
            ColumnVector source = batch.column(column);
            ColumnVector reuse = gathered[column];
            ColumnVector target = source.gather(selected, count, reuse == null ? source : reuse);
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
