package io.algeon.cuda.fragment;

import io.algeon.cuda.device.GpuDevice;
import io.algeon.cuda.device.GpuSession;
import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.launch.Launch;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.DeviceWork;
import io.algeon.cuda.relation.Downloads;
import io.algeon.cuda.relation.Programs;
import io.algeon.cuda.relation.RowMaps;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.device.DeviceCosts;
import io.algeon.engine.device.DeviceOperation;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.plan.AggregateCall;
import io.algeon.engine.plan.JoinKind;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.SortKey;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Measures what operators and copies cost on a device: each operator by a fragment of it alone, over few rows and over many, both
 * several times, of which the best counts. Takes some tens of milliseconds on a GPU, beside the compilation of its kernels.
 */
final class Calibration {
    private static final int FEW_ROWS = 256;
    private static final int SOME_ROWS = 1 << 15;
    private static final int MANY_ROWS = 1 << 20;
    /** A device that takes longer for some rows has enough to do with them. */
    private static final double LONG_NANOSECONDS = 1e6;

    private static final int RUNS = 3;
    private static final int COPIED_BYTES = 8 << 20;
    private static final int GROUPS = 1000;
    private static final String PURPOSE = "A measurement";

    private static final SqlType INTEGER = SqlTypes.INTEGER;
    private static final List<ColumnDef> COLUMN = List.of(new ColumnDef("a", INTEGER));
    private static final PlanNode ROWS = new PlanNode.Upload(new PlanNode.Values(List.of(), COLUMN));
    private static final Expr VALUE = new Expr.InputRef(0, INTEGER);

    private final GpuDevice device;

    private Calibration(GpuDevice device) {
        this.device = device;
    }

    /**
     * Measures a device that does nothing else, or the figures are too high.
     *
     * @throws RuntimeException if the device fails
     */
    static DeviceCosts of(GpuDevice device) {
        return new Calibration(device).measure();
    }

    private DeviceCosts measure() {
        Map<DeviceOperation, DeviceCosts.Operation> operations = new EnumMap<>(DeviceOperation.class);
        for (DeviceOperation operation : DeviceOperation.values()) {
            operations.put(operation, cost(operation));
        }
        double[] copies = copies();
        return new DeviceCosts(start(), copies[0], copies[1], operations);
    }

    private DeviceCosts.Operation cost(DeviceOperation operation) {
        // compiles the kernels
        run(operation, FEW_ROWS);
        double few = best(operation, FEW_ROWS);
        int rows = SOME_ROWS;
        double many = best(operation, rows);
        long room = device.memory().budget().limitBytes() / Long.BYTES / 16;
        if (many < LONG_NANOSECONDS && room > MANY_ROWS) {
            rows = MANY_ROWS;
            many = best(operation, rows);
        }
        return new DeviceCosts.Operation(few, Math.max(0.001, (many - few) / (rows - FEW_ROWS)));
    }

    private double best(DeviceOperation operation, int rows) {
        double best = Double.MAX_VALUE;
        for (int i = 0; i < RUNS && (i == 0 || best < 100 * LONG_NANOSECONDS); i++) {
            best = Math.min(best, run(operation, rows));
        }
        return best;
    }

    /** Time from the rows of a fragment to its result, all on the device. */
    private double run(DeviceOperation operation, int rows) {
        MemoryBudget budget = MemoryBudget.root("calibration", Long.MAX_VALUE, "memory_limit");
        ExecutionContext execution =
                new ExecutionContext(budget, new CancellationToken(), List.of(), Instant.now(), "UTC", "", 1);
        try (GpuSession session = device.newSession("calibration", Long.MAX_VALUE)) {
            Workspace workspace = new Workspace(session, execution.cancellation(), new DeviceWork());
            RowMaps maps = new RowMaps(workspace);
            Programs programs = new Programs(workspace, maps, new Downloads(workspace, maps), execution);
            Operators operators = new Operators(workspace, maps, programs);
            FragmentCompiler.Compiled compiled =
                    FragmentCompiler.compile(plan(operation, rows), operators, execution, upload -> null);
            Block values = workspace.allocate((long) rows * Integer.BYTES);
            workspace.launch(
                    KernelName.FILL_SEQUENCE,
                    rows,
                    arguments -> arguments.address(values.address()).int32(0).int32(rows));
            // the last input is the one that is probed
            List<FragmentCompiler.HostInput> inputs = compiled.inputs();
            session.synchronise();
            long start = System.nanoTime();
            for (int i = inputs.size() - 1; i >= 0; i--) {
                inputs.get(i).feed().push(relation(values.retain(), rows));
            }
            compiled.root().result();
            session.synchronise();
            return System.nanoTime() - start;
        } finally {
            budget.close();
        }
    }

