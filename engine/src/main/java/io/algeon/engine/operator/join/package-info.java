/**
 * Hash and nested-loop joins on the CPU. The right input is built ({@link io.algeon.engine.exec.Sink}), the left one
 * streams through probes, and kinds that keep right rows have a source of what was not probed. Depends on {@code rows},
 * {@code hash}, {@code expression}. Start with {@link io.algeon.engine.operator.join.HashJoin}.
 */
@NullMarked
package io.algeon.engine.operator.join;

import org.jspecify.annotations.NullMarked;
