package io.algeon.engine.operator.window;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.rows.CollectedRows;
import io.algeon.engine.operator.rows.RowStore;
import io.algeon.engine.plan.PlanNode;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Window functions: fill {@link #sink()}, then read {@link #source()}.
 *
 * <p>Rows are collected and sorted by partition and order. The workers that read the result take <em>tasks</em>, ranges of places
 * in that order, and compute all functions for them. A task is one or more whole partitions, a <em>region</em>, for which
 * functions prepare what they need (running totals, trees); a large partition is a region that several tasks share, prepared
 * beforehand.
 */
public final class Windowing {
    static final String CONSUMER = "A window";

    /** Places of a task: some batches, so that a task is worth its preparation. */
    private static final int TASK = 8 * Batch.ROWS;

    /** A partition above this is divided among tasks. */
    private static final int LARGE = 2 * TASK;

    private final PlanNode.Window node;
    private final ExecutionContext context;
    private final MemoryBudget memory;
    private final List<SqlType> types;
    private final CollectedRows collected;
    private final List<FunctionPlan> functions = new ArrayList<>();
    private final List<Task> tasks = new ArrayList<>();
    private final AtomicInteger taken = new AtomicInteger();
    private final Sink sink = new Collect();

    private @Nullable OrderedRows ordered;
    private @Nullable RangeKeys keys;

    /** Places to compute, and what is prepared for them; null: nothing, they are a region of their own. */
    private record Task(int from, int to, FunctionPlan.Region @Nullable [] regions) {}

    /** For one execution of the node. */
    public Windowing(PlanNode.Window node, ExecutionContext context) {
        this.node = node;
        this.context = context;
        this.memory = context.budget().child("window", Long.MAX_VALUE, "query_memory_limit");
        this.types = node.input().output().stream().map(ColumnDef::type).toList();
        this.collected = new CollectedRows(new RowStore(types, memory, CONSUMER), context.cancellation());
        node.calls().forEach(call -> functions.add(new FunctionPlan(node, call, context, memory)));
    }

    /** Takes the rows of the input. */
    public Sink sink() {
        return sink;
    }

    /** Gives the result, when the sink has finished. */
    public Source source() {
        return new Results();
    }

    private void prepare(Crew crew) {
        OrderedRows rows = OrderedRows.of(
                collected.whole(), node.partitionKeys(), node.order(), memory, context.cancellation(), crew);
        if (functions.stream().anyMatch(FunctionPlan::needsKeys)) {
            int column = node.order().get(0).column();
            keys = RangeKeys.read(
                    rows, column, types.get(column), memory.reservation(CONSUMER), context.cancellation());
        }
        ordered = rows;
        int from = 0;
        for (int partition = 0; partition < rows.partitionCount(); partition++) {
            int start = rows.partitionStart(partition);
            int end = rows.partitionStart(partition + 1);
            if (end - start > LARGE) {
                if (from < start) {
                    tasks.add(new Task(from, start, null));
                }
                divide(rows, start, end, crew);
                from = end;
            } else if (end - from >= TASK) {
                tasks.add(new Task(from, end, null));
                from = end;
            }
        }
        if (from < rows.count()) {
            tasks.add(new Task(from, rows.count(), null));
        }
    }

    private void divide(OrderedRows rows, int start, int end, Crew crew) {
        FunctionPlan.Region[] regions = new FunctionPlan.Region[functions.size()];
        crew.each(regions.length, i -> regions[i] = functions.get(i).region(rows, start, end, memory));
        for (int at = start; at < end; at += TASK) {
            tasks.add(new Task(at, Math.min(end, at + TASK), regions));
        }
    }

    private final class Collect implements Sink {
        @Override
        public Local open(WorkerContext worker) {
            Local local = collected.open();
            return FirstRows.suits(node) ? new FirstRows(node, types, memory, local) : local;
        }

        @Override
        public void finish(Crew crew) {
            prepare(crew);
        }

        @Override
        public void close() {
            ordered = null;
            keys = null;
            synchronized (Windowing.this) {
                tasks.clear();
            }
            collected.clear();
            memory.close();
        }
    }

    private final class Results implements Source {
        @Override
        public int maxWorkers() {
            return Math.max(1, tasks.size());
        }

        @Override
        public Operator open(WorkerContext worker) {
            OrderedRows rows = ordered;
            if (rows == null) {
                throw new IllegalStateException("the rows are not sorted yet");
            }
            return new Scan(rows);
        }
    }

    private final class Scan implements Operator {
        private final OrderedRows rows;
        private final Span span = new Span();
        private final int[] passed =
                node.outputColumns().stream().mapToInt(Integer::intValue).toArray();
        private final WindowFunction[] computed = new WindowFunction[functions.size()];
        private final Batch output;
        private final @Nullable ColumnVector[] vectors = new @Nullable ColumnVector[passed.length];
        private final int[] numbers = OrderedRows.batch();
        private FunctionPlan.Region[] own = {};
        private @Nullable MemoryBudget ownMemory;
        private int at;
        private int end;

        Scan(OrderedRows rows) {
            this.rows = rows;
            this.output = new Batch(new ColumnVector[passed.length + functions.size()], 0);
        }

        @Override
        public @Nullable Batch next() {
            context.cancellation().check();
            if (at == end && !take()) {
                return null;
            }
            int count = Math.min(Batch.ROWS, end - at);
            span.set(rows, at, count);
            for (int i = 0; i < passed.length; i++) {
                ColumnVector vector = rows.range(passed[i], at, count, numbers, vectors[i]);
                vectors[i] = vector;
                output.setColumn(i, vector);
            }
            for (int i = 0; i < computed.length; i++) {
                output.setColumn(passed.length + i, computed[i].evaluate(span));
            }
            output.setRowCount(count);
            at += count;
            return output;
        }

        private boolean take() {
            closeRegion();
            int number = taken.getAndIncrement();
            if (number >= tasks.size()) {
                return false;
            }
            Task task = tasks.get(number);
            at = task.from();
            end = task.to();
            FunctionPlan.Region[] regions = task.regions();
            if (regions == null) {
                MemoryBudget budget = memory.child("window", Long.MAX_VALUE, "query_memory_limit");
                ownMemory = budget;
                own = new FunctionPlan.Region[functions.size()];
                for (int i = 0; i < own.length; i++) {
                    own[i] = functions.get(i).region(rows, at, end, budget);
                }
                regions = own;
            }
            for (int i = 0; i < computed.length; i++) {
                computed[i] = functions.get(i).open(rows, keys, regions[i]);
            }
            return true;
        }

        private void closeRegion() {
            for (FunctionPlan.Region region : own) {
                region.close();
            }
            own = new FunctionPlan.Region[0];
            MemoryBudget budget = ownMemory;
            if (budget != null) {
                ownMemory = null;
                budget.close();
            }
        }

        @Override
        public void close() {
            end = at;
            closeRegion();
        }
    }
}
