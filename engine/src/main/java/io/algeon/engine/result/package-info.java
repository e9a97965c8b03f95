/**
 * From the last pipelines of a query to its reader: a bounded queue of batches, or rows pulled on the reader's own thread.
 * Depends on {@code exec}, {@code batch} and {@code memory}. Start with {@link io.algeon.engine.result.ResultReader}.
 */
@NullMarked
package io.algeon.engine.result;

import org.jspecify.annotations.NullMarked;
