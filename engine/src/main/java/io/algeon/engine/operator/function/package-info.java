/**
 * Carries out table functions: sinks that collect the relations of a call, what is prepared from them (once a query for equal
 * inputs), the run when the last relation is complete, and a source of the rows. Start with
 * {@link io.algeon.engine.operator.function.FunctionExecution}.
 */
@NullMarked
package io.algeon.engine.operator.function;

import org.jspecify.annotations.NullMarked;
