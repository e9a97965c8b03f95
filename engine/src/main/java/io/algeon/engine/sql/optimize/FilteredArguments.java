package io.algeon.engine.sql.optimize;

import io.algeon.engine.function.ExprProperties;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Arguments of aggregates with FILTER that can fail, computed only for rows that the filter takes: {@code sum(1 / x) FILTER
 * (WHERE x <> 0)} must not divide by zero. The expression becomes a CASE over the filter; rows that it leaves out have
 * NULL there, which the aggregate never sees.
 */
final class FilteredArguments {
    private record Guarded(int argument, int filter) {}

    private final LogicalNode input;
    private final QueryColumns columns;
    private final Map<Integer, Expr> expressions = new HashMap<>();
    private final Map<Guarded, Column> guarded = new HashMap<>();
    private final List<Column> computed = new ArrayList<>();
    private final List<Expr> cases = new ArrayList<>();

    FilteredArguments(LogicalNode input, QueryColumns columns) {
        this.input = input;
        this.columns = columns;
        if (input instanceof LogicalNode.Compute compute) {
            for (int i = 0; i < compute.computed().size(); i++) {
                expressions.put(
                        compute.computed().get(i).id(), compute.expressions().get(i));
            }
        }
    }

    /** The column to aggregate instead of {@code argument} where {@code filter} is true. */
    Column guard(Column argument, Column filter) {
        Expr expression = expressions.get(argument.id());
        Expr condition = expressions.getOrDefault(filter.id(), filter.reference());
        if (expression == null
                || Fallibility.isSafe(expression, columns)
                || !ExprProperties.isDeterministic(expression)
                || !ExprProperties.isDeterministic(condition)) {
            return argument;
        }
        return guarded.computeIfAbsent(new Guarded(argument.id(), filter.id()), pair -> {
            SqlType type = expression.type().withNullable(true);
            Expr value = new Expr.Case(
                    List.of(new Expr.Case.When(condition, expression)), new Expr.Literal(null, type), type);
            Column column = columns.create(argument.name(), value);
            computed.add(column);
            cases.add(value);
            return column;
        });
    }

    /** The input with the columns that {@link #guard} has given so far. */
    LogicalNode input() {
        return computed.isEmpty() ? input : new LogicalNode.Compute(input, computed, cases);
    }
}
