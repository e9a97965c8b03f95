package io.algeon.engine.parquet;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.parquet.scan.ParquetScan;
import io.algeon.engine.parquet.scan.ScanFile;
import io.algeon.engine.resident.HostCache;
import io.algeon.engine.source.MorselReader;
import io.algeon.engine.source.ScanRequest;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Looks at some consecutive rows in the middle of a table, to tell keys from columns that repeat where no dictionary does.
 * Only columns of whole numbers are looked at: a page or two of about a megabyte each.
 */
final class RowSample {
    /** Rows that are looked at: enough to see repetitions among 10 million equally likely values. */
    private static final int ROWS = 8 * Batch.ROWS;

    /** Columns that are looked at, at about a millisecond each. */
    private static final int MOST_COLUMNS = 16;

    private static final long MEMORY_BYTES = 64L << 20;

    /**
     * What a column's sampled rows hold.
     *
     * @param values rows that are not NULL
     * @param distinct different values among them
     * @param width their range, largest minus smallest plus one
     */
    record Summary(long values, long distinct, double width) {}

    private RowSample() {}

    /** Samples of the given columns, by position; empty where there are no rows, or they cannot be read. */
    static Map<Integer, Summary> of(List<ColumnDef> columns, List<ScanFile> files, List<Integer> wanted) {
        List<Integer> sampled = wanted.subList(0, Math.min(wanted.size(), MOST_COLUMNS));
        if (sampled.isEmpty()) {
            return Map.of();
        }
        try {
            MemoryBudget budget = MemoryBudget.root("statistics", MEMORY_BYTES, "memory_limit");
            ExecutionContext context =
                    new ExecutionContext(budget, new CancellationToken(), List.of(), Instant.EPOCH, "UTC", "", 1);
            ParquetScan scan = ParquetScan.prepare(
                    files,
                    columns,
                    new ScanRequest(sampled, List.of(), -1),
                    List.of(),
                    null,
                    context,
                    HostCache.none());
            if (scan.morselCount() == 0) {
                return Map.of();
            }
            try (MorselReader reader = scan.openReader(new WorkerContext(context, 0, new OperatorStatistics()))) {
                return read(reader, scan.morselCount(), sampled);
            }
        } catch (EngineException e) {
            // The scan of the statement will report what is wrong; an estimate does not need it.
            return Map.of();
        }
    }

    private static Map<Integer, Summary> read(MorselReader reader, int morsels, List<Integer> sampled) {
        long[][] values = new long[sampled.size()][ROWS];
        int[] counts = new int[sampled.size()];
        int rows = 0;
        for (int morsel = morsels / 2; morsel < morsels && rows < ROWS; morsel++) {
            reader.open(morsel);
            Batch batch = reader.next();
            while (batch != null && rows < ROWS) {
                int taken = Math.min(batch.rowCount(), ROWS - rows);
                for (int i = 0; i < counts.length; i++) {
                    counts[i] = collect(batch.column(i), taken, values[i], counts[i]);
                }
                rows += taken;
                batch = reader.next();
            }
        }
        Map<Integer, Summary> summaries = new HashMap<>();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                summaries.put(sampled.get(i), summary(values[i], counts[i]));
            }
        }
        return summaries;
    }

    private static int collect(ColumnVector vector, int rows, long[] target, int from) {
        int at = from;
        for (int row = 0; row < rows; row++) {
            if (!vector.isNull(row)) {
                target[at++] =
                        vector instanceof IntVector ints ? ints.values()[row] : ((LongVector) vector).values()[row];
            }
        }
        return at;
    }

    private static Summary summary(long[] values, int count) {
        Arrays.sort(values, 0, count);
        int distinct = 1;
        for (int i = 1; i < count; i++) {
            distinct += values[i] != values[i - 1] ? 1 : 0;
        }
        return new Summary(count, distinct, (double) values[count - 1] - values[0] + 1);
    }
}
