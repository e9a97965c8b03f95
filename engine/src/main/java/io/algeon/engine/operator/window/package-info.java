/**
 * Window functions on the CPU: rows are kept and sorted by partition and order, then functions are computed for ranges of
 * places in that order, in parallel. Depends on {@code rows}, {@code sort}, {@code aggregate}, {@code hash}. Start with
 * {@link io.algeon.engine.operator.window.Windowing}.
 */
@NullMarked
package io.algeon.engine.operator.window;

import org.jspecify.annotations.NullMarked;
