package io.algeon.engine.parquet.scan;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.filter.IntegerKeys;
import io.algeon.engine.filter.OrderBound;
import io.algeon.engine.function.Comparison;
import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.parquet.ChunkStatistics;
import io.algeon.metadata.parquet.ParquetNode;
import io.algeon.metadata.parquet.ParquetRowGroup;
import io.algeon.metadata.type.PhysicalKind;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Rules out row groups in which no row can make the predicates true, by the smallest and largest value and the number of
 * NULLs of each column chunk, or by a file's constant. Conditions it does not know rule out nothing.
 *
 * <p>Comparisons with constants, IN, IS [NOT] NULL, AND and OR are known; constants may be parameters, whose values are
 * read here. Three-valued logic is simple: a row counts only if a predicate is true.
 */
final class RowGroupPruner {
    private final List<Condition> conditions = new ArrayList<>();

    RowGroupPruner(List<Expr> predicates, ExecutionContext context) {
        for (Expr predicate : predicates) {
            conditions.add(condition(predicate, context));
        }
    }

    /** Whether some row of the row group may make all predicates true. */
    boolean mayMatch(ScanFile file, int rowGroup) {
        return mayMatch(column -> Range.of(file, rowGroup, column));
    }

    /** Whether some row of a page may make all predicates true, which are over the page's column. */
    boolean mayMatch(ParquetNode.Leaf leaf, ChunkStatistics page, long rows) {
        return mayMatch(column -> Range.of(leaf, page, rows));
    }

