package io.algeon.engine.sql.optimize;

import io.algeon.engine.plan.WindowFrame;
import io.algeon.engine.plan.WindowFrame.Bound;
import io.algeon.engine.plan.WindowFrame.BoundKind;
import io.algeon.engine.plan.WindowFrame.Exclusion;
import io.algeon.engine.plan.WindowFrame.Unit;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexVisitorImpl;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBound;
import org.apache.calcite.sql.SqlKind;
import org.jspecify.annotations.Nullable;

/**
 * The window functions of one projection as nodes below it: first their arguments and keys as columns, then a
 * {@link LogicalNode.Window} for each pair of partition and order.
 */
final class Windows {
    private final SubQueries subQueries;
    private final ScalarTranslator translator;
    private final QueryColumns columns;
    /** By identity: Calcite compares windows by a text that leaves frames out. */
    private final Map<RexOver, Column> results = new IdentityHashMap<>();

    private final Map<Expr, Column> known = new HashMap<>();
    private final Map<Column, Expr> above = new LinkedHashMap<>();
    private final BitSet outputs = new BitSet();
    private LogicalNode node;

    /** What the functions of one node share. */
    private record Specification(List<Column> partition, List<LogicalNode.Order> order) {}

    /** @param input node of the projection's input */
    Windows(SubQueries subQueries, ScalarTranslator translator, QueryColumns columns, LogicalNode input) {
        this.subQueries = subQueries;
        this.translator = translator;
        this.columns = columns;
        this.node = input;
    }

    /** The column of each window function. */
    Map<RexOver, Column> columns() {
        return results;
    }

    /** Whether a column is that of a window function. */
    boolean produces(int column) {
        return outputs.get(column);
    }

    /** The input with the window functions that the scalars hold. */
    LogicalNode add(List<RexNode> scalars, List<Column> fields) {
        List<RexOver> found = new ArrayList<>();
        scalars.forEach(scalar -> scalar.accept(new Finder(found)));
        Map<Specification, List<LogicalNode.WindowCall>> windows = new LinkedHashMap<>();
        for (RexOver over : found) {
            Specification specification = specification(over.getWindow(), fields);
            List<LogicalNode.WindowCall> calls = windows.computeIfAbsent(specification, key -> new ArrayList<>());
            results.put(over, column(over, fields, calls));
        }
        windows.forEach((specification, calls) ->
                node = new LogicalNode.Window(node, specification.partition, specification.order, calls));
        if (!above.isEmpty()) {
            node = new LogicalNode.Compute(node, List.copyOf(above.keySet()), List.copyOf(above.values()));
        }
        return node;
    }

    private Specification specification(RexWindow window, List<Column> fields) {
        List<Column> partition = new ArrayList<>();
        for (RexNode key : window.partitionKeys) {
            Column column = key(key, fields);
            if (column != null && !partition.contains(column)) {
                partition.add(column);
            }
        }
        List<LogicalNode.Order> order = new ArrayList<>();
        for (RexFieldCollation key : window.orderKeys) {
            Column column = key(key.left, fields);
            if (column != null && order.stream().noneMatch(known -> known.column() == column.id())) {
                boolean descending = key.getDirection().isDescending();
                boolean nullsFirst = key.getNullDirection() == RelFieldCollation.NullDirection.UNSPECIFIED
                        ? descending
                        : key.getNullDirection() == RelFieldCollation.NullDirection.FIRST;
                order.add(new LogicalNode.Order(column.id(), descending, nullsFirst));
            }
        }
        return new Specification(partition, order);
    }

    /** The column of a key; null for a constant, which neither divides nor orders. */
    private @Nullable Column key(RexNode key, List<Column> fields) {
        return key instanceof RexLiteral ? null : columnOf(key, fields);
    }

    private Column columnOf(RexNode scalar, List<Column> fields) {
        SubQueries.Value value = subQueries.value(node, scalar, fields);
        node = value.node();
        return columnOf(value.expression());
    }

    private Column columnOf(Expr expression) {
        if (expression instanceof Expr.InputRef reference
                && ExprTrees.ids(node.columns()).get(reference.column())) {
            return columns.column(reference.column());
        }
        Column column = known.get(expression);
        if (column == null) {
            column = columns.create("argument", expression);
            known.put(expression, column);
            node = new LogicalNode.Compute(node, List.of(column), List.of(expression));
        }
        return column;
    }

