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
import io.algeon.engine.operator.hash.GroupSlice;
import io.algeon.engine.operator.hash.Groups;
import io.algeon.engine.operator.hash.KeyRange;
import io.algeon.engine.plan.PlanNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Groups and aggregates: fill {@link #sink()}, then read {@link #source()}.
 *
 * <p>Each worker aggregates its rows by itself, into one {@link GroupingState} a grouping set; sets whose columns another set
 * has too, as in ROLLUP, are made of that one's groups in the end. Few groups are merged when the
 * sink finishes. Many are merged by partitions of their keys' hash, or range if keys are dense, by the workers that read the
 * result: each takes a partition, merges it from all states, gives its groups on and takes the next. Where keys come in order,
 * workers make many small states ({@link KeyProgress}) whose keys only they have, which are given on as they are. A worker
 * whose table grows large without reducing its rows leaves it to the merge and begins another, so that look-ups stay in the caches.
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

    /** A part of the result. */
    private sealed interface Task {}

    /** Groups of a state as they are. */
    private record Read(GroupingState state, GroupSlice groups) implements Task {}

    /** A partition of several states, to be merged. */
    private record Merge(int set, List<GroupingState> states, int partition) implements Task {}

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
        return new GroupingState(layout, set, stateMemory(), context.cancellation());
    }

    private MemoryBudget stateMemory() {
        return memory.child("aggregation", Long.MAX_VALUE, "query_memory_limit");
    }

    private void add(GroupingState state) {
        state.keyRange();
        synchronized (this) {
            states.get(state.set()).add(state);
        }
    }

    private synchronized void makeTasks(Crew crew) {
        for (int set : layout.derivedSets) {
            List<GroupingState> sources = states.get(layout.sourceOfSet[set]);
            GroupingState[] derived = new GroupingState[sources.size()];
            crew.each(derived.length, part -> {
                derived[part] = newState(set);
                derived[part].merge(sources.get(part), -1);
                derived[part].keyRange();
            });
            states.get(set).addAll(List.of(derived));
        }
        for (int set = 0; set < states.size(); set++) {
            List<GroupingState> parts = states.get(set);
            int groupCount = parts.stream().mapToInt(GroupingState::groupCount).sum();
            if (parts.isEmpty()) {
                if (layout.isGlobal(set)) {
                    addWhole(newState(set));
                }
            } else if (parts.size() == 1 || groupCount <= FEW_GROUPS || layout.isGlobal(set)) {
                addWhole(mergeAll(parts));
            } else if (!addApart(set, parts, crew)) {
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

    private void addWhole(GroupingState state) {
        tasks.add(new Read(state, state.all()));
    }

    /**
     * If nearly every group has a key that no other part can have: those as they are, the others, which are few, as a state of
     * their own.
     */
    private boolean addApart(int set, List<GroupingState> parts, Crew crew) {
        if (!layout.hasIntegerKey()) {
            return false;
        }
        List<@Nullable KeyRange> ranges = new ArrayList<>();
        parts.forEach(part -> ranges.add(part.keyRange()));
        @Nullable KeyRange[] own = OwnRanges.of(ranges);
        int shared = 0;
        for (int i = 0; i < own.length; i++) {
            shared += own[i] == null ? parts.get(i).groupCount() : 0;
        }
        if (shared > FEW_GROUPS) {
            return false;
        }
        Groups.Split[] splits = new Groups.Split[own.length];
        crew.each(splits.length, i -> splits[i] = parts.get(i).split(own[i]));
        int outside =
                Arrays.stream(splits).mapToInt(split -> split.outside().size()).sum();
        if (outside > FEW_GROUPS) {
            return false;
        }
        GroupingState rest = newState(set);
        for (int i = 0; i < splits.length; i++) {
            rest.merge(parts.get(i), splits[i].outside());
            if (splits[i].inside().size() > 0) {
                tasks.add(new Read(parts.get(i), splits[i].inside()));
            }
        }
        addWhole(rest);
        return true;
    }

    private void addPartition(int set, List<GroupingState> parts, int partition) {
        List<GroupingState> holders = new ArrayList<>();
        for (GroupingState part : parts) {
            if (part.partition(partition).size() > 0) {
                holders.add(part);
            }
        }
        if (holders.size() == 1 && layout.canBeShared()) {
            tasks.add(new Read(holders.get(0), holders.get(0).partition(partition)));
        } else if (!holders.isEmpty()) {
            tasks.add(new Merge(set, List.copyOf(holders), partition));
        }
    }

    /** The range of all parts' keys, if it is dense everywhere and as a whole; else null. */
    private static @Nullable KeyRange denseRange(List<GroupingState> parts, int groupCount) {
        KeyRange whole = null;
        for (GroupingState part : parts) {
            KeyRange range = part.keyRange();
            if (range == null || !range.isDense(part.groupCount())) {
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
        private final @Nullable KeyProgress progress = layout.hasIntegerKey() ? new KeyProgress() : null;
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
            if (progress != null && progress.isAtEnd(own[0], batch.column(layout.groupColumns[0]), batch.rowCount())) {
                GroupingState finished = own[0];
                HashAggregation.this.add(finished);
                own[0] = new GroupingState(finished, KeyProgress.mostGroups(), stateMemory());
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
            merged = task instanceof Merge;
            GroupingState state;
            GroupSlice groups;
            if (task instanceof Merge merge) {
                state = newState(merge.set());
                state.expect(merge.states(), merge.partition());
                for (GroupingState part : merge.states()) {
                    state.merge(part, merge.partition());
                }
                groups = state.all();
            } else {
                state = ((Read) task).state();
                groups = ((Read) task).groups();
            }
            state.complete();
            return new GroupReader(layout, state, groups);
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
