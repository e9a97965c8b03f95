/**
 * Scalar expressions as immutable trees: what the plan and the requests to sources say about values. Knows only the types of
 * {@code metadata}. {@code engine.expression} evaluates them. Start with {@link io.algeon.engine.scalar.Expr}.
 */
@NullMarked
package io.algeon.engine.scalar;

import org.jspecify.annotations.NullMarked;
