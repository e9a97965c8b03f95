/**
 * Plans as people and tools read them: a tree of operators with what was expected, and with EXPLAIN ANALYZE what happened.
 * Depends on {@code plan}, {@code placement}, {@code pipeline} and {@code exec}. Start with
 * {@link io.algeon.engine.explain.PlanExplainer}.
 */
@NullMarked
package io.algeon.engine.explain;

import org.jspecify.annotations.NullMarked;
