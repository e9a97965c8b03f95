package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;
import static io.algeon.engine.function.TypeFamily.ANY;
import static io.algeon.engine.function.TypeFamily.DATE;
import static io.algeon.engine.function.TypeFamily.DECIMAL;
import static io.algeon.engine.function.TypeFamily.EXACT;
import static io.algeon.engine.function.TypeFamily.FLOATING;
import static io.algeon.engine.function.TypeFamily.INTEGER;
import static io.algeon.engine.function.TypeFamily.INTERVAL_DAY_SECOND;
import static io.algeon.engine.function.TypeFamily.INTERVAL_YEAR_MONTH;
import static io.algeon.engine.function.TypeFamily.NUMERIC;
import static io.algeon.engine.function.TypeFamily.TIME;
import static io.algeon.engine.function.TypeFamily.TIMESTAMP;
import static io.algeon.engine.function.TypeFamily.TIMESTAMP_WITH_TIME_ZONE;

import io.algeon.engine.function.ScalarFunction.Category;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.List;

/** Registry entries of the operators: comparison, logic and arithmetic. */
final class OperatorFunctions {
    private static final ResultRule INTERVAL_SECONDS = arguments -> SqlTypes.INTERVAL_DAY_SECOND;

    private OperatorFunctions() {}

    static List<ScalarFunction> all() {
        List<ScalarFunction> all = new ArrayList<>();
        comparisons(all);
        logic(all);
        arithmetic(all);
        return all;
    }

    private static void comparisons(List<ScalarFunction> all) {
        String[] symbols = {"=", "<>", "<", "<=", ">", ">="};
        for (Comparison comparison : Comparison.values()) {
            String symbol = symbols[comparison.ordinal()];
            all.add(function(Category.COMPARISON, comparison.functionName())
                    .takes(ResultTypes.BOOLEAN, ANY, ANY)
                    .says(
                            "Whether the left operand is " + symbol + " the right one; NaN equals NaN and exceeds all.",
                            "1 " + symbol + " 2 = " + comparison.holds(-1))
                    .by(ComparisonTests::bind));
        }
        for (String name : List.of("is_distinct_from", "is_not_distinct_from")) {
            all.add(function(Category.COMPARISON, name)
                    .takes(ResultTypes.BOOLEAN, ANY, ANY)
                    .handlesNulls()
                    .says(
                            "Whether the operands differ (are the same), NULL being equal to NULL.",
                            "1 " + name.replace('_', ' ').toUpperCase(java.util.Locale.ROOT) + " NULL = "
                                    + !name.contains("not"))
                    .by(LogicFunctions::distinct));
        }
    }

    private static void logic(List<ScalarFunction> all) {
        all.add(function(Category.LOGIC, "not")
                .takes(ResultTypes.BOOLEAN, TypeFamily.BOOLEAN)
                .says("The opposite truth value.", "NOT true = false")
                .by(LogicFunctions::not));
        for (String name : List.of("is_null", "is_not_null")) {
            all.add(function(Category.LOGIC, name)
                    .takes(ResultTypes.BOOLEAN, ANY)
                    .handlesNulls()
                    .says("Whether the operand is (not) NULL.", "1 IS NULL = false")
                    .by(LogicFunctions::isNull));
        }
        for (String name : List.of("is_true", "is_false", "is_not_true", "is_not_false")) {
            all.add(function(Category.LOGIC, name)
                    .takes(ResultTypes.BOOLEAN, TypeFamily.BOOLEAN)
                    .handlesNulls()
                    .says("Whether the operand has (not) that truth value; never NULL.", "NULL IS NOT TRUE = true")
                    .by(LogicFunctions::isTruth));
        }
    }

