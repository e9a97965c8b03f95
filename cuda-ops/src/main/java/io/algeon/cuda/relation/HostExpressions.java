package io.algeon.cuda.relation;

import io.algeon.cuda.expression.ValueKind;
import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.expression.VectorExpression;
import io.algeon.engine.expression.VectorPredicate;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.scalar.Expr;
import java.util.ArrayList;
import java.util.List;

/**
 * Computes expressions for a relation of the device by the CPU's functions, for the rare values that only those know: the rows come to
 * the host, the results go back. Fails as the CPU does.
 */
final class HostExpressions {
    private static final String PURPOSE = "Values that the GPU leaves to the CPU";

    private final Workspace workspace;
    private final Downloads downloads;
    private final ExecutionContext execution;

    HostExpressions(Workspace workspace, Downloads downloads, ExecutionContext execution) {
        this.workspace = workspace;
        this.downloads = downloads;
        this.execution = execution;
    }

    /** The column of each expression. */
    List<DeviceColumn> project(List<Expr> expressions, DeviceRelation input) {
        List<VectorExpression> compiled = expressions.stream()
                .map(expression -> ExpressionCompiler.compile(expression, execution))
                .toList();
        List<StagedColumn> staged = expressions.stream()
                .map(expression -> new StagedColumn(ValueKind.of(expression.type())))
                .toList();
        try (Reservation reservation = execution.budget().reservation(PURPOSE)) {
            forEachBatch(input, batch -> {
                for (int i = 0; i < compiled.size(); i++) {
                    ColumnVector values = compiled.get(i).evaluate(batch);
                    staged.get(i).append(values, batch.rowCount());
                }
                reservation.resize(
                        staged.stream().mapToLong(StagedColumn::bytes).sum());
            });
            List<DeviceColumn> columns = new ArrayList<>();
            for (StagedColumn column : staged) {
                columns.add(column.send(new Target()).arrive(workspace));
            }
            return columns;
        }
    }

    /** Flags of the rows for which all conditions are true. */
    Block flags(List<Expr> conditions, DeviceRelation input) {
        VectorPredicate predicate = ExpressionCompiler.compilePredicate(conditions, execution);
        try (Reservation reservation = execution.budget().reservation(PURPOSE)) {
            reservation.resize(input.rows());
            byte[] keep = new byte[Math.toIntExact(input.rows())];
            int[] selected = new int[Batch.ROWS];
            int[] done = new int[1];
            forEachBatch(input, batch -> {
                int count = predicate.select(batch, selected);
                for (int i = 0; i < count; i++) {
                    keep[done[0] + selected[i]] = 1;
                }
                done[0] += batch.rowCount();
            });
            Block flags = workspace.allocate(keep.length);
            workspace.copies().toDevice(flags, keep.length, 1, (buffer, from, count) -> buffer.put(keep, from, count));
            return flags;
        }
    }

    /** On the stream of the kernels, as what follows needs the columns at once. */
    private final class Target implements ColumnTarget {
        @Override
        public Block allocate(long bytes) {
            return workspace.allocate(bytes);
        }

        @Override
        public Block copy(int count, int width, Copies.Part put) {
            Block block = workspace.allocate((long) count * width);
            workspace.copies().toDevice(block, count, width, put);
            return block;
        }
    }

    private interface BatchConsumer {
        void accept(Batch batch);
    }

    private void forEachBatch(DeviceRelation input, BatchConsumer consumer) {
        int[] selected = new int[Batch.ROWS];
        for (long begin = 0; begin < input.rows(); ) {
            int portion = (int) Math.min(Downloads.rowsAtOnce(), input.rows() - begin);
            Batch rows = downloads.rows(input, begin, portion);
            for (int first = 0; first < portion; first += Batch.ROWS) {
                execution.cancellation().check();
                int count = Math.min(Batch.ROWS, portion - first);
                for (int i = 0; i < count; i++) {
                    selected[i] = first + i;
                }
                ColumnVector[] vectors = new ColumnVector[rows.columnCount()];
                for (int i = 0; i < vectors.length; i++) {
                    vectors[i] = rows.column(i).gather(selected, count, rows.column(i));
                }
                consumer.accept(new Batch(vectors, count));
            }
            begin += portion;
        }
    }
}
