package io.algeon.engine.operator.window;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.aggregate.AggregateStates;
import io.algeon.engine.plan.WindowFrame;
import io.algeon.engine.plan.WindowFrame.BoundKind;
import io.algeon.engine.plan.WindowFrame.Exclusion;
import org.jspecify.annotations.Nullable;

/**
 * What an aggregate over frames is computed from, for a region: places from {@code from} to {@code to}, which are whole
 * partitions. Four ways, the first that fits.
 *
 * <ul>
 *   <li>Frames that are whole partitions: one state a partition.
 *   <li>Frames that begin, or end, with the partition: running totals, one state a place. The state of each place is merged into the
 *       next one's, so that a frame's result is the state of its last (first) place.
 *   <li>Other frames: a tree. Each node of the lowest level has the state of {@link #FANOUT} neighbouring places, each node above
 *       that of {@code FANOUT} nodes. A frame is put together from few nodes and the places at its ends (as in Leis et al.,
 *       "Efficient Processing of Window Functions in Analytical SQL Queries", VLDB 2015).
 *   <li>Aggregates that keep their rows (ordered and collecting ones) and DISTINCT over other frames: from the places, frame by
 *       frame.
 * </ul>
 *
 * <p>DISTINCT counts a place only if no earlier place of the frame has the same values: {@link EarlierEqual} knows. Written by one
 * thread, then read by many.
 */
final class AggregateRegion {
    static final int FANOUT_BITS = 4;
    static final int FANOUT = 1 << FANOUT_BITS;

    /** How frames are computed. */
    enum Way {
        PARTITIONS,
        FORWARD,
        BACKWARD,
        TREE,
        PLACES
    }

    private final AggregateArguments arguments;
    private final OrderedRows rows;
    private final CancellationToken cancellation;
    final Way way;
    final int from;
    final int to;

    /** One a partition, one a place and an empty one, or those of the tree's levels, lowest first. */
    final AggregateStates[] states;

    final int firstPartition;
    final @Nullable EarlierEqual earlier;

    AggregateRegion(
            AggregateArguments arguments,
            OrderedRows rows,
            int from,
            int to,
            MemoryBudget memory,
            CancellationToken cancellation) {
        this.arguments = arguments;
        this.rows = rows;
        this.from = from;
        this.to = to;
        this.cancellation = cancellation;
        this.way = way(arguments);
        this.earlier =
                arguments.isDistinct() ? new EarlierEqual(arguments, rows, from, to, memory, cancellation) : null;
        this.firstPartition = from == to ? 0 : rows.partitionOf(from);
        this.states = switch (way) {
            case PARTITIONS -> new AggregateStates[] {partitions()};
            case FORWARD, BACKWARD -> new AggregateStates[] {running()};
            case TREE -> tree();
            case PLACES -> new AggregateStates[0];
        };
    }

    private static Way way(AggregateArguments arguments) {
        WindowFrame frame = arguments.frame();
        boolean whole = frame.exclusion() == Exclusion.NO_OTHERS;
        boolean fromStart = whole && frame.start().kind() == BoundKind.UNBOUNDED_PRECEDING;
        boolean toEnd = whole && frame.end().kind() == BoundKind.UNBOUNDED_FOLLOWING;
        if (fromStart && toEnd) {
            return Way.PARTITIONS;
        } else if (arguments.keepsRows()) {
            return Way.PLACES;
        } else if (fromStart) {
            return Way.FORWARD;
        } else if (arguments.isDistinct()) {
            return Way.PLACES;
        }
        return toEnd ? Way.BACKWARD : Way.TREE;
    }

    private AggregateStates partitions() {
        AggregateStates result = arguments.empty();
        if (from == to) {
            return result;
        }
        result.ensure(rows.partitionOf(to - 1) - firstPartition + 1);
        int partition = 0;
        Adder adder = new Adder(result);
        for (int place = from; place < to; place++) {
            if (place == rows.partitionStart(firstPartition + partition + 1)) {
                partition++;
            }
            adder.add(place, partition);
        }
        adder.flush();
        return result;
    }

    private AggregateStates running() {
        AggregateStates result = arguments.empty();
        int size = to - from;
        result.ensure(size + 1);
        Adder adder = new Adder(result);
        for (int place = from; place < to; place++) {
            adder.add(place, place - from);
        }
        adder.flush();
        int[] sources = new int[Batch.ROWS];
        int[] targets = new int[Batch.ROWS];
        int count = 0;
        int step = way == Way.FORWARD ? -1 : 1;
        int partition = way == Way.FORWARD || size == 0 ? firstPartition : rows.partitionOf(to - 1);
        for (int i = 0; i < size; i++) {
            int place = way == Way.FORWARD ? from + i : to - 1 - i;
            boolean first = way == Way.FORWARD
                    ? place == rows.partitionStart(partition)
                    : place == rows.partitionStart(partition + 1) - 1;
            if (first) {
                // where the next partition begins
                partition -= step;
            } else {
                sources[count] = place - from + step;
                targets[count++] = place - from;
            }
            if (count == Batch.ROWS) {
                cancellation.check();
                result.merge(result, sources, targets, count);
                count = 0;
            }
        }
        result.merge(result, sources, targets, count);
        return result;
    }

    private AggregateStates[] tree() {
        int size = to - from;
        int depth = 1;
        while (size >> FANOUT_BITS * (depth + 1) > 0) {
            depth++;
        }
        AggregateStates[] levels = new AggregateStates[depth];
        int nodes = (size + FANOUT - 1) >> FANOUT_BITS;
        levels[0] = arguments.empty();
        levels[0].ensure(Math.max(1, nodes));
        Adder adder = new Adder(levels[0]);
        for (int place = from; place < to; place++) {
            adder.add(place, place - from >> FANOUT_BITS);
        }
        adder.flush();
        int[] sources = new int[Batch.ROWS];
        int[] targets = new int[Batch.ROWS];
        for (int level = 1; level < depth; level++) {
            int below = nodes;
            nodes = (nodes + FANOUT - 1) >> FANOUT_BITS;
            levels[level] = arguments.empty();
            levels[level].ensure(Math.max(1, nodes));
            for (int at = 0; at < below; at += Batch.ROWS) {
                cancellation.check();
                int count = Math.min(Batch.ROWS, below - at);
                for (int i = 0; i < count; i++) {
                    sources[i] = at + i;
                    targets[i] = at + i >> FANOUT_BITS;
                }
                levels[level].merge(levels[level - 1], sources, targets, count);
            }
        }
        return levels;
    }

    void close() {
        for (AggregateStates state : states) {
            state.close();
        }
    }

    /** Adds places to groups, a batch at a time; with DISTINCT only the first of equal ones in each partition. */
    private final class Adder {
        private final AggregateStates target;
        private final AggregateArguments.Reader reader = arguments.reader(rows);
        private final int[] places = new int[Batch.ROWS];
        private final int[] groups = new int[Batch.ROWS];
        private int count;

        Adder(AggregateStates target) {
            this.target = target;
        }

        void add(int place, int group) {
            if (earlier != null && earlier.before(place) >= 0) {
                return;
            }
            places[count] = place;
            groups[count++] = group;
            if (count == Batch.ROWS) {
                flush();
            }
        }

        void flush() {
            cancellation.check();
            if (count > 0) {
                target.add(reader.read(places, count), groups, count);
                count = 0;
            }
        }
    }
}
