/**
 * The opened GPU of the process and what a query has of it. Depends on {@code driver}, {@code memory}, {@code launch} and the
 * engine's device contract. Start with {@link io.algeon.cuda.device.GpuDevice}, then {@link io.algeon.cuda.device.GpuSession}.
 *
 * <pre>{@code
 * try (GpuSession session = device.newSession("query 7", grantBytes)) {
 *     DeviceBuffer values = session.allocate(8L * rows, "A column");
 *     session.transfers().upload(values.address(), array, 0, rows);
 *     session.launch(KernelName.COLUMN_NEGATE, Launch.forRows(rows, 256),
 *             session.arguments().address(values.address()).int64(rows));
 *     session.transfers().download(values.address(), array, 0, rows);
 * }   // waits for the stream, gives every buffer back
 * }</pre>
 */
@NullMarked
package io.algeon.cuda.device;

import org.jspecify.annotations.NullMarked;
