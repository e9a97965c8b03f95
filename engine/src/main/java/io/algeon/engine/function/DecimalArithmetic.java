package io.algeon.engine.function;

import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.arithmetic.MutableInt128;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.LongVector;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Exact arithmetic of decimals of any precision and scale, of which integers are those of scale 0.
 *
 * <p>Three ways, chosen for each batch:
 * <ol>
 *   <li>the types, or the widest operands of this batch, prove that nothing exceeds 64 bits: plain {@code long} loops, and a
 *       narrow vector if the result's type is a wide one;
 *   <li>both operands of this batch fit 64 bits, whatever their types: {@code long} operands and a 128-bit result, by
 *       {@code multiplyHigh} and carries, without branches (money is stored as DECIMAL(38, 6) more often than it needs to);
 *   <li>else, and for division, row by row with a {@link MutableInt128}, where each step tells whether it overflowed, and
 *       {@code BigDecimal} for the rare row where a step exceeds 128 bits.
 * </ol>
 * Results are checked against the precision only if the operands' types do not prove that they fit.
 */
final class DecimalArithmetic implements VectorFunction {
    private enum Operation {
        ADD,
        SUBTRACT,
        MULTIPLY,
        DIVIDE,
        MODULO,
        NEGATE
    }

    private final String function;
    private final Operation operation;
    private final SqlType type;
    private final int leftScale;
    private final int rightScale;
    private final boolean wideResult;
    /** The result's scale is that of the exact result. */
    private final boolean exactScale;
    /** The result's precision holds every result. */
    private final boolean fitting;
    /** Both operands, brought to the result's scale, and the result fit in a {@code long}, by their types. */
    private final boolean provedLong;

    private final long leftFactor;
    private final long rightFactor;
    private final LongView leftView = new LongView();
    private final LongView rightView = new LongView();
    private final MutableInt128 left = new MutableInt128();
    private final MutableInt128 right = new MutableInt128();
    private final Buffers buffers = new Buffers();

    private DecimalArithmetic(CallSite site) {
        function = site.function();
        operation = Operation.valueOf(function.toUpperCase(java.util.Locale.ROOT));
        type = site.result();
        SqlType leftType = site.argument(0);
        SqlType rightType = site.argument(site.argumentCount() - 1);
        leftScale = leftType.scale();
        rightScale = rightType.scale();
        wideResult = type.physicalKind() == PhysicalKind.INT128;
        int leftDigits = leftType.digits();
        int rightDigits = rightType.digits();
        int scale = type.scale();
        int whole = type.precision() - scale;
        int leftWhole = leftDigits - leftScale;
        int rightWhole = rightDigits - rightScale;
        boolean additive = operation == Operation.ADD || operation == Operation.SUBTRACT;
        exactScale = switch (operation) {
            case ADD, SUBTRACT -> scale >= Math.max(leftScale, rightScale);
            case MULTIPLY -> scale == leftScale + rightScale;
            case NEGATE -> scale == leftScale;
            case DIVIDE, MODULO -> false;
        };
        fitting = switch (operation) {
            case ADD, SUBTRACT -> whole > Math.max(leftWhole, rightWhole);
            case MULTIPLY -> whole >= leftWhole + rightWhole;
            case NEGATE -> whole >= leftWhole;
            case DIVIDE, MODULO -> false;
        };
        int leftGrowth = additive ? scale - leftScale : 0;
        int rightGrowth = additive ? scale - rightScale : 0;
        provedLong = exactScale
                && (additive
                        ? leftDigits + leftGrowth <= Int128.MAX_LONG_POWER
                                && rightDigits + rightGrowth <= Int128.MAX_LONG_POWER
                        : operation == Operation.MULTIPLY
                                ? leftDigits + rightDigits <= Int128.MAX_LONG_POWER
                                : leftDigits <= Int128.MAX_LONG_POWER);
        leftFactor = leftGrowth >= 0 && leftGrowth <= Int128.MAX_LONG_POWER ? Int128.powerOfTen(leftGrowth) : 0;
        rightFactor = rightGrowth >= 0 && rightGrowth <= Int128.MAX_LONG_POWER ? Int128.powerOfTen(rightGrowth) : 0;
    }

    static VectorFunction bind(CallSite site) {
        return new DecimalArithmetic(site);
    }

    @Override
    public ColumnVector apply(ColumnVector[] arguments, int rows) {
        ColumnVector first = arguments[0];
        ColumnVector last = arguments[arguments.length - 1];
        if (exactScale && leftFactor != 0 && rightFactor != 0) {
            long[] a = leftView.of(first, rows);
            long[] b = first == last ? a : a == null ? null : rightView.of(last, rows);
            if (a != null && b != null) {
                if (provedLong || fitLong(a, b, rows)) {
                    return narrow(a, b, rows, arguments);
                } else if (wideResult) {
                    Int128Vector result = buffers.wides(rows);
                    wides(a, b, result.high(), result.low(), rows);
                    if (fitting || type.precision() == Int128.MAX_POWER || inPrecision(result, rows)) {
                        return result;
                    }
                }
            }
        }
        return byRow(arguments, first, last, rows);
    }

