package io.algeon.engine;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.MorselReader;
import io.algeon.engine.source.ScanRequest;
import io.algeon.engine.source.TableScan;
import io.algeon.engine.source.TableSnapshot;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.ColumnStatistics;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.catalog.TableStatistics;
import io.algeon.metadata.type.SqlTypes;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The numbers from 0, in one BIGINT column {@code n}, in morsels of {@code morselRows}; counts open readers. */
final class NumbersTable implements TableSource {
    final AtomicInteger openReaders = new AtomicInteger();
    final AtomicLong version = new AtomicLong();
    /** Number at which reading fails. */
    long failAt = Long.MAX_VALUE;

    private final long rows;
    private final int morselRows;

    NumbersTable(long rows, int morselRows) {
        this.rows = rows;
        this.morselRows = morselRows;
    }

    PlanNode.Scan scan() {
        return new PlanNode.Scan(
                this, new ScanRequest(List.of(0), List.of(), -1), definition().columns(), rows);
    }

    static PlanNode.Limit limit(PlanNode input, long limit, long offset) {
        return new PlanNode.Limit(
                input, new Expr.Literal(limit, SqlTypes.BIGINT), new Expr.Literal(offset, SqlTypes.BIGINT), limit);
    }

    @Override
    public TableDef definition() {
        return new TableDef("main", "numbers", List.of(new ColumnDef("n", SqlTypes.BIGINT)), "");
    }

    @Override
    public TableStatistics statistics() {
        return new TableStatistics(rows, List.of(ColumnStatistics.UNKNOWN));
    }

    @Override
    public long version() {
        return version.get();
    }

    @Override
    public TableSnapshot snapshot() {
        return new TableSnapshot() {
            @Override
            public long rowCount() {
                return rows;
            }

            @Override
            public TableScan scan(ScanRequest request, ExecutionContext context) {
                return new Scan();
            }
        };
    }

    private final class Scan implements TableScan {
        @Override
        public int morselCount() {
            return (int) ((rows + morselRows - 1) / morselRows);
        }

        @Override
        public long morselRows(int morsel) {
            return Math.min(morselRows, rows - (long) morsel * morselRows);
        }

        @Override
        public MorselReader openReader(WorkerContext worker) {
            openReaders.incrementAndGet();
            return new Reader();
        }

        @Override
        public int prunedMorsels() {
            return 0;
        }
    }

    private final class Reader implements MorselReader {
        private final LongVector vector = new LongVector(Batch.ROWS);
        private final Batch batch = new Batch(new ColumnVector[] {vector}, 0);
        private long next;
        private long end;

        @Override
        public void open(int morsel) {
            next = (long) morsel * morselRows;
            end = Math.min(rows, next + morselRows);
        }

        @Override
        public @Nullable Batch next() {
            int count = (int) Math.min(Batch.ROWS, end - next);
            if (count == 0) {
                return null;
            }
            if (next <= failAt && failAt < next + count) {
                throw new IllegalStateException("cannot read " + failAt);
            }
            for (int i = 0; i < count; i++) {
                vector.values()[i] = next++;
            }
            batch.setRowCount(count);
            return batch;
        }

        @Override
        public void close() {
            openReaders.decrementAndGet();
        }
    }
}
