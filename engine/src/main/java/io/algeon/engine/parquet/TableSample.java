package io.algeon.engine.parquet;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.parquet.scan.ParquetScan;
import io.algeon.engine.parquet.scan.ScanFile;
import io.algeon.engine.resident.HostCache;
import io.algeon.engine.source.ColumnSample;
import io.algeon.engine.source.MorselReader;
import io.algeon.engine.source.ScanRequest;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Looks at some thousand rows of a table's files, of a column when planning first asks for its distinct values: a page or two
 * from each of a few places, at about a millisecond a page. Pages go to the cache, where the query that is being planned
 * finds them. What was found is kept as long as the state of the files it belongs to. Not thread-safe.
 */
final class TableSample {
    /** Places: a page of about a megabyte has to be decompressed at each. */
    private static final int RUNS = 4;

    /** Rows in all: enough to see repetitions among ten million equally likely values. */
    private static final int ROWS = 8 * Batch.ROWS;

    private static final long MEMORY_BYTES = 64L << 20;

    private final List<ColumnDef> columns;
    private final List<ScanFile> files;

    /** A sample of the one column by position; null where there is none. */
    private final Map<Integer, @Nullable ColumnSample> samples = new HashMap<>();

    TableSample(List<ColumnDef> columns, List<ScanFile> files) {
        this.columns = columns;
        this.files = files;
    }

    /** Estimated distinct values of a column that are not NULL; empty if it is nested, has no rows, or cannot be read. */
    OptionalDouble distinct(int column, HostCache cache) {
        read(List.of(column), cache);
        ColumnSample sample = samples.get(column);
        return sample == null ? OptionalDouble.empty() : OptionalDouble.of(sample.distinct());
    }

    /** Estimated distinct combinations of some columns; empty as for one. */
    OptionalDouble distinct(List<Integer> combined, HostCache cache) {
        read(combined, cache);
        List<ColumnSample> parts = new ArrayList<>();
        for (int column : combined) {
            ColumnSample sample = samples.get(column);
            if (sample == null) {
                return OptionalDouble.empty();
            }
            parts.add(sample);
        }
        return OptionalDouble.of(ColumnSample.distinct(parts));
    }

    private void read(List<Integer> wanted, HostCache cache) {
        for (int column : wanted) {
            if (!samples.containsKey(column)) {
                samples.put(column, columns.get(column).type().kind().isNested() ? null : read(column, cache));
            }
        }
    }

    private @Nullable ColumnSample read(int column, HostCache cache) {
        MemoryBudget budget = MemoryBudget.root("statistics", MEMORY_BYTES, "memory_limit");
        try {
            ExecutionContext context =
                    new ExecutionContext(budget, new CancellationToken(), List.of(), Instant.EPOCH, "UTC", "", 1);
            ParquetScan scan = ParquetScan.sample(
                    files, columns, new ScanRequest(List.of(column), List.of(), -1), RUNS, ROWS / RUNS, context, cache);
            ColumnSample.Builder sample = new ColumnSample.Builder();
            try (MorselReader reader = scan.openReader(new WorkerContext(context, 0, new OperatorStatistics()))) {
                for (int morsel = 0; morsel < scan.morselCount(); morsel++) {
                    reader.open(morsel);
                    sample.startRun();
                    for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                        sample.add(batch.column(0), batch.rowCount());
                    }
                }
            }
            long rows = files.stream().mapToLong(file -> file.file().rowCount()).sum();
            return scan.morselCount() == 0 ? null : sample.build(rows);
        } catch (EngineException e) {
            // The scan of the statement will report what is wrong; an estimate does not need it.
            return null;
        } finally {
            budget.close();
        }
    }
}
