package io.algeon.engine.operator.basic;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.rows.RowStore;
import io.algeon.engine.operator.rows.StoredRows;
import io.algeon.metadata.catalog.ColumnDef;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows kept in memory, to be read any number of times once {@link #sink()} has finished. */
public final class Materialisation {
    private final ExecutionContext context;
    private final MemoryBudget memory;
    private final RowStore empty;
    private final List<RowStore> parts = new ArrayList<>();
    private final Sink sink = new Keep();
    private volatile @Nullable RowStore rows;

    /** Rows with the given columns. */
    public Materialisation(List<ColumnDef> columns, ExecutionContext context) {
        this.context = context;
        this.memory = context.budget().child("shared rows", Long.MAX_VALUE, "query_memory_limit");
        this.empty = new RowStore(columns.stream().map(ColumnDef::type).toList(), memory, "A shared sub-query");
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

    private synchronized void add(RowStore part) {
        parts.add(part);
    }

    private synchronized RowStore whole() {
        return parts.isEmpty() ? empty : RowStore.concatenate(parts, null);
    }

    private final class Keep implements Sink {
        @Override
        public Local open(WorkerContext worker) {
            return new Part();
        }

        @Override
        public void finish(Crew crew) {
            rows = whole();
        }

        @Override
        public void close() {
            rows = null;
            memory.close();
        }
    }

    private final class Part implements Sink.Local {
        private final RowStore store = empty.sibling();
        private final ColumnVector[] columns = new ColumnVector[empty.types().size()];
        private boolean combined;

        @Override
        public boolean accept(Batch batch) {
            context.cancellation().check();
            for (int i = 0; i < columns.length; i++) {
                columns[i] = batch.column(i);
            }
            store.append(columns, batch.rowCount());
            return true;
        }

        @Override
        public void combine() {
            combined = true;
            add(store);
        }

        @Override
        public void close() {
            if (!combined) {
                store.release();
            }
        }
    }
}
