package io.algeon.tck.micro;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.operator.sort.Sorting;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.SortKey;
import io.algeon.metadata.type.SqlTypes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A full sort and a top 100 by (DATE descending, BIGINT); an operation is a row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SortBenchmark {
    private static final int ROWS = 1 << 20;

    private final List<Batch> batches = Inputs.batches(ROWS, ROWS);

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long full() {
        return run(null);
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long top100() {
        return run(100L);
    }

    private long run(Long limit) {
        ExecutionContext context = Inputs.context();
        WorkerContext worker = Inputs.worker(context);
        Sorting sorting = new Sorting(
                new PlanNode.Sort(
                        Inputs.node(),
                        List.of(new SortKey(2, true, true), new SortKey(0, false, false)),
                        new Expr.Literal(limit, SqlTypes.BIGINT),
                        new Expr.Literal(null, SqlTypes.BIGINT),
                        ROWS),
                context);
        Inputs.fill(sorting.sink(), batches, worker);
        long rows = Inputs.drain(sorting.source(), worker);
        sorting.sink().close();
        return rows;
    }
}