    /** Whether operands of the widths of this batch cannot give a result, or a step to it, beyond 64 bits. */
    private boolean fitLong(long[] a, long[] b, int rows) {
        int widthA = width(a, rows);
        int widthB = operation == Operation.NEGATE ? 0 : width(b, rows);
        return operation == Operation.MULTIPLY
                ? widthA + widthB < Long.SIZE - 1
                : widthA + width(leftFactor) < Long.SIZE - 2 && widthB + width(rightFactor) < Long.SIZE - 2;
    }

    /** Bits of the widest value, without the sign. */
    private static int width(long[] values, int rows) {
        long all = 0;
        for (int i = 0; i < rows; i++) {
            all |= values[i] ^ values[i] >> 63;
        }
        return width(all);
    }

    private static int width(long magnitude) {
        return Long.SIZE - Long.numberOfLeadingZeros(magnitude);
    }

    private ColumnVector narrow(long[] a, long[] b, int rows, ColumnVector[] arguments) {
        if (wideResult) {
            // 64 bits are below any precision of a wide type.
            Int128Vector result = buffers.wides(rows);
            longs(a, b, result.low(), rows);
            result.setNarrow(rows);
            return result;
        }
        LongVector result = buffers.longs(rows);
        longs(a, b, result.values(), rows);
        return fitting || inPrecision(result.values(), rows)
                ? result
                : byRow(arguments, arguments[0], arguments[arguments.length - 1], rows);
    }

    private void longs(long[] a, long[] b, long[] out, int rows) {
        long fa = leftFactor;
        long fb = rightFactor;
        switch (operation) {
            case ADD -> {
                if (fa == 1 && fb == 1) {
                    for (int i = 0; i < rows; i++) {
                        out[i] = a[i] + b[i];
                    }
                } else {
                    for (int i = 0; i < rows; i++) {
                        out[i] = a[i] * fa + b[i] * fb;
                    }
                }
            }
            case SUBTRACT -> {
                if (fa == 1 && fb == 1) {
                    for (int i = 0; i < rows; i++) {
                        out[i] = a[i] - b[i];
                    }
                } else {
                    for (int i = 0; i < rows; i++) {
                        out[i] = a[i] * fa - b[i] * fb;
                    }
                }
            }
            case MULTIPLY -> {
                for (int i = 0; i < rows; i++) {
                    out[i] = a[i] * b[i];
                }
            }
            case NEGATE -> {
                for (int i = 0; i < rows; i++) {
                    out[i] = -a[i];
                }
            }
            case DIVIDE, MODULO -> throw new IllegalStateException(function);
        }
    }

    /** 128-bit results of 64-bit operands; none of these operations can reach 2^126, which is below 10^38. */
    private void wides(long[] a, long[] b, long[] high, long[] low, int rows) {
        long fa = leftFactor;
        long fb = rightFactor;
        switch (operation) {
            case ADD -> {
                for (int i = 0; i < rows; i++) {
                    long al = a[i] * fa;
                    long bl = b[i] * fb;
                    long sum = al + bl;
                    long carry = (al & bl | (al | bl) & ~sum) >>> 63;
                    high[i] = Math.multiplyHigh(a[i], fa) + Math.multiplyHigh(b[i], fb) + carry;
                    low[i] = sum;
                }
            }
            case SUBTRACT -> {
                for (int i = 0; i < rows; i++) {
                    long al = a[i] * fa;
                    long bl = b[i] * fb;
                    long difference = al - bl;
                    long borrow = (~al & bl | (~al | bl) & difference) >>> 63;
                    high[i] = Math.multiplyHigh(a[i], fa) - Math.multiplyHigh(b[i], fb) - borrow;
                    low[i] = difference;
                }
            }
            case MULTIPLY -> {
                for (int i = 0; i < rows; i++) {
                    high[i] = Math.multiplyHigh(a[i], b[i]);
                    low[i] = a[i] * b[i];
                }
            }
            case NEGATE -> {
                for (int i = 0; i < rows; i++) {
                    high[i] = a[i] == 0 ? 0 : ~(a[i] >> 63);
                    low[i] = -a[i];
                }
            }
            case DIVIDE, MODULO -> throw new IllegalStateException(function);
        }
    }

    private boolean inPrecision(long[] values, int rows) {
        long bound = Int128.powerOfTen(type.precision());
        boolean inside = true;
        for (int i = 0; i < rows; i++) {
            inside &= values[i] < bound & values[i] > -bound;
        }
        return inside;
    }

    private boolean inPrecision(Int128Vector vector, int rows) {
        long[] high = vector.high();
        // Everything below this is inside: one comparison for nearly all batches. 10^38 exceeds 2^126.
        long bound = Int128.powerOfTenHigh(type.precision());
        boolean inside = true;
        for (int i = 0; i < rows; i++) {
            inside &= high[i] < bound & high[i] >= -bound;
        }
        if (inside && bound > 0) {
            return true;
        }
        long[] low = vector.low();
        inside = true;
        for (int i = 0; i < rows; i++) {
            inside &= Int128.fitsDecimal(high[i], low[i], type.precision());
        }
        return inside;
    }

