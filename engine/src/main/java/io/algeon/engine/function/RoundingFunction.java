package io.algeon.engine.function;

import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.arithmetic.MutableInt128;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * FLOOR, CEIL, ROUND and TRUNCATE of every numeric type. Exact numbers are rounded half away from zero; a floating-point
 * number without places half to even, with places through its shortest decimal digits. The result has the call's type.
 */
final class RoundingFunction implements VectorFunction {
    private final CallSite site;
    private final RoundingMode mode;
    private final SqlType type;
    private final int sourceScale;
    private final LongView numbers = new LongView();
    private final LongView places = new LongView();
    private final MutableInt128 register = new MutableInt128();
    private final Buffers buffers = new Buffers();

    private RoundingFunction(CallSite site) {
        this.site = site;
        this.type = site.result();
        this.sourceScale = site.argument(0).scale();
        this.mode = switch (site.function()) {
            case "floor" -> RoundingMode.FLOOR;
            case "ceil" -> RoundingMode.CEILING;
            case "round" -> RoundingMode.HALF_UP;
            default -> RoundingMode.DOWN;
        };
    }

    static VectorFunction bind(CallSite site) {
        return new RoundingFunction(site);
    }

    @Override
    public ColumnVector apply(ColumnVector[] arguments, int rows) {
        long[] digits = arguments.length == 2 ? places.of(arguments[1], rows) : null;
        ColumnVector in = arguments[0];
        if (in instanceof DoubleVector doubles) {
            DoubleVector result = buffers.doubles(rows);
            for (int i = 0; i < rows; i++) {
                result.values()[i] = floating(doubles.values()[i], digits == null ? null : digits[i]);
            }
            return result;
        } else if (in instanceof FloatVector floats) {
            FloatVector result = buffers.floats(rows);
            for (int i = 0; i < rows; i++) {
                result.values()[i] = (float) floating(floats.values()[i], digits == null ? null : digits[i]);
            }
            return result;
        }
        boolean toInt = type.physicalKind() == PhysicalKind.INT32;
        boolean toLong = type.physicalKind() == PhysicalKind.INT64;
        IntVector ints = buffers.ints(toInt ? rows : 0);
        LongVector longs = buffers.longs(toLong ? rows : 0);
        Int128Vector wides = buffers.wides(toInt || toLong ? 0 : rows);
        long[] narrow = numbers.of(in, rows);
        for (int i = 0; i < rows; i++) {
            if (narrow != null) {
                register.set(narrow[i]);
            } else {
                Int128Vector wide = (Int128Vector) in;
                register.set(wide.high()[i], wide.low()[i]);
            }
            if (!exact(digits == null ? 0 : digits[i]) || !fits()) {
                register.set(0);
                if (Failures.isValid(arguments, i)) {
                    throw Failures.outOfRange(
                            site.function() + "("
                                    + DecimalText.decimal(in, i, sourceScale).toPlainString() + ")",
                            type);
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

    /** Rounds the register to that many places and brings it to the result's scale; false if it overflows. */
    private boolean exact(long wanted) {
        int dropped = (int) Math.min(Int128.MAX_POWER + 1, Math.max(0, sourceScale - wanted));
        if (dropped > Int128.MAX_POWER) {
            register.set(0);
            return true;
        }
        if (dropped > 0) {
            long high = Int128.powerOfTenHigh(dropped);
            long low = Int128.powerOfTenLow(dropped);
            boolean negative = register.high() < 0;
            if (mode == RoundingMode.HALF_UP) {
                register.divideRounded(high, low);
            } else {
                register.divideTruncated(high, low);
                boolean rest = (register.remainderHigh() | register.remainderLow()) != 0;
                if (rest && (mode == RoundingMode.FLOOR && negative || mode == RoundingMode.CEILING && !negative)) {
                    long step = negative ? -1 : 1;
                    register.add(step >> 63, step);
                }
            }
        }
        // The register now has sourceScale - dropped places, which is negative left of the point.
        int scale = sourceScale - dropped;
        if (scale < 0) {
            return register.rescale(0, -scale) && register.rescale(0, type.scale());
        }
        return register.rescale(scale, type.scale());
    }

    private boolean fits() {
        return switch (type.physicalKind()) {
            case INT32 -> register.fitsLong() && register.low() == (int) register.low();
            case INT64 ->
                register.fitsLong()
                        && (!type.kind().equals(io.algeon.metadata.type.TypeKind.DECIMAL)
                                || Int128.fitsDecimal(register.high(), register.low(), type.precision()));
            default -> Int128.fitsDecimal(register.high(), register.low(), type.precision());
        };
    }

    private double floating(double value, @org.jspecify.annotations.Nullable Long wanted) {
        if (wanted == null) {
            return switch (mode) {
                case FLOOR -> Math.floor(value);
                case CEILING -> Math.ceil(value);
                case HALF_UP -> Math.rint(value);
                default -> value < 0 ? Math.ceil(value) : Math.floor(value);
            };
        }
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return value;
        }
        int scale = (int) Math.max(-400, Math.min(400, wanted));
        return BigDecimal.valueOf(value).setScale(scale, mode).doubleValue();
    }
}
