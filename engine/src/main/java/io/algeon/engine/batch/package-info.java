/**
 * Columnar data: a {@link io.algeon.engine.batch.Batch} of {@link io.algeon.engine.batch.ColumnVector}s in Arrow's layout
 * on heap arrays. Depends on the types of {@code metadata} only. Every operator, scan and result cursor speaks this.
 *
 * <p>Rules that hold everywhere:
 * <ul>
 *   <li>rows are dense, 0 to {@code rowCount - 1}: there is no selection vector, filters compact;
 *   <li>a batch and its vectors belong to their producer and are valid until the producer is asked for the next batch;
 *       who keeps rows longer copies them;
 *   <li>a consumer never writes into a vector that it was handed;
 *   <li>the value in a NULL slot is undefined: it may be computed on, never trusted, and never allowed to raise an error.
 * </ul>
 */
@NullMarked
package io.algeon.engine.batch;

import org.jspecify.annotations.NullMarked;
