package io.algeon.cuda.fragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.algeon.cuda.device.GpuDevice;
import io.algeon.cuda.driver.CudaDriver;
import io.algeon.cuda.emulator.Emulator;
import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.device.Fragment;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.plan.JoinKind;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlTypes;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A fragment whose workers go on for a moment after the device has failed one of them. */
class CudaFragmentTest {
    private static final long LIMIT = 64L << 20;
    private static final int OUT_OF_MEMORY = 2;
    private static final int LAUNCH_FAILED = 719;
    /** Of the driver, that building a join makes, and some more. */
    private static final int CALLS = 50;

    private static final List<ColumnDef> COLUMNS = List.of(new ColumnDef("a", SqlTypes.INTEGER.withNullable(true)));
    private static final PlanNode ROWS = new PlanNode.Upload(new PlanNode.Values(List.of(), COLUMNS));

    private GpuDevice device;
    private CudaDevice gpu;

    @BeforeEach
    void open() {
        Emulator.require();
        device = GpuDevice.open(CudaDriver.get().devices().get(0), LIMIT);
        gpu = new CudaDevice(device, 0);
    }

    @AfterEach
    void close() {
        if (device != null) {
            Emulator.reset();
            device.close();
        }
    }

    @Test
    void firstFailure_isThatOfAllWorkers() {
        for (JoinKind kind : JoinKind.values()) {
            firstFailureIsThatOfAllWorkers(join(kind), OUT_OF_MEMORY, 1);
        }
        // opens the device anew after each
        firstFailureIsThatOfAllWorkers(join(JoinKind.FULL), LAUNCH_FAILED, 5);
    }

    private void firstFailureIsThatOfAllWorkers(PlanNode plan, int code, int step) {
        int failures = 0;
        for (int call = 1; call <= CALLS; call += step) {
            failures += failuresOfWorkers(plan, call, code);
        }
        assertThat(failures).as(plan + " with " + code).isGreaterThan(2);
    }

    /** 1 if a worker failed when that call of the driver did. */
    private int failuresOfWorkers(PlanNode plan, int call, int code) {
        String what = "call " + call + " of " + plan + " with " + code;
        int failures = 0;
        ErrorCode expected = null;
        MemoryBudget budget = MemoryBudget.root("test", Long.MAX_VALUE, "memory_limit");
        try (Fragment fragment = gpu.open(plan, execution(budget), table -> null)) {
            Fragment.Input left = fragment.inputs().get(0);
            Fragment.Input right = fragment.inputs().get(1);
            feed(right.sink(), 0, budget);
            right.sink().finish(Crew.ALONE);
            Emulator.fail(call, code);
            for (int worker = 0; worker < 4; worker++) {
                int number = worker;
                Throwable failure = catchThrowable(() -> {
                    feed(left.sink(), number, budget);
                    feed(left.sink(), number, budget);
                });
                if (failure == null) {
                    continue;
                }
                assertThat(failure).as(what).isInstanceOf(EngineException.class);
                ErrorCode error = ((EngineException) failure).code();
                assertThat(error).as(what).isIn(ErrorCode.DEVICE_OUT_OF_MEMORY, ErrorCode.DEVICE_FAULT);
                if (expected != null) {
                    assertThat(error).as(what + ": " + failure.getMessage()).isEqualTo(expected);
                }
                expected = error;
                failures = 1;
            }
        } finally {
            Emulator.set(Emulator.Control.FAIL_CALL, 0);
            budget.close();
        }
        if (device.lostBy() != null) {
            close();
            open();
        }
        return failures;
    }

    private static ExecutionContext execution(MemoryBudget budget) {
        return new ExecutionContext(budget, new CancellationToken(), List.of(), Instant.now(), "UTC", "", 4);
    }

    private static void feed(Sink sink, int worker, MemoryBudget budget) {
        int[] values = IntStream.range(0, 1000).map(i -> i * 7 % 100).toArray();
        try (Sink.Local local = sink.open(new WorkerContext(execution(budget), worker, new OperatorStatistics()))) {
            local.accept(new Batch(new ColumnVector[] {new IntVector(values)}, values.length));
            local.combine();
        }
    }

    private static PlanNode join(JoinKind kind) {
        List<ColumnDef> output = kind == JoinKind.MARK
                ? List.of(COLUMNS.get(0), new ColumnDef("m", SqlTypes.BOOLEAN.withNullable(true)))
                : COLUMNS;
        int column = kind.hasLeftColumns() ? 0 : 1;
        return new PlanNode.Join(
                ROWS,
                new PlanNode.Upload(new PlanNode.Values(List.of(), COLUMNS)),
                kind,
                List.of(0),
                List.of(0),
                List.of(false),
                new Expr.Literal(true, SqlTypes.BOOLEAN),
                kind == JoinKind.MARK ? List.of(0, 1) : List.of(column),
                output,
                1000);
    }
}
