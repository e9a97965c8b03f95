package io.algeon.engine.operator.aggregate;

import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.engine.memory.Reservation;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import org.jspecify.annotations.Nullable;

/** Sums of integers and decimals, exact in 128 bits. NULL for groups without values. */
abstract class ExactSum extends Accumulator {
    final Presence presence = new Presence();
    private final SqlType type;

    /** @param type of the result: an integer, a DECIMAL of the argument's scale, or an interval */
    ExactSum(SqlType type, Reservation reservation) {
        super(reservation);
        this.type = type;
    }

    /** Upper half of a group's sum. */
    abstract long high(int group);

    /** Lower half of a group's sum. */
    abstract long low(int group);

    final boolean isPresent(int group) {
        return presence.get(group);
    }

    /**
     * Writes the sums of groups, of absent ones anything.
     *
     * @return whether every upper half is the sign of the lower one
     */
    abstract boolean read(int[] groups, int count, long[] high, long[] low);

    @Override
    public final ColumnVector result(int[] groups, int count, @Nullable ColumnVector reuse) {
        ColumnVector target = reuse == null ? Vectors.create(type, Batch.ROWS) : reuse;
        target.setNoNulls();
        boolean absent = !presence.all(groups, count);
        for (int i = 0; i < count && absent; i++) {
            if (!presence.get(groups[i])) {
                target.setNull(i, count);
            }
        }
        if (target instanceof Int128Vector wide) {
            wide.setWide();
            if (read(groups, count, wide.high(), wide.low())) {
                wide.setNarrow(count);
            } else {
                checkPrecision(wide, count);
            }
            return target;
        }
        for (int i = 0; i < count; i++) {
            if (!absent || !target.isNull(i)) {
                long low = low(groups[i]);
                if (high(groups[i]) != low >> 63) {
                    throw overflow();
                }
                write(target, i, low);
            }
        }
        return target;
    }

    private void checkPrecision(Int128Vector sums, int count) {
        long[] high = sums.high();
        long[] low = sums.low();
        for (int i = 0; i < count; i++) {
            if (!Int128.fitsDecimal(high[i], low[i], type.precision()) && !sums.isNull(i)) {
                throw overflow();
            }
        }
    }

    private void write(ColumnVector target, int row, long value) {
        if (target instanceof LongVector longs) {
            longs.values()[row] = value;
        } else {
            if (value != (int) value) {
                throw overflow();
            }
            ((IntVector) target).values()[row] = (int) value;
        }
    }

    final EngineException overflow() {
        return new EngineException(
                ErrorCode.NUMERIC_OUT_OF_RANGE,
                "A SUM or AVG does not fit " + type + ". Cast the argument to DOUBLE, or sum smaller groups.");
    }
}
