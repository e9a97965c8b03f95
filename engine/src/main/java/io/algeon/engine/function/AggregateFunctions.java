package io.algeon.engine.function;

import io.algeon.metadata.type.SqlTypes;
import java.util.List;

/** The aggregates' entries of the registry. */
final class AggregateFunctions {
    private AggregateFunctions() {}

    static List<AggregateFunction> all() {
        Signature exactToDecimal = Signature.of(ResultTypes.AVERAGE_EXACT, TypeFamily.EXACT);
        Signature numericToDouble = Signature.of(ResultTypes.DOUBLE, TypeFamily.NUMERIC);
        Signature any = Signature.of(ResultTypes.FIRST, TypeFamily.ANY);
        Signature bool = Signature.of(ResultTypes.BOOLEAN, TypeFamily.BOOLEAN);
        Signature bits = Signature.of(ResultTypes.FIRST, TypeFamily.INTEGER);
        return List.of(
                new AggregateFunction(
                        "count",
                        List.of(
                                new Signature(List.of(), false, ResultTypes.BIGINT),
                                Signature.of(ResultTypes.BIGINT, TypeFamily.ANY)),
                        false,
                        "Number of rows, or of rows where the argument is not NULL.",
                        "count(*)"),
                unordered(
                        "sum",
                        "Sum; exact for integers and decimals.",
                        Signature.of(ResultTypes.SUM_EXACT, TypeFamily.EXACT),
                        Signature.of(ResultTypes.FIRST, TypeFamily.FLOATING),
                        Signature.of(ResultTypes.FIRST, TypeFamily.INTERVAL_YEAR_MONTH),
                        Signature.of(ResultTypes.FIRST, TypeFamily.INTERVAL_DAY_SECOND)),
                unordered("avg", "Mean; an exact decimal for integers and decimals.", exactToDecimal, numericToDouble),
                unordered("min", "Smallest value.", any),
                unordered("max", "Largest value.", any),
                unordered("single_value", "The only value; an error if there are several rows.", any),
                unordered("any_value", "Some value of the group.", any),
                unordered("bool_and", "Whether all values are true.", bool),
                unordered("bool_or", "Whether a value is true.", bool),
                unordered("bit_and", "Bitwise AND of the values.", bits),
                unordered("bit_or", "Bitwise OR of the values.", bits),
                unordered("bit_xor", "Bitwise exclusive OR of the values.", bits),
                unordered("stddev_pop", "Population standard deviation.", numericToDouble),
                unordered("stddev_samp", "Sample standard deviation; NULL for one value.", numericToDouble),
                unordered("var_pop", "Population variance.", numericToDouble),
                unordered("var_samp", "Sample variance; NULL for one value.", numericToDouble),
                unordered("covar_pop", "Population covariance.", twoNumbers()),
                unordered("covar_samp", "Sample covariance; NULL for one pair.", twoNumbers()),
                unordered("corr", "Correlation coefficient.", twoNumbers()),
                unordered(
                        "regr_count",
                        "Number of pairs without NULL.",
                        Signature.of(ResultTypes.BIGINT, TypeFamily.NUMERIC, TypeFamily.NUMERIC)),
                unordered("regr_slope", "Slope of the line of least squares.", twoNumbers()),
                unordered("regr_intercept", "Where the line of least squares meets the y axis.", twoNumbers()),
                unordered("regr_r2", "Square of the correlation coefficient.", twoNumbers()),
                unordered("regr_avgx", "Mean of x in pairs without NULL.", twoNumbers()),
                unordered("regr_avgy", "Mean of y in pairs without NULL.", twoNumbers()),
                unordered("regr_sxx", "Sum of squares of the deviations of x.", twoNumbers()),
                unordered("regr_syy", "Sum of squares of the deviations of y.", twoNumbers()),
                unordered("regr_sxy", "Sum of products of the deviations of x and y.", twoNumbers()),
                unordered("median", "Middle value, or the mean of the two.", numericToDouble),
                unordered("mode", "Most frequent value, the smallest of several.", any),
                ordered(
                        "percentile_cont",
                        "Value at a fraction of the order, between two values if need be.",
                        "percentile_cont(0.5) WITHIN GROUP (ORDER BY price)",
                        twoNumbers()),
                ordered(
                        "percentile_disc",
                        "First value at or after a fraction of the order.",
                        "percentile_disc(0.5) WITHIN GROUP (ORDER BY price)",
                        Signature.of(ResultTypes.SECOND, TypeFamily.NUMERIC, TypeFamily.ANY)),
                ordered(
                        "array_agg",
                        "The values, NULLs too, as an array.",
                        "array_agg(name ORDER BY name)",
                        Signature.of(
                                arguments -> SqlTypes.array(arguments.get(0).withNullable(true)), TypeFamily.ANY)),
                new AggregateFunction(
                        "string_agg",
                        List.of(Signature.of(ResultTypes.VARCHAR, TypeFamily.CHARACTER, TypeFamily.CHARACTER)),
                        true,
                        "The values joined with a delimiter.",
                        "string_agg(name, ', ' ORDER BY name)"),
                unordered(
                        "approx_count_distinct",
                        "About the number of different values.",
                        Signature.of(ResultTypes.BIGINT, TypeFamily.ANY)));
    }

    private static Signature twoNumbers() {
        return Signature.of(ResultTypes.DOUBLE, TypeFamily.NUMERIC, TypeFamily.NUMERIC);
    }

    private static AggregateFunction ordered(String name, String description, String example, Signature signature) {
        return new AggregateFunction(name, List.of(signature), true, description, example);
    }

    private static AggregateFunction unordered(String name, String description, Signature... signatures) {
        String arguments = signatures[0].parameters().size() == 2 ? "(y, x)" : "(x)";
        return new AggregateFunction(name, List.of(signatures), false, description, name + arguments);
    }
}
