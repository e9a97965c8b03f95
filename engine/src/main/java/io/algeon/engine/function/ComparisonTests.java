package io.algeon.engine.function;

import io.algeon.engine.arithmetic.FloatingOrder;
import io.algeon.engine.arithmetic.Int128;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Int128Vector;
import io.algeon.engine.batch.IntVector;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.TypeKind;
import java.math.BigInteger;

/**
 * The comparisons of all kinds as tests. A column against a constant is a range test; strings and binaries are compared as
 * unsigned bytes, which for UTF-8 is the order of code points.
 */
final class ComparisonTests {
    private ComparisonTests() {}

    /** Binds one of the six comparisons. */
    static VectorTest bind(CallSite site) {
        Comparison named = Comparison.of(site.function());
        if (named == null) {
            throw new IllegalArgumentException(site.function());
        }
        return bind(site.negated() ? named.negated() : named, site);
    }

    static VectorTest bind(Comparison comparison, CallSite site) {
        SqlType type = site.argument(0).kind() == TypeKind.NULL ? site.argument(1) : site.argument(0);
        if (site.isConstant(0) && !site.isConstant(1)) {
            return bindConstant(comparison.swapped(), type, site.constant(0), 1);
        }
        return bindConstant(comparison, type, site.constant(1), 0);
    }

    private static VectorTest bindConstant(
            Comparison comparison, SqlType type, @org.jspecify.annotations.Nullable Object constant, int column) {
        PhysicalKind kind = type.physicalKind();
        return switch (kind) {
            case INT32 ->
                constant instanceof Number number
                        ? range(comparison, number.longValue(), column, Integer.MIN_VALUE, Integer.MAX_VALUE, true)
                        : new TwoInts(comparison);
            case INT64 ->
                constant instanceof Number number
                        ? range(comparison, number.longValue(), column, Long.MIN_VALUE, Long.MAX_VALUE, false)
                        : new TwoLongs(comparison);
            case FLOAT32, FLOAT64 ->
                constant instanceof Number number
                        ? range(
                                comparison,
                                FloatingOrder.key(number.doubleValue()),
                                column,
                                Long.MIN_VALUE,
                                Long.MAX_VALUE,
                                false)
                        : new TwoLongs(comparison);
            case INT128 ->
                type.kind() != TypeKind.UUID && constant instanceof BigInteger number && number.bitLength() < Long.SIZE
                        ? new WideRange(
                                comparison,
                                number,
                                range(comparison, number.longValue(), column, Long.MIN_VALUE, Long.MAX_VALUE, false),
                                column)
                        : new ByOrder(
                                column == 0 ? comparison : comparison.swapped(),
                                new RowOrder.Wide(type.kind() == TypeKind.UUID));
            case BYTES ->
                constant != null && (comparison == Comparison.EQUAL || comparison == Comparison.NOT_EQUAL)
                        ? new BytesEqual(Constants.bytes(constant), comparison == Comparison.EQUAL, column)
                        : new ByOrder(column == 0 ? comparison : comparison.swapped(), new RowOrder.Bytes());
            case BOOLEAN -> new ByOrder(column == 0 ? comparison : comparison.swapped(), new RowOrder.Values(type));
            case LIST, ROW, MAP ->
                new ByOrder(column == 0 ? comparison : comparison.swapped(), new RowOrder.Values(type));
        };
    }

    /** The rows whose value, in column {@code column}, is in the comparison's range around a constant. */
    private static VectorTest range(
            Comparison comparison, long constant, int column, long min, long max, boolean ints) {
        boolean inside = comparison != Comparison.NOT_EQUAL;
        long low = min;
        long high = max;
        switch (comparison) {
            case EQUAL, NOT_EQUAL -> {
                low = constant;
                high = constant;
            }
            case LESS -> {
                high = constant == min ? max : constant - 1;
                inside = constant != min;
            }
            case LESS_OR_EQUAL -> high = constant;
            case GREATER -> {
                low = constant == max ? min : constant + 1;
                inside = constant != max;
            }
            case GREATER_OR_EQUAL -> low = constant;
        }
        return ints ? new IntRange((int) low, (int) high, inside, column) : new LongRange(low, high, inside, column);
    }

    /** {@code INT32} column in a range of constants. */
    record IntRange(int low, int high, boolean inside, int column) implements VectorTest {
        @Override
        public int select(ColumnVector[] arguments, int rows, int[] selected) {
            int[] values = ((IntVector) arguments[column]).values();
            return IntSelection.selectRange(values, rows, low, high, inside, selected);
        }

        @Override
        public int refine(ColumnVector[] arguments, int[] candidates, int count) {
            int[] values = ((IntVector) arguments[column]).values();
            return IntSelection.refineRange(values, low, high, inside, candidates, count);
        }
    }

    /** {@code INT64}, floating-point or narrow {@code INT128} column in a range of constants. */
    static final class LongRange implements VectorTest {
        private final long low;
        private final long high;
        private final boolean inside;
        private final int column;
        private final LongView view = new LongView();

        LongRange(long low, long high, boolean inside, int column) {
            this.low = low;
            this.high = high;
            this.inside = inside;
            this.column = column;
        }

        @Override
        public int select(ColumnVector[] arguments, int rows, int[] selected) {
            return LongSelection.selectRange(
                    required(view.of(arguments[column], rows)), rows, low, high, inside, selected);
        }

        @Override
        public int refine(ColumnVector[] arguments, int[] candidates, int count) {
            int rows = rowsOf(candidates, count);
            return LongSelection.refineRange(
                    required(view.of(arguments[column], rows)), low, high, inside, candidates, count);
        }
    }

