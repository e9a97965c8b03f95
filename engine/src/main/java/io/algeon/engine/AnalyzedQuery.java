package io.algeon.engine;

import io.algeon.engine.batch.Batch;
import io.algeon.metadata.catalog.ColumnDef;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** EXPLAIN ANALYZE: runs the statement when its own result is first asked for, so that it can be cancelled meanwhile. */
final class AnalyzedQuery implements QueryExecution {
    private final QueryExecution analyzed;
    private final Runnable run;
    private final Supplier<ImmediateResult> shown;
    private @Nullable ImmediateResult result;

    /**
     * @param run runs the statement to its end, and measures
     * @param shown makes the result of what was measured
     */
    AnalyzedQuery(QueryExecution analyzed, Runnable run, Supplier<ImmediateResult> shown) {
        this.analyzed = analyzed;
        this.run = run;
        this.shown = shown;
    }

    @Override
    public List<ColumnDef> columns() {
        return StatementColumns.EXPLAIN;
    }

    @Override
    public void complete() {
        analyzed.complete();
    }

    @Override
    public @Nullable Batch next() {
        ImmediateResult known = result;
        if (known == null) {
            run.run();
            known = shown.get();
            result = known;
        }
        return known.next();
    }

    @Override
    public long updateCount() {
        return -1;
    }

    @Override
    public void cancel() {
        analyzed.cancel();
    }

    @Override
    public double progress() {
        return analyzed.progress();
    }

    @Override
    public List<String> warnings() {
        return analyzed.warnings();
    }

    @Override
    public QueryReport report() {
        return analyzed.report();
    }

    @Override
    public void close() {
        analyzed.close();
    }
}
