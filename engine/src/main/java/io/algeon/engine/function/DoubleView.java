package io.algeon.engine.function;

import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;

/** Numbers of any type as {@code double}s, for functions that compute in them. */
final class DoubleView {
    private final int scale;
    private double[] scratch = new double[0];

    /** @param scale of the type, 0 if it is no decimal */
    DoubleView(int scale) {
        this.scale = scale;
    }

    /** The first {@code rows} values, valid until the next call. */
    double[] of(ColumnVector vector, int rows) {
        if (vector instanceof DoubleVector doubles) {
            return doubles.values();
        }
        if (scratch.length < rows) {
            scratch = new double[Math.max(rows, Batch.ROWS)];
        }
        double[] out = scratch;
        if (vector instanceof FloatVector floats) {
            for (int i = 0; i < rows; i++) {
                out[i] = floats.values()[i];
            }
        } else if (vector instanceof IntVector ints) {
            for (int i = 0; i < rows; i++) {
                out[i] = ints.values()[i];
            }
        } else if (vector instanceof LongVector longs) {
            double divisor = Math.pow(10, scale);
            for (int i = 0; i < rows; i++) {
                out[i] = longs.values()[i] / divisor;
            }
        } else {
            Int128Vector wide = (Int128Vector) vector;
            double divisor = Math.pow(10, scale);
            for (int i = 0; i < rows; i++) {
                out[i] = Int128.toDouble(wide.high()[i], wide.low()[i]) / divisor;
            }
        }
        return out;
    }
}
