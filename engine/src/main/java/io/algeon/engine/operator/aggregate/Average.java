package io.algeon.engine.operator.aggregate;

import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.arithmetic.MutableInt128;
import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Vectors;
import io.algeon.metadata.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * AVG: a sum and a count, divided at the end. Exact sums are brought to the result's scale first and rounded half away from
 * zero.
 */
final class Average implements AggregateOutput {
    private final Accumulator sum;
    private final CountAccumulator count;
    private final int argumentScale;
    private final SqlType type;
    private final MutableInt128 quotient = new MutableInt128();

    Average(Accumulator sum, CountAccumulator count, SqlType argumentType, SqlType type) {
        this.sum = sum;
        this.count = count;
        this.argumentScale = argumentType.scale();
        this.type = type;
    }

    @Override
    public ColumnVector result(int[] groups, int rows, @Nullable ColumnVector reuse) {
        ColumnVector target = reuse == null ? Vectors.create(type, Batch.ROWS) : reuse;
        target.setNoNulls();
        for (int i = 0; i < rows; i++) {
            int group = groups[i];
            long divisor = count.count(group);
            if (divisor == 0) {
                target.setNull(i, rows);
            } else if (sum instanceof ExactSum exact) {
                divide(exact, group, divisor, target, i);
            } else {
                write(target, i, ((DoubleSum) sum).sum(group) / divisor);
            }
        }
        return target;
    }

    private void divide(ExactSum exact, int group, long divisor, ColumnVector target, int row) {
        quotient.set(exact.high(group), exact.low(group));
        if (target instanceof DoubleVector || target instanceof FloatVector) {
            double value = Int128.toDouble(quotient.high(), quotient.low());
            write(target, row, value / Math.pow(10, argumentScale) / divisor);
            return;
        }
        if (quotient.rescale(argumentScale, type.scale())) {
            quotient.divideRounded(divisor >> 63, divisor);
        } else {
            divideLarge(exact, group, divisor);
        }
        if (target instanceof Int128Vector wide) {
            wide.high()[row] = quotient.high();
            wide.low()[row] = quotient.low();
        } else if (target instanceof LongVector longs) {
            if (!quotient.fitsLong()) {
                throw exact.overflow();
            }
            longs.values()[row] = quotient.low();
        } else {
            // an average lies between its values, so it fits their kind
            ((IntVector) target).values()[row] = (int) quotient.low();
        }
    }

    /** For sums that do not fit 128 bits at the result's scale, though their average may. */
    private void divideLarge(ExactSum exact, int group, long divisor) {
        BigInteger average = new BigDecimal(Int128.toBigInteger(exact.high(group), exact.low(group)), argumentScale)
                .divide(BigDecimal.valueOf(divisor), type.scale(), RoundingMode.HALF_UP)
                .unscaledValue();
        if (average.bitLength() > 127) {
            throw exact.overflow();
        }
        quotient.set(Int128.high(average), Int128.low(average));
    }

    private static void write(ColumnVector target, int row, double value) {
        if (target instanceof FloatVector floats) {
            floats.values()[row] = (float) value;
        } else {
            ((DoubleVector) target).values()[row] = value;
        }
    }
}
