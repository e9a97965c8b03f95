package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Sums of REAL and DOUBLE values, in the order in which rows come; NULL for groups without values. */
final class DoubleSum extends Accumulator {
    private final boolean real;
    private final Presence presence = new Presence();
    private double[] sums = {};

    DoubleSum(SqlType type, Reservation reservation) {
        super(reservation);
        this.real = type.physicalKind() == PhysicalKind.FLOAT32;
    }

    @Override
    int bytesPerGroup() {
        return 9;
    }

    @Override
    void resize(int newCapacity) {
        sums = Arrays.copyOf(sums, newCapacity);
        presence.resize(newCapacity);
    }

    double sum(int group) {
        return sums[group];
    }

    @Override
    void add(GroupedRows rows, ColumnVector[] arguments) {
        ColumnVector argument = arguments[0];
        presence.add(rows, argument);
        int[] groups = rows.groups();
        int count = rows.count();
        double[] to = sums;
        boolean nulls = argument.hasNulls(rows.count());
        if (argument instanceof FloatVector floats) {
            float[] values = floats.values();
            for (int i = 0; i < count; i++) {
                if (!nulls || !argument.isNull(i)) {
                    to[groups[i]] += values[i];
                }
            }
            return;
        }
        double[] values = ((DoubleVector) argument).values();
        if (nulls) {
            for (int i = 0; i < count; i++) {
                if (!argument.isNull(i)) {
                    to[groups[i]] += values[i];
                }
            }
        } else if (rows.hasRuns()) {
            int[] order = rows.order();
            int[] starts = rows.starts();
            int[] ends = rows.ends();
            for (int group = 0; group < rows.groupCount(); group++) {
                double sum = 0;
                int end = ends[group];
                for (int i = starts[group]; i < end; i++) {
                    sum += values[order[i]];
                }
                to[group] += sum;
            }
        } else {
            for (int i = 0; i < count; i++) {
                to[groups[i]] += values[i];
            }
        }
    }

    @Override
    void merge(Accumulator other, int[] otherGroups, int[] groups, int count) {
        DoubleSum from = (DoubleSum) other;
        for (int i = 0; i < count; i++) {
            if (from.presence.get(otherGroups[i])) {
                sums[groups[i]] += from.sums[otherGroups[i]];
                presence.set(groups[i]);
            }
        }
    }

    @Override
    public ColumnVector result(int[] groups, int count, @Nullable ColumnVector reuse) {
        ColumnVector target = reuse != null ? reuse : real ? new FloatVector(Batch.ROWS) : new DoubleVector(Batch.ROWS);
        target.setNoNulls();
        for (int i = 0; i < count; i++) {
            int group = groups[i];
            if (!presence.get(group)) {
                target.setNull(i, count);
            } else if (target instanceof FloatVector floats) {
                floats.values()[i] = (float) sums[group];
            } else {
                ((DoubleVector) target).values()[i] = sums[group];
            }
        }
        return target;
    }
}