    private static final class TwoInts implements VectorTest {
        private final Comparison comparison;

        TwoInts(Comparison comparison) {
            this.comparison = comparison;
        }

        @Override
        public int select(ColumnVector[] arguments, int rows, int[] selected) {
            int[] left = ((IntVector) arguments[0]).values();
            return IntSelection.select(comparison, left, ((IntVector) arguments[1]).values(), rows, selected);
        }

        @Override
        public int refine(ColumnVector[] arguments, int[] candidates, int count) {
            int[] left = ((IntVector) arguments[0]).values();
            return IntSelection.refine(comparison, left, ((IntVector) arguments[1]).values(), candidates, count);
        }
    }

    private static final class TwoLongs implements VectorTest {
        private final Comparison comparison;
        private final LongView leftView = new LongView();
        private final LongView rightView = new LongView();

        TwoLongs(Comparison comparison) {
            this.comparison = comparison;
        }

        @Override
        public int select(ColumnVector[] arguments, int rows, int[] selected) {
            long[] left = required(leftView.of(arguments[0], rows));
            return LongSelection.select(comparison, left, required(rightView.of(arguments[1], rows)), rows, selected);
        }

        @Override
        public int refine(ColumnVector[] arguments, int[] candidates, int count) {
            int rows = rowsOf(candidates, count);
            long[] left = required(leftView.of(arguments[0], rows));
            return LongSelection.refine(
                    comparison, left, required(rightView.of(arguments[1], rows)), candidates, count);
        }
    }

    /** {@code INT128} column against a constant that fits a {@code long}: a range test while the batch is narrow. */
    private static final class WideRange implements VectorTest {
        private final VectorTest narrow;
        private final Comparison comparison;
        private final long constant;
        private final int column;

        WideRange(Comparison comparison, BigInteger constant, VectorTest narrow, int column) {
            this.comparison = comparison;
            this.constant = constant.longValueExact();
            this.narrow = narrow;
            this.column = column;
        }

        @Override
        public int select(ColumnVector[] arguments, int rows, int[] selected) {
            Int128Vector vector = (Int128Vector) arguments[column];
            if (LongView.fitLongs(vector, rows)) {
                return narrow.select(arguments, rows, selected);
            }
            for (int row = 0; row < rows; row++) {
                selected[row] = row;
            }
            return compare(vector, selected, rows);
        }

        @Override
        public int refine(ColumnVector[] arguments, int[] candidates, int count) {
            return compare((Int128Vector) arguments[column], candidates, count);
        }

        private int compare(Int128Vector vector, int[] rows, int rowCount) {
            long[] high = vector.high();
            long[] low = vector.low();
            int count = 0;
            for (int i = 0; i < rowCount; i++) {
                int row = rows[i];
                rows[count] = row;
                count += comparison.holds(Int128.compare(high[row], low[row], constant >> 63, constant)) ? 1 : 0;
            }
            return count;
        }
    }

    /** Character or binary column against a constant. */
    private static final class BytesEqual implements VectorTest {
        private final byte[] constant;
        private final boolean equal;
        private final int column;
        private final BytesView view = new BytesView();

        BytesEqual(byte[] constant, boolean equal, int column) {
            this.constant = constant;
            this.equal = equal;
            this.column = column;
        }

        @Override
        public int select(ColumnVector[] arguments, int rows, int[] selected) {
            view.of(arguments[column]);
            int count = 0;
            for (int row = 0; row < rows; row++) {
                selected[count] = row;
                count += holds(row) == equal ? 1 : 0;
            }
            return count;
        }

        @Override
        public int refine(ColumnVector[] arguments, int[] candidates, int rowCount) {
            view.of(arguments[column]);
            int count = 0;
            for (int i = 0; i < rowCount; i++) {
                int row = candidates[i];
                candidates[count] = row;
                count += holds(row) == equal ? 1 : 0;
            }
            return count;
        }

        private boolean holds(int row) {
            byte[] wanted = constant;
            int start = view.start(row);
            if (view.end(row) - start != wanted.length) {
                return false;
            }
            byte[] data = view.data();
            for (int i = 0; i < wanted.length; i++) {
                if (data[start + i] != wanted[i]) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Any kind, by the sign of each row's order: for kinds whose comparison costs more than a call. */
    private static final class ByOrder implements VectorTest {
        private final Comparison comparison;
        private final RowOrder order;

        ByOrder(Comparison comparison, RowOrder order) {
            this.comparison = comparison;
            this.order = order;
        }

        @Override
        public int select(ColumnVector[] arguments, int rows, int[] selected) {
            order.of(arguments[0], arguments[1]);
            int count = 0;
            for (int row = 0; row < rows; row++) {
                selected[count] = row;
                count += comparison.holds(order.compare(row)) ? 1 : 0;
            }
            return count;
        }

        @Override
        public int refine(ColumnVector[] arguments, int[] candidates, int rowCount) {
            order.of(arguments[0], arguments[1]);
            int count = 0;
            for (int i = 0; i < rowCount; i++) {
                int row = candidates[i];
                candidates[count] = row;
                count += comparison.holds(order.compare(row)) ? 1 : 0;
            }
            return count;
        }
    }

    private static long[] required(long @org.jspecify.annotations.Nullable [] values) {
        return java.util.Objects.requireNonNull(values);
    }

    /** Rows that a view has to cover for the candidates, which ascend. */
    private static int rowsOf(int[] candidates, int count) {
        return count == 0 ? 0 : candidates[count - 1] + 1;
    }
}
