package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.exec.Operator;
import io.algeon.engine.exec.Sink;
import io.algeon.engine.exec.Source;
import io.algeon.engine.exec.WorkerContext;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.hash.KeyRange;
import io.algeon.engine.plan.PlanNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Groups and aggregates: fill {@link #sink()}, then read {@link #source()}.
 *
 * <p>Each worker aggregates its rows by itself, into one {@link GroupingState} a grouping set; sets whose columns another set
 * has too, as in ROLLUP, are made of that one's groups in the end. Few groups are merged when the
 * sink finishes. Many are merged by partitions of their keys' hash, or range if keys are dense, by the workers that read the
 * result: each takes a partition, merges it from all states, gives its groups on and takes the next. A worker whose table grows large without
 * reducing its rows leaves it to the merge and begins another, so that look-ups stay in the caches.
 */
public final class HashAggregation {
    static final String CONSUMER = "An aggregation";

    /** Up to here, merging by one thread takes less than a millisecond. */
    private static final int FEW_GROUPS = 4 * Batch.ROWS;

    /** Groups of a partition, about: enough that a state of its own is worth making. */
    private static final int GROUPS_IN_PARTITION = Batch.ROWS;

    private static final int MOST_PARTITION_BITS = 6;

    /** A table with this many groups is larger than a core's caches. */
    private static final int MANY_GROUPS = 1 << 18;

    private final AggregationLayout layout;
    private final ExecutionContext context;
    private final MemoryBudget memory;
    private final double estimatedGroups;
    private final List<List<GroupingState>> states = new ArrayList<>();
    private final List<Task> tasks = new ArrayList<>();
    private final AtomicInteger taken = new AtomicInteger();
    private final Sink sink = new Collect();

    /**
     * A part of the result: a finished state, a partition of several states that has to be merged, or a partition that only
     * one state has.
     */
    private record Task(int set, List<GroupingState> states, int partition) {}

    /** For one execution of the node. */
    public HashAggregation(PlanNode.Aggregate node, ExecutionContext context) {
        this.layout = new AggregationLayout(node);
        this.context = context;
        this.estimatedGroups = node.estimatedRows();
        this.memory = context.budget().child("aggregation", Long.MAX_VALUE, "query_memory_limit");
        for (int set = 0; set < layout.groupingSets.length; set++) {
            states.add(new ArrayList<>());
        }
    }

    /** Takes the rows of the input. */
    public Sink sink() {
        return sink;
    }

    /** Gives the result, when the sink has finished. */
    public Source source() {
        return new Results();
    }

    private GroupingState newState(int set) {
        MemoryBudget part = memory.child("aggregation", Long.MAX_VALUE, "query_memory_limit");
        return new GroupingState(layout, set, part, context.cancellation());
    }

    private synchronized void add(GroupingState state) {
        states.get(state.set()).add(state);
    }

    private synchronized void makeTasks(Crew crew) {
        for (int set : layout.derivedSets) {
            List<GroupingState> sources = states.get(layout.sourceOfSet[set]);
            GroupingState[] derived = new GroupingState[sources.size()];
            crew.each(derived.length, part -> {
                derived[part] = newState(set);
                derived[part].merge(sources.get(part), -1);
            });
            states.get(set).addAll(List.of(derived));
        }
        for (int set = 0; set < states.size(); set++) {
            List<GroupingState> parts = states.get(set);
            int groupCount = parts.stream().mapToInt(GroupingState::groupCount).sum();
            if (parts.isEmpty()) {
                if (layout.isGlobal(set)) {
                    tasks.add(new Task(set, List.of(newState(set)), -1));
                }
            } else if (parts.size() == 1 || groupCount <= FEW_GROUPS || layout.isGlobal(set)) {
                tasks.add(new Task(set, List.of(mergeAll(parts)), -1));
            } else {
                KeyRange whole = denseRange(parts, groupCount);
                int bits = Math.min(
                        MOST_PARTITION_BITS, 31 - Integer.numberOfLeadingZeros(groupCount / GROUPS_IN_PARTITION));
                crew.each(parts.size(), part -> parts.get(part).partition(bits, whole));
                for (int partition = 0; partition < 1 << bits; partition++) {
                    addPartition(set, parts, partition);
                }
            }
        }
    }

    private void addPartition(int set, List<GroupingState> parts, int partition) {
        List<GroupingState> holders = new ArrayList<>();
        for (GroupingState part : parts) {
            if (part.partitionSize(partition) > 0) {
                holders.add(part);
            }
        }
        if (!holders.isEmpty()) {
            tasks.add(new Task(set, List.copyOf(holders), partition));
        }
    }

    /** The range of all parts' keys, if it is dense everywhere and as a whole; else null. */
    private static @Nullable KeyRange denseRange(List<GroupingState> parts, int groupCount) {
        KeyRange whole = null;
        for (GroupingState part : parts) {
            KeyRange range = part.denseRange();
            if (range == null) {
                return null;
            }
            whole = whole == null ? range : whole.union(range);
        }
        return whole != null && whole.isDense(groupCount) ? whole : null;
    }

    private static GroupingState mergeAll(List<GroupingState> parts) {
        GroupingState largest = parts.get(0);
        for (GroupingState part : parts) {
            largest = part.groupCount() > largest.groupCount() ? part : largest;
        }
        for (GroupingState part : parts) {
            if (part != largest) {
                largest.merge(part, -1);
                part.close();
            }
        }
        return largest;
    }

    private final class Collect implements Sink {
        @Override
        public Local open(WorkerContext worker) {
            return new Part();
        }

        @Override
        public void finish(Crew crew) {
            makeTasks(crew);
        }

        @Override
        public void close() {
            synchronized (HashAggregation.this) {
                states.forEach(List::clear);
                tasks.clear();
            }
            memory.close();
        }
    }

    private final class Part implements Sink.Local {
        private GroupingState[] own = {};
        private boolean combined;

        private void begin(Batch first) {
            layout.seeKeys(first);
            own = new GroupingState[layout.directSets.length];
            for (int i = 0; i < own.length; i++) {
                own[i] = newState(layout.directSets[i]);
                own[i].estimate(estimatedGroups / context.threads());
            }
        }

        @Override
        public boolean accept(Batch batch) {
            context.cancellation().check();
            if (own.length == 0) {
                begin(batch);
            }
            for (int i = 0; i < own.length; i++) {
                if (own[i].isReducingLittle(MANY_GROUPS)) {
                    HashAggregation.this.add(own[i]);
                    own[i] = newState(own[i].set());
                }
                own[i].add(batch);
            }
            return true;
        }

        @Override
        public void combine() {
            combined = true;
            for (GroupingState state : own) {
                HashAggregation.this.add(state);
            }
        }

        @Override
        public void close() {
            if (!combined) {
                for (GroupingState state : own) {
                    state.close();
                }
            }
        }
    }

    private final class Results implements Source {
        @Override
        public int maxWorkers() {
            return Math.max(1, tasks.size());
        }

        @Override
        public Operator open(WorkerContext worker) {
            return new Scan();
        }
    }

    private final class Scan implements Operator {
        private final Batch output = new Batch(new ColumnVector[layout.outputTypes.size()], 0);
        private @Nullable GroupReader current;
        private boolean merged;

        @Override
        public @Nullable Batch next() {
            while (true) {
                context.cancellation().check();
                GroupReader reader = current;
                if (reader == null) {
                    reader = take();
                    if (reader == null) {
                        return null;
                    }
                    current = reader;
                }
                if (reader.read(output)) {
                    return output;
                }
                close();
            }
        }

        private @Nullable GroupReader take() {
            int number = taken.getAndIncrement();
            if (number >= tasks.size()) {
                return null;
            }
            Task task = tasks.get(number);
            List<GroupingState> parts = task.states();
            int partition = task.partition();
            merged = partition >= 0 && (parts.size() > 1 || !layout.canBeShared());
            if (merged) {
                GroupingState state = newState(task.set());
                state.expect(parts, partition);
                for (GroupingState part : parts) {
                    state.merge(part, partition);
                }
                state.complete();
                return new GroupReader(layout, state, -1);
            }
            GroupingState state = parts.get(0);
            if (partition < 0) {
                state.complete();
            }
            return new GroupReader(layout, state, partition);
        }

        @Override
        public void close() {
            GroupReader reader = current;
            current = null;
            if (reader != null && merged) {
                reader.state().close();
            }
        }
    }
}
