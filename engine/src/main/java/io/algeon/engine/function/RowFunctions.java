package io.algeon.engine.function;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.metadata.type.PhysicalKind;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Loops for functions whose work for a row costs more than a call: strings and patterns. The body is asked only for rows
 * without NULLs, and may raise errors.
 */
final class RowFunctions {
    private RowFunctions() {}

    /** Appends the result of a row to the text. */
    @FunctionalInterface
    interface TextBody {
        void write(RowArguments arguments, int row, TextBuffer out);
    }

    /** Gives the integer result of a row. */
    @FunctionalInterface
    interface LongBody {
        long of(RowArguments arguments, int row);
    }

    /** Appends the result of a row to the text; false if the result is NULL. */
    @FunctionalInterface
    interface NullableTextBody {
        boolean write(RowArguments arguments, int row, TextBuffer out);
    }

    /** Gives the floating-point result of a row. */
    @FunctionalInterface
    interface DoubleBody {
        double of(RowArguments arguments, int row);
    }

    /** Gives the exact result of a row, of the result type's scale or less; null if it is NULL. */
    @FunctionalInterface
    interface ExactBody {
        @Nullable
        BigDecimal of(RowArguments arguments, int row);
    }

    /** Decides a row. */
    @FunctionalInterface
    interface TestBody {
        boolean holds(RowArguments arguments, int row);
    }

    static VectorFunction text(CallSite site, TextBody body) {
        return new TextFunction(site, body);
    }

    static VectorFunction number(CallSite site, LongBody body) {
        return new LongFunction(site, body);
    }

    /** For functions that are NULL if an argument is, and for other rows where the body says so. */
    static VectorFunction nullableText(CallSite site, NullableTextBody body) {
        RowArguments arguments = new RowArguments(site);
        TextBuffer out = new TextBuffer();
        Buffers buffers = new Buffers();
        return (vectors, rows) -> {
            BytesVector result = buffers.bytes(rows);
            int[] offsets = result.offsets();
            arguments.of(vectors, rows);
            out.clear();
            offsets[0] = 0;
            for (int row = 0; row < rows; row++) {
                if (!arguments.isValid(row) || !body.write(arguments, row, out)) {
                    result.setNull(row, rows);
                }
                offsets[row + 1] = out.length();
            }
            result.setData(out.bytes());
            return result;
        };
    }

    static VectorFunction floating(CallSite site, DoubleBody body) {
        RowArguments arguments = new RowArguments(site);
        Buffers buffers = new Buffers();
        return (vectors, rows) -> {
            DoubleVector result = buffers.doubles(rows);
            arguments.of(vectors, rows);
            for (int row = 0; row < rows; row++) {
                if (arguments.isValid(row)) {
                    result.values()[row] = body.of(arguments, row);
                }
            }
            return result;
        };
    }

    /** For functions that are NULL if an argument is, and for other rows where the body says so; the result is exact. */
    static VectorFunction exact(CallSite site, ExactBody body) {
        RowArguments arguments = new RowArguments(site);
        ExactResults results = new ExactResults(site);
        return (vectors, rows) -> {
            arguments.of(vectors, rows);
            results.begin(rows);
            for (int row = 0; row < rows; row++) {
                results.set(row, arguments.isValid(row) ? body.of(arguments, row) : null);
            }
            return results.vector();
        };
    }

    static VectorTest test(CallSite site, TestBody body) {
        return new RowTest(site, body);
    }

    private static final class TextFunction implements VectorFunction {
        private final RowArguments arguments;
        private final TextBody body;
        private final TextBuffer out = new TextBuffer();
        private final Buffers buffers = new Buffers();

        TextFunction(CallSite site, TextBody body) {
            this.arguments = new RowArguments(site);
            this.body = body;
        }

        @Override
        public ColumnVector apply(ColumnVector[] vectors, int rows) {
            BytesVector result = buffers.bytes(rows);
            int[] offsets = result.offsets();
            arguments.of(vectors, rows);
            out.clear();
            offsets[0] = 0;
            for (int row = 0; row < rows; row++) {
                if (arguments.isValid(row)) {
                    body.write(arguments, row, out);
                }
                offsets[row + 1] = out.length();
            }
            result.setData(out.bytes());
            return result;
        }
    }

    private static final class LongFunction implements VectorFunction {
        private final RowArguments arguments;
        private final LongBody body;
        private final boolean toInt;
        private final Buffers buffers = new Buffers();

        LongFunction(CallSite site, LongBody body) {
            this.arguments = new RowArguments(site);
            this.body = body;
            this.toInt = site.result().physicalKind() == PhysicalKind.INT32;
        }

        @Override
        public ColumnVector apply(ColumnVector[] vectors, int rows) {
            arguments.of(vectors, rows);
            IntVector ints = buffers.ints(toInt ? rows : 0);
            LongVector longs = buffers.longs(toInt ? 0 : rows);
            for (int row = 0; row < rows; row++) {
                if (arguments.isValid(row)) {
                    long value = body.of(arguments, row);
                    if (toInt) {
                        ints.values()[row] = Math.toIntExact(value);
                    } else {
                        longs.values()[row] = value;
                    }
                }
            }
            return toInt ? ints : longs;
        }
    }

    private static final class RowTest implements VectorTest {
        private final RowArguments arguments;
        private final TestBody body;
        private final boolean wanted;

        RowTest(CallSite site, TestBody body) {
            this.arguments = new RowArguments(site);
            this.body = body;
            this.wanted = !site.negated();
        }

        @Override
        public int select(ColumnVector[] vectors, int rows, int[] selected) {
            arguments.of(vectors, rows);
            int count = 0;
            for (int row = 0; row < rows; row++) {
                if (arguments.isValid(row) && body.holds(arguments, row) == wanted) {
                    selected[count++] = row;
                }
            }
            return count;
        }

        @Override
        public int refine(ColumnVector[] vectors, int[] candidates, int rowCount) {
            arguments.of(vectors, rowCount == 0 ? 0 : candidates[rowCount - 1] + 1);
            int count = 0;
            for (int i = 0; i < rowCount; i++) {
                int row = candidates[i];
                if (arguments.isValid(row) && body.holds(arguments, row) == wanted) {
                    candidates[count++] = row;
                }
            }
            return count;
        }
    }
}
