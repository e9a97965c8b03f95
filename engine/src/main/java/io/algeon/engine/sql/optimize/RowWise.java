package io.algeon.engine.sql.optimize;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lateral joins with what is computed from the left row alone, such as {@code UNNEST(t.array)} and {@code LATERAL (SELECT t.a +
 * 1)}: the right side's steps over the left rows, in place of the one row that they stand on, and no join.
 */
final class RowWise {
    private RowWise() {}

    /**
     * The joined rows; null if the right side is something else.
     *
     * @param outer whether a left row without partner stays
     */
    static @Nullable LogicalNode apply(LogicalNode left, LogicalNode right, boolean outer) {
        if (right instanceof LogicalNode.Unnest unnest) {
            LogicalNode input = over(left, unnest.input());
            return input == null
                    ? null
                    : new LogicalNode.Unnest(
                            input, unnest.collections(), unnest.elements(), unnest.number(), outer || unnest.outer());
        }
        // rows would have to become NULL above the UNNEST
        return outer ? null : over(left, right);
    }

    private static @Nullable LogicalNode over(LogicalNode left, LogicalNode right) {
        if (right instanceof LogicalNode.Values values && values.rows().size() == 1) {
            List<Column> columns = values.columns();
            return columns.isEmpty()
                    ? left
                    : new LogicalNode.Compute(left, columns, values.rows().get(0));
        } else if (right instanceof LogicalNode.Compute compute) {
            LogicalNode input = over(left, compute.input());
            return input == null ? null : new LogicalNode.Compute(input, compute.computed(), compute.expressions());
        } else if (right instanceof LogicalNode.Filter filter) {
            LogicalNode input = over(left, filter.input());
            return input == null ? null : LogicalBuilder.filter(input, filter.conjuncts());
        } else if (right instanceof LogicalNode.Unnest unnest) {
            LogicalNode input = over(left, unnest.input());
            return input == null
                    ? null
                    : new LogicalNode.Unnest(
                            input, unnest.collections(), unnest.elements(), unnest.number(), unnest.outer());
        }
        return null;
    }
}
