/**
 * Streaming steps (filter, projection, limit) and rows kept to be read again. Depends on {@code rows} and
 * {@code expression}. Start with {@link io.algeon.engine.operator.basic.FilterOperator}.
 */
@NullMarked
package io.algeon.engine.operator.basic;

import org.jspecify.annotations.NullMarked;
