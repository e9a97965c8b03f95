package io.algeon.engine.function;

import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.arithmetic.MutableInt128;
import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.batch.Validity;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.math.BigDecimal;
import java.math.RoundingMode;

/** Casts between numbers, and between numbers and truth values. */
final class NumberConversions {
    private NumberConversions() {}

    /** Between integers and decimals. */
    static final class Exact extends Conversion {
        private final LongView view = new LongView();
        private final MutableInt128 register = new MutableInt128();
        private final Buffers buffers = new Buffers();
        private final int fromDigits;
        private final int growth;

        Exact(SqlType from, SqlType to, boolean safe) {
            super(from, to, safe);
            fromDigits = from.digits();
            growth = to.scale() - from.scale();
        }

        @Override
        ColumnVector convert(ColumnVector source, int rows) {
            long[] values = view.of(source, rows);
            boolean mayFail = ExprProperties.castMayFail(from(), to());
            // Below these many digits neither scaling nor rounding can leave a long.
            boolean small =
                    growth >= 0 ? fromDigits + growth <= Int128.MAX_LONG_POWER : -growth <= Int128.MAX_LONG_POWER;
            if (values != null && small && !mayFail) {
                return scaled(values, rows);
            }
            return byRow(source, values, rows);
        }

        private ColumnVector scaled(long[] values, int rows) {
            if (to().physicalKind() == io.algeon.metadata.type.PhysicalKind.INT32) {
                IntVector result = buffers.ints(rows);
                int[] out = result.values();
                if (growth == 0) {
                    for (int i = 0; i < rows; i++) {
                        out[i] = (int) values[i];
                    }
                } else {
                    LongVector scratch = buffers.longs(rows);
                    scale(values, scratch.values(), rows);
                    for (int i = 0; i < rows; i++) {
                        out[i] = (int) scratch.values()[i];
                    }
                }
                return result;
            }
            if (to().physicalKind() == io.algeon.metadata.type.PhysicalKind.INT64) {
                LongVector result = buffers.longs(rows);
                scale(values, result.values(), rows);
                return result;
            }
            Int128Vector result = buffers.wides(rows);
            scale(values, result.low(), rows);
            result.setNarrow(rows);
            return result;
        }

        private void scale(long[] values, long[] out, int rows) {
            if (growth == 0) {
                System.arraycopy(values, 0, out, 0, rows);
            } else if (growth > 0) {
                long factor = Int128.powerOfTen(growth);
                for (int i = 0; i < rows; i++) {
                    out[i] = values[i] * factor;
                }
            } else {
                long divisor = Int128.powerOfTen(-growth);
                long half = divisor / 2;
                for (int i = 0; i < rows; i++) {
                    long quotient = values[i] / divisor;
                    long rest = values[i] - quotient * divisor;
                    // Powers of ten are even: at half and above the number is rounded away from zero.
                    out[i] = quotient + (rest >= half ? 1 : rest <= -half ? -1 : 0);
                }
            }
        }

        private ColumnVector byRow(ColumnVector source, long @org.jspecify.annotations.Nullable [] values, int rows) {
            Int128Vector wide = values == null ? (Int128Vector) source : null;
            boolean toInt = to().physicalKind() == io.algeon.metadata.type.PhysicalKind.INT32;
            boolean toLong = to().physicalKind() == io.algeon.metadata.type.PhysicalKind.INT64;
            IntVector ints = buffers.ints(toInt ? rows : 0);
            LongVector longs = buffers.longs(toLong ? rows : 0);
            Int128Vector wides = buffers.wides(toInt || toLong ? 0 : rows);
            for (int i = 0; i < rows; i++) {
                if (values != null) {
                    register.set(values[i]);
                } else if (wide != null) {
                    register.set(wide.high()[i], wide.low()[i]);
                }
                boolean fits = register.rescale(from().scale(), to().scale()) && fits();
                if (!fits) {
                    register.set(0);
                    if (!source.isNull(i)) {
                        fail(
                                i,
                                ErrorCode.NUMERIC_OUT_OF_RANGE,
                                DecimalText.decimal(source, i, from().scale()).toPlainString());
                    }
                }
                if (toInt) {
                    ints.values()[i] = (int) register.low();
                } else if (toLong) {
                    longs.values()[i] = register.low();
                } else {
                    wides.high()[i] = register.high();
                    wides.low()[i] = register.low();
                }
            }
            return toInt ? ints : toLong ? longs : wides;
        }

