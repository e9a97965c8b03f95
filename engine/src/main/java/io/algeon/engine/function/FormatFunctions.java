package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;

import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.FloatVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.function.ScalarFunction.Category;
import io.algeon.metadata.type.SqlTypes;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;

/** TO_CHAR, TO_DATE, TO_TIMESTAMP and TO_NUMBER, in PostgreSQL's pattern language. */
final class FormatFunctions {
    private static final int NUMBER_DIGITS = 38;
    private static final int NUMBER_SCALE = 10;

    private FormatFunctions() {}

    static List<ScalarFunction> all() {
        return List.of(
                function(Category.STRING, "to_char")
                        .takes(ResultTypes.VARCHAR, TypeFamily.DATE, TypeFamily.CHARACTER)
                        .takes(ResultTypes.VARCHAR, TypeFamily.TIMESTAMP, TypeFamily.CHARACTER)
                        .takes(ResultTypes.VARCHAR, TypeFamily.TIMESTAMP_WITH_TIME_ZONE, TypeFamily.CHARACTER)
                        .takes(ResultTypes.VARCHAR, TypeFamily.TIME, TypeFamily.CHARACTER)
                        .takes(ResultTypes.VARCHAR, TypeFamily.EXACT, TypeFamily.CHARACTER)
                        .takes(ResultTypes.VARCHAR, TypeFamily.FLOATING, TypeFamily.CHARACTER)
                        .expensive()
                        .says(
                                "A date, time or number as text, by a pattern such as 'YYYY-MM-DD HH24:MI' or '9,990.00'.",
                                "to_char(DATE '2024-02-29', 'DD Mon YYYY') = '29 Feb 2024'")
                        .by(FormatFunctions::toChar),
                function(Category.DATETIME, "to_date")
                        .takes(ResultTypes.DATE, TypeFamily.CHARACTER, TypeFamily.CHARACTER)
                        .fallible()
                        .expensive()
                        .says(
                                "The date that a text gives by a pattern.",
                                "to_date('29 Feb 2024', 'DD Mon YYYY') = DATE '2024-02-29'")
                        .by(DateTimeReader::bind),
                function(Category.STRING, "to_number")
                        .takes(
                                arguments -> SqlTypes.decimal(NUMBER_DIGITS, NUMBER_SCALE),
                                TypeFamily.CHARACTER,
                                TypeFamily.CHARACTER)
                        .fallible()
                        .expensive()
                        .says(
                                "The number that a text gives by a pattern, with ten fractional digits.",
                                "to_number('12,454.8-', '99G999D9S') = -12454.8")
                        .by(FormatFunctions::toNumber));
    }

    private static VectorFunction toChar(CallSite site) {
        if (!site.argument(0).kind().isNumeric()) {
            return RowFunctions.text(site, new DateTimeWriter(site));
        }
        NumberPattern[] last = new NumberPattern[1];
        String[] text = {""};
        return RowFunctions.text(site, (arguments, row, out) -> {
            String pattern = arguments.text(1).string(row);
            if (last[0] == null || !pattern.equals(text[0])) {
                text[0] = pattern;
                last[0] = new NumberPattern(pattern);
            }
            ColumnVector vector = arguments.vector(0);
            double floating = vector instanceof DoubleVector doubles
                    ? doubles.values()[row]
                    : vector instanceof FloatVector floats ? floats.values()[row] : 0;
            if (Double.isNaN(floating) || Double.isInfinite(floating)) {
                out.append(Double.isNaN(floating) ? "NaN" : floating > 0 ? "Infinity" : "-Infinity");
            } else {
                last[0].write(arguments.decimal(0, row), out);
            }
        });
    }

    private static VectorFunction toNumber(CallSite site) {
        RowArguments texts = new RowArguments(site);
        Buffers buffers = new Buffers();
        return (arguments, rows) -> {
            texts.of(arguments, rows);
            Int128Vector result = buffers.wides(rows);
            for (int row = 0; row < rows; row++) {
                if (texts.isValid(row)) {
                    String text = texts.text(0).string(row);
                    BigInteger unscaled = NumberPattern.read(text, texts.text(1).string(row))
                            .setScale(NUMBER_SCALE, RoundingMode.HALF_UP)
                            .unscaledValue();
                    if (unscaled.bitLength() > 126) {
                        throw Failures.outOfRange("to_number('" + text + "')", site.result());
                    }
                    result.high()[row] = Int128.high(unscaled);
                    result.low()[row] = Int128.low(unscaled);
                }
            }
            return result;
        };
    }
}
