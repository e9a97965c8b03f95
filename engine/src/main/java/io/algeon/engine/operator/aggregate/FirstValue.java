package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.operator.rows.RowStore;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ANY_VALUE (some value that is not NULL, if there is one) and SINGLE_VALUE (the only row's value; a second row fails). */
final class FirstValue extends Accumulator {
    private final boolean single;
    private final RowStore values;
    private final ColumnVector[] column = new ColumnVector[1];
    private int[] rows = {};
    private int[] selected = {};

    FirstValue(boolean single, SqlType type, Reservation reservation, MemoryBudget memory) {
        super(reservation);
        this.single = single;
        this.values = new RowStore(List.of(type), memory, HashAggregation.CONSUMER);
    }

    @Override
    int bytesPerGroup() {
        return 4;
    }

    @Override
    void resize(int newCapacity) {
        int old = rows.length;
        rows = Arrays.copyOf(rows, newCapacity);
        Arrays.fill(rows, old, newCapacity, -1);
    }

    @Override
    void add(GroupedRows batch, ColumnVector[] arguments) {
        add(arguments[0], batch.groups(), batch.count());
    }

    private void add(ColumnVector argument, int[] groups, int count) {
        if (selected.length < count) {
            selected = new int[count];
        }
        int taken = 0;
        for (int i = 0; i < count; i++) {
            int group = groups[i];
            if (!single && argument.isNull(i)) {
                continue;
            }
            if (rows[group] < 0) {
                rows[group] = values.rowCount() + taken;
                selected[taken++] = i;
            } else if (single) {
                throw new EngineException(
                        ErrorCode.CARDINALITY_VIOLATION,
                        "A scalar sub-query gave more than one row. Add a condition or LIMIT 1, or aggregate its rows.");
            }
        }
        if (taken > 0) {
            column[0] = argument;
            values.append(column, selected, taken);
        }
    }

    @Override
    void merge(Accumulator other, int[] otherGroups, int[] groups, int count) {
        FirstValue from = (FirstValue) other;
        int[] present = new int[count];
        int[] sources = new int[count];
        int found = 0;
        for (int i = 0; i < count; i++) {
            if (from.rows[otherGroups[i]] >= 0) {
                present[found] = groups[i];
                sources[found++] = from.rows[otherGroups[i]];
            }
        }
        if (found > 0) {
            add(from.values.gather(0, sources, found, false, null), present, found);
        }
    }

    @Override
    public ColumnVector result(int[] groups, int count, @Nullable ColumnVector reuse) {
        int[] sources = new int[count];
        for (int i = 0; i < count; i++) {
            sources[i] = rows[groups[i]];
        }
        return values.gather(0, sources, count, true, reuse);
    }
}
