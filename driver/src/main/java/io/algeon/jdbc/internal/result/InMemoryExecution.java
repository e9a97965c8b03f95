package io.algeon.jdbc.internal.result;

import io.algeon.engine.QueryExecution;
import io.algeon.engine.QueryReport;
import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.metadata.catalog.ColumnDef;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A result made by the driver itself: database metadata and the contents of arrays. */
public final class InMemoryExecution implements QueryExecution {
    private final List<ColumnDef> columns;
    private final int rowCount;
    private @Nullable Batch rows;

    /** Takes rows of Java values, one a column, of the class that {@code getObject} gives for the column's type. */
    public InMemoryExecution(List<ColumnDef> columns, List<@Nullable Object[]> rows) {
        this.columns = List.copyOf(columns);
        rowCount = rows.size();
        ColumnVector[] vectors = new ColumnVector[columns.size()];
        for (int i = 0; i < vectors.length; i++) {
            List<@Nullable Object> values = new ArrayList<>(rowCount);
            for (@Nullable Object[] row : rows) {
                values.add(row[i]);
            }
            vectors[i] = ObjectVectors.of(columns.get(i).type(), values);
        }
        this.rows = new Batch(vectors, rowCount);
    }

    @Override
    public List<ColumnDef> columns() {
        return columns;
    }

    @Override
    public @Nullable Batch next() {
        Batch batch = rows;
        rows = null;
        return batch;
    }

    @Override
    public long updateCount() {
        return -1;
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
        return new QueryReport(
                0,
                "",
                "cpu_only",
                "cpu",
                "metadata",
                Instant.EPOCH,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                rowCount,
                0,
                0,
                0,
                0,
                "done",
                null);
    }

    @Override
    public void close() {
        rows = null;
    }
}
