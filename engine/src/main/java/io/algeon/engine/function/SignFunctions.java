package io.algeon.engine.function;

import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;

/** ABS and SIGN. */
final class SignFunctions {
    private SignFunctions() {}

    static VectorFunction abs(CallSite site) {
        Buffers buffers = new Buffers();
        SqlType type = site.argument(0);
        long min = type.kind() == TypeKind.TINYINT
                ? Byte.MIN_VALUE
                : type.kind() == TypeKind.SMALLINT ? Short.MIN_VALUE : Integer.MIN_VALUE;
        return (arguments, rows) -> {
            ColumnVector in = arguments[0];
            if (in instanceof IntVector ints) {
                IntVector result = buffers.ints(rows);
                for (int i = 0; i < rows; i++) {
                    int value = ints.values()[i];
                    result.values()[i] = Math.abs(value);
                    if (value == min && !in.isNull(i)) {
                        throw Failures.outOfRange("abs(" + value + ")", type);
                    }
                }
                return result;
            } else if (in instanceof LongVector longs) {
                LongVector result = buffers.longs(rows);
                for (int i = 0; i < rows; i++) {
                    long value = longs.values()[i];
                    result.values()[i] = Math.abs(value);
                    if (value == Long.MIN_VALUE && !in.isNull(i)) {
                        throw Failures.outOfRange("abs(" + value + ")", type);
                    }
                }
                return result;
            } else if (in instanceof Int128Vector wide) {
                Int128Vector result = buffers.wides(rows);
                for (int i = 0; i < rows; i++) {
                    long high = wide.high()[i];
                    long low = wide.low()[i];
                    result.high()[i] = high < 0 ? Int128.negateHigh(high, low) : high;
                    result.low()[i] = high < 0 ? -low : low;
                }
                return result;
            } else if (in instanceof FloatVector floats) {
                FloatVector result = buffers.floats(rows);
                for (int i = 0; i < rows; i++) {
                    result.values()[i] = Math.abs(floats.values()[i]);
                }
                return result;
            }
            DoubleVector result = buffers.doubles(rows);
            double[] values = ((DoubleVector) in).values();
            for (int i = 0; i < rows; i++) {
                result.values()[i] = Math.abs(values[i]);
            }
            return result;
        };
    }

    static VectorFunction sign(CallSite site) {
        Buffers buffers = new Buffers();
        return (arguments, rows) -> {
            ColumnVector in = arguments[0];
            if (in instanceof IntVector ints) {
                IntVector result = buffers.ints(rows);
                for (int i = 0; i < rows; i++) {
                    result.values()[i] = Integer.signum(ints.values()[i]);
                }
                return result;
            } else if (in instanceof LongVector longs) {
                LongVector result = buffers.longs(rows);
                for (int i = 0; i < rows; i++) {
                    result.values()[i] = Long.signum(longs.values()[i]);
                }
                return result;
            } else if (in instanceof Int128Vector wide) {
                LongVector result = buffers.longs(rows);
                for (int i = 0; i < rows; i++) {
                    result.values()[i] = wide.high()[i] < 0 ? -1 : (wide.high()[i] | wide.low()[i]) == 0 ? 0 : 1;
                }
                return result;
            } else if (in instanceof FloatVector floats) {
                FloatVector result = buffers.floats(rows);
                for (int i = 0; i < rows; i++) {
                    result.values()[i] = Math.signum(floats.values()[i]);
                }
                return result;
            }
            DoubleVector result = buffers.doubles(rows);
            double[] values = ((DoubleVector) in).values();
            for (int i = 0; i < rows; i++) {
                result.values()[i] = Math.signum(values[i]);
            }
            return result;
        };
    }
}
