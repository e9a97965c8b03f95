package io.algeon.engine.tablefunction.graph;

import io.algeon.engine.graph.ConnectedComponents;
import io.algeon.engine.tablefunction.FunctionRows;
import io.algeon.engine.tablefunction.OutputColumn;
import java.util.List;

/** Weakly connected components. */
final class ComponentsFunction extends GraphFunction {
    ComponentsFunction() {
        super(
                "cugraph_weakly_connected_components",
                "The connected parts of the graph, whatever way its edges lead.",
                false,
                false,
                List.of(),
                List.of(vertex(), OutputColumn.vertex("label", "The smallest id in its component.")));
    }

    @Override
    public boolean runsOnGpu() {
        return true;
    }

    @Override
    FunctionRows run(GraphCall call) {
        int[] labels = ConnectedComponents.weak(call.graph, call.work);
        int[] order = VertexRows.inOrder(call.graph);
        call.work.memory().grow(4L * order.length);
        return VertexRows.of(
                call,
                order.length,
                new VertexRows.Cells.Vertices(order),
                new VertexRows.Cells.Vertices(VertexRows.arranged(labels, order)));
    }
}
