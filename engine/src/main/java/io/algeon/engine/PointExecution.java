package io.algeon.engine;

import io.algeon.engine.batch.Batch;
import io.algeon.metadata.catalog.ColumnDef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The execution of a {@link PointQuery}: its row is there from the start. */
final class PointExecution implements QueryExecution {
    private final EngineSession session;
    private final CachedPlan plan;
    private final List<ColumnDef> columns;
    private final Duration planning;
    private final Instant started = Instant.now();
    private final long startNanos = System.nanoTime();
    private final long rows;
    private @Nullable Batch row;
    private @Nullable QueryReport report;

    /** @param row the row, null if there is none */
    PointExecution(
            EngineSession session, CachedPlan plan, List<ColumnDef> columns, Duration planning, @Nullable Batch row) {
        this.session = session;
        this.plan = plan;
        this.columns = columns;
        this.planning = planning;
        this.row = row;
        this.rows = row == null ? 0 : 1;
        session.runtime().monitor.began();
    }

    @Override
    public List<ColumnDef> columns() {
        return columns;
    }

    @Override
    public synchronized @Nullable Batch next() {
        Batch found = row;
        row = null;
        if (found == null) {
            close();
        }
        return found;
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
    public synchronized QueryReport report() {
        QueryReport known = report;
        return known == null ? made() : known;
    }

    private QueryReport made() {
        return session.pointReport(plan, started, planning, Duration.ofNanos(System.nanoTime() - startNanos), rows);
    }

    @Override
    public synchronized void close() {
        if (report == null) {
            row = null;
            QueryReport made = made();
            report = made;
            session.runtime().monitor.ended(made);
            session.ended(made);
            FlightRecorder.record(made);
        }
    }
}
