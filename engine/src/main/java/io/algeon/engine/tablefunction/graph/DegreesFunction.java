package io.algeon.engine.tablefunction.graph;

import io.algeon.engine.graph.Adjacency;
import io.algeon.engine.tablefunction.FunctionRows;
import io.algeon.engine.tablefunction.OutputColumn;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;

/** Numbers of edges at each vertex. */
final class DegreesFunction extends GraphFunction {
    /** Which edges are counted. */
    enum Kind {
        BOTH("cugraph_degrees", "Edges that arrive at and leave each vertex."),
        IN("cugraph_in_degrees", "Edges that arrive at each vertex."),
        OUT("cugraph_out_degrees", "Edges that leave each vertex.");

        private final String function;
        private final String summary;

        Kind(String function, String summary) {
            this.function = function;
            this.summary = summary;
        }
    }

    private final Kind kind;

    DegreesFunction(Kind kind) {
        super(kind.function, kind.summary, true, false, List.of(), columns(kind));
        this.kind = kind;
    }

    private static List<OutputColumn> columns(Kind kind) {
        List<OutputColumn> columns = new ArrayList<>(List.of(vertex()));
        if (kind == Kind.BOTH) {
            columns.add(OutputColumn.of("in_degree", SqlTypes.BIGINT, "Edges that arrive."));
            columns.add(OutputColumn.of("out_degree", SqlTypes.BIGINT, "Edges that leave."));
        } else {
            columns.add(OutputColumn.of("degree", SqlTypes.BIGINT, kind.summary));
        }
        return columns;
    }

    @Override
    public boolean runsOnGpu() {
        return true;
    }

    @Override
    FunctionRows run(GraphCall call) {
        int[] order = VertexRows.inOrder(call.graph);
        VertexRows.Cells vertices = new VertexRows.Cells.Vertices(order);
        return switch (kind) {
            case IN -> VertexRows.of(call, order.length, vertices, arriving(call, order));
            case OUT -> VertexRows.of(call, order.length, vertices, leaving(call, order));
            case BOTH -> {
                // first, as both come from these rows
                VertexRows.Cells leaving = leaving(call, order);
                yield VertexRows.of(call, order.length, vertices, arriving(call, order), leaving);
            }
        };
    }

    private static VertexRows.Cells arriving(GraphFunction.GraphCall call, int[] order) {
        call.work.memory().grow(4L * order.length);
        return new VertexRows.Cells.Integers(VertexRows.arranged(call.graph.inDegrees(call.work), order));
    }

    private static VertexRows.Cells leaving(GraphFunction.GraphCall call, int[] order) {
        Adjacency rows = call.out();
        call.work.memory().grow(4L * order.length);
        int[] degrees = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            degrees[i] = rows.degree(order[i]);
        }
        return new VertexRows.Cells.Integers(degrees);
    }
}
