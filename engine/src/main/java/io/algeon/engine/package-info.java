/**
 * The façade that the driver uses: {@link io.algeon.engine.Engine} opens {@link io.algeon.engine.Session}s, which prepare and
 * run statements. Batches of results come as {@code io.algeon.engine.batch}.
 */
@NullMarked
package io.algeon.engine;

import org.jspecify.annotations.NullMarked;
