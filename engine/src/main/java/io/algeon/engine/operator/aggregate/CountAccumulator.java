package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.memory.Reservation;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** COUNT(*) without arguments; with some, the rows in which none of them is NULL. */
final class CountAccumulator extends Accumulator {
    private long[] counts = {};

    CountAccumulator(Reservation reservation) {
        super(reservation);
    }

    @Override
    int bytesPerGroup() {
        return 8;
    }

    @Override
    void resize(int newCapacity) {
        counts = Arrays.copyOf(counts, newCapacity);
    }

    long count(int group) {
        return counts[group];
    }

    @Override
    void add(GroupedRows rows, ColumnVector[] arguments) {
        int count = rows.count();
        long[] to = counts;
        KeyRuns runs = rows.keyRuns();
        for (ColumnVector argument : arguments) {
            if (argument.hasNulls(rows.count())) {
                addPresent(rows.groups(), count, arguments);
                return;
            }
        }
        if (rows.isSingle()) {
            to[0] += count;
        } else if (rows.hasRuns()) {
            int[] starts = rows.starts();
            int[] ends = rows.ends();
            for (int group = 0; group < rows.groupCount(); group++) {
                to[group] += ends[group] - starts[group];
            }
        } else if (runs != null) {
            addKeyRuns(runs);
        } else {
            int[] groups = rows.groups();
            for (int i = 0; i < count; i++) {
                to[groups[i]]++;
            }
        }
    }

    private void addKeyRuns(KeyRuns runs) {
        int[] groups = runs.groups();
        int[] starts = runs.starts();
        for (int run = 0; run < runs.count(); run++) {
            counts[groups[run]] += starts[run + 1] - starts[run];
        }
    }

    private void addPresent(int[] groups, int count, ColumnVector[] arguments) {
        for (int i = 0; i < count; i++) {
            boolean present = true;
            for (ColumnVector argument : arguments) {
                present &= !argument.isNull(i);
            }
            counts[groups[i]] += present ? 1 : 0;
        }
    }

    @Override
    void merge(Accumulator other, int[] otherGroups, int[] groups, int count) {
        long[] from = ((CountAccumulator) other).counts;
        for (int i = 0; i < count; i++) {
            counts[groups[i]] += from[otherGroups[i]];
        }
    }

    @Override
    public ColumnVector result(int[] groups, int count, @Nullable ColumnVector reuse) {
        LongVector target = reuse instanceof LongVector fitting ? fitting : new LongVector(Batch.ROWS);
        for (int i = 0; i < count; i++) {
            target.values()[i] = counts[groups[i]];
        }
        target.setNoNulls();
        return target;
    }
}
