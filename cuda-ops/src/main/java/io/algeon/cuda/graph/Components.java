package io.algeon.cuda.graph;

import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.Workspace;

/**
 * Weakly connected components by union-find over the edges: threads hook the greater root under the smaller one with
 * compare-and-swap, and halve paths on their way (after Jaiganesh and Burtscher, HPDC 2018). As vertices are numbered in the
 * order of their ids, the root is the smallest id of its component.
 */
final class Components implements DeviceFunction {
    /** Edges of a launch, so that cancellation is never far. */
    private static final long EDGES_AT_ONCE = 1L << 26;

    @Override
    public DeviceRelation run(GraphCall call) {
        DeviceGraph graph = call.graph();
        Workspace workspace = call.workspace();
        long vertices = graph.vertices();
        Block parents = call.operators().maps().identity(vertices, 0);
        long edges = graph.edges();
        for (long from = 0; from < edges; from += EDGES_AT_ONCE) {
            long first = from;
            long count = Math.min(EDGES_AT_ONCE, edges - from);
            workspace.launch(
                    KernelName.COMPONENTS_HOOK,
                    count,
                    a -> a.address(graph.ends().address() + 4 * first)
                            .address(graph.ends().address() + 4 * (edges + first))
                            .int64(count)
                            .address(parents.address()));
            workspace.await();
            call.work().setProgress(0.9 * (first + count) / edges);
        }
        Block labels = workspace.allocate(4 * vertices);
        workspace.launch(
                KernelName.COMPONENTS_LABEL,
                vertices,
                a -> a.address(parents.address()).int64(vertices).address(labels.address()));
        parents.release();
        DeviceColumn label = call.ids(labels, vertices);
        labels.release();
        return call.byVertex(label);
    }
}