    private static void arithmetic(List<ScalarFunction> all) {
        all.add(numeric("add", "Sum; a date or time plus an interval; a date plus days.", "2 + 3 = 5")
                .takes(ResultTypes.FIRST, DATE, INTEGER)
                .takes(ResultTypes.SECOND, INTEGER, DATE)
                .takes(ResultTypes.FIRST, DATE, INTERVAL_YEAR_MONTH)
                .takes(ResultTypes.SECOND, INTERVAL_YEAR_MONTH, DATE)
                .takes(ResultTypes.FIRST, DATE, INTERVAL_DAY_SECOND)
                .takes(ResultTypes.SECOND, INTERVAL_DAY_SECOND, DATE)
                .takes(ResultTypes.FIRST, TIME, INTERVAL_DAY_SECOND)
                .takes(ResultTypes.SECOND, INTERVAL_DAY_SECOND, TIME)
                .takes(ResultTypes.FIRST, TIMESTAMP, INTERVAL_YEAR_MONTH)
                .takes(ResultTypes.SECOND, INTERVAL_YEAR_MONTH, TIMESTAMP)
                .takes(ResultTypes.FIRST, TIMESTAMP, INTERVAL_DAY_SECOND)
                .takes(ResultTypes.SECOND, INTERVAL_DAY_SECOND, TIMESTAMP)
                .takes(ResultTypes.FIRST, TIMESTAMP_WITH_TIME_ZONE, INTERVAL_YEAR_MONTH)
                .takes(ResultTypes.SECOND, INTERVAL_YEAR_MONTH, TIMESTAMP_WITH_TIME_ZONE)
                .takes(ResultTypes.FIRST, TIMESTAMP_WITH_TIME_ZONE, INTERVAL_DAY_SECOND)
                .takes(ResultTypes.SECOND, INTERVAL_DAY_SECOND, TIMESTAMP_WITH_TIME_ZONE)
                .takes(ResultTypes.FIRST, INTERVAL_YEAR_MONTH, INTERVAL_YEAR_MONTH)
                .takes(ResultTypes.FIRST, INTERVAL_DAY_SECOND, INTERVAL_DAY_SECOND)
                .by(OperatorFunctions::bindArithmetic));
        all.add(numeric("subtract", "Difference; days between dates; an interval between timestamps.", "5 - 3 = 2")
                .takes(ResultTypes.FIRST, DATE, INTEGER)
                .takes(ResultTypes.INTEGER, DATE, DATE)
                .takes(ResultTypes.FIRST, DATE, INTERVAL_YEAR_MONTH)
                .takes(ResultTypes.FIRST, DATE, INTERVAL_DAY_SECOND)
                .takes(ResultTypes.FIRST, TIME, INTERVAL_DAY_SECOND)
                .takes(INTERVAL_SECONDS, TIME, TIME)
                .takes(ResultTypes.FIRST, TIMESTAMP, INTERVAL_YEAR_MONTH)
                .takes(ResultTypes.FIRST, TIMESTAMP, INTERVAL_DAY_SECOND)
                .takes(INTERVAL_SECONDS, TIMESTAMP, TIMESTAMP)
                .takes(ResultTypes.FIRST, TIMESTAMP_WITH_TIME_ZONE, INTERVAL_YEAR_MONTH)
                .takes(ResultTypes.FIRST, TIMESTAMP_WITH_TIME_ZONE, INTERVAL_DAY_SECOND)
                .takes(INTERVAL_SECONDS, TIMESTAMP_WITH_TIME_ZONE, TIMESTAMP_WITH_TIME_ZONE)
                .takes(ResultTypes.FIRST, INTERVAL_YEAR_MONTH, INTERVAL_YEAR_MONTH)
                .takes(ResultTypes.FIRST, INTERVAL_DAY_SECOND, INTERVAL_DAY_SECOND)
                .by(OperatorFunctions::bindArithmetic));
        all.add(numeric("multiply", "Product; an interval times a number.", "2 * 3 = 6")
                .takes(ResultTypes.FIRST, INTERVAL_YEAR_MONTH, NUMERIC)
                .takes(ResultTypes.SECOND, NUMERIC, INTERVAL_YEAR_MONTH)
                .takes(ResultTypes.FIRST, INTERVAL_DAY_SECOND, NUMERIC)
                .takes(ResultTypes.SECOND, NUMERIC, INTERVAL_DAY_SECOND)
                .by(OperatorFunctions::bindArithmetic));
        all.add(numeric(
                        "divide",
                        "Quotient; truncated for integers, at least 6 decimal places for decimals.",
                        "7 / 2 = 3")
                .takes(ResultTypes.FIRST, INTERVAL_YEAR_MONTH, NUMERIC)
                .takes(ResultTypes.FIRST, INTERVAL_DAY_SECOND, NUMERIC)
                .by(OperatorFunctions::bindArithmetic));
        all.add(numeric("modulo", "Remainder of the truncated quotient, with the sign of the dividend.", "7 % 3 = 1")
                .by(OperatorFunctions::bindArithmetic));
        all.add(function(Category.ARITHMETIC, "negate")
                .takes(ResultTypes.FIRST, NUMERIC)
                .takes(ResultTypes.FIRST, INTERVAL_YEAR_MONTH)
                .takes(ResultTypes.FIRST, INTERVAL_DAY_SECOND)
                .fallible()
                .says("The number with the opposite sign.", "-(5) = -5")
                .by(OperatorFunctions::bindArithmetic));
    }

    private static FunctionBuilder numeric(String name, String description, String example) {
        return function(Category.ARITHMETIC, name)
                .takes(ResultTypes.COMMON, INTEGER, INTEGER)
                .takes(arguments -> decimalResult(name, arguments.get(0), arguments.get(1)), DECIMAL, EXACT)
                .takes(arguments -> decimalResult(name, arguments.get(0), arguments.get(1)), EXACT, DECIMAL)
                .takes(ResultTypes.COMMON, FLOATING, FLOATING)
                .fallible()
                .says(description, example);
    }

    /** Result types of decimal arithmetic: exact while 38 digits suffice, then the scale gives way, to 6 at least. */
    static SqlType decimalResult(String function, SqlType left, SqlType right) {
        int leftWhole = left.wholeDigits();
        int rightWhole = right.wholeDigits();
        int scale;
        int whole;
        switch (function) {
            case "multiply" -> {
                scale = left.scale() + right.scale();
                whole = leftWhole + rightWhole;
            }
            case "divide" -> {
                scale = Math.max(6, left.scale() + right.scale());
                whole = leftWhole + right.scale();
            }
            case "modulo" -> {
                scale = Math.max(left.scale(), right.scale());
                whole = Math.min(leftWhole, rightWhole);
            }
            default -> {
                scale = Math.max(left.scale(), right.scale());
                whole = Math.max(leftWhole, rightWhole) + 1;
            }
        }
        int max = SqlType.MAX_DECIMAL_PRECISION;
        if (whole + scale > max) {
            scale = Math.max(Math.min(scale, 6), max - whole);
        }
        scale = Math.min(scale, max);
        return SqlTypes.decimal(Math.max(1, Math.min(max, whole + scale)), scale);
    }

    private static FunctionImplementation bindArithmetic(CallSite site) {
        for (SqlType argument : site.arguments()) {
            if (argument.kind().isDateTime() || argument.kind().isInterval()) {
                return site.argumentCount() == 1 ? IntegerArithmetic.bind(site) : TemporalArithmetic.bind(site);
            }
        }
        TypeKind kind = site.result().kind();
        if (kind.isFloating()) {
            return FloatingArithmetic.bind(site);
        }
        return kind == TypeKind.DECIMAL ? DecimalArithmetic.bind(site) : IntegerArithmetic.bind(site);
    }
}
