/**
 * Kernels: their names, the PTX text that holds them, what their entry points take, and their launch with packed arguments
 * that are checked against that. Depends on {@code driver}. Start with {@link io.algeon.cuda.launch.KernelName}, then
 * {@link io.algeon.cuda.launch.Kernels}.
 *
 * <pre>{@code
 * KernelArguments arguments = new KernelArguments();                    // one a thread, used again and again
 * kernels.launch(KernelName.FILL_SEQUENCE, stream, Launch.forRows(rows, 256),
 *         arguments.clear().address(buffer.address()).int32(0).int32(rows));
 * }</pre>
 */
@NullMarked
package io.algeon.cuda.launch;

import org.jspecify.annotations.NullMarked;
