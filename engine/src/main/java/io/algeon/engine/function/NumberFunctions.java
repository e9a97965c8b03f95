package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;
import static io.algeon.engine.function.TypeFamily.EXACT;
import static io.algeon.engine.function.TypeFamily.INTEGER;
import static io.algeon.engine.function.TypeFamily.NUMERIC;

import io.algeon.engine.function.ScalarFunction.Category;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlTypes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Functions on whole and exact numbers, bits, and tests of floating-point numbers. */
final class NumberFunctions {
    /** 34! has 39 digits. */
    private static final int LARGEST_FACTORIAL = 33;

    private static final ResultRule WHOLE_DECIMAL = arguments -> SqlTypes.decimal(38, 0);

    private NumberFunctions() {}

    static List<ScalarFunction> all() {
        List<ScalarFunction> all = new ArrayList<>();
        divisors(all);
        buckets(all);
        bits(all);
        tests(all);
        all.add(function(Category.MATHEMATICS, "random")
                .takes(ResultTypes.DOUBLE)
                .takes(ResultTypes.COMMON, INTEGER, INTEGER)
                .fallible()
                .volatileResult()
                .says(
                        "A random number from 0 to below 1, or a whole number between two, another for each row.",
                        "random() < 1 AND random(1, 6) BETWEEN 1 AND 6")
                .by(NumberFunctions::random));
        all.add(function(Category.MATHEMATICS, "setseed")
                .takes(ResultTypes.DOUBLE, NUMERIC)
                .fallible()
                .volatileResult()
                .says(
                        "Lets the session's random numbers begin at a seed from -1 to 1, which it gives back: the same ones each"
                                + " time; queries that draw them run on one thread then.",
                        "setseed(0.5) = 0.5")
                .by(site -> RowFunctions.floating(site, (arguments, row) -> {
                    site.session().seed(arguments.floating(0, row));
                    return arguments.floating(0, row);
                })));
        return all;
    }

    private static VectorFunction random(CallSite site) {
        Generator source = new Generator(site.session());
        if (site.argumentCount() == 0) {
            return RowFunctions.floating(site, (arguments, row) -> source.get().nextDouble());
        }
        return RowFunctions.number(site, (arguments, row) -> {
            SplittableRandom generator = source.get();
            long least = arguments.number(0, row);
            long most = arguments.number(1, row);
            if (least > most) {
                throw Failures.invalidArgument(
                        "random(" + least + ", " + most + ") has its bounds in the wrong order.");
            }
            return most == Long.MAX_VALUE
                    ? least == Long.MIN_VALUE ? generator.nextLong() : generator.nextLong(least - 1, most) + 1
                    : generator.nextLong(least, most + 1);
        });
    }

    /** Random numbers from the first call on, before which setseed may have been called. */
    private static final class Generator {
        private final SessionValues session;
        private @Nullable SplittableRandom generator;

        Generator(SessionValues session) {
            this.session = session;
        }

        SplittableRandom get() {
            SplittableRandom known = generator;
            if (known == null) {
                known = session.random();
                generator = known;
            }
            return known;
        }
    }

    private static void divisors(List<ScalarFunction> all) {
        all.add(function(Category.MATHEMATICS, "gcd")
                .takes(ResultTypes.COMMON, INTEGER, INTEGER)
                .handlesNulls()
                .fallible()
                .says("Largest number that divides both, 0 for two zeros. NULL if one is.", "gcd(-12, 18) = 6")
                .by(site -> RowFunctions.exact(
                        site,
                        (arguments, row) -> new BigDecimal(BigInteger.valueOf(arguments.number(0, row))
                                .gcd(BigInteger.valueOf(arguments.number(1, row)))))));
        all.add(function(Category.MATHEMATICS, "lcm")
                .takes(ResultTypes.COMMON, INTEGER, INTEGER)
                .handlesNulls()
                .fallible()
                .says(
                        "Smallest positive number that both divide, 0 if one is 0. NULL if one is; too large a result is an"
                                + " error.",
                        "lcm(4, -6) = 12")
                .by(site -> RowFunctions.exact(site, NumberFunctions::leastCommonMultiple)));
        all.add(function(Category.MATHEMATICS, "div")
                .takes(ResultTypes.COMMON, INTEGER, INTEGER)
                .takes(WHOLE_DECIMAL, EXACT, EXACT)
                .handlesNulls()
                .fallible()
                .says(
                        "Whole part of the quotient, rounded towards zero; dividing by 0 is an error.",
                        "div(-7.5, 2) = -3")
                .by(site -> RowFunctions.exact(site, NumberFunctions::wholeQuotient)));
        all.add(function(Category.MATHEMATICS, "factorial")
                .takes(WHOLE_DECIMAL, INTEGER)
                .handlesNulls()
                .fallible()
                .says(
                        "Product of the numbers from 1 to the argument; an error below 0 and above 33.",
                        "factorial(5) = 120")
                .by(site -> RowFunctions.exact(site, NumberFunctions::factorial)));
    }

