package io.algeon.engine.operator.join;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.Source;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.operator.rows.RowStore;
import io.algeon.engine.plan.JoinKind;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Right rows after all probes: those that met no partner, or, for RIGHT_SEMI, those that did. */
final class UnmatchedRows implements Source {
    /** Rows that a worker takes at a time. */
    private static final int SHARE = 32 * Batch.ROWS;

    private final JoinLayout layout;
    private final JoinBuild build;
    private final ExecutionContext context;
    private final AtomicInteger taken = new AtomicInteger();

    UnmatchedRows(JoinLayout layout, JoinBuild build, ExecutionContext context) {
        this.layout = layout;
        this.build = build;
        this.context = context;
    }

    @Override
    public int maxWorkers() {
        return Math.max(1, (build.table().rowCount + SHARE - 1) / SHARE);
    }

    @Override
    public Operator open(WorkerContext worker) {
        return new Scan(build.table());
    }

    private final class Scan implements Operator {
        private final JoinTable table;
        private final int[] rows = new int[Batch.ROWS];
        private final Batch output = new Batch(new ColumnVector[layout.output.length], 0);
        private final @Nullable ColumnVector[] gathered = new @Nullable ColumnVector[layout.output.length];
        private long at;
        private long end;

        Scan(JoinTable table) {
            this.table = table;
        }

        @Override
        public @Nullable Batch next() {
            boolean wanted = layout.kind == JoinKind.RIGHT_SEMI;
            while (true) {
                context.cancellation().check();
                if (at == end) {
                    at = (long) taken.getAndIncrement() * SHARE;
                    end = Math.min(at + SHARE, table.rowCount);
                    if (at >= table.rowCount) {
                        end = at;
                        return null;
                    }
                }
                int count = 0;
                while (at < end && count < Batch.ROWS) {
                    rows[count] = (int) at;
                    count += table.hasMet((int) at++) == wanted ? 1 : 0;
                }
                if (count > 0) {
                    return gather(count);
                }
            }
        }

        private Batch gather(int count) {
            int leftCount = layout.leftTypes.size();
            for (int i = 0; i < gathered.length; i++) {
                int column = layout.output[i];
                ColumnVector vector;
                if (column >= leftCount) {
                    RowStore payload = table.payload;
                    vector =
                            payload.gather(layout.payloadPosition[column - leftCount], rows, count, false, gathered[i]);
                } else {
                    vector = gathered[i];
                    if (vector == null) {
                        vector = Vectors.create(layout.leftTypes.get(column), Batch.ROWS);
                    }
                    vector.setAllNull(count);
                }
                gathered[i] = vector;
                output.setColumn(i, vector);
            }
            output.setRowCount(count);
            return output;
        }

        @Override
        public void close() {
            end = at;
        }
    }
}
