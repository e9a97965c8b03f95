package io.algeon.engine.table;

import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.expression.ExpressionCompiler;
import io.algeon.engine.function.Comparison;
import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.error.EngineException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rules out groups in which no row can make a scan's predicates true, by the smallest and largest value of their columns.
 * Comparisons with constants, IN, IS [NOT] NULL, AND and OR are known; other conditions rule out nothing.
 */
final class ZonePruner {
    private static final Condition UNKNOWN = zones -> true;

    private final List<Condition> conditions = new ArrayList<>();

    ZonePruner(List<Expr> predicates, ExecutionContext context) {
        for (Expr predicate : predicates) {
            Condition condition = condition(predicate, context);
            if (condition != UNKNOWN) {
                conditions.add(condition);
            }
        }
    }

    /** Whether some row may pass. */
    boolean mayMatch(RowGroup group) {
        for (Condition condition : conditions) {
            if (!condition.mayBeTrue(group)) {
                return false;
            }
        }
        return true;
    }

    private interface Condition {
        boolean mayBeTrue(RowGroup group);
    }

    private static Condition condition(Expr expr, ExecutionContext context) {
        if (expr instanceof Expr.And and) {
            List<Condition> parts = conditions(and.operands(), context);
            return group -> parts.stream().allMatch(part -> part.mayBeTrue(group));
        } else if (expr instanceof Expr.Or or) {
            List<Condition> parts = conditions(or.operands(), context);
            return group -> parts.stream().anyMatch(part -> part.mayBeTrue(group));
        } else if (expr instanceof Expr.InSet set && set.operand() instanceof Expr.InputRef ref) {
            List<Object> values = new ArrayList<>();
            for (Expr.Literal literal : set.values()) {
                if (literal.value() != null) {
                    values.add(bound(literal.value()));
                }
            }
            return group -> values.stream().anyMatch(value -> mayHold(group, ref.column(), Comparison.EQUAL, value));
        } else if (expr instanceof Expr.Call call) {
            return call(call, context);
        }
        return UNKNOWN;
    }

    private static List<Condition> conditions(List<Expr> operands, ExecutionContext context) {
        return operands.stream().map(operand -> condition(operand, context)).toList();
    }

    private static Condition call(Expr.Call call, ExecutionContext context) {
        List<Expr> operands = call.operands();
        if (operands.size() == 1 && operands.get(0) instanceof Expr.InputRef ref && isColumn(ref)) {
            return switch (call.function()) {
                case "is_null" -> group -> !has(group, ref.column()) || group.zones[ref.column()].nulls() > 0;
                case "is_not_null" ->
                    group -> !has(group, ref.column()) || group.zones[ref.column()].nulls() < group.rows;
                default -> UNKNOWN;
            };
        }
        if (operands.size() != 2) {
            return UNKNOWN;
        }
        if (operands.get(0) instanceof Expr.InputRef ref) {
            return comparison(Comparison.of(call.function()), ref.column(), operands.get(1), context);
        } else if (operands.get(1) instanceof Expr.InputRef ref) {
            Comparison written = Comparison.of(call.function());
            Comparison swapped = written == null ? null : written.swapped();
            return comparison(swapped, ref.column(), operands.get(0), context);
        }
        return UNKNOWN;
    }

    private static boolean isColumn(Expr.InputRef ref) {
        return ref.column() >= 0;
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
            // fails again, with its own message, if a row ever gets there
            return UNKNOWN;
        }
        if (value == null) {
            return group -> false;
        }
        Object constant = bound(value);
        return group -> mayHold(group, column, comparison, constant);
    }

    private static boolean has(RowGroup group, int column) {
        return column < group.zones.length;
    }

    /** Whether a column may have a value that compares so. */
    private static boolean mayHold(RowGroup group, int column, Comparison comparison, Object constant) {
        if (!has(group, column)) {
            return true;
        }
        ColumnZone zone = group.zones[column];
        if (!zone.hasRange()) {
            return true;
        }
        Object min = zone.min();
        Object max = zone.max();
        if (min == null || max == null) {
            return zone.hasNan();
        }
        if (min.getClass() != constant.getClass() || isNan(constant)) {
            return true;
        }
        return switch (comparison) {
            case EQUAL -> ColumnZone.order(min, constant) <= 0 && ColumnZone.order(max, constant) >= 0;
            case LESS -> ColumnZone.order(min, constant) < 0;
            case LESS_OR_EQUAL -> ColumnZone.order(min, constant) <= 0;
            case GREATER -> zone.hasNan() || ColumnZone.order(max, constant) > 0;
            case GREATER_OR_EQUAL -> zone.hasNan() || ColumnZone.order(max, constant) >= 0;
            case NOT_EQUAL -> true;
        };
    }

    private static boolean isNan(Object value) {
        return value instanceof Double number && number.isNaN() || value instanceof Float single && single.isNaN();
    }

    /** A literal in the form of bounds. */
    private static Object bound(@Nullable Object value) {
        if (value instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        } else if (value instanceof Expr.Bytes bytes) {
            return bytes.value();
        } else if (value instanceof Double number) {
            return number + 0.0;
        } else if (value instanceof Float single) {
            return single + 0.0f;
        }
        return java.util.Objects.requireNonNull(value);
    }
}
