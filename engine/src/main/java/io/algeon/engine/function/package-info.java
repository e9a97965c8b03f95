/**
 * The one registry of SQL functions: name, signatures, result type, NULL and error behaviour, documentation and CPU loops.
 * The planner resolves names and asks for properties, the expression compiler binds implementations, documentation is
 * printed from it. Depends on vectors, plan records and exact arithmetic only. Start with
 * {@link io.algeon.engine.function.FunctionRegistry} and {@link io.algeon.engine.function.ScalarFunction}.
 */
@NullMarked
package io.algeon.engine.function;

import org.jspecify.annotations.NullMarked;
