/**
 * Budgets: everything that grows reserves first. Start with {@link io.algeon.engine.memory.MemoryBudget}.
 */
@NullMarked
package io.algeon.engine.memory;

import org.jspecify.annotations.NullMarked;
