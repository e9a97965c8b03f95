package io.algeon.engine.operator.join;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.filter.KeyFilter;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.operator.rows.RowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Keeps the rows of the right input, each worker its own, and makes the {@link JoinTable} of them. */
final class JoinBuild implements Sink {
    static final String CONSUMER = "The build side of a join";

    /** Rows whose strings may become codes, so that tables by code stay small. */
    private static final int MOST_CODED_ROWS = 1 << 17;

    private static final long MOST_CODED_BYTES = 16L << 20;

    /** Probes a row from which on coding its strings pays. */
    private static final double LEAST_PROBES = 4;

    private final JoinLayout layout;
    private final ExecutionContext context;
    private final MemoryBudget memory;
    private final RowStore firstKeys;
    private final RowStore firstPayload;
    private final List<RowStore> keyParts = new ArrayList<>();
    private final List<RowStore> payloadParts = new ArrayList<>();
    private final KeyRange range = new KeyRange();
    private final boolean[] filtered;
    private final List<Optional<KeyFilter>> filters = new ArrayList<>();
    private volatile @Nullable JoinTable table;

    JoinBuild(JoinLayout layout, ExecutionContext context) {
        this.layout = layout;
        this.context = context;
        this.memory = context.budget().child("join", Long.MAX_VALUE, "query_memory_limit");
        this.firstKeys = new RowStore(layout.keyTypes, memory, CONSUMER);
        this.firstPayload = new RowStore(layout.payloadTypes(), memory, CONSUMER);
        this.filtered = new boolean[layout.rightKeys.length];
    }

    /** See {@link HashJoin#keyFilter}. */
    Supplier<Optional<KeyFilter>> keyFilter(int key) {
        filtered[key] = true;
        return () -> table == null ? Optional.empty() : filters.get(key);
    }

    /** The table; only after {@link #finish()}. */
    JoinTable table() {
        JoinTable finished = table;
        if (finished == null) {
            throw new IllegalStateException("the build side has not finished");
        }
        return finished;
    }

    @Override
    public Local open(WorkerContext worker) {
        return new Part();
    }

    @Override
    public void finish(Crew crew) {
        List<RowStore> keys;
        List<RowStore> payloads;
        synchronized (this) {
            keys = new ArrayList<>(keyParts);
            payloads = new ArrayList<>(payloadParts);
        }
        RowStore allKeys = keys.isEmpty() ? firstKeys : RowStore.concatenate(keys, null);
        RowStore allPayload = payloads.isEmpty() ? firstPayload : RowStore.concatenate(payloads, null);
        encode(allPayload);
        JoinTable built = new JoinTableBuilder(layout, allPayload, memory, crew, context.cancellation())
                .build(allKeys, layout.hasIntegerKey() ? range : null);
        if (keys.size() > 1) {
            keys.forEach(RowStore::release);
        }
        makeFilters(built);
        table = built;
    }

    /** Strings of which each is joined many times become codes, which grouping and functions look at once. */
    private void encode(RowStore payload) {
        int rows = payload.rowCount();
        if (rows <= MOST_CODED_ROWS && rows * LEAST_PROBES < layout.expectedProbes) {
            for (int column = 0; column < layout.payload.length; column++) {
                payload.encode(column, MOST_CODED_BYTES);
            }
        }
    }

    private void makeFilters(JoinTable built) {
        Reservation reservation = memory.reservation(CONSUMER);
        for (int key = 0; key < filtered.length; key++) {
            KeyIndex index = built.keys;
            filters.add(index != null && filtered[key] ? index.filter(key, reservation) : Optional.empty());
        }
    }

    private synchronized void add(Part part) {
        keyParts.add(part.keys);
        payloadParts.add(part.payload);
        range.add(part.range);
    }

    @Override
    public void close() {
        table = null;
        memory.close();
    }

    private final class Part implements Local {
        private final RowStore keys = firstKeys.sibling();
        private final RowStore payload = firstPayload.sibling();
        private final ColumnVector[] keyColumns = new ColumnVector[layout.rightKeys.length];
        private final ColumnVector[] payloadColumns = new ColumnVector[layout.payload.length];
        private final KeyRange range = new KeyRange();
        private boolean combined;

        @Override
        public boolean accept(Batch batch) {
            context.cancellation().check();
            for (int i = 0; i < keyColumns.length; i++) {
                keyColumns[i] = batch.column(layout.rightKeys[i]);
            }
            for (int i = 0; i < payloadColumns.length; i++) {
                payloadColumns[i] = batch.column(layout.payload[i]);
            }
            if (layout.hasIntegerKey()) {
                range.add(keyColumns[0], batch.rowCount());
            }
            keys.append(keyColumns, batch.rowCount());
            payload.append(payloadColumns, batch.rowCount());
            return true;
        }

        @Override
        public void combine() {
            combined = true;
            add(this);
        }

        @Override
        public void close() {
            if (!combined) {
                keys.release();
                payload.release();
            }
        }
    }
}
