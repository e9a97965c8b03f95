/**
 * Graphs in compressed sparse rows on primitive arrays, and algorithms on them. Vertices are numbered by falling degree, which
 * keeps what is read most in the caches; results depend neither on that numbering nor on the number of threads. Knows batches,
 * threads and memory; nothing of functions or SQL. Start with {@link io.algeon.engine.graph.Graph}.
 */
@NullMarked
package io.algeon.engine.graph;

import org.jspecify.annotations.NullMarked;
