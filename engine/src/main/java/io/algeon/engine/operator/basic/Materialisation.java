package io.algeon.engine.operator.basic;

import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.rows.CollectedRows;
import io.algeon.engine.operator.rows.RowStore;
import io.algeon.engine.operator.rows.StoredRows;
import io.algeon.metadata.catalog.ColumnDef;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows kept in memory, to be read any number of times once {@link #sink()} has finished. */
public final class Materialisation {
    private final ExecutionContext context;
    private final MemoryBudget memory;
    private final CollectedRows collected;
    private final Sink sink = new Keep();
    private volatile @Nullable RowStore rows;

    /** Rows with the given columns. */
    public Materialisation(List<ColumnDef> columns, ExecutionContext context) {
        this.context = context;
        this.memory = context.budget().child("shared rows", Long.MAX_VALUE, "query_memory_limit");
        RowStore empty = new RowStore(columns.stream().map(ColumnDef::type).toList(), memory, "A shared sub-query");
        this.collected = new CollectedRows(empty, context.cancellation());
    }

    /** Takes the rows; closing it gives the rows' memory back. */
    public Sink sink() {
        return sink;
    }

    /** A source of all rows; each call makes an independent one. */
    public Source source() {
        return new StoredRows(this::rows, context.cancellation());
    }

    private RowStore rows() {
        RowStore kept = rows;
        if (kept == null) {
            throw new IllegalStateException("the rows are not complete");
        }
        return kept;
    }

    private final class Keep implements Sink {
        @Override
        public Local open(WorkerContext worker) {
            return collected.open();
        }

        @Override
        public void finish(Crew crew) {
            rows = collected.whole();
        }

        @Override
        public void close() {
            rows = null;
            memory.close();
        }
    }
}
