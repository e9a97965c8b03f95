/**
 * Sorting on the CPU: runs sorted by each worker, merged by one; top-k when there is a limit. Depends on {@code rows}.
 * Start with {@link io.algeon.engine.operator.sort.Sorting}.
 */
@NullMarked
package io.algeon.engine.operator.sort;

import org.jspecify.annotations.NullMarked;
