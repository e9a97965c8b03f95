package io.algeon.engine.function;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;

/**
 * Arithmetic of REAL and DOUBLE. An infinite result of finite operands is an overflow and division by zero an error, as in
 * PostgreSQL; NaN and infinities that are there take part.
 */
final class FloatingArithmetic implements VectorFunction {
    private final String function;
    private final SqlType type;
    private final Buffers buffers = new Buffers();

    private FloatingArithmetic(CallSite site) {
        function = site.function();
        type = site.result();
    }

    static VectorFunction bind(CallSite site) {
        return new FloatingArithmetic(site);
    }

    @Override
    public ColumnVector apply(ColumnVector[] arguments, int rows) {
        if (type.kind() == TypeKind.REAL) {
            return floats(arguments, rows);
        }
        DoubleVector result = buffers.doubles(rows);
        double[] a = ((DoubleVector) arguments[0]).values();
        double[] b = ((DoubleVector) arguments[arguments.length - 1]).values();
        double[] out = result.values();
        boolean wrong = false;
        switch (function) {
            case "add" -> {
                for (int i = 0; i < rows; i++) {
                    out[i] = a[i] + b[i];
                }
            }
            case "subtract" -> {
                for (int i = 0; i < rows; i++) {
                    out[i] = a[i] - b[i];
                }
            }
            case "multiply" -> {
                for (int i = 0; i < rows; i++) {
                    out[i] = a[i] * b[i];
                }
            }
            case "negate" -> {
                for (int i = 0; i < rows; i++) {
                    out[i] = -a[i];
                }
                return result;
            }
            case "divide" -> {
                for (int i = 0; i < rows; i++) {
                    out[i] = a[i] / b[i];
                    wrong |= b[i] == 0;
                }
            }
            case "modulo" -> {
                for (int i = 0; i < rows; i++) {
                    out[i] = a[i] % b[i];
                    wrong |= b[i] == 0;
                }
            }
            default -> throw new IllegalArgumentException(function);
        }
        for (int i = 0; i < rows; i++) {
            wrong |= Math.abs(out[i]) == Double.POSITIVE_INFINITY;
        }
        if (wrong) {
            for (int i = 0; i < rows; i++) {
                if (Failures.isValid(arguments, i)) {
                    check(a[i], b[i], out[i]);
                }
            }
        }
        return result;
    }

    private FloatVector floats(ColumnVector[] arguments, int rows) {
        FloatVector result = buffers.floats(rows);
        float[] a = ((FloatVector) arguments[0]).values();
        float[] b = ((FloatVector) arguments[arguments.length - 1]).values();
        float[] out = result.values();
        switch (function) {
            case "add" -> {
                for (int i = 0; i < rows; i++) {
                    out[i] = a[i] + b[i];
                }
            }
            case "subtract" -> {
                for (int i = 0; i < rows; i++) {
                    out[i] = a[i] - b[i];
                }
            }
            case "multiply" -> {
                for (int i = 0; i < rows; i++) {
                    out[i] = a[i] * b[i];
                }
            }
            case "negate" -> {
                for (int i = 0; i < rows; i++) {
                    out[i] = -a[i];
                }
                return result;
            }
            case "divide" -> {
                for (int i = 0; i < rows; i++) {
                    out[i] = a[i] / b[i];
                }
            }
            case "modulo" -> {
                for (int i = 0; i < rows; i++) {
                    out[i] = a[i] % b[i];
                }
            }
            default -> throw new IllegalArgumentException(function);
        }
        boolean wrong = false;
        for (int i = 0; i < rows; i++) {
            wrong |= !(Math.abs(out[i]) < Float.POSITIVE_INFINITY);
        }
        if (wrong) {
            for (int i = 0; i < rows; i++) {
                if (Failures.isValid(arguments, i)) {
                    check(a[i], b[i], out[i]);
                }
            }
        }
        return result;
    }

    private void check(double a, double b, double result) {
        String expression = a + Failures.symbol(function) + b;
        if (b == 0 && (function.equals("divide") || function.equals("modulo")) && !Double.isNaN(a)) {
            throw Failures.divisionByZero(expression);
        }
        if (Double.isInfinite(result) && !Double.isInfinite(a) && !Double.isInfinite(b)) {
            throw Failures.outOfRange(expression, type);
        }
    }
}
