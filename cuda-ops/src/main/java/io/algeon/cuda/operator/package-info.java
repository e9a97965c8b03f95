/**
 * Operators over relations of the device: groups and aggregates, joins, sorts. Depends on {@code relation} and the engine's
 * {@code plan}. Start with {@link io.algeon.cuda.operator.Operators}.
 */
@NullMarked
package io.algeon.cuda.operator;

import org.jspecify.annotations.NullMarked;
