package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;
import static io.algeon.engine.function.TypeFamily.DECIMAL;
import static io.algeon.engine.function.TypeFamily.EXACT;
import static io.algeon.engine.function.TypeFamily.FLOATING;
import static io.algeon.engine.function.TypeFamily.INTEGER;
import static io.algeon.engine.function.TypeFamily.NUMERIC;

import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.function.ScalarFunction.Category;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/** Registry entries of the mathematical functions; those on DOUBLE share one loop, their work outweighs the call. */
final class MathFunctions {
    private static final double LN_2 = Math.log(2);

    private MathFunctions() {}

    static List<ScalarFunction> all() {
        List<ScalarFunction> all = new ArrayList<>();
        rounding(all);
        signs(all);
        doubles(all);
        return all;
    }

    private static void rounding(List<ScalarFunction> all) {
        for (String name : List.of("floor", "ceil", "round", "truncate")) {
            FunctionBuilder builder = function(Category.MATHEMATICS, name)
                    .takes(ResultTypes.FIRST, INTEGER)
                    .takes(MathFunctions::wholeDecimal, DECIMAL)
                    .takes(ResultTypes.FIRST, FLOATING);
            if (name.equals("round") || name.equals("truncate")) {
                builder.takes(ResultTypes.FIRST, EXACT, INTEGER).takes(ResultTypes.FIRST, FLOATING, INTEGER);
            }
            String what = switch (name) {
                case "floor" -> "Largest whole number that is not larger.";
                case "ceil" -> "Smallest whole number that is not smaller.";
                case "round" ->
                    "Nearest number with so many decimal places (0), half away from zero for exact numbers.";
                default -> "The number without the digits after so many decimal places (0).";
            };
            all.add(builder.fallible()
                    .says(what, name + "(2.5) = " + (name.equals("floor") || name.equals("truncate") ? "2" : "3"))
                    .by(RoundingFunction::bind));
        }
    }

    /** One digit more than before the point: rounding may carry. */
    private static SqlType wholeDecimal(List<SqlType> arguments) {
        SqlType type = arguments.get(0);
        return SqlTypes.decimal(Math.min(SqlType.MAX_DECIMAL_PRECISION, type.precision() - type.scale() + 1), 0);
    }

    private static void signs(List<ScalarFunction> all) {
        all.add(function(Category.MATHEMATICS, "abs")
                .takes(ResultTypes.FIRST, NUMERIC)
                .fallible()
                .says("The number without its sign.", "abs(-5) = 5")
                .by(SignFunctions::abs));
        all.add(function(Category.MATHEMATICS, "sign")
                .takes(
                        arguments -> arguments.get(0).kind() == TypeKind.DECIMAL
                                ? SqlTypes.decimal(1, 0)
                                : arguments.get(0).withNullable(true),
                        NUMERIC)
                .says("-1, 0 or 1 as the number is below, equal to or above 0.", "sign(-5) = -1")
                .by(SignFunctions::sign));
    }

    private static void doubles(List<ScalarFunction> all) {
        unary(all, "sqrt", "Square root.", "sqrt(4) = 2", Math::sqrt);
        unary(all, "cbrt", "Cube root.", "cbrt(27) = 3", Math::cbrt);
        unary(all, "exp", "e to that power.", "exp(0) = 1", StrictMath::exp);
        unary(all, "ln", "Natural logarithm.", "ln(1) = 0", StrictMath::log);
        unary(all, "log10", "Logarithm to base 10.", "log10(1000) = 3", StrictMath::log10);
        unary(all, "log2", "Logarithm to base 2.", "log2(8) = 3", x -> log2(x));
        unary(all, "sin", "Sine of radians.", "sin(0) = 0", StrictMath::sin);
        unary(all, "cos", "Cosine of radians.", "cos(0) = 1", StrictMath::cos);
        unary(all, "tan", "Tangent of radians.", "tan(0) = 0", StrictMath::tan);
        unary(all, "cot", "Cotangent of radians.", "round(cot(1), 3) = 0.642", x -> 1 / StrictMath.tan(x));
        unary(all, "asin", "Arc sine.", "asin(0) = 0", StrictMath::asin);
        unary(all, "acos", "Arc cosine.", "acos(1) = 0", StrictMath::acos);
        unary(all, "atan", "Arc tangent.", "atan(0) = 0", StrictMath::atan);
        unary(all, "sinh", "Hyperbolic sine.", "sinh(0) = 0", StrictMath::sinh);
        unary(all, "cosh", "Hyperbolic cosine.", "cosh(0) = 1", StrictMath::cosh);
        unary(all, "tanh", "Hyperbolic tangent.", "tanh(0) = 0", StrictMath::tanh);
        unary(all, "asinh", "Inverse hyperbolic sine.", "asinh(0) = 0", MathFunctions::asinh);
        unary(
                all,
                "acosh",
                "Inverse hyperbolic cosine.",
                "acosh(1) = 0",
                x -> StrictMath.log(x + Math.sqrt((x - 1) * (x + 1))));
        unary(
                all,
                "atanh",
                "Inverse hyperbolic tangent.",
                "atanh(0) = 0",
                x -> 0.5 * (StrictMath.log1p(x) - StrictMath.log1p(-x)));
        unary(all, "degrees", "Radians as degrees.", "degrees(0) = 0", x -> x * (180 / Math.PI));
        unary(all, "radians", "Degrees as radians.", "radians(0) = 0", x -> x * (Math.PI / 180));
        binary(all, "power", "The first number to the power of the second.", "power(2, 10) = 1024", StrictMath::pow);
        binary(all, "atan2", "Angle of the point (y, x) in radians.", "atan2(0, 1) = 0", StrictMath::atan2);
        all.add(function(Category.MATHEMATICS, "log")
                .takes(ResultTypes.DOUBLE, NUMERIC)
                .takes(ResultTypes.DOUBLE, NUMERIC, NUMERIC)
                .fallible()
                .expensive()
                .says("Logarithm to base 10, or of the second number to the base of the first.", "log(2, 8) = 3")
                .by(site -> site.argumentCount() == 1
                        ? new DoubleFunction(site, (x, unused) -> StrictMath.log10(x))
                        : new DoubleFunction(
                                site, (base, x) -> base == 2 ? log2(x) : StrictMath.log(x) / StrictMath.log(base))));
        all.add(function(Category.MATHEMATICS, "pi")
                .takes(ResultTypes.DOUBLE)
                .says("The number pi.", "round(pi(), 5) = 3.14159")
                .by(site -> constant(Math.PI)));
    }

