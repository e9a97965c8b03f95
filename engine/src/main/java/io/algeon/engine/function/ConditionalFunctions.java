package io.algeon.engine.function;

import static io.algeon.engine.function.FunctionBuilder.function;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.function.ScalarFunction.Category;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.List;

/** GREATEST and LEAST, which leave NULLs out as in PostgreSQL; NULLIF. */
final class ConditionalFunctions {
    private ConditionalFunctions() {}

    static List<ScalarFunction> all() {
        List<ScalarFunction> all = new ArrayList<>();
        for (String name : List.of("greatest", "least")) {
            all.add(function(Category.CONDITIONAL, name)
                    .takesMany(ResultTypes.COMMON, TypeFamily.ANY)
                    .handlesNulls()
                    .says(
                            "The " + (name.equals("least") ? "smallest" : "largest")
                                    + " argument that is not NULL; all have one type.",
                            name + "(1, 3, 2) = " + (name.equals("least") ? 1 : 3))
                    .by(ConditionalFunctions::extreme));
        }
        all.add(function(Category.CONDITIONAL, "nullif")
                .takes(ResultTypes.FIRST, TypeFamily.ANY, TypeFamily.ANY)
                .handlesNulls()
                .says("NULL if the arguments are equal, else the first one.", "nullif(1, 2) = 1")
                .by(ConditionalFunctions::nullIf));
        return all;
    }

    private static VectorFunction extreme(CallSite site) {
        int sign = site.function().equals("least") ? -1 : 1;
        SqlType type = site.result();
        int[][] chosen = {new int[0]};
        return (arguments, rows) -> {
            if (chosen[0].length < rows) {
                chosen[0] = new int[Math.max(rows, Batch.ROWS)];
            }
            int[] choice = chosen[0];
            for (int row = 0; row < rows; row++) {
                int best = 0;
                for (int i = 1; i < arguments.length; i++) {
                    if (arguments[i].isNull(row)) {
                        continue;
                    }
                    boolean better = arguments[best].isNull(row)
                            || sign * ValueOrder.compare(arguments[i], row, arguments[best], row, type) > 0;
                    best = better ? i : best;
                }
                choice[row] = best;
            }
            return Choice.of(arguments, choice, rows);
        };
    }

    private static VectorFunction nullIf(CallSite site) {
        VectorTest equal = ComparisonTests.bind(Comparison.EQUAL, site);
        int[][] selected = {new int[0]};
        return (arguments, rows) -> {
            if (selected[0].length < rows) {
                selected[0] = new int[Math.max(rows, Batch.ROWS)];
            }
            ColumnVector result = arguments[0].copy(rows);
            int count = equal.select(arguments, rows, selected[0]);
            for (int i = 0; i < count; i++) {
                int row = selected[0][i];
                if (!arguments[0].isNull(row) && !arguments[1].isNull(row)) {
                    result.setNull(row, rows);
                }
            }
            return result;
        };
    }
}