    private ColumnVector byRow(ColumnVector[] arguments, ColumnVector first, ColumnVector last, int rows) {
        long[] a = leftView.of(first, rows);
        long[] b = rightView.of(last, rows);
        Int128Vector wideA = a == null ? (Int128Vector) first : null;
        Int128Vector wideB = b == null ? (Int128Vector) last : null;
        Int128Vector wide = wideResult ? buffers.wides(rows) : null;
        LongVector narrow = wideResult ? null : buffers.longs(rows);
        for (int i = 0; i < rows; i++) {
            load(left, a, wideA, i);
            load(right, b, wideB, i);
            boolean divides = operation == Operation.DIVIDE || operation == Operation.MODULO;
            boolean byZero = divides && (right.low() | right.high()) == 0;
            if (byZero || !compute() || !Int128.fitsDecimal(left.high(), left.low(), type.precision())) {
                if (Failures.isValid(arguments, i)) {
                    throw failure(byZero, text(a, wideA, leftScale, i), text(b, wideB, rightScale, i));
                }
                left.set(0);
            }
            if (wide != null) {
                wide.high()[i] = left.high();
                wide.low()[i] = left.low();
            } else if (narrow != null) {
                narrow.values()[i] = left.low();
            }
        }
        return wide != null ? wide : java.util.Objects.requireNonNull(narrow);
    }

    private RuntimeException failure(boolean byZero, String a, String b) {
        String expression = operation == Operation.NEGATE ? "-(" + a + ")" : a + Failures.symbol(function) + b;
        return byZero ? Failures.divisionByZero(expression) : Failures.outOfRange(expression, type);
    }

    private static void load(MutableInt128 register, long @Nullable [] values, @Nullable Int128Vector wide, int row) {
        if (values != null) {
            register.set(values[row]);
        } else if (wide != null) {
            register.set(wide.high()[row], wide.low()[row]);
        }
    }

    private static String text(long @Nullable [] values, @Nullable Int128Vector wide, int scale, int row) {
        MutableInt128 register = new MutableInt128();
        load(register, values, wide, row);
        return Int128.toString(register.high(), register.low(), scale);
    }

    /** The operation on the registers, into the left one; false if the result exceeds 128 bits. */
    private boolean compute() {
        long leftHigh = left.high();
        long leftLow = left.low();
        long rightHigh = right.high();
        long rightLow = right.low();
        if (inRegisters()) {
            return true;
        }
        // Some step exceeded 128 bits; the rounded result may still fit.
        BigDecimal a = new BigDecimal(Int128.toBigInteger(leftHigh, leftLow), leftScale);
        BigDecimal b = new BigDecimal(Int128.toBigInteger(rightHigh, rightLow), rightScale);
        BigDecimal result = switch (operation) {
            case ADD -> a.add(b);
            case SUBTRACT -> a.subtract(b);
            case MULTIPLY -> a.multiply(b);
            case DIVIDE -> a.divide(b, type.scale(), RoundingMode.HALF_UP);
            case MODULO -> a.remainder(b);
            case NEGATE -> a.negate();
        };
        BigInteger unscaled =
                result.setScale(type.scale(), RoundingMode.HALF_UP).unscaledValue();
        if (unscaled.bitLength() > 127) {
            return false;
        }
        left.set(Int128.high(unscaled), Int128.low(unscaled));
        return true;
    }

    private boolean inRegisters() {
        int scale = type.scale();
        int common = Math.max(leftScale, rightScale);
        return switch (operation) {
            case ADD ->
                left.rescale(leftScale, common)
                        && right.rescale(rightScale, common)
                        && left.add(right.high(), right.low())
                        && left.rescale(common, scale);
            case SUBTRACT ->
                left.rescale(leftScale, common)
                        && right.rescale(rightScale, common)
                        && left.subtract(right.high(), right.low())
                        && left.rescale(common, scale);
            case MULTIPLY -> left.multiply(right.high(), right.low()) && left.rescale(leftScale + rightScale, scale);
            case DIVIDE -> divide(scale - leftScale + rightScale);
            case MODULO -> {
                if (!left.rescale(leftScale, common) || !right.rescale(rightScale, common)) {
                    yield false;
                }
                left.divideTruncated(right.high(), right.low());
                left.set(left.remainderHigh(), left.remainderLow());
                yield left.rescale(common, scale);
            }
            case NEGATE -> {
                left.negate();
                yield left.rescale(leftScale, scale);
            }
        };
    }

    /** Divides after shifting the dividend (the divisor, if negative) by that many decimal places. */
    private boolean divide(int places) {
        if (!(places >= 0 ? left.rescale(0, places) : right.rescale(0, -places))) {
            return false;
        }
        left.divideRounded(right.high(), right.low());
        return true;
    }
}
