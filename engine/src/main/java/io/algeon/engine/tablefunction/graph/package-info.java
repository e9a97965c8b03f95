/**
 * The graph functions: what each declares, how its relations become a graph or vertices, and how results become columns. The
 * algorithms are in {@code io.algeon.engine.graph}. Start with
 * {@link io.algeon.engine.tablefunction.graph.GraphFunction}.
 */
@NullMarked
package io.algeon.engine.tablefunction.graph;

import org.jspecify.annotations.NullMarked;
