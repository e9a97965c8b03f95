package io.algeon.engine.function;

import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import java.math.BigDecimal;

/** Exact numbers of vectors as {@code BigDecimal}s, for error messages and rare paths. */
final class DecimalText {
    private DecimalText() {}

    static BigDecimal decimal(ColumnVector vector, int row, int scale) {
        if (vector instanceof IntVector ints) {
            return BigDecimal.valueOf(ints.values()[row], scale);
        } else if (vector instanceof LongVector longs) {
            return BigDecimal.valueOf(longs.values()[row], scale);
        }
        Int128Vector wide = (Int128Vector) vector;
        return new BigDecimal(Int128.toBigInteger(wide.high()[row], wide.low()[row]), scale);
    }
}
