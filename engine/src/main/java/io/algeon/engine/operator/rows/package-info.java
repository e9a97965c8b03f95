/**
 * Rows kept by blocking operators: growing columns in pages behind a reservation, read back by row number. Knows batches
 * and memory only. Start with {@code RowStore}.
 */
@NullMarked
package io.algeon.engine.operator.rows;

import org.jspecify.annotations.NullMarked;
