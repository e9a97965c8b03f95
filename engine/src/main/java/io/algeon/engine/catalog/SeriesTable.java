package io.algeon.engine.catalog;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.expression.ExpressionCompiler;
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
import io.algeon.metadata.type.SqlTypes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The whole numbers {@code start, start + step, ...} of {@code generate_series} or {@code range} with constant bounds: computed
 * as they are read, by all workers, so that any number of rows takes no memory.
 */
public final class SeriesTable implements TableSource {
    /** Rows of a unit of work. */
    private static final long MORSEL_ROWS = 64L * Batch.ROWS;

    private final TableDef definition;
    private final long start;
    private final long step;
    private final long rows;

    private SeriesTable(String name, long start, long step, long rows) {
        this.definition = new TableDef("", name, List.of(new ColumnDef(name, SqlTypes.BIGINT.withNullable(false))), "");
        this.start = start;
        this.step = step;
        this.rows = rows;
    }

    /** The text that {@link #parse} reads. */
    public static String text(String name, long start, long end, long step) {
        return name + ' ' + start + ' ' + end + ' ' + step;
    }

    /** The table for a text of {@link #text}; {@code range} leaves out its end. */
    public static SeriesTable parse(String text) {
        String[] parts = text.split(" ");
        long start = Long.parseLong(parts[1]);
        long end = Long.parseLong(parts[2]);
        long step = Long.parseLong(parts[3]);
        return new SeriesTable(parts[0], start, step, count(start, end, step, parts[0].equals("generate_series")));
    }

    private static long count(long start, long end, long step, boolean inclusive) {
        if (step > 0 ? start > end : start < end) {
            return 0;
        }
        // the distance fits an unsigned long, as does the step's magnitude
        long distance = step > 0 ? end - start : start - end;
        long magnitude = Math.abs(step);
        long whole = Long.divideUnsigned(distance, magnitude);
        boolean reachesEnd = Long.remainderUnsigned(distance, magnitude) == 0;
        long count = inclusive || !reachesEnd ? whole + 1 : whole;
        return count < 0 ? Long.MAX_VALUE : count;
    }

    @Override
    public TableDef definition() {
        return definition;
    }

    @Override
    public TableStatistics statistics() {
        return new TableStatistics(rows, List.of(ColumnStatistics.UNKNOWN));
    }

    @Override
    public long version() {
        return 0;
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
                return new Scan(request);
            }
        };
    }

    private final class Scan implements TableScan {
        private final ScanRequest request;
        private final long morselRows;

        Scan(ScanRequest request) {
            this.request = request;
            morselRows = Math.max(MORSEL_ROWS, rows / Integer.MAX_VALUE + 1);
        }

        @Override
        public int morselCount() {
            return Math.toIntExact((rows - 1 + morselRows) / morselRows);
        }

        @Override
        public long morselRows(int morsel) {
            return Math.min(morselRows, rows - morsel * morselRows);
        }

        @Override
        public MorselReader openReader(WorkerContext worker) {
            return new Reader(
                    request, morselRows, ExpressionCompiler.compilePredicate(request.predicates(), worker.execution()));
        }

        @Override
        public int prunedMorsels() {
            return 0;
        }
    }

    private final class Reader implements MorselReader {
        private final ScanRequest request;
        private final long morselRows;
        private final VectorPredicate predicate;
        private final LongVector numbers = new LongVector(Batch.ROWS);
        private final int[] selected = new int[Batch.ROWS];
        private long next;
        private long end;

        Reader(ScanRequest request, long morselRows, VectorPredicate predicate) {
            this.request = request;
            this.morselRows = morselRows;
            this.predicate = predicate;
        }

        @Override
        public void open(int morsel) {
            next = morsel * morselRows;
            end = Math.min(rows, next + morselRows);
        }

        @Override
        public @Nullable Batch next() {
            while (next < end) {
                int count = (int) Math.min(Batch.ROWS, end - next);
                long[] values = numbers.values();
                long value = start + next * step;
                for (int i = 0; i < count; i++) {
                    values[i] = value;
                    value += step;
                }
                next += count;
                int passed = request.predicates().isEmpty()
                        ? count
                        : predicate.select(new Batch(new ColumnVector[] {numbers}, count), selected);
                if (passed > 0) {
                    ColumnVector[] output = new ColumnVector[request.columns().size()];
                    for (int i = 0; i < output.length; i++) {
                        output[i] = passed == count ? numbers : numbers.gather(selected, passed, numbers);
                    }
                    return new Batch(output, passed);
                }
            }
            return null;
        }

        @Override
        public void close() {}
    }
}
