package io.algeon.engine;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.explain.PlanExplainer;
import io.algeon.metadata.catalog.ColumnDef;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** EXPLAIN ANALYZE: runs the query when its own result is first asked for, so that it can be cancelled meanwhile. */
final class AnalyzedQuery implements QueryExecution {
    private final RunningQuery query;
    private final PlanExplainer explainer;
    private final Function<PlanExplainer, ImmediateResult> shown;
    private @Nullable ImmediateResult result;

    /** @param shown makes the result of what the explainer knows in the end */
    AnalyzedQuery(RunningQuery query, PlanExplainer explainer, Function<PlanExplainer, ImmediateResult> shown) {
        this.query = query;
        this.explainer = explainer;
        this.shown = shown;
    }

    @Override
    public List<ColumnDef> columns() {
        return StatementColumns.EXPLAIN;
    }

    @Override
    public @Nullable Batch next() {
        ImmediateResult known = result;
        if (known == null) {
            Batch ignored;
            do {
                ignored = query.next();
            } while (ignored != null);
            explainer.measured(
                    query.pipelines(), query.statistics(), query.report().execution(), query.threads());
            known = shown.apply(explainer);
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
        query.cancel();
    }

    @Override
    public double progress() {
        return query.progress();
    }

    @Override
    public List<String> warnings() {
        return query.warnings();
    }

    @Override
    public QueryReport report() {
        return query.report();
    }

    @Override
    public void close() {
        query.close();
    }
}
