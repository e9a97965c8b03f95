package io.algeon.cuda.relation;

import io.algeon.cuda.expression.ExpressionProgram;
import io.algeon.cuda.expression.ProgramCompiler;
import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.launch.Launch;
import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.scalar.Expr;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs expressions over relations.
 *
 * <p>If a row fails, the CPU computes the same expressions for that row, which gives the error that a query on the CPU would
 * give. If it gives none, the row has a value that only the CPU's functions know (a number with more digits than the device reads, a
 * letter whose upper case depends on its neighbours): then the CPU computes the expressions for all rows of the relation.
 */
public final class Programs {
    private static final int THREADS = 128;
    private static final int ROWS_A_THREAD = 4;
    private static final int STATUS_BYTES = 16;
    private static final int CODE_BITS = 8;
    private static final long HEAP_BYTES_A_ROW = 32;
    private static final long LEAST_HEAP = 1 << 16;

    private final Workspace workspace;
    private final RowMaps maps;
    private final Downloads downloads;
    private final ExecutionContext execution;
    private final Block status;
    private final HostExpressions host;

    public Programs(Workspace workspace, RowMaps maps, Downloads downloads, ExecutionContext execution) {
        this.workspace = workspace;
        this.maps = maps;
        this.downloads = downloads;
        this.execution = execution;
        this.status = workspace.allocate(STATUS_BYTES);
        this.host = new HostExpressions(workspace, downloads, execution);
    }

    /** Expressions with their program, for one execution. */
    public static final class Compiled {
        private final List<Expr> expressions;
        private final ExpressionProgram program;
        private final boolean isCondition;

        private Compiled(List<Expr> expressions, ExpressionProgram program, boolean isCondition) {
            this.expressions = List.copyOf(expressions);
            this.program = program;
            this.isCondition = isCondition;
        }

        private static boolean isComputed(Expr expression) {
            return !(expression instanceof Expr.InputRef);
        }

        private List<Expr> computed() {
            return expressions.stream().filter(Compiled::isComputed).toList();
        }
    }

    public Compiled projection(List<Expr> expressions) {
        List<Expr> computed = expressions.stream().filter(Compiled::isComputed).toList();
        return new Compiled(expressions, ProgramCompiler.projection(computed, execution), false);
    }

    public Compiled condition(List<Expr> conditions) {
        return new Compiled(conditions, ProgramCompiler.condition(conditions, execution), true);
    }

    /** The columns that the expressions give; the input stays the caller's. */
    public DeviceRelation project(Compiled compiled, DeviceRelation input) {
        List<DeviceColumn> columns = new ArrayList<>();
        List<DeviceColumn> outputs = new ArrayList<>();
        List<Block> heaps = new ArrayList<>();
        for (Expr expression : compiled.expressions) {
            if (expression instanceof Expr.InputRef reference) {
                columns.add(input.columns().get(reference.column()).retain());
            } else {
                ValueKind kind = ValueKind.of(expression.type());
                DeviceColumn output = DeviceColumn.dense(
                        kind,
                        input.rows(),
                        workspace.allocate(input.rows() * kind.bytes()),
                        workspace.allocate(input.rows()));
                columns.add(output);
                outputs.add(output);
            }
        }
        if (!outputs.isEmpty() && !run(compiled, input, outputs, null, heaps)) {
            heaps.forEach(Block::release);
            return onHost(compiled, input, columns, outputs);
        }
        for (int i = 0; i < columns.size(); i++) {
            DeviceColumn column = columns.get(i);
            if (outputs.contains(column) && column.kind() == ValueKind.STRING) {
                columns.set(i, withHeaps(column, input, compiled.program, heaps));
            }
        }
        heaps.forEach(Block::release);
        return new DeviceRelation(columns, input.rows());
    }

    private DeviceRelation onHost(
            Compiled compiled, DeviceRelation input, List<DeviceColumn> columns, List<DeviceColumn> outputs) {
        outputs.forEach(DeviceColumn::release);
        List<DeviceColumn> computed = host.project(compiled.computed(), input);
        for (int i = 0; i < outputs.size(); i++) {
            columns.set(columns.indexOf(outputs.get(i)), computed.get(i));
        }
        return new DeviceRelation(columns, input.rows());
    }

    /** What a string of a computed column may point to: strings of the input, constants, strings that the program made. */
    private DeviceColumn withHeaps(
            DeviceColumn column, DeviceRelation input, ExpressionProgram program, List<Block> made) {
        List<Block> heaps = new ArrayList<>(made);
        for (DeviceColumn source : input.columns()) {
            for (Block heap : source.heaps()) {
                if (!heaps.contains(heap)) {
                    heaps.add(heap);
                }
            }
        }
        heaps.forEach(Block::retain);
        return new DeviceColumn(column.kind(), column.elements(), column.data(), column.valid(), null, heaps);
    }

