package io.algeon.tck.micro;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.operator.aggregate.HashAggregation;
import io.algeon.engine.plan.AggregateCall;
import io.algeon.engine.plan.PlanNode;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlTypes;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Sum and count by one key, BIGINT or coded string; an operation is a row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AggregateBenchmark {
    private static final int ROWS = 1 << 20;

    @Param({"1000", "1000000"})
    private int keys;

    private List<Batch> batches;

    @Setup(Level.Trial)
    public void setUp() {
        batches = Inputs.batches(ROWS, keys);
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long byKey() {
        return run(0);
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long byCode() {
        return run(3);
    }

    private long run(int column) {
        ExecutionContext context = Inputs.context();
        WorkerContext worker = Inputs.worker(context);
        HashAggregation aggregation = new HashAggregation(
                new PlanNode.Aggregate(
                        Inputs.node(),
                        List.of(column),
                        List.of(List.of(0)),
                        List.of(
                                new AggregateCall("sum", List.of(1), false, -1, List.of(), SqlTypes.decimal(38, 2)),
                                new AggregateCall(
                                        "count", List.of(), false, -1, List.of(), SqlTypes.BIGINT.withNullable(false))),
                        List.of(
                                Inputs.COLUMNS.get(column),
                                new ColumnDef("sum", SqlTypes.decimal(38, 2)),
                                new ColumnDef("count", SqlTypes.BIGINT.withNullable(false))),
                        keys),
                context);
        Inputs.fill(aggregation.sink(), batches, worker);
        long rows = Inputs.drain(aggregation.source(), worker);
        aggregation.sink().close();
        return rows;
    }
}
