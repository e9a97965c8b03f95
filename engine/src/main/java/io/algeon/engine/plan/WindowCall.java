package io.algeon.engine.plan;

import io.algeon.metadata.type.SqlType;
import java.util.List;
import java.util.Objects;

/**
 * One window function of a {@link PlanNode.Window}.
 *
 * @param function {@code row_number}, {@code rank}, {@code dense_rank}, {@code percent_rank}, {@code cume_dist},
 *     {@code ntile(buckets)}, {@code lag(value, offset)}, {@code lead(value, offset)}, {@code first_value}, {@code last_value},
 *     {@code nth_value(value, n)}, or the registry name of an aggregate
 * @param arguments input columns
 * @param distinct whether equal argument rows of a frame count once; aggregates only
 * @param ignoreNulls whether rows whose value is NULL are passed over; functions of a value only
 * @param order order of the frame's rows for aggregates that have one of their own; may be empty
 * @param frame rows that aggregates, FIRST_VALUE, LAST_VALUE and NTH_VALUE see; others are about the partition
 * @param type type of the result
 */
public record WindowCall(
        String function,
        List<Integer> arguments,
        boolean distinct,
        boolean ignoreNulls,
        List<SortKey> order,
        WindowFrame frame,
        SqlType type) {
    public WindowCall {
        Objects.requireNonNull(function);
        arguments = List.copyOf(arguments);
        order = List.copyOf(order);
    }
}