    /** Flags, a byte a row, of the rows for which the conditions are true. */
    public Block flags(Compiled compiled, DeviceRelation input) {
        Block keep = workspace.allocate(input.rows());
        List<Block> heaps = new ArrayList<>();
        boolean done = run(compiled, input, List.of(), keep, heaps);
        heaps.forEach(Block::release);
        if (!done) {
            keep.release();
            return host.flags(compiled.expressions, input);
        }
        return keep;
    }

    /** The rows for which the conditions are true; the input stays the caller's. */
    public DeviceRelation filter(Compiled compiled, DeviceRelation input) {
        Block keep = flags(compiled, input);
        RowMaps.Selection selection = maps.select(keep, input.rows(), null);
        keep.release();
        DeviceRelation kept = selection.count() == input.rows()
                ? input.retain()
                : new DeviceRelation(
                        maps.pick(input.columns(), selection.rows(), selection.count()), selection.count());
        selection.rows().release();
        return kept;
    }

    /** False: there is a value that only the CPU knows how to treat. */
    private boolean run(
            Compiled compiled,
            DeviceRelation input,
            List<DeviceColumn> outputs,
            @Nullable Block keep,
            List<Block> heaps) {
        long rows = input.rows();
        if (rows == 0) {
            return true;
        }
        ExpressionProgram program = compiled.program;
        long code;
        if (program.makesText() || program.text().length > 0 && !outputs.isEmpty()) {
            // strings of the output may be constants of the program: they must stay where they are
            Block kept = workspace.allocate(program.bytes());
            long passed = workspace.pass(program.bytes(), (target, address) -> program.write(target, kept.address()));
            workspace.stream().copy(passed, kept.address(), program.bytes());
            heaps.add(kept);
            code = kept.address();
        } else {
            code = workspace.pass(program.bytes(), program::write);
        }
        long capacity = program.makesText() ? Math.max(LEAST_HEAP, rows * HEAP_BYTES_A_ROW) : 0;
        while (true) {
            Block heap = capacity > 0 ? workspace.allocate(capacity) : null;
            clearStatus();
            long inputs = workspace.columns(input.columns());
            long targets = workspace.columns(outputs);
            long room = capacity;
            int blocks = Math.toIntExact((rows + THREADS * ROWS_A_THREAD - 1) / (THREADS * ROWS_A_THREAD));
            workspace.launch(
                    program.worksOnText() ? KernelName.TEXT_RUN : KernelName.EXPRESSION_RUN,
                    new Launch(blocks, THREADS),
                    a -> a.address(code)
                            .address(code + program.constantsOffset())
                            .address(inputs)
                            .address(targets)
                            .address(keep == null ? 0 : keep.address())
                            .address(heap == null ? 0 : heap.address())
                            .int64(room)
                            .int64(rows)
                            .address(status.address()));
            long[] result = workspace.read(status, 2);
            // where a string found no room, what follows from it is not to be trusted
            if (result[1] <= capacity) {
                if (heap != null) {
                    heaps.add(heap);
                }
                if (result[0] != -1) {
                    requireValue(compiled, input, result[0]);
                }
                return result[0] == -1;
            }
            if (heap != null) {
                heap.release();
            }
            capacity = result[1];
        }
    }

    /** Makes the status say that nothing failed. */
    void clearStatus() {
        workspace.stream().fill(status.address(), (byte) -1, 8);
        workspace.stream().fill(status.address() + 8, (byte) 0, 8);
    }

    /** Where kernels report failures. */
    public long statusAddress() {
        clearStatus();
        return status.address();
    }

    /** The code of the failure that was reported since {@link #statusAddress}, 0 if there is none. */
    public int failure() {
        long first = workspace.read(status, 1)[0];
        return first == -1 ? 0 : (int) (first & (1 << CODE_BITS) - 1);
    }

    /** Raises the error that the CPU has for a row, if it has one. */
    private void requireValue(Compiled compiled, DeviceRelation input, long first) {
        int row = Math.toIntExact(first >>> CODE_BITS);
        Batch failing = downloads.rows(input, row, 1);
        if (compiled.isCondition) {
            ExpressionCompiler.compilePredicate(compiled.expressions, execution).select(failing, new int[1]);
        } else {
            for (Expr expression : compiled.expressions) {
                ColumnVector ignored =
                        ExpressionCompiler.compile(expression, execution).evaluate(failing);
                if (ignored.capacity() < 0) {
                    throw new IllegalStateException();
                }
            }
        }
    }
}