    private static BigDecimal leastCommonMultiple(RowArguments arguments, int row) {
        BigInteger a = BigInteger.valueOf(arguments.number(0, row));
        BigInteger b = BigInteger.valueOf(arguments.number(1, row));
        boolean zero = a.signum() == 0 || b.signum() == 0;
        return zero
                ? BigDecimal.ZERO
                : new BigDecimal(a.divide(a.gcd(b)).multiply(b).abs());
    }

    private static BigDecimal wholeQuotient(RowArguments arguments, int row) {
        BigDecimal dividend = arguments.decimal(0, row);
        BigDecimal divisor = arguments.decimal(1, row);
        if (divisor.signum() == 0) {
            throw Failures.divisionByZero("div(" + dividend.toPlainString() + ", 0)");
        }
        return dividend.divideToIntegralValue(divisor);
    }

    private static BigDecimal factorial(RowArguments arguments, int row) {
        long number = arguments.number(0, row);
        if (number < 0) {
            throw Failures.invalidArgument("factorial(" + number + ") does not exist: the number is negative.");
        }
        if (number > LARGEST_FACTORIAL) {
            throw Failures.outOfRange("factorial(" + number + ")", SqlTypes.decimal(38, 0));
        }
        BigInteger product = BigInteger.ONE;
        for (long factor = 2; factor <= number; factor++) {
            product = product.multiply(BigInteger.valueOf(factor));
        }
        return new BigDecimal(product);
    }

    private static void buckets(List<ScalarFunction> all) {
        all.add(function(Category.MATHEMATICS, "width_bucket")
                .takes(ResultTypes.INTEGER, EXACT, EXACT, EXACT, INTEGER)
                .takes(ResultTypes.INTEGER, NUMERIC, NUMERIC, NUMERIC, INTEGER)
                .fallible()
                .says(
                        "Number of the bucket that a number falls into, of so many of equal width between two bounds; 0 below"
                                + " them, one more than the last above.",
                        "width_bucket(5.35, 0.024, 10.06, 5) = 3")
                .by(site -> {
                    boolean floating = site.argument(0).kind().isFloating()
                            || site.argument(1).kind().isFloating()
                            || site.argument(2).kind().isFloating();
                    return RowFunctions.number(
                            site, floating ? NumberFunctions::floatingBucket : NumberFunctions::exactBucket);
                }));
    }

    private static long bucketCount(RowArguments arguments, int row) {
        long count = arguments.number(3, row);
        if (count <= 0 || count >= Integer.MAX_VALUE) {
            throw Failures.invalidArgument(
                    "The number of buckets of width_bucket must be positive, but it is " + count + ".");
        }
        return count;
    }

    private static long exactBucket(RowArguments arguments, int row) {
        BigDecimal value = arguments.decimal(0, row);
        BigDecimal low = arguments.decimal(1, row);
        BigDecimal high = arguments.decimal(2, row);
        long count = bucketCount(arguments, row);
        int direction = high.compareTo(low);
        if (direction == 0) {
            throw Failures.invalidArgument("The bounds of width_bucket are equal: " + low.toPlainString() + ".");
        }
        if (direction * value.compareTo(low) < 0) {
            return 0;
        }
        return direction * value.compareTo(high) >= 0
                ? count + 1
                : value.subtract(low)
                                .multiply(BigDecimal.valueOf(count))
                                .divideToIntegralValue(high.subtract(low))
                                .longValueExact()
                        + 1;
    }

    private static long floatingBucket(RowArguments arguments, int row) {
        double value = arguments.floating(0, row);
        double low = arguments.floating(1, row);
        double high = arguments.floating(2, row);
        long count = bucketCount(arguments, row);
        if (low == high || Double.isNaN(value) || !Double.isFinite(low) || !Double.isFinite(high)) {
            throw Failures.invalidArgument(
                    "The bounds of width_bucket must be finite and differ, and its first argument be a number.");
        }
        double position = (value - low) / (high - low);
        if (position < 0) {
            return 0;
        }
        return position >= 1 ? count + 1 : Math.min(count, (long) (position * count) + 1);
    }

