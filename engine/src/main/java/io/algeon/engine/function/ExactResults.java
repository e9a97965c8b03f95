package io.algeon.engine.function;

import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Exact numbers written row by row into a vector of an integer or decimal type. */
final class ExactResults {
    private static final int WIDE_BITS = 127;

    private final CallSite site;
    private final SqlType type;
    private final BigInteger limit;
    private final Buffers buffers = new Buffers();
    private @Nullable ColumnVector result;
    private int rows;

    ExactResults(CallSite site) {
        this.site = site;
        this.type = site.result();
        this.limit = switch (type.kind()) {
            case TINYINT -> BigInteger.ONE.shiftLeft(Byte.SIZE - 1);
            case SMALLINT -> BigInteger.ONE.shiftLeft(Short.SIZE - 1);
            case INTEGER -> BigInteger.ONE.shiftLeft(Integer.SIZE - 1);
            case BIGINT -> BigInteger.ONE.shiftLeft(Long.SIZE - 1);
            default -> BigInteger.TEN.pow(type.precision());
        };
    }

    void begin(int rowCount) {
        rows = rowCount;
        result = switch (type.physicalKind()) {
            case INT32 -> buffers.ints(rowCount);
            case INT64 -> buffers.longs(rowCount);
            default -> buffers.wides(rowCount);
        };
    }

    /** The vector that was begun. */
    ColumnVector vector() {
        return java.util.Objects.requireNonNull(result);
    }

    /** Rounded half up to the type's scale; null is NULL. */
    void set(int row, @Nullable BigDecimal value) {
        ColumnVector vector = vector();
        if (value == null) {
            vector.setNull(row, rows);
            return;
        }
        BigInteger unscaled =
                value.setScale(Math.max(type.scale(), 0), RoundingMode.HALF_UP).unscaledValue();
        boolean fits = type.kind() == TypeKind.DECIMAL
                ? unscaled.abs().compareTo(limit) < 0
                : unscaled.compareTo(limit) < 0 && unscaled.negate().compareTo(limit) <= 0;
        if (!fits || unscaled.bitLength() > WIDE_BITS) {
            throw Failures.outOfRange(site.function(), type);
        }
        if (vector instanceof IntVector ints) {
            ints.values()[row] = unscaled.intValue();
        } else if (vector instanceof LongVector longs) {
            longs.values()[row] = unscaled.longValue();
        } else {
            Int128Vector wide = (Int128Vector) vector;
            wide.high()[row] = Int128.high(unscaled);
            wide.low()[row] = Int128.low(unscaled);
        }
    }
}
