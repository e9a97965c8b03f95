package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.hash.GroupSlice;
import io.algeon.engine.operator.hash.GroupTable;
import io.algeon.engine.operator.hash.Groups;
import io.algeon.engine.operator.hash.KeyRange;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The groups of one grouping set, with their state: a {@link GroupTable}, accumulators by group number, and for DISTINCT
 * calls tables of (group, arguments), from which their accumulators are filled at the end. Used by one thread at a time.
 */
final class GroupingState implements AutoCloseable {
    private final AggregationLayout layout;
    private final int set;
    private final MemoryBudget memory;
    private final CancellationToken cancellation;
    private final int[] keyColumns;
    private final @Nullable Groups table;
    private final Accumulator[] accumulators;
    private final GroupTable[] distinct;

    private final GroupingScratch scratch;
    private final KeyRuns keyRuns;
    private final GroupedRows rows;
    private final GroupedRows filteredRows;
    private final ColumnVector[] keys;
    private final @Nullable ColumnVector[] mergedKeys;
    private final ColumnVector[][] arguments;
    private final int[] groups;
    private final int[] filteredGroups;
    private final int[] selected;
    private final int[] entries;
    private long inputRows;
    private boolean completed;

    /** Range of the keys of the first groups. */
    private @Nullable KeyRange keyRange;

    private int rangedGroups;

    /** Groups in the order of their partition, and where each partition begins; for the entries of distinct tables too. */
    private int[] partitionOrder = {};

    private int[] partitionStarts = {};
    private final List<int[]> entryOrders = new ArrayList<>();
    private final List<int[]> entryStarts = new ArrayList<>();

    /** An empty state. */
    GroupingState(AggregationLayout layout, int set, MemoryBudget memory, CancellationToken cancellation) {
        this(layout, set, memory, cancellation, new GroupingScratch(layout.groupingSets[set].length));
    }

    /** An empty state that goes on where another one, to which nothing will be added, has ended. */
    GroupingState(GroupingState finished, int expectedGroups, MemoryBudget memory) {
        this(finished.layout, finished.set, memory, finished.cancellation, finished.scratch);
        if (table != null && finished.table != null) {
            table.succeed(finished.table);
            table.expect(expectedGroups);
        }
    }

