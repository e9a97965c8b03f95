package io.algeon.engine;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.expression.StoredValues;
import io.algeon.metadata.catalog.ColumnDef;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The execution of a statement whose result is there at once: SHOW, EXPLAIN, SET. */
final class ImmediateResult implements QueryExecution {
    private final List<ColumnDef> columns;
    private final QueryReport report;
    private @Nullable Batch batch;
    private final long updateCount;

    private ImmediateResult(List<ColumnDef> columns, @Nullable Batch batch, long updateCount, QueryReport report) {
        this.columns = columns;
        this.batch = batch;
        this.updateCount = updateCount;
        this.report = report;
    }

    /** A statement without a result. */
    static ImmediateResult done(QueryReport report) {
        return new ImmediateResult(List.of(), null, 0, report);
    }

    /** At most {@link Batch#ROWS} rows of values in stored form. */
    static ImmediateResult rows(
            List<ColumnDef> columns, List<List<@Nullable Object>> rows, long maxRows, QueryReport report) {
        int count = (int) Math.min(maxRows == 0 ? Integer.MAX_VALUE : maxRows, rows.size());
        ColumnVector[] vectors = new ColumnVector[columns.size()];
        for (int i = 0; i < vectors.length; i++) {
            List<@Nullable Object> values = new ArrayList<>(count);
            for (List<@Nullable Object> row : rows.subList(0, count)) {
                values.add(row.get(i));
            }
            vectors[i] = StoredValues.vector(columns.get(i).type(), values);
        }
        return new ImmediateResult(columns, count == 0 ? null : new Batch(vectors, count), -1, report);
    }

    @Override
    public List<ColumnDef> columns() {
        return columns;
    }

    @Override
    public @Nullable Batch next() {
        Batch next = batch;
        batch = null;
        return next;
    }

    @Override
    public long updateCount() {
        return updateCount;
    }

    @Override
    public void cancel() {}

    @Override
    public double progress() {
        return 1;
    }

    @Override
    public List<String> warnings() {
        return List.of();
    }

    @Override
    public QueryReport report() {
        return report;
    }

    @Override
    public void close() {
        batch = null;
    }
}
