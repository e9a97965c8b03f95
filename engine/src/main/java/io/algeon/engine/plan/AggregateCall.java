package io.algeon.engine.plan;

import io.algeon.metadata.type.SqlType;
import java.util.List;
import java.util.Objects;

/**
 * One aggregate of an {@link PlanNode.Aggregate}.
 *
 * @param function registry name, such as {@code count}, {@code sum}, {@code avg}, {@code min}, {@code stddev_pop},
 *     {@code single_value}, {@code string_agg}, {@code percentile_cont}
 * @param arguments input columns; none for {@code count(*)}
 * @param distinct whether equal argument rows count once
 * @param filter input column of type BOOLEAN, or -1: only rows where it is true take part
 * @param order order of the rows, for aggregates that depend on it (WITHIN GROUP and ORDER BY); may be empty
 * @param type type of the result
 */
public record AggregateCall(
        String function, List<Integer> arguments, boolean distinct, int filter, List<SortKey> order, SqlType type) {
    public AggregateCall {
        Objects.requireNonNull(function);
        arguments = List.copyOf(arguments);
        order = List.copyOf(order);
    }
}
