package io.algeon.engine.function;

import io.algeon.engine.batch.BooleanVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Validity;
import io.algeon.metadata.type.TypeKind;

/** NOT, tests for NULL and truth values, and NULL-aware equality, on words of bits. */
final class LogicFunctions {
    private LogicFunctions() {}

    static VectorFunction not(CallSite site) {
        Buffers buffers = new Buffers();
        return (arguments, rows) -> {
            BooleanVector result = buffers.booleans(rows);
            long[] in = ((BooleanVector) arguments[0]).bits();
            long[] out = result.bits();
            for (int i = 0; i < Validity.words(rows); i++) {
                out[i] = ~in[i];
            }
            return result;
        };
    }

    /** {@code is_null} and {@code is_not_null}. */
    static VectorFunction isNull(CallSite site) {
        boolean wanted = site.function().equals("is_null");
        Buffers buffers = new Buffers();
        return (arguments, rows) -> {
            BooleanVector result = buffers.booleans(rows);
            long[] out = result.bits();
            ColumnVector argument = arguments[0];
            if (!argument.mayHaveNulls()) {
                java.util.Arrays.fill(out, 0, Validity.words(rows), wanted ? 0L : -1L);
                return result;
            }
            long[] validity = argument.validity();
            for (int i = 0; i < Validity.words(rows); i++) {
                out[i] = wanted ? ~validity[i] : validity[i];
            }
            return result;
        };
    }

    /** {@code is_true}, {@code is_false}, {@code is_not_true}, {@code is_not_false}. */
    static VectorFunction isTruth(CallSite site) {
        boolean truth = site.function().endsWith("true");
        boolean inverted = site.function().startsWith("is_not");
        Buffers buffers = new Buffers();
        return (arguments, rows) -> {
            BooleanVector result = buffers.booleans(rows);
            long[] out = result.bits();
            BooleanVector argument = (BooleanVector) arguments[0];
            long[] in = argument.bits();
            long[] validity = argument.mayHaveNulls() ? argument.validity() : null;
            for (int i = 0; i < Validity.words(rows); i++) {
                long is = (truth ? in[i] : ~in[i]) & (validity == null ? -1L : validity[i]);
                out[i] = inverted ? ~is : is;
            }
            return result;
        };
    }

    /** {@code is_distinct_from} and {@code is_not_distinct_from}. */
    static VectorFunction distinct(CallSite site) {
        boolean inverted = site.function().equals("is_not_distinct_from");
        VectorTest equal = ComparisonTests.bind(Comparison.EQUAL, site);
        boolean bareNull =
                site.argument(0).kind() == TypeKind.NULL || site.argument(1).kind() == TypeKind.NULL;
        Buffers buffers = new Buffers();
        int[][] selected = {new int[io.algeon.engine.batch.Batch.ROWS]};
        return (arguments, rows) -> {
            BooleanVector result = buffers.booleans(rows);
            if (selected[0].length < rows) {
                selected[0] = new int[rows];
            }
            long[] out = result.bits();
            Validity.clearAll(out, rows);
            int count = bareNull ? 0 : equal.select(arguments, rows, selected[0]);
            for (int i = 0; i < count; i++) {
                Validity.set(out, selected[0][i]);
            }
            ColumnVector left = arguments[0];
            ColumnVector right = arguments[1];
            for (int i = 0; i < Validity.words(rows); i++) {
                long l = left.mayHaveNulls() ? left.validity()[i] : -1L;
                long r = right.mayHaveNulls() ? right.validity()[i] : -1L;
                long same = out[i] & l & r | ~l & ~r;
                out[i] = inverted ? same : ~same;
            }
            return result;
        };
    }
}
