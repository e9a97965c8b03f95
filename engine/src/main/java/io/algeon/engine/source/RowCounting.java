package io.algeon.engine.source;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;

/** Counts rows of small tables for estimates. */
public final class RowCounting {
    /** Rows of a table that are read for an estimate: some milliseconds. */
    private static final long MOST_ROWS = 200_000;

    private static final long MEMORY_BYTES = 64L << 20;

    private RowCounting() {}

    /**
     * Rows for which all predicates are true; empty if the table is too large to be read for that, or cannot be read, which
     * the scan of the statement will report.
     *
     * @param predicates over the table's columns; they cannot fail, and depend on nothing but the row
     */
    public static OptionalLong count(TableSnapshot snapshot, List<Expr> predicates) {
        if (snapshot.rowCount() < 0 || snapshot.rowCount() > MOST_ROWS) {
            return OptionalLong.empty();
        }
        MemoryBudget budget = MemoryBudget.root("statistics", MEMORY_BYTES, "memory_limit");
        try {
            ExecutionContext context =
                    new ExecutionContext(budget, new CancellationToken(), List.of(), Instant.EPOCH, "UTC", "", 1);
            TableScan scan = snapshot.scan(new ScanRequest(List.of(), predicates, -1), context);
            long rows = 0;
            try (MorselReader reader = scan.openReader(new WorkerContext(context, 0, new OperatorStatistics()))) {
                for (int morsel = 0; morsel < scan.morselCount(); morsel++) {
                    reader.open(morsel);
                    for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                        rows += batch.rowCount();
                    }
                }
            }
            return OptionalLong.of(rows);
        } catch (EngineException e) {
            return OptionalLong.empty();
        } finally {
            budget.close();
        }
    }
}
