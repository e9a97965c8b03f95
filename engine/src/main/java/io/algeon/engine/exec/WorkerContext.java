package io.algeon.engine.exec;

/**
 * What one worker's operators know.
 *
 * @param execution the query that they work for
 * @param worker number of the worker within its pipeline, from 0
 * @param statistics counters of the plan node that is being opened; written by this worker only
 */
public record WorkerContext(ExecutionContext execution, int worker, OperatorStatistics statistics) {}
