/**
 * Grouping and aggregate functions on the CPU: each worker aggregates its rows, groups are then merged by partition.
 * Depends on {@code rows}, {@code hash}, {@code sort} (ordered aggregates). Start with
 * {@link io.algeon.engine.operator.aggregate.HashAggregation}.
 */
@NullMarked
package io.algeon.engine.operator.aggregate;

import org.jspecify.annotations.NullMarked;