        private boolean fits() {
            return switch (to().kind()) {
                case DECIMAL -> Int128.fitsDecimal(register.high(), register.low(), to().precision());
                case BIGINT -> register.fitsLong();
                default -> {
                    int bits = to().kind() == TypeKind.TINYINT ? 8 : to().kind() == TypeKind.SMALLINT ? 16 : 32;
                    long low = register.low();
                    yield register.fitsLong() && low << 64 - bits >> 64 - bits == low;
                }
            };
        }
    }

    /** To and from REAL and DOUBLE. */
    static final class Floating extends Conversion {
        private static final double TWO_TO_63 = 0x1p63;

        private final Buffers buffers = new Buffers();
        private final LongView view = new LongView();

        Floating(SqlType from, SqlType to, boolean safe) {
            super(from, to, safe);
        }

        @Override
        ColumnVector convert(ColumnVector source, int rows) {
            if (!from().kind().isFloating()) {
                return fromExact(source, rows);
            }
            if (source instanceof FloatVector floats && to().kind() == TypeKind.DOUBLE) {
                DoubleVector result = buffers.doubles(rows);
                for (int i = 0; i < rows; i++) {
                    result.values()[i] = floats.values()[i];
                }
                return result;
            }
            if (source instanceof DoubleVector doubles && to().kind() == TypeKind.REAL) {
                return toReal(doubles, rows);
            }
            return to().kind() == TypeKind.DECIMAL ? toDecimal(source, rows) : toInteger(source, rows);
        }

        private ColumnVector fromExact(ColumnVector source, int rows) {
            boolean single = to().kind() == TypeKind.REAL;
            DoubleVector doubles = buffers.doubles(rows);
            double[] out = doubles.values();
            long[] values = view.of(source, rows);
            int scale = from().scale();
            if (values != null && scale <= 22) {
                // Both the number and the power of ten are exact below 2^53 and 10^22, so that the quotient is rounded
                // once.
                double divisor = scale <= Int128.MAX_LONG_POWER ? Int128.powerOfTen(scale) : Math.pow(10, scale);
                boolean exact = true;
                for (int i = 0; i < rows; i++) {
                    out[i] = values[i] / divisor;
                    exact &= scale == 0 | Math.abs(values[i]) <= 1L << 53;
                }
                if (!exact) {
                    for (int i = 0; i < rows; i++) {
                        if (Math.abs(values[i]) > 1L << 53 || values[i] == Long.MIN_VALUE) {
                            out[i] = BigDecimal.valueOf(values[i], scale).doubleValue();
                        }
                    }
                }
            } else {
                for (int i = 0; i < rows; i++) {
                    out[i] = DecimalText.decimal(source, i, scale).doubleValue();
                }
            }
            if (!single) {
                return doubles;
            }
            FloatVector floats = buffers.floats(rows);
            for (int i = 0; i < rows; i++) {
                floats.values()[i] = from().kind() == TypeKind.DECIMAL || values == null
                        ? DecimalText.decimal(source, i, scale).floatValue()
                        : values[i];
            }
            return floats;
        }

        private ColumnVector toReal(DoubleVector source, int rows) {
            FloatVector result = buffers.floats(rows);
            for (int i = 0; i < rows; i++) {
                double value = source.values()[i];
                float rounded = (float) value;
                result.values()[i] = rounded;
                boolean lost = Float.isInfinite(rounded) != Double.isInfinite(value) || rounded == 0 && value != 0;
                if (lost && !source.isNull(i)) {
                    fail(i, ErrorCode.NUMERIC_OUT_OF_RANGE, FloatingText.format(value));
                }
            }
            return result;
        }