    private static DeviceRelation relation(Block values, int rows) {
        return new DeviceRelation(List.of(DeviceColumn.dense(ValueKind.I32, rows, values, null)), rows);
    }

    private static PlanNode plan(DeviceOperation operation, int rows) {
        return switch (operation) {
            case FILTER -> new PlanNode.Filter(ROWS, call("less", SqlTypes.BOOLEAN, literal(rows / 2)), rows);
            case EXPRESSION -> new PlanNode.Project(ROWS, List.of(call("add", INTEGER, literal(1))), COLUMN);
            case JOIN ->
                new PlanNode.Join(
                        ROWS,
                        new PlanNode.Upload(new PlanNode.Values(List.of(), COLUMN)),
                        JoinKind.INNER,
                        List.of(0),
                        List.of(0),
                        List.of(false),
                        new Expr.Literal(true, SqlTypes.BOOLEAN),
                        List.of(0),
                        COLUMN,
                        rows);
            case AGGREGATE ->
                new PlanNode.Aggregate(
                        new PlanNode.Project(
                                ROWS,
                                List.of(call("modulo", INTEGER, literal(GROUPS)), VALUE),
                                List.of(new ColumnDef("k", INTEGER), COLUMN.get(0))),
                        List.of(0),
                        List.of(List.of(0)),
                        List.of(
                                new AggregateCall(
                                        "sum", List.of(1), false, -1, List.of(), SqlTypes.BIGINT.withNullable(true)),
                                new AggregateCall("count", List.of(), false, -1, List.of(), SqlTypes.BIGINT)),
                        List.of(
                                new ColumnDef("k", INTEGER),
                                new ColumnDef("s", SqlTypes.BIGINT.withNullable(true)),
                                new ColumnDef("c", SqlTypes.BIGINT)),
                        GROUPS);
            case SORT ->
                new PlanNode.Sort(
                        ROWS,
                        List.of(new SortKey(0, true, false)),
                        0,
                        new Expr.Literal(null, SqlTypes.BIGINT.withNullable(true)),
                        new Expr.Literal(null, SqlTypes.BIGINT.withNullable(true)),
                        rows);
        };
    }

    private static Expr call(String function, SqlType type, Expr right) {
        return new Expr.Call(function, List.of(VALUE, right), type);
    }

    private static Expr literal(int value) {
        return new Expr.Literal(value, INTEGER);
    }

    /** Nanoseconds a byte there, and back; packing and unpacking included. */
    private double[] copies() {
        long[] values = new long[COPIED_BYTES / Long.BYTES];
        int count = (int) Math.min(values.length, device.memory().budget().limitBytes() / (4 * Long.BYTES));
        double up = Double.MAX_VALUE;
        double down = Double.MAX_VALUE;
        try (GpuSession session = device.newSession("calibration", Long.MAX_VALUE)) {
            long address = session.allocate((long) count * Long.BYTES, PURPOSE).address();
            for (int i = 0; i <= RUNS; i++) {
                long start = System.nanoTime();
                session.transfers().upload(address, values, 0, count);
                session.synchronise();
                long there = System.nanoTime();
                session.transfers().download(address, values, 0, count);
                up = Math.min(up, there - start);
                down = Math.min(down, System.nanoTime() - there);
            }
        }
        return new double[] {up / Long.BYTES / count, down / Long.BYTES / count};
    }

    /** Time of a session that launches and waits a few times. */
    private double start() {
        double best = Double.MAX_VALUE;
        for (int i = 0; i < RUNS; i++) {
            long start = System.nanoTime();
            try (GpuSession session = device.newSession("calibration", Long.MAX_VALUE)) {
                long address =
                        session.allocate(FEW_ROWS * Integer.BYTES, PURPOSE).address();
                for (int wait = 0; wait < RUNS; wait++) {
                    session.launch(
                            KernelName.FILL_SEQUENCE,
                            new Launch(1, FEW_ROWS),
                            session.arguments().address(address).int32(0).int32(FEW_ROWS));
                    session.synchronise();
                }
            }
            best = Math.min(best, System.nanoTime() - start);
        }
        return Math.max(DeviceCosts.LEAST_START, best);
    }
}