    private static void bits(List<ScalarFunction> all) {
        bitwise(all, "bitand", "Bits that both numbers have (the & operator).", "bitand(12, 10) = 8", (a, b) -> a & b);
        bitwise(
                all,
                "bitor",
                "Bits that one of the numbers has (the | operator).",
                "bitor(12, 10) = 14",
                (a, b) -> a | b);
        bitwise(
                all,
                "bitxor",
                "Bits that just one of the numbers has (the # operator).",
                "bitxor(12, 10) = 6",
                (a, b) -> a ^ b);
        all.add(function(Category.MATHEMATICS, "bitnot")
                .takes(ResultTypes.FIRST, INTEGER)
                .says("All bits the other way (the ~ operator).", "bitnot(5) = -6")
                .by(site -> RowFunctions.number(site, (arguments, row) -> ~arguments.number(0, row))));
        all.add(function(Category.MATHEMATICS, "bit_count")
                .takes(ResultTypes.INTEGER, INTEGER)
                .says("Number of bits that are 1.", "bit_count(255) = 8")
                .by(site -> {
                    int unused = Long.SIZE - width(site);
                    return RowFunctions.number(
                            site, (arguments, row) -> Long.bitCount(arguments.number(0, row) << unused));
                }));
        for (String name : List.of("shiftleft", "shiftright")) {
            boolean left = name.equals("shiftleft");
            all.add(function(Category.MATHEMATICS, name)
                    .takes(ResultTypes.FIRST, INTEGER, INTEGER)
                    .fallible()
                    .says(
                            left
                                    ? "The number with its bits moved so many places left (the << operator); bits that leave the"
                                            + " type are lost."
                                    : "The number with its bits moved so many places right, the sign kept (the >> operator).",
                            left ? "shiftleft(1, 4) = 16" : "shiftright(-17, 2) = -5")
                    .by(site -> shift(site, left)));
        }
    }

    private static int width(CallSite site) {
        return switch (site.argument(0).kind()) {
            case TINYINT -> Byte.SIZE;
            case SMALLINT -> Short.SIZE;
            case INTEGER -> Integer.SIZE;
            default -> Long.SIZE;
        };
    }

    private static VectorFunction shift(CallSite site, boolean left) {
        int width = width(site);
        int unused = Long.SIZE - width;
        return RowFunctions.number(site, (arguments, row) -> {
            long value = arguments.number(0, row);
            long places = arguments.number(1, row);
            if (places < 0) {
                throw Failures.invalidArgument(
                        "Bits are moved by 0 or more places, not by " + places + ". Use the other direction.");
            }
            if (left) {
                return places >= width ? 0 : value << places << unused >> unused;
            }
            return value >> Math.min(places, Long.SIZE - 1);
        });
    }

    @FunctionalInterface
    private interface Bitwise {
        long of(long left, long right);
    }

    private static void bitwise(
            List<ScalarFunction> all, String name, String description, String example, Bitwise operation) {
        all.add(function(Category.MATHEMATICS, name)
                .takes(ResultTypes.COMMON, INTEGER, INTEGER)
                .says(description, example)
                .by(site -> RowFunctions.number(
                        site, (arguments, row) -> operation.of(arguments.number(0, row), arguments.number(1, row)))));
    }

    private static void tests(List<ScalarFunction> all) {
        all.add(function(Category.MATHEMATICS, "isnan")
                .takes(ResultTypes.BOOLEAN, NUMERIC)
                .says("Whether a number is NaN.", "isnan(CAST('NaN' AS DOUBLE)) = true")
                .by(site ->
                        RowFunctions.test(site, (arguments, row) -> Double.isNaN(ofFloating(site, arguments, row)))));
        all.add(function(Category.MATHEMATICS, "isinf")
                .takes(ResultTypes.BOOLEAN, NUMERIC)
                .says("Whether a number is infinite.", "isinf(CAST('-Infinity' AS DOUBLE)) = true")
                .by(site -> RowFunctions.test(
                        site, (arguments, row) -> Double.isInfinite(ofFloating(site, arguments, row)))));
        all.add(function(Category.MATHEMATICS, "isfinite")
                .takes(ResultTypes.BOOLEAN, NUMERIC)
                .takes(ResultTypes.BOOLEAN, TypeFamily.DATE)
                .takes(ResultTypes.BOOLEAN, TypeFamily.TIMESTAMP)
                .takes(ResultTypes.BOOLEAN, TypeFamily.TIMESTAMP_WITH_TIME_ZONE)
                .says(
                        "Whether a number is neither NaN nor infinite; dates and timestamps always are.",
                        "isfinite(1.5) = true")
                .by(site -> RowFunctions.test(
                        site, (arguments, row) -> Double.isFinite(ofFloating(site, arguments, row)))));
    }

    /** 0 for types that have no such values. */
    private static double ofFloating(CallSite site, RowArguments arguments, int row) {
        PhysicalKind kind = site.argument(0).physicalKind();
        return kind == PhysicalKind.FLOAT64 || kind == PhysicalKind.FLOAT32 ? arguments.floating(0, row) : 0;
    }
}