    private static double asinh(double x) {
        double magnitude = Math.abs(x);
        if (magnitude > 1e100) {
            return Math.copySign(StrictMath.log(magnitude) + LN_2, x);
        }
        return Math.copySign(
                StrictMath.log1p(magnitude + magnitude * magnitude / (1 + Math.sqrt(1 + magnitude * magnitude))), x);
    }

    private static double log2(double x) {
        double result = StrictMath.log(x) / LN_2;
        double rounded = Math.rint(result);
        // Powers of two give whole numbers.
        return Math.abs(rounded) < 1024 && StrictMath.pow(2, rounded) == x ? rounded : result;
    }

    private static VectorFunction constant(double value) {
        Buffers buffers = new Buffers();
        return (arguments, rows) -> {
            DoubleVector result = buffers.doubles(rows);
            java.util.Arrays.fill(result.values(), 0, rows, value);
            return result;
        };
    }

    private static void unary(
            List<ScalarFunction> all, String name, String description, String example, DoubleUnaryOperator operator) {
        all.add(function(Category.MATHEMATICS, name)
                .takes(ResultTypes.DOUBLE, NUMERIC)
                .fallible()
                .expensive()
                .says(description, example)
                .by(site -> new DoubleFunction(site, (x, unused) -> operator.applyAsDouble(x))));
    }

    private static void binary(
            List<ScalarFunction> all, String name, String description, String example, DoubleBinaryOperator operator) {
        all.add(function(Category.MATHEMATICS, name)
                .takes(ResultTypes.DOUBLE, NUMERIC, NUMERIC)
                .fallible()
                .expensive()
                .says(description, example)
                .by(site -> new DoubleFunction(site, operator)));
    }

    /**
     * A function of one or two numbers computed in {@code double}. NaN from other numbers is an invalid argument, an infinity
     * from finite ones is out of range, as in PostgreSQL.
     */
    private static final class DoubleFunction implements VectorFunction {
        private final CallSite site;
        private final DoubleBinaryOperator operator;
        private final DoubleView left;
        private final DoubleView right;
        private final Buffers buffers = new Buffers();

        DoubleFunction(CallSite site, DoubleBinaryOperator operator) {
            this.site = site;
            this.operator = operator;
            this.left = new DoubleView(site.argument(0).scale());
            this.right = new DoubleView(site.argument(site.argumentCount() - 1).scale());
        }

        @Override
        public ColumnVector apply(ColumnVector[] arguments, int rows) {
            DoubleVector result = buffers.doubles(rows);
            double[] a = left.of(arguments[0], rows);
            double[] b = arguments.length == 1 ? a : right.of(arguments[1], rows);
            double[] out = result.values();
            boolean odd = false;
            for (int i = 0; i < rows; i++) {
                double value = operator.applyAsDouble(a[i], b[i]);
                out[i] = value;
                odd |= !(Math.abs(value) < Double.POSITIVE_INFINITY);
            }
            for (int i = 0; odd && i < rows; i++) {
                if (!(Math.abs(out[i]) < Double.POSITIVE_INFINITY) && Failures.isValid(arguments, i)) {
                    check(a[i], b[i], out[i]);
                }
            }
            return result;
        }

        private void check(double a, double b, double result) {
            String arguments =
                    FloatingText.format(a) + (site.argumentCount() == 1 ? "" : ", " + FloatingText.format(b));
            if (Double.isNaN(result) && !Double.isNaN(a) && !Double.isNaN(b)) {
                throw Failures.invalidArgument(
                        site.function() + "(" + arguments + ") is not defined for these numbers.");
            }
            if (Double.isInfinite(result) && !Double.isInfinite(a) && !Double.isInfinite(b)) {
                boolean logarithm = site.function().startsWith("l");
                throw logarithm
                        ? Failures.invalidArgument(site.function() + "(" + arguments + ") is not defined for 0.")
                        : Failures.outOfRange(site.function() + "(" + arguments + ")", site.result());
            }
        }
    }
}
