package io.algeon.engine.operator.aggregate;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.type.SqlType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Functions of 64 bits that combine two values into one: MIN and MAX of integers, dates, times, short decimals and booleans
 * (BOOL_AND and BOOL_OR are these), and the bit aggregates. NULL for groups without values.
 */
final class LongExtreme extends Accumulator {
    /** How two values become one. */
    enum Operation {
        MIN(Long.MAX_VALUE),
        MAX(Long.MIN_VALUE),
        BIT_AND(-1),
        BIT_OR(0),
        BIT_XOR(0);

        /** Combining it with a value gives the value. */
        final long neutral;

        Operation(long neutral) {
            this.neutral = neutral;
        }
    }

    private final Operation operation;
    private final SqlType type;
    private final Presence presence = new Presence();
    private final long[] buffer = new long[Batch.ROWS];
    private long[] values = {};

    LongExtreme(Operation operation, SqlType type, Reservation reservation) {
        super(reservation);
        this.operation = operation;
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
        Arrays.fill(values, old, newCapacity, operation.neutral);
        presence.resize(newCapacity);
    }

    @Override
    void add(GroupedRows rows, ColumnVector[] arguments) {
        ColumnVector argument = arguments[0];
        presence.add(rows, argument);
        int count = rows.count();
        long[] from = read(argument, count);
        if (argument.hasNulls(rows.count())) {
            long neutral = operation.neutral;
            long[] copy = buffer;
            for (int i = 0; i < count; i++) {
                copy[i] = argument.isNull(i) ? neutral : from[i];
            }
            from = copy;
        }
        combine(rows.groups(), from, count);
    }

    private long[] read(ColumnVector argument, int count) {
        if (argument instanceof LongVector longs) {
            return longs.values();
        }
        if (argument instanceof IntVector ints) {
            for (int i = 0; i < count; i++) {
                buffer[i] = ints.values()[i];
            }
        } else {
            BooleanVector booleans = (BooleanVector) argument;
            for (int i = 0; i < count; i++) {
                buffer[i] = booleans.get(i) ? 1 : 0;
            }
        }
        return buffer;
    }

    private void combine(int[] groups, long[] from, int count) {
        long[] to = values;
        switch (operation) {
            case MIN -> {
                for (int i = 0; i < count; i++) {
                    to[groups[i]] = Math.min(to[groups[i]], from[i]);
                }
            }
            case MAX -> {
                for (int i = 0; i < count; i++) {
                    to[groups[i]] = Math.max(to[groups[i]], from[i]);
                }
            }
            case BIT_AND -> {
                for (int i = 0; i < count; i++) {
                    to[groups[i]] &= from[i];
                }
            }
            case BIT_OR -> {
                for (int i = 0; i < count; i++) {
                    to[groups[i]] |= from[i];
                }
            }
            case BIT_XOR -> {
                for (int i = 0; i < count; i++) {
                    to[groups[i]] ^= from[i];
                }
            }
        }
    }

    @Override
    void merge(Accumulator other, int[] otherGroups, int[] groups, int count) {
        LongExtreme from = (LongExtreme) other;
        if (from == this) {
            mergeOwn(otherGroups, groups, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            buffer[i] = from.values[otherGroups[i]];
            if (from.presence.get(otherGroups[i])) {
                presence.set(groups[i]);
            }
        }
        combine(groups, buffer, count);
    }

    /** One group after the other, since what is merged may be merged on. */
    private void mergeOwn(int[] sources, int[] targets, int count) {
        long[] to = values;
        for (int i = 0; i < count; i++) {
            int source = sources[i];
            int target = targets[i];
            if (presence.get(source)) {
                presence.set(target);
                to[target] = switch (operation) {
                    case MIN -> Math.min(to[target], to[source]);
                    case MAX -> Math.max(to[target], to[source]);
                    case BIT_AND -> to[target] & to[source];
                    case BIT_OR -> to[target] | to[source];
                    case BIT_XOR -> to[target] ^ to[source];
                };
            }
        }
    }

    @Override
    public ColumnVector result(int[] groups, int count, @Nullable ColumnVector reuse) {
        ColumnVector target = reuse == null ? Vectors.create(type, Batch.ROWS) : reuse;
        target.setNoNulls();
        for (int i = 0; i < count; i++) {
            int group = groups[i];
            if (!presence.get(group)) {
                target.setNull(i, count);
            } else if (target instanceof LongVector longs) {
                longs.values()[i] = values[group];
            } else if (target instanceof IntVector ints) {
                ints.values()[i] = (int) values[group];
            } else {
                ((BooleanVector) target).set(i, values[group] != 0);
            }
        }
        return target;
    }
}