        private ColumnVector toInteger(ColumnVector source, int rows) {
            boolean toLong = to().kind() == TypeKind.BIGINT;
            LongVector longs = buffers.longs(toLong ? rows : 0);
            IntVector ints = buffers.ints(toLong ? 0 : rows);
            double bound = switch (to().kind()) {
                case TINYINT -> 128;
                case SMALLINT -> 32_768;
                case INTEGER -> 0x1p31;
                default -> TWO_TO_63;
            };
            for (int i = 0; i < rows; i++) {
                double value = value(source, i);
                double rounded = Math.rint(value);
                if (toLong) {
                    longs.values()[i] = (long) rounded;
                } else {
                    ints.values()[i] = (int) rounded;
                }
                if (!(rounded >= -bound && rounded < bound) && !source.isNull(i)) {
                    fail(i, ErrorCode.NUMERIC_OUT_OF_RANGE, FloatingText.format(value));
                }
            }
            return toLong ? longs : ints;
        }

        private ColumnVector toDecimal(ColumnVector source, int rows) {
            boolean wide = to().precision() > SqlType.MAX_LONG_DECIMAL_PRECISION;
            LongVector longs = buffers.longs(wide ? 0 : rows);
            Int128Vector wides = buffers.wides(wide ? rows : 0);
            for (int i = 0; i < rows; i++) {
                if (source.isNull(i)) {
                    continue;
                }
                double value = value(source, i);
                java.math.BigInteger unscaled = java.math.BigInteger.ZERO;
                boolean fits = !Double.isNaN(value) && !Double.isInfinite(value);
                if (fits) {
                    // As PostgreSQL, through the shortest digits, at most 15 (REAL: 6) of them.
                    int digits = source instanceof FloatVector ? 6 : 15;
                    unscaled = new BigDecimal(value)
                            .round(new java.math.MathContext(digits, RoundingMode.HALF_EVEN))
                            .setScale(to().scale(), RoundingMode.HALF_UP)
                            .unscaledValue();
                    fits = unscaled.bitLength() < 127
                            && Int128.fitsDecimal(Int128.high(unscaled), Int128.low(unscaled), to().precision());
                }
                if (!fits) {
                    fail(i, ErrorCode.NUMERIC_OUT_OF_RANGE, FloatingText.format(value));
                    unscaled = java.math.BigInteger.ZERO;
                }
                if (wide) {
                    wides.high()[i] = Int128.high(unscaled);
                    wides.low()[i] = Int128.low(unscaled);
                } else {
                    longs.values()[i] = unscaled.longValue();
                }
            }
            return wide ? wides : longs;
        }

        private static double value(ColumnVector source, int row) {
            return source instanceof DoubleVector doubles
                    ? doubles.values()[row]
                    : ((FloatVector) source).values()[row];
        }
    }

    /** Between numbers and truth values: 0 is false, all others true. */
    static final class Truth extends Conversion {
        private final Buffers buffers = new Buffers();
        private final LongView view = new LongView();

        Truth(SqlType from, SqlType to, boolean safe) {
            super(from, to, safe);
        }

        @Override
        ColumnVector convert(ColumnVector source, int rows) {
            if (source instanceof BooleanVector truths) {
                long one = to().kind() == TypeKind.DECIMAL ? Int128.powerOfTenLow(to().scale()) : 1;
                long oneHigh = to().kind() == TypeKind.DECIMAL ? Int128.powerOfTenHigh(to().scale()) : 0;
                switch (to().physicalKind()) {
                    case INT32 -> {
                        IntVector ints = buffers.ints(rows);
                        for (int i = 0; i < rows; i++) {
                            ints.values()[i] = truths.get(i) ? 1 : 0;
                        }
                        return ints;
                    }
                    case INT64 -> {
                        LongVector longs = buffers.longs(rows);
                        for (int i = 0; i < rows; i++) {
                            longs.values()[i] = truths.get(i) ? one : 0;
                        }
                        return longs;
                    }
                    default -> {
                        Int128Vector wides = buffers.wides(rows);
                        for (int i = 0; i < rows; i++) {
                            wides.low()[i] = truths.get(i) ? one : 0;
                            wides.high()[i] = truths.get(i) ? oneHigh : 0;
                        }
                        return wides;
                    }
                }
            }
            BooleanVector result = buffers.booleans(rows);
            Validity.clearAll(result.bits(), rows);
            if (source instanceof Int128Vector wide) {
                for (int i = 0; i < rows; i++) {
                    result.set(i, (wide.high()[i] | wide.low()[i]) != 0);
                }
                return result;
            }
            long[] values = view.of(source, rows);
            for (int i = 0; i < rows; i++) {
                result.set(i, values != null && values[i] != 0);
            }
            return result;
        }
    }
}
