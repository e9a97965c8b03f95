/**
 * Micro-benchmarks of the engine's loops, with JMH: rows a second and, where memory is what limits, bytes a second against
 * {@link io.algeon.tck.micro.MemoryBenchmark}. Run by {@code tck/microbench [name]}; never part of a test run.
 */
package io.algeon.tck.micro;
