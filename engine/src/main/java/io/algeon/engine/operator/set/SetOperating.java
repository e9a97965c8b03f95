package io.algeon.engine.operator.set;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.operator.hash.GroupFinder;
import io.algeon.engine.operator.hash.GroupTable;
import io.algeon.engine.plan.PlanNode;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * INTERSECT and EXCEPT: fill both sinks, the left one first, then read {@link #source()}.
 *
 * <p>The distinct rows of the left input are numbered, with how often each came; rows of the right input are only looked up
 * and counted. What is left of each number's two counts decides how often the row comes out.
 */
public final class SetOperating {
    private static final String CONSUMER = "A set operation";

    private final boolean except;
    private final boolean all;
    private final List<SqlType> types;
    private final ExecutionContext context;
    private final MemoryBudget memory;
    private final GroupTable rows;
    private final Counts left;
    private final Counts right;
    private final Sink leftSink = new LeftSink();
    private final Sink rightSink = new RightSink();

    /** For one execution of the node. */
    public SetOperating(PlanNode.SetOperation node, ExecutionContext context) {
        this.except = node.except();
        this.all = node.all();
        this.types = node.left().output().stream().map(ColumnDef::type).toList();
        this.context = context;
        this.memory = context.budget().child("set operation", Long.MAX_VALUE, "query_memory_limit");
        this.rows = new GroupTable(types, memory.reservation(CONSUMER));
        this.left = new Counts(memory.reservation(CONSUMER));
        this.right = new Counts(memory.reservation(CONSUMER));
    }

    /** Takes the rows of the left input. */
    public Sink leftSink() {
        return leftSink;
    }

    /** Takes the rows of the right input, when the left sink has finished. */
    public Sink rightSink() {
        return rightSink;
    }

    /** Gives the result, when both sinks have finished. */
    public Source source() {
        return new Remaining();
    }

    /** How often a row that came {@code fromLeft} and {@code fromRight} times is in the result. */
    private long copies(long fromLeft, long fromRight) {
        if (all) {
            return except ? Math.max(0, fromLeft - fromRight) : Math.min(fromLeft, fromRight);
        }
        return except == (fromRight == 0) ? 1 : 0;
    }

    /** A growing array of counts. */
    private static final class Counts {
        private final Reservation reservation;
        private long[] counts = {};

        Counts(Reservation reservation) {
            this.reservation = reservation;
        }

        void ensure(int size) {
            if (size > counts.length) {
                int length = Math.max(size, counts.length + (counts.length >> 1));
                reservation.grow(8L * (length - counts.length));
                counts = Arrays.copyOf(counts, length);
            }
        }

        long get(int index) {
            return index < counts.length ? counts[index] : 0;
        }

        void close() {
            reservation.close();
            counts = new long[0];
        }
    }

    private void columns(Batch batch, ColumnVector[] target) {
        for (int i = 0; i < target.length; i++) {
            target[i] = batch.column(i);
        }
    }

    /** Adds the distinct rows of a worker to those of all. */
    private synchronized void add(GroupTable part, Counts counts) {
        ColumnVector[] vectors = new ColumnVector[types.size()];
        int[] groups = new int[Batch.ROWS];
        int[] found = new int[Batch.ROWS];
        for (int from = 0; from < part.groupCount(); from += Batch.ROWS) {
            context.cancellation().check();
            int count = Math.min(Batch.ROWS, part.groupCount() - from);
            for (int i = 0; i < count; i++) {
                groups[i] = from + i;
            }
            for (int i = 0; i < vectors.length; i++) {
                vectors[i] = part.keys(i, groups, count, vectors[i]);
            }
            rows.assign(vectors, count, found);
            left.ensure(rows.groupCount());
            for (int i = 0; i < count; i++) {
                left.counts[found[i]] += counts.get(from + i);
            }
        }
    }

    private synchronized void addRight(Counts counts) {
        right.ensure(counts.counts.length);
        for (int i = 0; i < counts.counts.length; i++) {
            right.counts[i] += counts.counts[i];
        }
    }

    private final class LeftSink implements Sink {
        @Override
        public Local open(WorkerContext worker) {
            return new LeftPart();
        }

        @Override
        public void finish(Crew crew) {
            left.ensure(rows.groupCount());
        }

        @Override
        public void close() {
            memory.close();
        }
    }

    private final class RightSink implements Sink {
        @Override
        public Local open(WorkerContext worker) {
            return new RightPart();
        }

        @Override
        public void finish(Crew crew) {
            right.ensure(rows.groupCount());
        }

        @Override
        public void close() {
            memory.close();
        }
    }

    private final class LeftPart implements Sink.Local {
        private final GroupTable table = new GroupTable(types, memory.reservation(CONSUMER));
        private final Counts counts = new Counts(memory.reservation(CONSUMER));
        private final ColumnVector[] vectors = new ColumnVector[types.size()];
        private final int[] groups = new int[Batch.ROWS];

        @Override
        public boolean accept(Batch batch) {
            context.cancellation().check();
            columns(batch, vectors);
            table.assign(vectors, batch.rowCount(), groups);
            counts.ensure(table.groupCount());
            for (int i = 0; i < batch.rowCount(); i++) {
                counts.counts[groups[i]]++;
            }
            return true;
        }

        @Override
        public void combine() {
            add(table, counts);
            close();
        }

        @Override
        public void close() {
            table.close();
            counts.close();
        }
    }

    private final class RightPart implements Sink.Local {
        private final GroupFinder finder = rows.finder();
        private final Counts counts = new Counts(memory.reservation(CONSUMER));
        private final ColumnVector[] vectors = new ColumnVector[types.size()];
        private final int[] groups = new int[Batch.ROWS];

        RightPart() {
            counts.ensure(rows.groupCount());
        }

        @Override
        public boolean accept(Batch batch) {
            context.cancellation().check();
            columns(batch, vectors);
            finder.find(vectors, batch.rowCount(), groups);
            for (int i = 0; i < batch.rowCount(); i++) {
                if (groups[i] >= 0) {
                    counts.counts[groups[i]]++;
                }
            }
            return true;
        }

        @Override
        public void combine() {
            addRight(counts);
            close();
        }

        @Override
        public void close() {
            counts.close();
        }
    }

    private final class Remaining implements Source {
        /** Groups that a worker takes at a time. */
        private static final int SHARE = 16 * Batch.ROWS;

        private final AtomicInteger taken = new AtomicInteger();

        @Override
        public int maxWorkers() {
            return Math.max(1, (rows.groupCount() + SHARE - 1) / SHARE);
        }

        @Override
        public Operator open(WorkerContext worker) {
            return new Scan(taken);
        }
    }

    private final class Scan implements Operator {
        private final AtomicInteger taken;
        private final Batch output = new Batch(new ColumnVector[types.size()], 0);
        private final @Nullable ColumnVector[] vectors = new @Nullable ColumnVector[types.size()];
        private final int[] groups = new int[Batch.ROWS];
        private int group;
        private int end;
        private long copiesLeft = -1;

        Scan(AtomicInteger taken) {
            this.taken = taken;
        }

        @Override
        public @Nullable Batch next() {
            int count = 0;
            while (count < Batch.ROWS) {
                if (group == end) {
                    context.cancellation().check();
                    long share = (long) taken.getAndIncrement() * Remaining.SHARE;
                    if (share >= rows.groupCount()) {
                        break;
                    }
                    group = (int) share;
                    end = (int) Math.min(share + Remaining.SHARE, rows.groupCount());
                }
                if (copiesLeft < 0) {
                    copiesLeft = copies(left.get(group), right.get(group));
                }
                while (copiesLeft > 0 && count < Batch.ROWS) {
                    groups[count++] = group;
                    copiesLeft--;
                }
                if (copiesLeft == 0) {
                    copiesLeft = -1;
                    group++;
                }
            }
            if (count == 0) {
                return null;
            }
            for (int i = 0; i < vectors.length; i++) {
                ColumnVector vector = rows.keys(i, groups, count, vectors[i]);
                vectors[i] = vector;
                output.setColumn(i, vector);
            }
            output.setRowCount(count);
            return output;
        }

        @Override
        public void close() {
            end = group;
        }
    }
}
