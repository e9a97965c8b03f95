package io.algeon.engine.graph;

/**
 * How an iteration ended.
 *
 * @param values one a vertex
 * @param iterations that were made
 * @param error change in the last one
 * @param converged whether the change came below what was asked for
 */
public record Convergence(double[] values, int iterations, double error, boolean converged) {}