    private Column column(RexOver over, List<Column> fields, List<LogicalNode.WindowCall> calls) {
        SqlType type = translator.type(over.getType());
        String function = function(over);
        boolean ignoreNulls = over.ignoreNulls();
        List<RexNode> operands = over.getOperands();
        if (function.equals("any_value")) {
            function = "first_value";
            ignoreNulls = true;
        }
        boolean shift = function.equals("lag") || function.equals("lead");
        List<Integer> arguments = new ArrayList<>();
        for (int i = 0; i < operands.size() && !(shift && i == 2); i++) {
            arguments.add(columnOf(operands.get(i), fields).id());
        }
        boolean distinct = over.isDistinct() && !function.equals("min") && !function.equals("max");
        WindowFrame frame =
                over.getAggOperator().allowsFraming() ? frame(over.getWindow(), fields) : WindowFrame.PARTITION;
        if (shift && operands.size() == 3) {
            return shifted(function, arguments, ignoreNulls, type, columnOf(operands.get(2), fields), calls);
        }
        return call(function, arguments, distinct, ignoreNulls, frame, type.withNullable(true), calls);
    }

    private String function(RexOver over) {
        return switch (over.getAggOperator().getKind()) {
            case ROW_NUMBER,
                    RANK,
                    DENSE_RANK,
                    PERCENT_RANK,
                    CUME_DIST,
                    NTILE,
                    LAG,
                    LEAD,
                    FIRST_VALUE,
                    LAST_VALUE,
                    NTH_VALUE -> over.getAggOperator().getKind().name().toLowerCase(Locale.ROOT);
            default -> translator.aggregateFunction(over.getAggOperator());
        };
    }

    /** LAG or LEAD with a default, which stands for the value where there is no such row. */
    private Column shifted(
            String function,
            List<Integer> arguments,
            boolean ignoreNulls,
            SqlType type,
            Column otherwise,
            List<LogicalNode.WindowCall> calls) {
        Column value =
                call(function, arguments, false, ignoreNulls, WindowFrame.PARTITION, type.withNullable(true), calls);
        Expr cast = otherwise.type().withNullable(true).equals(type.withNullable(true))
                ? otherwise.reference()
                : new Expr.Cast(otherwise.reference(), type.withNullable(true), false);
        Expr present;
        if (ignoreNulls) {
            present = ExprTrees.call("is_not_null", value.reference());
        } else {
            List<Integer> shiftedTruth = new ArrayList<>(arguments);
            shiftedTruth.set(0, columnOf(ExprTrees.TRUE).id());
            Column truth = call(
                    function,
                    shiftedTruth,
                    false,
                    false,
                    WindowFrame.PARTITION,
                    SqlTypes.BOOLEAN.withNullable(true),
                    calls);
            present = ExprTrees.call("is_true", truth.reference());
        }
        Expr chosen =
                new Expr.Case(List.of(new Expr.Case.When(present, value.reference())), cast, type.withNullable(true));
        Column column = columns.create(function, chosen);
        above.put(column, chosen);
        outputs.set(column.id());
        return column;
    }

    private Column call(
            String function,
            List<Integer> arguments,
            boolean distinct,
            boolean ignoreNulls,
            WindowFrame frame,
            SqlType type,
            List<LogicalNode.WindowCall> calls) {
        for (LogicalNode.WindowCall call : calls) {
            if (call.function().equals(function)
                    && call.arguments().equals(arguments)
                    && call.distinct() == distinct
                    && call.ignoreNulls() == ignoreNulls
                    && call.frame().equals(frame)) {
                return call.output();
            }
        }
        double rows =
                arguments.isEmpty() ? 1e6 : columns.facts(arguments.get(0)).originRows();
        Column column = columns.create(function, type, ColumnFacts.unknown(type, rows));
        calls.add(new LogicalNode.WindowCall(function, arguments, distinct, ignoreNulls, List.of(), frame, column));
        outputs.set(column.id());
        return column;
    }

