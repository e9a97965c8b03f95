package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.plan.AggregateCall;
import io.algeon.metadata.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of one aggregate for numbered groups, for operators that choose the groups themselves, such as windows. Written
 * by one thread at a time; once nobody writes, any number may merge from it.
 */
public final class AggregateStates implements AutoCloseable {
    private final AggregationLayout layout;
    private final MemoryBudget parent;
    private final CancellationToken cancellation;
    private final MemoryBudget memory;
    private final Accumulator[] accumulators;
    private final AggregateOutput output;
    private final ColumnVector[][] arguments;
    private final GroupedRows rows = new GroupedRows();
    private int groupCount;

    /**
     * No groups yet.
     *
     * @param call its arguments, and the columns of its order, number {@code types}; neither DISTINCT nor filtered
     * @param types of the columns that {@link #add} is given
     * @param parent budget of the operator
     */
    public AggregateStates(
            AggregateCall call, List<SqlType> types, MemoryBudget parent, CancellationToken cancellation) {
        this(new AggregationLayout(types, List.of(call)), parent, cancellation);
    }

    private AggregateStates(AggregationLayout layout, MemoryBudget parent, CancellationToken cancellation) {
        this.layout = layout;
        this.parent = parent;
        this.cancellation = cancellation;
        this.memory = parent.child("aggregation", Long.MAX_VALUE, "query_memory_limit");
        this.accumulators = layout.accumulators(memory, cancellation);
        this.output = layout.outputs(accumulators)[0];
        this.arguments = new ColumnVector[accumulators.length][];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = new ColumnVector[layout.states.get(i).columns().size()];
        }
    }

    /** Other states of the same aggregate, without groups. Thread-safe. */
    public AggregateStates empty() {
        return new AggregateStates(layout, parent, cancellation);
    }

    /** Whether states keep the rows that they are given. */
    public boolean keepsRows() {
        return layout.states.stream().anyMatch(state -> Collecting.isFor(state.function()));
    }

    /** Makes room for groups below {@code groups}; new ones are as after no rows. */
    public void ensure(int groups) {
        groupCount = Math.max(groupCount, groups);
        for (Accumulator accumulator : accumulators) {
            accumulator.ensure(groupCount);
        }
    }

    /** Adds rows to groups for which there is room, at most a batch of them. */
    public void add(ColumnVector[] columns, int[] groups, int count) {
        rows.set(groups, count, groupCount, false);
        for (int i = 0; i < accumulators.length; i++) {
            List<Integer> numbers = layout.states.get(i).columns();
            for (int j = 0; j < arguments[i].length; j++) {
                arguments[i][j] = columns[numbers.get(j)];
            }
            accumulators[i].add(rows, arguments[i]);
        }
    }

    /**
     * Adds the states of groups of {@code other} to groups of this one, one after the other: merging from these states
     * themselves sees what has been merged before, so that neighbours add up to running totals.
     */
    public void merge(AggregateStates other, int[] otherGroups, int[] groups, int count) {
        for (int i = 0; i < accumulators.length; i++) {
            accumulators[i].merge(other.accumulators[i], otherGroups, groups, count);
        }
    }

    /** Results of groups; {@code reuse} is an earlier result, overwritten and returned if its form fits. */
    public ColumnVector result(int[] groups, int count, @Nullable ColumnVector reuse) {
        return output.result(groups, count, reuse);
    }

    @Override
    public void close() {
        memory.close();
    }
}
