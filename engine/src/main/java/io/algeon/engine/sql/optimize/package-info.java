/**
 * From Calcite's relational tree to a good physical plan: sub-queries become joins, predicates move down, join order and
 * build sides follow from statistics, unused columns vanish. Everything after the translation works on a small logical
 * form of its own ({@link io.algeon.engine.sql.optimize.LogicalNode}), whose columns have numbers unique in the query, so
 * that rewrites never renumber. Depends on plan and source; knows no execution.
 * Start with {@link io.algeon.engine.sql.optimize.PhysicalPlanner}.
 */
@NullMarked
package io.algeon.engine.sql.optimize;

import org.jspecify.annotations.NullMarked;
