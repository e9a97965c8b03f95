package io.algeon.engine.pipeline;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.device.Device;
import io.algeon.engine.device.Fragment;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.NodeStatistics;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.Pipeline;
import io.algeon.engine.exec.QueryRun;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.hash.GroupTable;
import io.algeon.engine.operator.rows.RowStore;
import io.algeon.engine.operator.rows.StoredRows;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.source.TableSnapshot;
import io.algeon.engine.source.TableSource;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * WITH RECURSIVE. The rows of the seed are collected; then, as the result is read, the step runs over the rows of the time
 * before, on the reader's thread, until it gives none. Only the rows of one step are kept, and with UNION the distinct ones of
 * all, so that a query that stops reading (LIMIT) ends a recursion that would not end.
 */
final class RecursionSource implements Source {
    private static final String CONSUMER = "A recursive query";

    /** More steps than any tree or path is deep: a recursion that does not end. */
    private static final int MAX_STEPS = 1_000_000;

    private final PlanNode.Recursion node;
    private final Function<TableSource, TableSnapshot> binder;
    private final ExecutionContext context;
    private final Optional<Device> device;
    private final MemoryBudget memory;
    private final List<SqlType> types;
    private final Map<Integer, Supplier<Source>> given = new HashMap<>();
    private final Rows seed;
    private final @Nullable GroupTable distinct;
    private final int[] groups = new int[Batch.ROWS];
    private final int[] selected = new int[Batch.ROWS];
    private PlanNode step;

    /**
     * For one execution of the node.
     *
     * @param outer rows of recursive queries around
     */
    RecursionSource(
            PlanNode.Recursion node,
            Function<TableSource, TableSnapshot> binder,
            ExecutionContext context,
            Optional<Device> device,
            Map<Integer, Supplier<Source>> outer) {
        this.binder = binder;
        this.node = node;
        this.context = context;
        this.device = device;
        this.step = node.step();
        this.memory = context.budget().child("recursion", Long.MAX_VALUE, "query_memory_limit");
        this.types = node.output().stream().map(ColumnDef::type).toList();
        this.seed = new Rows(memory);
        this.distinct = node.distinct() ? new GroupTable(types, memory.reservation(CONSUMER)) : null;
        given.putAll(outer);
    }

    Sink seedSink() {
        return seed;
    }

    /** Rows that the step reads under a number; asked for each time, and at each place. */
    void give(int id, Supplier<Source> rows) {
        given.put(id, rows);
    }

    void setStep(PlanNode newStep) {
        step = newStep;
    }

    @Override
    public int maxWorkers() {
        return 1;
    }

    @Override
    public Operator open(WorkerContext worker) {
        return new Steps();
    }

    /** Collects rows, with UNION only those that are new. */
    private final class Rows implements Sink {
        private final MemoryBudget budget;
        private final RowStore store;
        private final ColumnVector[] columns = new ColumnVector[types.size()];

        Rows(MemoryBudget budget) {
            this.budget = budget;
            this.store = new RowStore(types, budget, CONSUMER);
        }

        @Override
        public Local open(WorkerContext worker) {
            return new Part(this);
        }

        private synchronized void add(Batch batch) {
            context.cancellation().check();
            int count = batch.rowCount();
            for (int i = 0; i < columns.length; i++) {
                columns[i] = batch.column(i);
            }
            GroupTable known = distinct;
            if (known == null) {
                store.append(columns, count);
                return;
            }
            int before = known.groupCount();
            known.assign(columns, count, groups);
            int fresh = 0;
            for (int i = 0; i < count; i++) {
                if (groups[i] == before + fresh) {
                    selected[fresh++] = i;
                }
            }
            if (fresh > 0) {
                store.append(columns, selected, fresh);
            }
        }

        @Override
        public void finish(Crew crew) {}

        @Override
        public void close() {
            budget.close();
        }
    }

    /** A worker's way into the rows. */
    private record Part(Rows rows) implements Sink.Local {
        @Override
        public boolean accept(Batch batch) {
            rows.add(batch);
            return true;
        }

        @Override
        public void combine() {}

        @Override
        public void close() {}
    }

    private final class Steps implements Operator {
        private final Batch output = new Batch(new ColumnVector[types.size()], 0);
        private final @Nullable ColumnVector[] vectors = new @Nullable ColumnVector[types.size()];
        private Rows current = seed;
        private int at;
        private int steps;

        @Override
        public @Nullable Batch next() {
            context.cancellation().check();
            if (at == current.store.rowCount()) {
                if (at == 0) {
                    return null;
                }
                Rows made = run(current);
                if (current != seed) {
                    current.close();
                }
                current = made;
                at = 0;
                if (made.store.rowCount() == 0) {
                    return null;
                }
            }
            int count = Math.min(Batch.ROWS, current.store.rowCount() - at);
            for (int i = 0; i < vectors.length; i++) {
                ColumnVector vector = current.store.slice(i, at, count, vectors[i]);
                vectors[i] = vector;
                output.setColumn(i, vector);
            }
            output.setRowCount(count);
            at += count;
            return output;
        }

        private Rows run(Rows before) {
            if (++steps > MAX_STEPS) {
                throw new EngineException(
                        ErrorCode.RECURSION_LIMIT_EXCEEDED,
                        "A recursive query has not ended after " + MAX_STEPS
                                + " steps. Add a condition that ends it, UNION instead of UNION ALL, or a LIMIT.");
            }
            Rows result = new Rows(memory.child("recursion", Long.MAX_VALUE, "query_memory_limit"));
            Map<Integer, Supplier<Source>> sources = new HashMap<>(given);
            sources.put(node.id(), () -> new StoredRows(() -> before.store, context.cancellation()));
            MemoryBudget budget = memory.child("step", Long.MAX_VALUE, "query_memory_limit");
            QueryPipelines pipelines = PipelineBuilder.build(
                    step, result, binder, context.withBudget(budget), device, Map.copyOf(sources));
            NodeStatistics statistics = new NodeStatistics(pipelines.nodeCount());
            try (QueryRun run = new QueryRun(pipelines.pipelines(), context, statistics, null, () -> {}, () -> {})) {
                run.start();
            } finally {
                for (Pipeline pipeline : pipelines.pipelines()) {
                    if (pipeline.sink() != result) {
                        pipeline.sink().close();
                    }
                }
                pipelines.fragments().values().forEach(Fragment::close);
                budget.close();
            }
            context.cancellation().check();
            return result;
        }

        @Override
        public void close() {
            if (current != seed) {
                current.close();
            }
        }
    }
}
