package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;
import static io.algeon.engine.function.TypeFamily.DATE;
import static io.algeon.engine.function.TypeFamily.INTEGER;
import static io.algeon.engine.function.TypeFamily.INTERVAL_DAY_SECOND;
import static io.algeon.engine.function.TypeFamily.INTERVAL_YEAR_MONTH;
import static io.algeon.engine.function.TypeFamily.TIMESTAMP;

import io.algeon.engine.arithmetic.CivilCalendar;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.ListVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.function.ScalarFunction.Category;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Arrays of numbers, dates or timestamps that lie equally far apart; in FROM they are rows. */
final class SeriesFunctions {
    /** Elements of one array, so that a mistyped bound does not fill the heap. */
    private static final int MAX_ELEMENTS = 1 << 24;

    private SeriesFunctions() {}

    static List<ScalarFunction> all() {
        List<ScalarFunction> all = new ArrayList<>();
        for (String name : List.of("generate_series", "range")) {
            boolean inclusive = name.equals("generate_series");
            ResultRule numbers = arguments -> SqlTypes.array(ResultTypes.common(arguments));
            ResultRule times = arguments -> SqlTypes.array(arguments.get(0));
            FunctionBuilder builder = function(Category.NESTED, name)
                    .takes(numbers, INTEGER, INTEGER)
                    .takes(numbers, INTEGER, INTEGER, INTEGER)
                    .takes(times, DATE, DATE)
                    .takes(times, DATE, DATE, INTEGER)
                    .takes(times, TIMESTAMP, TIMESTAMP, INTERVAL_DAY_SECOND)
                    .takes(times, TIMESTAMP, TIMESTAMP, INTERVAL_YEAR_MONTH);
            if (!inclusive) {
                builder.takes(numbers, INTEGER);
            }
            all.add(builder.handlesNulls()
                    .fallible()
                    .expensive()
                    .says(
                            inclusive
                                    ? "The values from the first to the second, both included, so far apart as the third says (1,"
                                            + " a day); in FROM, a row for each."
                                    : "As generate_series, but without the second value; from 0 with one argument.",
                            inclusive ? "generate_series(1, 7, 3) = ARRAY[1, 4, 7]" : "range(3) = ARRAY[0, 1, 2]")
                    .by(site -> bind(site, inclusive)));
        }
        return all;
    }

    private static VectorFunction bind(CallSite site, boolean inclusive) {
        SqlType element = site.result().fields().get(0).type();
        boolean months = site.argumentCount() == 3 && site.argument(2).kind() == TypeKind.INTERVAL_YEAR_MONTH;
        boolean interval = site.argumentCount() == 3 && site.argument(2).kind().isInterval();
        long unitsPerStep = interval && !months ? element.unitsPerSecond() / CivilCalendar.MICROS_PER_SECOND : 1;
        boolean ints = element.physicalKind() == io.algeon.metadata.type.PhysicalKind.INT32;
        RowArguments arguments = new RowArguments(site);
        return (vectors, rows) -> {
            arguments.of(vectors, rows);
            int[] offsets = new int[rows + 1];
            Values values = new Values();
            boolean[] missing = new boolean[rows];
            for (int row = 0; row < rows; row++) {
                missing[row] = !arguments.isValid(row);
                if (!missing[row]) {
                    boolean single = arguments.count() == 1;
                    long from = single ? 0 : arguments.number(0, row);
                    long to = arguments.number(single ? 0 : 1, row);
                    long step = arguments.count() == 3 ? arguments.number(2, row) * unitsPerStep : 1;
                    fill(values, from, to, step, inclusive, months ? element : null, site.function());
                }
                offsets[row + 1] = values.count;
            }
            ListVector result = new ListVector(offsets, values.vector(ints));
            for (int row = 0; row < rows; row++) {
                if (missing[row]) {
                    result.setNull(row, rows);
                }
            }
            return result;
        };
    }

    private static void fill(
            Values values,
            long from,
            long to,
            long step,
            boolean inclusive,
            @org.jspecify.annotations.Nullable SqlType byMonths,
            String name) {
        if (step == 0) {
            throw Failures.invalidArgument("The step of " + name + " is 0; it would never end.");
        }
        int before = values.count;
        long value = from;
        while (step > 0 ? value < to || inclusive && value == to : value > to || inclusive && value == to) {
            if (values.count - before == MAX_ELEMENTS) {
                throw Failures.invalidArgument(
                        name + " from " + from + " to " + to + " would make more than " + MAX_ELEMENTS
                                + " elements. In FROM, with whole numbers as bounds, it can make any number of rows.");
            }
            values.add(value);
            long following = byMonths == null ? value + step : addMonths(value, step, byMonths);
            if (step > 0 ? following <= value : following >= value) {
                break;
            }
            value = following;
        }
    }

    private static long addMonths(long timestamp, long months, SqlType type) {
        long unitsPerDay = type.unitsPerSecond() * CivilCalendar.SECONDS_PER_DAY;
        long days = CivilCalendar.addMonths(Math.floorDiv(timestamp, unitsPerDay), months);
        return days * unitsPerDay + Math.floorMod(timestamp, unitsPerDay);
    }

    /** Numbers of all arrays of a batch. */
    private static final class Values {
        private long[] numbers = new long[64];
        private int count;

        void add(long number) {
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, Math.multiplyExact(count, 2));
            }
            numbers[count++] = number;
        }

        ColumnVector vector(boolean ints) {
            if (!ints) {
                LongVector vector = new LongVector(Math.max(count, 1));
                System.arraycopy(numbers, 0, vector.values(), 0, count);
                return vector;
            }
            IntVector vector = new IntVector(Math.max(count, 1));
            for (int i = 0; i < count; i++) {
                vector.values()[i] = (int) numbers[i];
            }
            return vector;
        }
    }
}
