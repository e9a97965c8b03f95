/** The operators of the CPU, held to the contract that those of the GPU keep: {@link io.algeon.tck.gpu.OperatorContract}. */
@NullMarked
package io.algeon.tck.operator;

import org.jspecify.annotations.NullMarked;
