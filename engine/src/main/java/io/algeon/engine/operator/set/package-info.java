/**
 * INTERSECT and EXCEPT on the CPU, by hashing whole rows. Depends on {@code rows} and {@code hash}. Start with
 * {@link io.algeon.engine.operator.set.SetOperating}.
 */
@NullMarked
package io.algeon.engine.operator.set;

import org.jspecify.annotations.NullMarked;
