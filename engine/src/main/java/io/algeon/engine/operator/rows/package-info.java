/**
 * Rows kept by blocking operators: growing columns in pages behind a reservation, read back by row number. Knows batches,
 * memory and the contracts of exec only. Start with {@link io.algeon.engine.operator.rows.RowStore}.
 */
@NullMarked
package io.algeon.engine.operator.rows;

import org.jspecify.annotations.NullMarked;
