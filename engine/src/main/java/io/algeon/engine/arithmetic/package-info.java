/**
 * Exact arithmetic on primitives that Java lacks: 128-bit integers and decimals on them, days and months of the calendar.
 * Static methods over {@code long}s, no objects in loops; depends on nothing of the engine. Start with
 * {@link io.algeon.engine.arithmetic.Int128}.
 */
@NullMarked
package io.algeon.engine.arithmetic;

import org.jspecify.annotations.NullMarked;
