package io.algeon.engine.graph;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Edges as they came, in chunks of no particular order, with the ids of the input.
 *
 * @param chunks of edges
 * @param vertices ids of vertices that take part even without an edge, in chunks
 * @param weighted whether the edges have weights
 */
public record EdgeList(List<Chunk> chunks, List<Ids> vertices, boolean weighted) {
    /** Edges from {@code sources[i]} to {@code targets[i]}. */
    public record Chunk(int count, long[] sources, long[] targets, double @Nullable [] weights) {}

    /** Ids. */
    public record Ids(int count, long[] ids) {}

    long edgeCount() {
        return chunks.stream().mapToLong(Chunk::count).sum();
    }

    long vertexRows() {
        return vertices.stream().mapToLong(Ids::count).sum();
    }
}