    private boolean mayMatch(IntFunction<Range> ranges) {
        for (Condition condition : conditions) {
            if (!condition.mayBeTrue(ranges)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a row group's column may hold one of the keys, by its statistics or the file's constant. */
    static boolean mayHoldAny(ScanFile file, int rowGroup, int column, IntegerKeys keys) {
        Range range = Range.of(file, rowGroup, column);
        if (!range.mayHaveValue()) {
            return false;
        }
        if (range.min instanceof Number min && range.max instanceof Number max && isInteger(min) && isInteger(max)) {
            return keys.mayContainAny(min.longValue(), max.longValue());
        }
        return true;
    }

    /** Whether a row group's column may hold something that is not behind a bound. */
    static boolean mayKeep(ScanFile file, int rowGroup, int column, PhysicalKind kind, OrderBound.Bound bound) {
        return Range.of(file, rowGroup, column).mayKeep(kind, bound);
    }

    /** Whether a page may hold something that is not behind a bound. */
    static boolean mayKeep(ParquetNode.Leaf leaf, ChunkStatistics page, long rows, OrderBound.Bound bound) {
        return Range.of(leaf, page, rows).mayKeep(leaf.type().physicalKind(), bound);
    }

    /**
     * Where a row group stands among others in an order by a column: the best value that it may hold, in the form of
     * statistics; null if that is not known. NULLs are left out.
     */
    static @Nullable Object best(ScanFile file, int rowGroup, int column, boolean descending) {
        Range range = Range.of(file, rowGroup, column);
        return descending ? range.knownMax() : range.min;
    }

    /** Whether a row group's column may hold NULL. */
    static boolean mayBeNull(ScanFile file, int rowGroup, int column) {
        return Range.of(file, rowGroup, column).mayBeNull();
    }

    private static boolean isInteger(Number bound) {
        return bound instanceof Long || bound instanceof Integer;
    }

    /**
     * The values one of which the only column of a predicate must have, in the form of statistics, if it is an equality with a
     * constant or IN; else null.
     */
    static @Nullable List<Object> valuesOf(Expr predicate, ExecutionContext context) {
        List<Object> values = new ArrayList<>();
        if (predicate instanceof Expr.InSet set && set.operand() instanceof Expr.InputRef) {
            for (Expr.Literal literal : set.values()) {
                if (literal.value() != null) {
                    values.add(comparable(literal.value()));
                }
            }
            return values;
        }
        if (!(predicate instanceof Expr.Call call && call.function().equals("equal"))) {
            return null;
        }
        Expr left = call.operands().get(0);
        Expr right = call.operands().get(1);
        Expr operand = left instanceof Expr.InputRef ? right : left;
        if (!(left instanceof Expr.InputRef || right instanceof Expr.InputRef) || !ExprProperties.isConstant(operand)) {
            return null;
        }
        try {
            Object value = ExpressionCompiler.evaluateConstant(operand, context);
            if (value != null) {
                values.add(comparable(value));
            }
            return values;
        } catch (EngineException e) {
            // Fails again, with its own message, if a row ever gets there.
            return null;
        }
    }

    /** Whether there is a condition that can rule out anything. */
    boolean knowsAny() {
        return conditions.stream().anyMatch(condition -> condition != UNKNOWN);
    }

    private interface Condition {
        /** @param ranges what is known of the values of each column of the table */
        boolean mayBeTrue(IntFunction<Range> ranges);
    }

    private static final Condition UNKNOWN = ranges -> true;

    private static Condition condition(Expr expr, ExecutionContext context) {
        if (expr instanceof Expr.And and) {
            List<Condition> parts = conditions(and.operands(), context);
            return ranges -> parts.stream().allMatch(part -> part.mayBeTrue(ranges));
        }
        if (expr instanceof Expr.Or or) {
            List<Condition> parts = conditions(or.operands(), context);
            return ranges -> parts.stream().anyMatch(part -> part.mayBeTrue(ranges));
        }
        if (expr instanceof Expr.InSet set && set.operand() instanceof Expr.InputRef ref) {
            Object[] values = set.values().stream()
                    .map(Expr.Literal::value)
                    .filter(value -> value != null)
                    .map(RowGroupPruner::comparable)
                    .toArray();
            return ranges -> inSet(ranges.apply(ref.column()), values);
        }
        if (expr instanceof Expr.Call call) {
            return call(call, context);
        }
        return UNKNOWN;
    }

    private static List<Condition> conditions(List<Expr> operands, ExecutionContext context) {
        return operands.stream().map(operand -> condition(operand, context)).toList();
    }

    private static Condition call(Expr.Call call, ExecutionContext context) {
        List<Expr> operands = call.operands();
        if (operands.size() == 1 && operands.get(0) instanceof Expr.InputRef ref) {
            return switch (call.function()) {
                case "is_null" -> ranges -> ranges.apply(ref.column()).mayBeNull();
                case "is_not_null" -> ranges -> ranges.apply(ref.column()).mayHaveValue();
                default -> UNKNOWN;
            };
        }
        if (operands.size() != 2) {
            return UNKNOWN;
        }
        if (operands.get(0) instanceof Expr.InputRef ref) {
            return comparison(Comparison.of(call.function()), ref.column(), operands.get(1), context);
        }
        if (operands.get(1) instanceof Expr.InputRef ref) {
            Comparison written = Comparison.of(call.function());
            Comparison swapped = written == null ? null : written.swapped();
            return comparison(swapped, ref.column(), operands.get(0), context);
        }
        return UNKNOWN;
    }

    private static Condition comparison(
            @Nullable Comparison comparison, int column, Expr operand, ExecutionContext context) {
        if (comparison == null || comparison == Comparison.NOT_EQUAL || !ExprProperties.isConstant(operand)) {
            return UNKNOWN;
        }
        Object value;
        try {
            value = ExpressionCompiler.evaluateConstant(operand, context);
        } catch (EngineException e) {
            // Fails again, with its own message, if a row ever gets there.
            return UNKNOWN;
        }
        if (value == null) {
            return ranges -> false;
        }
        Object constant = comparable(value);
        return ranges -> compare(comparison, ranges.apply(column), constant);
    }

    private static boolean compare(Comparison comparison, Range range, Object constant) {
        if (!range.mayHaveValue()) {
            return false;
        }
        if (!fits(range.min, constant) || !fits(range.max, constant)) {
            return true;
        }
        return switch (comparison) {
            case EQUAL -> range.mayContain(constant);
            case LESS -> range.min == null || order(range.min, constant) < 0;
            case LESS_OR_EQUAL -> range.min == null || order(range.min, constant) <= 0;
            case GREATER -> range.max == null || range.mayHoldNan || order(range.max, constant) > 0;
            case GREATER_OR_EQUAL -> range.max == null || range.mayHoldNan || order(range.max, constant) >= 0;
            case NOT_EQUAL -> true;
        };
    }

    private static boolean fits(@Nullable Object bound, Object constant) {
        return bound == null || bound.getClass() == constant.getClass();
    }

    private static boolean inSet(Range range, Object[] values) {
        if (!range.mayHaveValue()) {
            return false;
        }
        for (Object value : values) {
            if (range.mayContain(value)) {
                return true;
            }
        }
        return false;
    }

    /** What is known of a column's values in a row group. */
    private record Range(
            @Nullable Object min, @Nullable Object max, long nullCount, long rowCount, boolean mayHoldNan) {
        static Range of(ScanFile file, int rowGroup, int column) {
            ParquetRowGroup group = file.file().rowGroups().get(rowGroup);
            long rows = group.rowCount();
            ScanFile.Column source = file.columns().get(column);
            if (source instanceof ScanFile.Constant constant) {
                Object value = constant.value();
                if (value == null) {
                    return new Range(null, null, rows, rows, false);
                }
                Object bound = comparable(value);
                boolean nan = isNan(bound);
                return new Range(nan ? null : bound, nan ? null : bound, 0, rows, nan);
            }
            if (!(source instanceof ScanFile.Stored stored && stored.node() instanceof ParquetNode.Leaf leaf)) {
                return new Range(null, null, -1, rows, true);
            }
            return of(leaf, group.chunks().get(leaf.column().index()).statistics(), rows);
        }

        static Range of(ParquetNode.Leaf leaf, ChunkStatistics statistics, long rows) {
            long nulls = leaf.definitionLevel() == 0 ? 0 : statistics.nullCount();
            return new Range(statistics.min(), statistics.max(), nulls, rows, statistics.mayHoldNan());
        }

        boolean mayBeNull() {
            return nullCount != 0;
        }

        /** The largest value; null if that is not known, as NaN may be there. */
        @Nullable
        Object knownMax() {
            return mayHoldNan ? null : max;
        }

        boolean mayKeep(PhysicalKind kind, OrderBound.Bound bound) {
            return bound.mayKeep(min, knownMax(), kind, mayBeNull(), mayHaveValue());
        }

        boolean mayHaveValue() {
            return nullCount < rowCount;
        }

        boolean mayContain(Object value) {
            if (isNan(value)) {
                return mayHoldNan;
            }
            return !fits(min, value)
                    || !fits(max, value)
                    || (min == null || order(min, value) <= 0) && (max == null || order(max, value) >= 0);
        }
    }

    private static boolean isNan(Object value) {
        return value instanceof Double number && number.isNaN() || value instanceof Float single && single.isNaN();
    }

    /** Literals in the form of statistics: strings and binary values as bytes. */
    private static Object comparable(Object value) {
        if (value instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        return value instanceof Expr.Bytes bytes ? bytes.value() : value;
    }

    /** Order of two values of one form. */
    static int order(Object left, Object right) {
        if (left instanceof Integer a && right instanceof Integer b) {
            return a.compareTo(b);
        }
        if (left instanceof Long a && right instanceof Long b) {
            return a.compareTo(b);
        }
        if (left instanceof BigInteger a && right instanceof BigInteger b) {
            return a.compareTo(b);
        }
        if (left instanceof byte[] a && right instanceof byte[] b) {
            return Arrays.compareUnsigned(a, b);
        }
        if (left instanceof Boolean a && right instanceof Boolean b) {
            return a.compareTo(b);
        }
        if (left instanceof Double a && right instanceof Double b) {
            // Adding 0.0 makes -0.0 equal to 0.0.
            return Double.compare(a + 0.0, b + 0.0);
        }
        if (left instanceof Float a && right instanceof Float b) {
            return Float.compare(a + 0.0f, b + 0.0f);
        }
        throw new IllegalArgumentException("values without an order: " + left.getClass());
    }
}
