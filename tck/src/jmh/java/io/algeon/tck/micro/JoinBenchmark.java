package io.algeon.tck.micro;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.operator.join.HashJoin;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.plan.JoinKind;
import io.algeon.engine.plan.PlanNode;
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
import org.openjdk.jmh.annotations.TearDown;

/** Building and probing a hash join on one BIGINT key; an operation is a row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class JoinBenchmark {
    private static final int ROWS = 1 << 20;

    /** Distinct keys; rows of the built side are as many. */
    @Param({"1000", "1000000"})
    private int keys;

    private List<Batch> build;
    private List<Batch> probe;
    private HashJoin built;
    private final ExecutionContext context = Inputs.context();
    private final WorkerContext worker = Inputs.worker(context);

    @Setup(Level.Trial)
    public void setUp() {
        build = Inputs.batches(keys, keys * 4);
        probe = Inputs.batches(ROWS, keys * 4);
        built = join();
        Inputs.fill(built.buildSink(), build, worker);
    }

    @TearDown(Level.Trial)
    public void tearDown() {
        built.buildSink().close();
    }

    private HashJoin join() {
        return new HashJoin(
                new PlanNode.Join(
                        Inputs.node(),
                        Inputs.node(),
                        JoinKind.INNER,
                        List.of(0),
                        List.of(0),
                        List.of(false),
                        new Expr.Literal(true, SqlTypes.BOOLEAN.withNullable(false)),
                        List.of(0, 1, 5),
                        List.of(Inputs.COLUMNS.get(0), Inputs.COLUMNS.get(1), Inputs.COLUMNS.get(1)),
                        ROWS),
                context);
    }

    @Benchmark
    public long build() {
        HashJoin join = join();
        Inputs.fill(join.buildSink(), build, worker);
        join.buildSink().close();
        return keys;
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long probe() {
        try (Operator operator = built.probe().open(Inputs.replay(probe), worker)) {
            return Inputs.drain(operator);
        }
    }
}
