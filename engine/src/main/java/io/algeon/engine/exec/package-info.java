/**
 * Running a plan: pipelines of operators on one worker pool. A pipeline takes batches from a
 * {@link io.algeon.engine.exec.Source} through {@link io.algeon.engine.exec.Operator}s into a
 * {@link io.algeon.engine.exec.Sink}; blocking operators are a sink of one pipeline and the source of a later one. Knows
 * nothing of SQL text or Calcite. Start with {@link io.algeon.engine.exec.Pipeline}.
 */
@NullMarked
package io.algeon.engine.exec;

import org.jspecify.annotations.NullMarked;
