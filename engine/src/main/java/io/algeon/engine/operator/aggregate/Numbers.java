package io.algeon.engine.operator.aggregate;

import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;

/** Numeric values as doubles, for statistics. */
final class Numbers {
    private Numbers() {}

    /** Writes the first {@code count} values; those of NULL rows are undefined. */
    static void read(ColumnVector vector, SqlType type, int count, double[] target) {
        double unit = Math.pow(10, type.scale());
        if (vector instanceof DoubleVector doubles) {
            System.arraycopy(doubles.values(), 0, target, 0, count);
        } else if (vector instanceof FloatVector floats) {
            for (int i = 0; i < count; i++) {
                target[i] = floats.values()[i];
            }
        } else if (vector instanceof IntVector ints) {
            for (int i = 0; i < count; i++) {
                target[i] = ints.values()[i];
            }
        } else if (vector instanceof LongVector longs) {
            for (int i = 0; i < count; i++) {
                target[i] = longs.values()[i] / unit;
            }
        } else if (vector instanceof Int128Vector wide) {
            for (int i = 0; i < count; i++) {
                target[i] = Int128.toDouble(wide.high()[i], wide.low()[i]) / unit;
            }
        } else {
            throw new EngineException(
                    ErrorCode.TYPE_MISMATCH, "A statistical aggregate needs numbers, not values of type " + type + ".");
        }
    }

    /** Writes a result of type REAL or DOUBLE. */
    static void write(ColumnVector target, int row, double value) {
        if (target instanceof FloatVector floats) {
            floats.values()[row] = (float) value;
        } else if (target instanceof DoubleVector doubles) {
            doubles.values()[row] = value;
        } else {
            throw new EngineException(
                    ErrorCode.INTERNAL,
                    "A statistical aggregate was planned with a result that is not REAL or DOUBLE.");
        }
    }
}
