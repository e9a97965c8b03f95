/**
 * The graph functions on the device: edges become sorted compressed rows ({@link io.algeon.cuda.graph.GraphBuilder},
 * {@link io.algeon.cuda.graph.RowsBuilder}), algorithms run over those, and vertices go back as row numbers of the column of ids.
 * Depends on {@code operator} and what is below; {@code fragment} makes calls of it. Start with
 * {@link io.algeon.cuda.graph.GraphFunctions}.
 */
@NullMarked
package io.algeon.cuda.graph;

import org.jspecify.annotations.NullMarked;
