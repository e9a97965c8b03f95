/**
 * The SQL type rules as Calcite's planner asks for them, and the mapping between its types and ours. Depends on
 * {@code function}. Start with {@link io.algeon.engine.sql.type.TypeRules}.
 */
@NullMarked
package io.algeon.engine.sql.type;

import org.jspecify.annotations.NullMarked;
