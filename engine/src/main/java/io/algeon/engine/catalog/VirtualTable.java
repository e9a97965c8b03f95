package io.algeon.engine.catalog;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.expression.StoredValues;
import io.algeon.engine.expression.VectorPredicate;
import io.algeon.engine.source.MorselReader;
import io.algeon.engine.source.ScanRequest;
import io.algeon.engine.source.TableScan;
import io.algeon.engine.source.TableSnapshot;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.ColumnStatistics;
import io.algeon.metadata.catalog.TableDef;
import io.algeon.metadata.catalog.TableStatistics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A small table whose rows are computed when a query binds it. */
public final class VirtualTable implements TableSource {
    /** What planning assumes; the true number would have to be computed. */
    private static final long ASSUMED_ROWS = 100;

    private final TableDef definition;
    private final Supplier<List<List<@Nullable Object>>> rows;

    /** @param rows gives rows of values in the stored form of {@code Expr.Literal}; may be called by any thread */
    public VirtualTable(TableDef definition, Supplier<List<List<@Nullable Object>>> rows) {
        this.definition = definition;
        this.rows = rows;
    }

    @Override
    public TableDef definition() {
        return definition;
    }

    @Override
    public TableStatistics statistics() {
        return new TableStatistics(
                ASSUMED_ROWS, Collections.nCopies(definition.columns().size(), ColumnStatistics.UNKNOWN));
    }

    @Override
    public long version() {
        return 0;
    }

    @Override
    public TableSnapshot snapshot() {
        List<List<@Nullable Object>> bound = rows.get();
        return new TableSnapshot() {
            @Override
            public long rowCount() {
                return bound.size();
            }

            @Override
            public TableScan scan(ScanRequest request, ExecutionContext context) {
                return new Scan(bound, request);
            }
        };
    }

    private final class Scan implements TableScan {
        private final List<List<@Nullable Object>> bound;
        private final ScanRequest request;

        Scan(List<List<@Nullable Object>> bound, ScanRequest request) {
            this.bound = bound;
            this.request = request;
        }

        @Override
        public int morselCount() {
            return bound.isEmpty() ? 0 : 1;
        }

        @Override
        public long morselRows(int morsel) {
            return bound.size();
        }

        @Override
        public MorselReader openReader(WorkerContext worker) {
            return new Reader(
                    bound, request, ExpressionCompiler.compilePredicate(request.predicates(), worker.execution()));
        }

        @Override
        public int prunedMorsels() {
            return 0;
        }
    }

    private final class Reader implements MorselReader {
        private final List<List<@Nullable Object>> bound;
        private final ScanRequest request;
        private final VectorPredicate predicate;
        private final int[] selected = new int[Batch.ROWS];
        private int next;

        Reader(List<List<@Nullable Object>> bound, ScanRequest request, VectorPredicate predicate) {
            this.bound = bound;
            this.request = request;
            this.predicate = predicate;
        }

        @Override
        public void open(int morsel) {
            next = 0;
        }

        @Override
        public @Nullable Batch next() {
            while (next < bound.size()) {
                int count = Math.min(Batch.ROWS, bound.size() - next);
                Batch all = columns(bound.subList(next, next + count));
                next += count;
                int passed = predicate.select(all, selected);
                if (passed > 0) {
                    ColumnVector[] output = new ColumnVector[request.columns().size()];
                    for (int i = 0; i < output.length; i++) {
                        ColumnVector column = all.column(request.columns().get(i));
                        output[i] = passed == count ? column : column.gather(selected, passed, column);
                    }
                    return new Batch(output, passed);
                }
            }
            return null;
        }

        private Batch columns(List<List<@Nullable Object>> rowsOfBatch) {
            List<ColumnDef> defined = definition.columns();
            ColumnVector[] columns = new ColumnVector[defined.size()];
            for (int i = 0; i < columns.length; i++) {
                List<@Nullable Object> values = new ArrayList<>(rowsOfBatch.size());
                for (List<@Nullable Object> row : rowsOfBatch) {
                    values.add(row.get(i));
                }
                columns[i] = StoredValues.vector(defined.get(i).type(), values);
            }
            return new Batch(columns, rowsOfBatch.size());
        }

        @Override
        public void close() {}
    }
}
