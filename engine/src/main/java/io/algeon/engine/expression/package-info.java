/**
 * Evaluating {@link io.algeon.engine.scalar.Expr}s on the CPU, a batch at a time: typed loops over primitive arrays, no boxing
 * and no call a row. Start with {@link io.algeon.engine.expression.ExpressionCompiler}.
 */
@NullMarked
package io.algeon.engine.expression;

import org.jspecify.annotations.NullMarked;
