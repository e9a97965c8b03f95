/**
 * Memory of the device, within the grant of a query, and the way of bytes to and from it. Depends on {@code driver} and the
 * engine's budgets. Start with {@link io.algeon.cuda.memory.DeviceGrant}, then {@link io.algeon.cuda.memory.Transfers}.
 *
 * <p>Freeing is in the order of a stream: a buffer may be closed while kernels that use it are still to run on that stream;
 * whoever gets the memory next gets it on the same stream, or after the stream was waited for.
 */
@NullMarked
package io.algeon.cuda.memory;

import org.jspecify.annotations.NullMarked;
