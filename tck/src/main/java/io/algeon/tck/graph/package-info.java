/**
 * Times each graph function by itself on large graphs of several shapes, and scipy and igraph on the same edges; compares the
 * answers. Start with {@link io.algeon.tck.graph.GraphBench}.
 */
@NullMarked
package io.algeon.tck.graph;

import org.jspecify.annotations.NullMarked;
