/**
 * The physical plan: immutable records, no Calcite, no data, no operators. Made by {@code engine.sql}, turned into
 * pipelines by {@code engine.exec}. Start with {@link io.algeon.engine.plan.PlanNode} and {@link io.algeon.engine.scalar.Expr}.
 */
@NullMarked
package io.algeon.engine.plan;

import org.jspecify.annotations.NullMarked;
