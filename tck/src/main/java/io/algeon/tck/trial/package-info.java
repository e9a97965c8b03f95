/**
 * The trial of a machine with a GPU: every TPC-H query on the CPU and on the GPU, compared and timed. Runs from the bundle that
 * the script {@code gpu-bundle} makes. Start with {@link io.algeon.tck.trial.GpuTrial}.
 */
@NullMarked
package io.algeon.tck.trial;

import org.jspecify.annotations.NullMarked;
