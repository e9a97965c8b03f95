package io.algeon.cuda.graph;

import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.RowMaps;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.graph.Graph;
import io.algeon.engine.graph.ParallelEdges;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Makes compressed sparse rows of edges: counts the entries of each row, scans the counts, writes the entries in any order, sorts each
 * row by target and weight, and unites what is double. Sorting merges runs within rows, so that its passes are as many as the
 * longest row needs. What comes out depends on nothing but the set of edges, as with the CPU's {@code AdjacencyBuilder}, to the bit.
 */
final class RowsBuilder {
    private final Operators operators;
    private final Workspace workspace;
    private final Graph.GraphShape shape;
    private final Block ends;
    private final @Nullable Block given;
    private final long edges;
    private final long vertices;

    /**
     * @param ends vertices: sources, then targets
     * @param given weights of the edges
     */
    RowsBuilder(
            Graph.GraphShape shape, Block ends, @Nullable Block given, long edges, long vertices, Operators operators) {
        this.shape = shape;
        this.ends = ends;
        this.given = given;
        this.edges = edges;
        this.vertices = vertices;
        this.operators = operators;
        this.workspace = operators.workspace();
    }

    /** Bytes that building the rows of so many edges takes at most, the rows included. */
    static long bytes(Graph.GraphShape shape, boolean weighted, long edges, long vertices) {
        long entries = shape.directed() ? edges : 2 * edges;
        return entries * (weighted ? 37 : 21)
                + (shape.parallel() == ParallelEdges.SUM ? 8 * entries : 0)
                + 20 * vertices;
    }

    /** The rows of edges as they lead (forward), the other way (backward), or both ways. */
    Rows build(boolean forward, boolean backward) {
        Block degrees = workspace.allocate(4 * vertices, 0);
        workspace.launch(
                KernelName.GRAPH_COUNT,
                edges,
                a -> a.address(ends.address())
                        .int64(edges)
                        .int32(forward ? 1 : 0)
                        .int32(backward ? 1 : 0)
                        .int32(shape.dropLoops() ? 1 : 0)
                        .address(degrees.address()));
        Block most = workspace.allocate(8, 0);
        workspace.launch(
                KernelName.GRAPH_MOST,
                vertices,
                a -> a.address(degrees.address()).int64(vertices).address(most.address()));
        RowMaps.Offsets places = operators.maps().offsets(degrees, vertices);
        long longest = workspace.read(most, 1)[0];
        most.release();
        long entries = places.total();
        if (entries > Integer.MAX_VALUE) {
            throw GraphCall.tooLarge(entries);
        }
        Block rows = workspace.allocate(4 * entries);
        Block targets = workspace.allocate(4 * entries);
        Block weights = given == null ? null : workspace.allocate(8 * entries);
        workspace.launch(
                KernelName.GRAPH_SCATTER,
                edges,
                a -> a.address(ends.address())
                        .address(given == null ? 0 : given.address())
                        .int64(edges)
                        .int32(forward ? 1 : 0)
                        .int32(backward ? 1 : 0)
                        .int32(shape.dropLoops() ? 1 : 0)
                        .address(places.offsets().address())
                        .address(degrees.address())
                        .address(rows.address())
                        .address(targets.address())
                        .address(weights == null ? 0 : weights.address()));
        degrees.release();
        Rows sorted = sort(new Rows(places.offsets(), targets, weights, vertices, entries), rows, longest);
        Rows united = unite(sorted, rows);
        rows.release();
        return united;
    }

    /** Sorts the entries of each row; takes what it gets. */
    private Rows sort(Rows unsorted, Block rowOf, long longest) {
        if (longest < 2) {
            return unsorted;
        }
        Rows from = unsorted;
        Rows to = new Rows(
                unsorted.offsets().retain(),
                workspace.allocate(4 * unsorted.entries()),
                unsorted.weights() == null ? null : workspace.allocate(8 * unsorted.entries()),
                vertices,
                unsorted.entries());
        for (long run = 1; run < longest; run *= 2) {
            long length = run;
            Rows source = from;
            Rows target = to;
            workspace.launch(
                    KernelName.GRAPH_MERGE,
                    source.entries(),
                    a -> a.address(source.offsets().address())
                            .address(rowOf.address())
                            .address(source.targets().address())
                            .address(source.weightsAddress())
                            .int64(source.entries())
                            .int64(length)
                            .address(target.targets().address())
                            .address(target.weightsAddress()));
            from = target;
            to = source;
        }
        to.close();
        return from;
    }

    /** Makes one entry of those with the same target; takes what it gets. */
    private Rows unite(Rows sorted, Block rowOf) {
        boolean counts = given == null && shape.parallel() == ParallelEdges.SUM;
        long entries = sorted.entries();
        if (shape.parallel() == ParallelEdges.KEEP || entries == 0) {
            return sorted;
        }
        Block first = workspace.allocate(entries);
        workspace.launch(
                KernelName.GRAPH_FIRST,
                entries,
                a -> a.address(sorted.offsets().address())
                        .address(rowOf.address())
                        .address(sorted.targets().address())
                        .int64(entries)
                        .address(first.address()));
        Block before = workspace.allocate(4 * entries);
        RowMaps.Selection kept = operators.maps().select(first, entries, before);
        first.release();
        if (kept.count() == entries && !counts) {
            kept.rows().release();
            before.release();
            return sorted;
        }
        Block offsets = workspace.allocate(8 * (vertices + 1));
        workspace.launch(
                KernelName.GRAPH_OFFSETS,
                vertices + 1,
                a -> a.address(sorted.offsets().address())
                        .int64(vertices)
                        .address(before.address())
                        .int64(entries)
                        .int64(kept.count())
                        .address(offsets.address()));
        before.release();
        Block targets = workspace.allocate(4 * kept.count());
        Block weights = given == null && !counts ? null : workspace.allocate(8 * kept.count());
        workspace.launch(
                KernelName.GRAPH_UNITE,
                kept.count(),
                a -> a.address(kept.rows().address())
                        .int64(kept.count())
                        .int64(entries)
                        .address(sorted.targets().address())
                        .address(sorted.weightsAddress())
                        .int32(Objects.requireNonNull(shape.parallel()).ordinal())
                        .address(targets.address())
                        .address(weights == null ? 0 : weights.address()));
        kept.rows().release();
        sorted.close();
        return new Rows(offsets, targets, weights, vertices, kept.count());
    }
}
