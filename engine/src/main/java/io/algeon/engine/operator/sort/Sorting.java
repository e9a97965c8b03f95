package io.algeon.engine.operator.sort;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.filter.OrderBound;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.basic.RowLimit;
import io.algeon.engine.operator.rows.CollectedRows;
import io.algeon.engine.operator.rows.RowStore;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.plan.SortKey;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Sorts: fill {@link #sink()}, then read {@link #source()}, which is ordered and has one worker. With a limit that is not
 * too large, each worker keeps only the rows that can still be in the result ({@link TopRows}); limits of partitions are
 * applied to the sorted rows.
 */
public final class Sorting {
    static final String CONSUMER = "A sort";

    /** Limits above this sort everything: keeping the first rows apart no longer saves work. */
    private static final long MAX_TOP_ROWS = 100_000;

    private final List<SortKey> keys;
    private final int partitionKeys;
    private final List<SqlType> types;
    private final RowLimit limit;
    private final ExecutionContext context;
    private final MemoryBudget memory;
    private final RowStore empty;
    private final CollectedRows collected;
    private final @Nullable OrderBound bound;
    private final Sink sink = new Collect();

    private @Nullable RowStore rows;
    private int[] order = {};

    /** For one execution of the node. */
    public Sorting(PlanNode.Sort node, ExecutionContext context) {
        this.keys = node.keys();
        this.partitionKeys = node.partitionKeys();
        this.types = node.output().stream().map(ColumnDef::type).toList();
        this.limit = RowLimit.of(node.limit(), node.offset(), context);
        this.context = context;
        this.memory = context.budget().child("sort", Long.MAX_VALUE, "query_memory_limit");
        this.empty = new RowStore(types, memory, CONSUMER);
        this.bound = partitionKeys == 0 && limit.rowsNeeded() <= MAX_TOP_ROWS ? bound(keys, types) : null;
        this.collected = new CollectedRows(empty, context.cancellation());
    }

    private static OrderBound bound(List<SortKey> keys, List<SqlType> types) {
        return keys.isEmpty()
                ? new OrderBound(SqlTypes.BIGINT, false, false, true)
                : new OrderBound(
                        types.get(keys.get(0).column()),
                        keys.get(0).descending(),
                        keys.get(0).nullsFirst(),
                        keys.size() == 1);
    }

    /** Tells, while rows come, how far by the first key they can still be in the result; empty if all can. */
    public Optional<OrderBound> bound() {
        return Optional.ofNullable(bound);
    }

    /** Takes the rows of the input. */
    public Sink sink() {
        return sink;
    }

    /** Gives the result, when the sink has finished. */
    public Source source() {
        return new Sorted();
    }

    private final class Collect implements Sink {
        @Override
        public Local open(WorkerContext worker) {
            return bound == null
                    ? collected.open()
                    : new TopRows(
                            empty,
                            keys,
                            (int) limit.rowsNeeded(),
                            bound,
                            memory,
                            context.cancellation(),
                            collected::add);
        }

        @Override
        public void finish(Crew crew) {
            RowStore all = collected.whole();
            RowOrder sorting = new RowOrder(all, keys, memory.reservation(CONSUMER), context.cancellation(), crew);
            order = sorting.sorted();
            sorting.close();
            if (partitionKeys > 0) {
                cutPartitions(all, crew);
            }
            memory.reservation(CONSUMER).grow(4L * order.length);
            rows = all;
        }

        /** Keeps, in order, the rows that limit and offset leave of each partition. */
        private void cutPartitions(RowStore all, Crew crew) {
            try (RowOrder partitions = new RowOrder(
                    all, keys.subList(0, partitionKeys), memory.reservation(CONSUMER), context.cancellation(), crew)) {
                int kept = 0;
                long position = 0;
                for (int i = 0; i < order.length; i++) {
                    position = i > 0 && partitions.areEqual(order[i - 1], order[i]) ? position + 1 : 0;
                    if (position >= limit.offset() && position < limit.rowsNeeded()) {
                        // at most i rows are kept so far: what is still to be compared stays
                        order[kept++] = order[i];
                    }
                }
                order = Arrays.copyOf(order, kept);
            }
        }

        @Override
        public void close() {
            rows = null;
            order = new int[0];
            memory.close();
        }
    }

    private final class Sorted implements Source {
        @Override
        public int maxWorkers() {
            return 1;
        }

        @Override
        public Operator open(WorkerContext worker) {
            RowStore sorted = rows;
            if (sorted == null) {
                throw new IllegalStateException("the rows are not sorted yet");
            }
            return new Scan(sorted);
        }
    }

    private final class Scan implements Operator {
        private final RowStore sorted;
        private final Batch output = new Batch(new ColumnVector[types.size()], 0);
        private final @Nullable ColumnVector[] vectors = new @Nullable ColumnVector[types.size()];
        private final int[] numbers = new int[Batch.ROWS];
        private int at;
        private int end;

        Scan(RowStore sorted) {
            this.sorted = sorted;
            boolean isCut = partitionKeys > 0;
            this.at = isCut ? 0 : (int) Math.min(limit.offset(), order.length);
            this.end = isCut ? order.length : (int) Math.min(limit.rowsNeeded(), order.length);
        }

        @Override
        public @Nullable Batch next() {
            context.cancellation().check();
            if (at >= end) {
                return null;
            }
            int count = Math.min(Batch.ROWS, end - at);
            System.arraycopy(order, at, numbers, 0, count);
            for (int i = 0; i < vectors.length; i++) {
                ColumnVector vector = sorted.gather(i, numbers, count, false, vectors[i]);
                vectors[i] = vector;
                output.setColumn(i, vector);
            }
            output.setRowCount(count);
            at += count;
            return output;
        }

        @Override
        public void close() {
            end = at;
        }
    }
}
