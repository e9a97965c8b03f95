package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.type.SqlType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** MIN and MAX of REAL and DOUBLE; NaN is above everything. NULL for groups without values. */
final class DoubleExtreme extends Accumulator {
    private final boolean min;
    private final SqlType type;
    private final Presence presence = new Presence();
    private double[] values = {};

    DoubleExtreme(boolean min, SqlType type, Reservation reservation) {
        super(reservation);
        this.min = min;
        this.type = type;
    }

    @Override
    int bytesPerGroup() {
        return 9;
    }

    @Override
    void resize(int newCapacity) {
        int old = values.length;
        values = Arrays.copyOf(values, newCapacity);
        // the value that any other replaces
        Arrays.fill(values, old, newCapacity, min ? Double.NaN : Double.NEGATIVE_INFINITY);
        presence.resize(newCapacity);
    }

    @Override
    void add(GroupedRows rows, ColumnVector[] arguments) {
        ColumnVector argument = arguments[0];
        presence.add(rows, argument);
        int[] groups = rows.groups();
        boolean nulls = argument.hasNulls(rows.count());
        for (int i = 0; i < rows.count(); i++) {
            if (!nulls || !argument.isNull(i)) {
                double value = argument instanceof FloatVector floats
                        ? floats.values()[i]
                        : ((DoubleVector) argument).values()[i];
                offer(groups[i], value);
            }
        }
    }

    private void offer(int group, double value) {
        double current = values[group];
        boolean replaces = min ? value < current || Double.isNaN(current) : value > current || Double.isNaN(value);
        if (replaces) {
            values[group] = value;
        }
    }

    @Override
    void merge(Accumulator other, int[] otherGroups, int[] groups, int count) {
        DoubleExtreme from = (DoubleExtreme) other;
        for (int i = 0; i < count; i++) {
            if (from.presence.get(otherGroups[i])) {
                offer(groups[i], from.values[otherGroups[i]]);
                presence.set(groups[i]);
            }
        }
    }

    @Override
    public ColumnVector result(int[] groups, int count, @Nullable ColumnVector reuse) {
        ColumnVector target = reuse == null ? Vectors.create(type, Batch.ROWS) : reuse;
        target.setNoNulls();
        for (int i = 0; i < count; i++) {
            if (presence.get(groups[i])) {
                Numbers.write(target, i, values[groups[i]]);
            } else {
                target.setNull(i, count);
            }
        }
        return target;
    }
}
