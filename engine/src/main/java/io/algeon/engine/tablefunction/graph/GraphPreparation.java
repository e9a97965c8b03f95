package io.algeon.engine.tablefunction.graph;

import io.algeon.engine.graph.EdgeList;
import io.algeon.engine.graph.Graph;
import io.algeon.engine.graph.ParallelEdges;
import io.algeon.engine.tablefunction.FunctionCall;
import io.algeon.engine.tablefunction.Options;
import io.algeon.engine.tablefunction.Preparation;
import io.algeon.engine.tablefunction.RelationRows;
import io.algeon.engine.tablefunction.VertexNames;
import io.algeon.engine.tablefunction.Work;
import io.algeon.metadata.error.EngineException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes a graph of the arguments {@code edges} and {@code vertices}. */
final class GraphPreparation implements Preparation {
    static final GraphPreparation INSTANCE = new GraphPreparation();

    private GraphPreparation() {}

    @Override
    public List<String> relations() {
        return List.of("edges", "vertices");
    }

    @Override
    public List<String> options() {
        return List.of("directed", "parallel_edges", "self_loops");
    }

    @Override
    public boolean ignoresRepeatedRows(FunctionCall.RelationInput relation, Options options) {
        if (!relation.argument().equals("edges")) {
            return true;
        }
        boolean weighted = relation.fields().contains("weight");
        return switch (parallelEdges(options.text("parallel_edges"), weighted)) {
            case MIN, MAX, DISTINCT -> true;
            case SUM, KEEP -> false;
        };
    }

    @Override
    public Prepared prepare(Options options, Map<String, RelationRows> given, Work work) {
        RelationRows edges = Objects.requireNonNull(given.get("edges"));
        RelationRows vertices = given.get("vertices");
        VertexNames names = edges.names();
        if (vertices != null && vertices.rowCount() > 0 && vertices.names() != null) {
            VertexNames others = vertices.names();
            names = names == null ? others : names.union(others);
        }
        int weight = edges.column("weight");
        List<EdgeList.Chunk> chunks = new ArrayList<>();
        translate(edges, names, work);
        for (RelationRows.Chunk chunk : edges.chunks()) {
            chunks.add(new EdgeList.Chunk(
                    chunk.rows(), chunk.longs(0), chunk.longs(1), weight < 0 ? null : chunk.doubles(weight)));
        }
        List<EdgeList.Ids> ids = new ArrayList<>();
        if (vertices != null) {
            translate(vertices, names, work);
            for (RelationRows.Chunk chunk : vertices.chunks()) {
                ids.add(new EdgeList.Ids(chunk.rows(), chunk.longs(0)));
            }
        }
        boolean weighted = weight >= 0;
        Graph.GraphShape shape = new Graph.GraphShape(
                options.flag("directed"),
                parallelEdges(options.text("parallel_edges"), weighted),
                "drop".equalsIgnoreCase(options.text("self_loops")));
        try {
            // fails before the work, not in the middle of it
            long needed = Graph.bytes(edges.rowCount(), weighted);
            work.memory().grow(needed);
            work.memory().grow(-needed);
            // the rows' memory is given back when the graph is built, but the names stay
            work.memory().grow(names == null ? 0 : names.bytes());
            Graph graph = Graph.of(new EdgeList(chunks, ids, weighted), shape, GraphFunction.work(work));
            return new PreparedGraph(graph, names, weighted, edges.givenRows());
        } catch (EngineException e) {
            throw GraphFunction.withSize(
                    e,
                    "The memory does not suffice for the graph of the argument edges, which has " + edges.givenRows()
                            + " rows. ");
        }
    }

    /** Makes positions in a relation's own texts positions in those of the whole graph. */
    private static void translate(RelationRows rows, @Nullable VertexNames names, Work work) {
        VertexNames own = rows.names();
        if (own == null || names == null || own == names) {
            return;
        }
        work.memory().grow(4L * own.size());
        int[] positions = names.positionsOf(own);
        work.crew().each(rows.chunks().size(), number -> {
            work.cancellation().check();
            RelationRows.Chunk chunk = rows.chunks().get(number);
            for (Object column : chunk.columns()) {
                if (column instanceof long[] ids) {
                    for (int i = 0; i < chunk.rows(); i++) {
                        ids[i] = positions[(int) ids[i]];
                    }
                }
            }
        });
        work.memory().grow(-4L * own.size());
    }

    private static ParallelEdges parallelEdges(@Nullable String option, boolean weighted) {
        if (option == null) {
            return weighted ? ParallelEdges.SUM : ParallelEdges.DISTINCT;
        }
        return ParallelEdges.valueOf(option.toUpperCase(Locale.ROOT));
    }

    /**
     * A graph whose ids are integers, or positions among texts.
     *
     * @param edges rows of the argument
     */
    record PreparedGraph(Graph graph, @Nullable VertexNames names, boolean weighted, long edges) implements Prepared {
        @Override
        public Map<String, Number> facts() {
            Map<String, Number> facts = new LinkedHashMap<>();
            facts.put("vertices", graph.vertexCount());
            facts.put("edges", edges);
            return facts;
        }

        @Override
        public void close() {
            // its memory is the reservation's, its arrays the collector's
        }
    }
}
