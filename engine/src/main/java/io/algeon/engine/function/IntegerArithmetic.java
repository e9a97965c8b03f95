package io.algeon.engine.function;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;

/**
 * Arithmetic of integers, and of intervals of one kind. Loops compute wrapping results and gather overflow in one flag; only if it is set is the first row
 * looked for that has values and overflows.
 */
final class IntegerArithmetic {
    private IntegerArithmetic() {}

    static VectorFunction bind(CallSite site) {
        return site.result().physicalKind() == PhysicalKind.INT64 ? new Longs(site) : new Ints(site);
    }

    /** TINYINT, SMALLINT and INTEGER: computed in {@code long}s, which hold every result. */
    private static final class Ints implements VectorFunction {
        private final String function;
        private final SqlType type;
        private final int min;
        private final int max;
        private final Buffers buffers = new Buffers();

        Ints(CallSite site) {
            function = site.function();
            type = site.result();
            max = type.kind() == TypeKind.TINYINT
                    ? Byte.MAX_VALUE
                    : type.kind() == TypeKind.SMALLINT ? Short.MAX_VALUE : Integer.MAX_VALUE;
            min = -max - 1;
        }

        @Override
        public ColumnVector apply(ColumnVector[] arguments, int rows) {
            IntVector result = buffers.ints(rows);
            int[] a = ((IntVector) arguments[0]).values();
            int[] b = ((IntVector) arguments[arguments.length - 1]).values();
            int[] out = result.values();
            boolean wrong = false;
            long low = min;
            long span = (long) max - min;
            switch (function) {
                case "add" -> {
                    for (int i = 0; i < rows; i++) {
                        long value = (long) a[i] + b[i];
                        wrong |= Long.compareUnsigned(value - low, span) > 0;
                        out[i] = (int) value;
                    }
                }
                case "subtract" -> {
                    for (int i = 0; i < rows; i++) {
                        long value = (long) a[i] - b[i];
                        wrong |= Long.compareUnsigned(value - low, span) > 0;
                        out[i] = (int) value;
                    }
                }
                case "multiply" -> {
                    for (int i = 0; i < rows; i++) {
                        long value = (long) a[i] * b[i];
                        wrong |= Long.compareUnsigned(value - low, span) > 0;
                        out[i] = (int) value;
                    }
                }
                case "negate" -> {
                    for (int i = 0; i < rows; i++) {
                        out[i] = -a[i];
                        wrong |= a[i] == min;
                    }
                }
                case "divide" -> {
                    for (int i = 0; i < rows; i++) {
                        int divisor = b[i];
                        wrong |= divisor == 0 | a[i] == min & divisor == -1;
                        out[i] = a[i] / (divisor == 0 ? 1 : divisor);
                    }
                }
                case "modulo" -> {
                    for (int i = 0; i < rows; i++) {
                        int divisor = b[i];
                        wrong |= divisor == 0;
                        out[i] = a[i] % (divisor == 0 ? 1 : divisor);
                    }
                }
                default -> throw new IllegalArgumentException(function);
            }
            if (wrong) {
                check(arguments, a, b, rows);
            }
            return result;
        }

        private void check(ColumnVector[] arguments, int[] a, int[] b, int rows) {
            for (int i = 0; i < rows; i++) {
                if (Failures.isValid(arguments, i)) {
                    long value = exact(function, a[i], b[i], type);
                    if (value < min || value > max) {
                        throw Failures.outOfRange(describe(function, a[i], b[i]), type);
                    }
                }
            }
        }
    }

    private static final class Longs implements VectorFunction {
        private final String function;
        private final SqlType type;
        private final Buffers buffers = new Buffers();

        Longs(CallSite site) {
            function = site.function();
            type = site.result();
        }

        @Override
        public ColumnVector apply(ColumnVector[] arguments, int rows) {
            LongVector result = buffers.longs(rows);
            long[] a = ((LongVector) arguments[0]).values();
            long[] b = ((LongVector) arguments[arguments.length - 1]).values();
            long[] out = result.values();
            // Negative if some row overflowed.
            long wrong = 0;
            switch (function) {
                case "add" -> {
                    for (int i = 0; i < rows; i++) {
                        long value = a[i] + b[i];
                        wrong |= (a[i] ^ value) & (b[i] ^ value);
                        out[i] = value;
                    }
                }
                case "subtract" -> {
                    for (int i = 0; i < rows; i++) {
                        long value = a[i] - b[i];
                        wrong |= (a[i] ^ b[i]) & (a[i] ^ value);
                        out[i] = value;
                    }
                }
                case "multiply" -> {
                    long lost = 0;
                    for (int i = 0; i < rows; i++) {
                        long value = a[i] * b[i];
                        lost |= Math.multiplyHigh(a[i], b[i]) ^ value >> 63;
                        out[i] = value;
                    }
                    wrong = lost == 0 ? 0 : -1;
                }
                case "negate" -> {
                    for (int i = 0; i < rows; i++) {
                        long value = -a[i];
                        wrong |= a[i] & value;
                        out[i] = value;
                    }
                }
                case "divide" -> {
                    for (int i = 0; i < rows; i++) {
                        long divisor = b[i];
                        wrong |= divisor == 0 | a[i] == Long.MIN_VALUE & divisor == -1 ? -1 : 0;
                        out[i] = a[i] / (divisor == 0 ? 1 : divisor);
                    }
                }
                case "modulo" -> {
                    for (int i = 0; i < rows; i++) {
                        long divisor = b[i];
                        wrong |= divisor == 0 ? -1 : 0;
                        out[i] = a[i] % (divisor == 0 ? 1 : divisor);
                    }
                }
                default -> throw new IllegalArgumentException(function);
            }
            if (wrong < 0) {
                for (int i = 0; i < rows; i++) {
                    if (Failures.isValid(arguments, i)) {
                        exact(function, a[i], b[i], type);
                    }
                }
            }
            return result;
        }
    }

    /** The result for one row, or the error that it has. */
    static long exact(String function, long a, long b, SqlType type) {
        try {
            return switch (function) {
                case "add" -> Math.addExact(a, b);
                case "subtract" -> Math.subtractExact(a, b);
                case "multiply" -> Math.multiplyExact(a, b);
                case "negate" -> Math.negateExact(a);
                case "modulo" -> {
                    if (b == 0) {
                        throw Failures.divisionByZero(describe(function, a, b));
                    }
                    yield a % b;
                }
                default -> {
                    if (b == 0) {
                        throw Failures.divisionByZero(describe(function, a, b));
                    }
                    if (a == Long.MIN_VALUE && b == -1) {
                        throw Failures.outOfRange(describe(function, a, b), type);
                    }
                    yield a / b;
                }
            };
        } catch (ArithmeticException overflow) {
            throw Failures.outOfRange(describe(function, a, b), type);
        }
    }

    private static String describe(String function, long a, long b) {
        return function.equals("negate") ? "-(" + a + ")" : a + Failures.symbol(function) + b;
    }
}
