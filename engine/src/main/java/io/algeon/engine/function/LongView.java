package io.algeon.engine.function;

import io.algeon.engine.arithmetic.FloatingOrder;
import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import org.jspecify.annotations.Nullable;

/**
 * Values of several kinds as an array of {@code long}s, so that one family of loops serves them: integers as they are or
 * widened, 128-bit integers if all of the batch fit, floating-point numbers as keys of their order.
 */
final class LongView {
    private long[] scratch = new long[0];

    /** The first {@code rows} values as {@code long}s; null if some 128-bit value does not fit. Valid until the next call. */
    long @Nullable [] of(ColumnVector vector, int rows) {
        if (vector instanceof LongVector longs) {
            return longs.values();
        } else if (vector instanceof Int128Vector wide) {
            return fitLongs(wide, rows) ? wide.low() : null;
        } else if (vector instanceof IntVector ints) {
            int[] in = ints.values();
            long[] out = scratch(rows);
            for (int i = 0; i < rows; i++) {
                out[i] = in[i];
            }
            return out;
        } else if (vector instanceof DoubleVector doubles) {
            double[] in = doubles.values();
            long[] out = scratch(rows);
            for (int i = 0; i < rows; i++) {
                out[i] = FloatingOrder.key(in[i]);
            }
            return out;
        } else if (vector instanceof FloatVector floats) {
            float[] in = floats.values();
            long[] out = scratch(rows);
            for (int i = 0; i < rows; i++) {
                out[i] = FloatingOrder.key(in[i]);
            }
            return out;
        }
        throw new IllegalArgumentException("no long view of " + vector.physicalKind());
    }

    private long[] scratch(int rows) {
        if (scratch.length < rows) {
            scratch = new long[Math.max(rows, Batch.ROWS)];
        }
        return scratch;
    }

    /** Whether the first {@code rows} values, those of NULL rows included, fit in {@code long}s. */
    static boolean fitLongs(Int128Vector vector, int rows) {
        if (vector.isNarrow(rows)) {
            return true;
        }
        long[] high = vector.high();
        long[] low = vector.low();
        long wide = 0;
        for (int i = 0; i < rows; i++) {
            wide |= high[i] ^ low[i] >> 63;
        }
        return wide == 0;
    }
}