    private WindowFrame frame(RexWindow window, List<Column> fields) {
        boolean groups = isGroups(window.getLowerBound()) || isGroups(window.getUpperBound());
        Unit unit = groups ? Unit.GROUPS : window.isRows() ? Unit.ROWS : Unit.RANGE;
        Bound start = bound(window.getLowerBound(), fields);
        Bound end = bound(window.getUpperBound(), fields);
        if (unit == Unit.RANGE && window.orderKeys.isEmpty()) {
            start = start.kind() == BoundKind.CURRENT_ROW ? Bound.UNBOUNDED_PRECEDING : start;
            end = end.kind() == BoundKind.CURRENT_ROW ? Bound.UNBOUNDED_FOLLOWING : end;
        }
        Exclusion exclusion = switch (window.getExclude()) {
            case EXCLUDE_NO_OTHER -> Exclusion.NO_OTHERS;
            case EXCLUDE_CURRENT_ROW -> Exclusion.CURRENT_ROW;
            case EXCLUDE_TIES -> Exclusion.TIES;
            case EXCLUDE_GROUP -> Exclusion.GROUP;
        };
        return new WindowFrame(unit, start, end, exclusion);
    }

    /** Whether the offset counts groups of peers, as the parser marks it. */
    private static boolean isGroups(RexWindowBound bound) {
        return bound.getOffset() instanceof RexCall call
                && call.getOperator().getName().equals("$GROUPS");
    }

    private Bound bound(RexWindowBound bound, List<Column> fields) {
        if (bound.isUnbounded()) {
            return bound.isPreceding() ? Bound.UNBOUNDED_PRECEDING : Bound.UNBOUNDED_FOLLOWING;
        } else if (bound.isCurrentRow() || bound.getOffset() == null) {
            return Bound.CURRENT_ROW;
        }
        RexNode counted =
                isGroups(bound) ? ((RexCall) bound.getOffset()).getOperands().get(0) : bound.getOffset();
        Expr offset = subQueries.translate(counted, fields);
        if (!ExprTrees.columns(offset).isEmpty()) {
            throw new EngineException(
                    ErrorCode.UNSUPPORTED_EXPRESSION,
                    "The offset of a window's frame must be the same for all rows: a number, an interval or a parameter.");
        }
        if (offset.type().kind().isCharacter()) {
            offset = new Expr.Cast(offset, SqlTypes.BIGINT, false);
        }
        return new Bound(bound.isPreceding() ? BoundKind.PRECEDING : BoundKind.FOLLOWING, offset);
    }

    /** Collects window functions; the count of Calcite's form of a sum is not needed. */
    private static final class Finder extends RexVisitorImpl<Void> {
        private final List<RexOver> found;

        Finder(List<RexOver> found) {
            super(true);
            this.found = found;
        }

        @Override
        public Void visitCall(RexCall call) {
            RexOver sum = sumOf(call);
            return sum == null ? super.visitCall(call) : visitOver(sum);
        }

        @Override
        public Void visitOver(RexOver over) {
            found.add(over);
            return null;
        }
    }

    /**
     * The sum of {@code CASE WHEN COUNT(x) OVER w > 0 THEN SUM(x) OVER w END}, which is how Calcite writes it; null for anything
     * else. Our sum of nothing is NULL.
     */
    static @Nullable RexOver sumOf(RexNode scalar) {
        if (scalar instanceof RexCall call
                && call.getKind() == SqlKind.CASE
                && call.getOperands().size() == 3
                && call.getOperands().get(0) instanceof RexCall condition
                && condition.getKind() == SqlKind.GREATER_THAN
                && condition.getOperands().get(0) instanceof RexOver count
                && count.getAggOperator().getKind() == SqlKind.COUNT
                && RexLiteral.isNullLiteral(call.getOperands().get(2))) {
            RexNode value = RexUtil.removeCast(call.getOperands().get(1));
            if (value instanceof RexOver sum
                    && (sum.getAggOperator().getKind() == SqlKind.SUM
                            || sum.getAggOperator().getKind() == SqlKind.SUM0)
                    && sum.getWindow().equals(count.getWindow())
                    && sum.getOperands().equals(count.getOperands())) {
                return sum;
            }
        }
        return null;
    }
}
