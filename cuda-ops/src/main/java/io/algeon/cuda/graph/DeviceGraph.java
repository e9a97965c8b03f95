package io.algeon.cuda.graph;

import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.engine.graph.Graph;
import io.algeon.engine.graph.ParallelEdges;
import org.jspecify.annotations.Nullable;

/**
 * A graph in device memory. Vertices are numbered in the order of their ids, so that the smallest number is the smallest id. Rows are
 * built when an algorithm first asks for them. One thread.
 */
final class DeviceGraph implements AutoCloseable {
    private final Graph.GraphShape shape;
    private final DeviceColumn ids;
    private final long vertices;
    private final Block ends;
    private final @Nullable Block weights;
    private final long edges;
    private final Operators operators;
    private @Nullable Rows out;
    private @Nullable Rows in;
    private long buildNanoseconds;

    /**
     * @param ids of the vertices, in order, a dense column without NULL
     * @param ends vertices of the edges: sources, then targets
     * @param weights of the edges; null if they have none
     */
    DeviceGraph(
            Graph.GraphShape shape,
            DeviceColumn ids,
            long vertices,
            Block ends,
            @Nullable Block weights,
            long edges,
            Operators operators) {
        this.shape = shape;
        this.ids = ids;
        this.vertices = vertices;
        this.ends = ends;
        this.weights = weights;
        this.edges = edges;
        this.operators = operators;
    }

    Graph.GraphShape shape() {
        return shape;
    }

    /** The ids of the vertices, in the order of their numbers. */
    DeviceColumn ids() {
        return ids;
    }

    long vertices() {
        return vertices;
    }

    /** Edges of the input. */
    long edges() {
        return edges;
    }

    /** Sources of the edges, then targets. */
    Block ends() {
        return ends;
    }

    /** Whether edges lead one way. */
    boolean isDirected() {
        return shape.directed();
    }

    /** Whether the edges of the input have weights. */
    boolean hasWeights() {
        return weights != null;
    }

    /** Whether the rows have weights. */
    boolean weighted() {
        return weights != null || shape.parallel() == ParallelEdges.SUM;
    }

    /** Nanoseconds spent on rows so far. */
    long buildNanoseconds() {
        return buildNanoseconds;
    }

    /** The rows of outgoing edges; of all edges if the graph is undirected. */
    Rows out() {
        Rows rows = out;
        if (rows == null) {
            rows = build(true, !shape.directed());
            out = rows;
        }
        return rows;
    }

    /** The rows of incoming edges; those of {@link #out} if the graph is undirected. */
    Rows in() {
        if (!shape.directed()) {
            return out();
        }
        Rows rows = in;
        if (rows == null) {
            rows = build(false, true);
            in = rows;
        }
        return rows;
    }

    /** The rows of all edges under other numbers of the vertices; the caller's. Numbers of vertices are not changed. */
    Rows renumbered(Block numbers) {
        Block renumbered = operators.maps().compose(numbers, ends, 2 * edges);
        Rows rows = build(renumbered, true, !shape.directed());
        renumbered.release();
        return rows;
    }

    private Rows build(boolean forward, boolean backward) {
        return build(ends, forward, backward);
    }

    private Rows build(Block ends, boolean forward, boolean backward) {
        long start = System.nanoTime();
        operators
                .workspace()
                .requireRoom(
                        RowsBuilder.bytes(shape, weights != null, edges, vertices),
                        "The graph of " + edges + " edges (argument edges)");
        Rows rows = new RowsBuilder(shape, ends, weights, edges, vertices, operators).build(forward, backward);
        buildNanoseconds += System.nanoTime() - start;
        return rows;
    }

    @Override
    public void close() {
        ids.release();
        ends.release();
        if (weights != null) {
            weights.release();
        }
        if (out != null) {
            out.close();
        }
        if (in != null) {
            in.close();
        }
    }
}