    private GroupingState(
            AggregationLayout layout,
            int set,
            MemoryBudget memory,
            CancellationToken cancellation,
            GroupingScratch scratch) {
        this.layout = layout;
        this.set = set;
        this.memory = memory;
        this.cancellation = cancellation;
        int[] positions = layout.groupingSets[set];
        this.keyColumns = Arrays.stream(positions)
                .map(position -> layout.groupColumns[position])
                .toArray();
        this.table = layout.isGlobal(set)
                ? null
                : layout.keepsKeyRows()
                        ? new KeyRows(layout.keyTypes(set), memory)
                        : new GroupTable(layout.keyTypes(set), memory.reservation(HashAggregation.CONSUMER));
        this.accumulators = layout.accumulators(memory, cancellation);
        this.distinct = new GroupTable[layout.distinctRows.size()];
        for (int i = 0; i < distinct.length; i++) {
            List<SqlType> types = new ArrayList<>();
            types.add(SqlTypes.INTEGER);
            layout.distinctRows.get(i).columns().forEach(column -> types.add(layout.inputTypes.get(column)));
            distinct[i] = new GroupTable(types, memory.reservation(HashAggregation.CONSUMER));
        }
        this.scratch = scratch;
        this.keyRuns = scratch.keyRuns;
        this.rows = scratch.rows;
        this.filteredRows = scratch.filteredRows;
        this.groups = scratch.groups;
        this.filteredGroups = scratch.filteredGroups;
        this.selected = scratch.selected;
        this.entries = scratch.entries;
        this.keys = new ColumnVector[keyColumns.length];
        this.mergedKeys = new @Nullable ColumnVector[keyColumns.length];
        this.arguments = new ColumnVector[layout.states.size()][];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = new ColumnVector[layout.states.get(i).columns().size()];
        }
        if (table == null) {
            ensure(1, 1);
        }
    }

    int set() {
        return set;
    }

    int groupCount() {
        return table == null ? 1 : table.groupCount();
    }

    /** Whether so many groups came, compared with rows, that grouping here saves little. */
    boolean isReducingLittle(int manyGroups) {
        return groupCount() > manyGroups && 2L * groupCount() > inputRows;
    }

    private void ensure(int groupCount, int foreseen) {
        for (Accumulator accumulator : accumulators) {
            accumulator.ensure(groupCount, foreseen);
        }
    }

    /** Adds the rows of a batch. */
    void add(Batch batch) {
        int count = batch.rowCount();
        inputRows += count;
        if (table != null) {
            for (int i = 0; i < keys.length; i++) {
                keys[i] = batch.column(keyColumns[i]);
            }
            if (table.groupCount() > GroupedRows.MAX_RUN_GROUPS && keyRuns.find(keys, count)) {
                table.assign(keyRuns.keys(), keyRuns.count(), keyRuns.groups());
                rows.setRuns(keyRuns, groups, count, table.groupCount());
            } else {
                table.assign(keys, count, groups);
                rows.set(groups, count, table.groupCount(), true);
            }
            ensure(table.groupCount(), table.groupCapacity());
        } else {
            rows.set(groups, count, 1, true);
        }
        int filter = -1;
        for (int i = 0; i < accumulators.length; i++) {
            AggregationLayout.State state = layout.states.get(i);
            if (state.distinct() >= 0) {
                continue;
            }
            ColumnVector[] columns = columns(batch, state.columns(), arguments[i]);
            if (state.filter() < 0) {
                accumulators[i].add(rows, columns);
                continue;
            }
            if (state.filter() != filter) {
                filter = state.filter();
                filter((BooleanVector) batch.column(filter), count);
            }
            if (filteredRows.count() > 0) {
                accumulators[i].add(filteredRows, gather(columns, filteredRows.count()));
            }
        }
        for (int i = 0; i < distinct.length; i++) {
            addDistinct(batch, layout.distinctRows.get(i), distinct[i]);
        }
    }

    private static ColumnVector[] columns(Batch batch, List<Integer> numbers, ColumnVector[] target) {
        for (int i = 0; i < target.length; i++) {
            target[i] = batch.column(numbers.get(i));
        }
        return target;
    }

    private void filter(BooleanVector condition, int count) {
        int[] groupOf = rows.groups();
        int kept = 0;
        for (int row = 0; row < count; row++) {
            if (condition.get(row) && !condition.isNull(row)) {
                selected[kept] = row;
                filteredGroups[kept++] = groupOf[row];
            }
        }
        filteredRows.set(filteredGroups, kept, groupCount(), false);
    }

    private ColumnVector[] gather(ColumnVector[] columns, int count) {
        for (int i = 0; i < columns.length; i++) {
            columns[i] = columns[i].gather(selected, count, columns[i]);
        }
        return columns;
    }

    private void addDistinct(Batch batch, AggregationLayout.DistinctRows spec, GroupTable target) {
        ColumnVector[] columns = new ColumnVector[spec.columns().size() + 1];
        int count = batch.rowCount();
        for (int i = 1; i < columns.length; i++) {
            columns[i] = batch.column(spec.columns().get(i - 1));
        }
        columns[0] = new IntVector(rows.groups());
        if (spec.filter() >= 0) {
            filter((BooleanVector) batch.column(spec.filter()), count);
            count = filteredRows.count();
            for (int i = 1; i < columns.length; i++) {
                columns[i] = columns[i].gather(selected, count, columns[i]);
            }
            columns[0] = new IntVector(filteredGroups);
        }
        target.assign(columns, count, entries);
    }

    /** See {@link Groups#integerRange()}; of the groups so far. */
    @Nullable
    KeyRange keyRange() {
        if (table != null && rangedGroups != table.groupCount()) {
            rangedGroups = table.groupCount();
            keyRange = table.integerRange();
        }
        return keyRange;
    }

    /**
     * The groups with keys in a range, and the others.
     *
     * @param range within {@link #keyRange()}; null: nothing is inside
     */
    Groups.Split split(@Nullable KeyRange range) {
        if (table == null || range == null) {
            return new Groups.Split(GroupSlice.consecutive(0, 0), all());
        }
        memory.reservation(HashAggregation.CONSUMER).grow(4L * groupCount());
        return table.split(range);
    }

    /**
     * Sorts groups into partitions, so that parts of this state can be merged into others by several threads.
     *
     * @param bits there are {@code 2^bits} partitions
     * @param whole range by which they are partitioned; null: by hash
     */
    void partition(int bits, @Nullable KeyRange whole) {
        if (table == null) {
            return;
        }
        int groupCount = table.groupCount();
        memory.reservation(HashAggregation.CONSUMER).grow(8L * groupCount);
        int[] partitions = new int[groupCount];
        if (whole == null) {
            table.partitions(bits, partitions);
        } else {
            table.rangePartitions(whole, bits, partitions);
        }
        partitionStarts = new int[(1 << bits) + 1];
        partitionOrder = order(partitions, groupCount, partitionStarts);
        for (GroupTable entryTable : distinct) {
            int count = entryTable.groupCount();
            memory.reservation(HashAggregation.CONSUMER).grow(8L * count);
            int[] entryPartitions = new int[count];
            IntVector owners = new IntVector(Batch.ROWS);
            for (int from = 0; from < count; from += Batch.ROWS) {
                int part = range(from, count);
                owners = (IntVector) entryTable.keys(0, entries, part, owners);
                for (int i = 0; i < part; i++) {
                    entryPartitions[from + i] = partitions[owners.values()[i]];
                }
            }
            int[] starts = new int[(1 << bits) + 1];
            entryOrders.add(order(entryPartitions, count, starts));
            entryStarts.add(starts);
        }
    }

    /** All groups. */
    GroupSlice all() {
        return GroupSlice.consecutive(0, groupCount());
    }

    /** The groups of a partition; after {@link #partition}. */
    GroupSlice partition(int partition) {
        return partitionStarts.length == 0
                ? GroupSlice.consecutive(0, 0)
                : GroupSlice.listed(partitionOrder, partitionStarts[partition], partitionStarts[partition + 1]);
    }

    /** Counting sort of 0 to {@code count - 1} by partition; fills where each partition begins. */
    private static int[] order(int[] partitions, int count, int[] starts) {
        for (int i = 0; i < count; i++) {
            starts[partitions[i] + 1]++;
        }
        for (int i = 1; i < starts.length; i++) {
            starts[i] += starts[i - 1];
        }
        int[] next = starts.clone();
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            order[next[partitions[i]]++] = i;
        }
        return order;
    }

    /** Fills {@code entries} with numbers from {@code from}, at most a batch of them and below {@code end}. */
    private int range(int from, int end) {
        int count = Math.min(Batch.ROWS, end - from);
        for (int i = 0; i < count; i++) {
            entries[i] = from + i;
        }
        return count;
    }

    /** See {@link GroupTable#estimate}. */
    void estimate(double groups) {
        if (table != null) {
            table.estimate(groups);
        }
    }

    /** Prepares to merge a partition of the given states: no table is made larger twice. */
    void expect(List<GroupingState> parts, int partition) {
        int groupCount = 0;
        for (GroupingState part : parts) {
            groupCount += part.partition(partition).size();
        }
        if (table != null) {
            table.expect(groupCount);
        }
        for (int d = 0; d < distinct.length; d++) {
            int entryCount = 0;
            for (GroupingState part : parts) {
                int[] starts = part.entryStarts.get(d);
                entryCount += starts[partition + 1] - starts[partition];
            }
            distinct[d].expect(entryCount);
        }
    }

    /**
     * Adds the groups of another state, which has been partitioned if {@code partition} is not -1 (all groups).
     *
     * @param other of the same grouping set, or of one that has all columns of this one's
     */
    void merge(GroupingState other, int partition) {
        int[] mapping = distinct.length == 0 ? new int[0] : new int[other.groupCount()];
        boolean whole = partition < 0;
        mergeGroups(other, whole ? other.all() : other.partition(partition), mapping);
        int[] chunk = new int[Batch.ROWS];
        for (int d = 0; d < distinct.length; d++) {
            int entryBegin = whole ? 0 : other.entryStarts.get(d)[partition];
            int entryEnd =
                    whole ? other.distinct[d].groupCount() : other.entryStarts.get(d)[partition + 1];
            @Nullable ColumnVector[] columns = new @Nullable ColumnVector[distinct[d].columnCount()];
            for (int from = entryBegin; from < entryEnd; from += Batch.ROWS) {
                cancellation.check();
                int count = Math.min(Batch.ROWS, entryEnd - from);
                for (int i = 0; i < count; i++) {
                    chunk[i] = whole ? from + i : other.entryOrders.get(d)[from + i];
                }
                mergeEntries(other.distinct[d], chunk, count, distinct[d], mapping, columns);
            }
        }
    }

    /** Adds some groups of another state; neither has DISTINCT calls. */
    void merge(GroupingState other, GroupSlice slice) {
        mergeGroups(other, slice, new int[0]);
    }

    /** @param mapping receives by group of the other state the group here; not if it is empty */
    private void mergeGroups(GroupingState other, GroupSlice slice, int[] mapping) {
        int[] chunk = new int[Batch.ROWS];
        for (int at = 0; at < slice.size(); at += Batch.ROWS) {
            cancellation.check();
            int count = Math.min(Batch.ROWS, slice.size() - at);
            slice.copy(at, count, chunk);
            mergeGroups(other, chunk, count);
            for (int i = 0; i < count && mapping.length > 0; i++) {
                mapping[chunk[i]] = groups[i];
            }
        }
    }

    private void mergeGroups(GroupingState other, int[] otherGroups, int count) {
        if (table == null || other.table == null) {
            Arrays.fill(groups, 0, count, 0);
        } else {
            for (int i = 0; i < keys.length; i++) {
                keys[i] = other.table.keys(other.keyNumber(keyColumns[i]), otherGroups, count, mergedKeys[i]);
                mergedKeys[i] = keys[i];
            }
            table.assign(keys, count, groups);
            ensure(table.groupCount(), table.groupCapacity());
        }
        for (int i = 0; i < accumulators.length; i++) {
            if (layout.states.get(i).distinct() < 0) {
                accumulators[i].merge(other.accumulators[i], otherGroups, groups, count);
            }
        }
    }

    private int keyNumber(int column) {
        int number = 0;
        while (keyColumns[number] != column) {
            number++;
        }
        return number;
    }

    /** @param reused the vectors of an earlier call */
    private void mergeEntries(
            GroupTable source,
            int[] numbers,
            int count,
            GroupTable target,
            int[] mapping,
            @Nullable ColumnVector[] reused) {
        ColumnVector[] columns = new ColumnVector[source.columnCount()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = source.keys(i, numbers, count, reused[i]);
            reused[i] = columns[i];
        }
        int[] owners = ((IntVector) columns[0]).values();
        for (int i = 0; i < count; i++) {
            owners[i] = mapping[owners[i]];
        }
        target.assign(columns, count, entries);
    }

    /** Fills the accumulators of DISTINCT calls; after the last merge, before the first output. */
    void complete() {
        if (completed || distinct.length == 0) {
            return;
        }
        completed = true;
        for (int d = 0; d < distinct.length; d++) {
            GroupTable source = distinct[d];
            ColumnVector owner = new IntVector(Batch.ROWS);
            ColumnVector[] columns = new ColumnVector[source.columnCount() - 1];
            for (int from = 0; from < source.groupCount(); from += Batch.ROWS) {
                cancellation.check();
                int count = range(from, source.groupCount());
                owner = source.keys(0, entries, count, owner);
                for (int i = 0; i < columns.length; i++) {
                    columns[i] = source.keys(i + 1, entries, count, columns[i]);
                }
                rows.set(((IntVector) owner).values(), count, groupCount(), false);
                for (int i = 0; i < accumulators.length; i++) {
                    if (layout.states.get(i).distinct() == d) {
                        accumulators[i].add(rows, columns);
                    }
                }
            }
        }
    }

    @Nullable
    Groups table() {
        return table;
    }

    Accumulator[] accumulators() {
        return accumulators;
    }

    @Override
    public void close() {
        memory.close();
    }
}
