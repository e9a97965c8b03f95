package io.algeon.cuda.graph;

import io.algeon.cuda.expression.NotOnDevice;
import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.engine.exec.ExecutionContext;
import io.algeon.engine.graph.Similarity;
import io.algeon.engine.plan.PlanNode;
import io.algeon.engine.tablefunction.FunctionCall;
import io.algeon.engine.tablefunction.Options;
import io.algeon.engine.tablefunction.graph.GraphFailures;
import io.algeon.metadata.catalog.ColumnDef;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The functions that run on the device, by name. */
public final class GraphFunctions {
    private static final Map<String, DeviceFunction> ALL = Map.ofEntries(
            Map.entry("cugraph_degrees", new Degrees(true, true)),
            Map.entry("cugraph_in_degrees", new Degrees(true, false)),
            Map.entry("cugraph_out_degrees", new Degrees(false, true)),
            Map.entry("cugraph_pagerank", new PageRank()),
            Map.entry("cugraph_personalized_pagerank", new PageRank()),
            Map.entry("cugraph_weakly_connected_components", new Components()),
            Map.entry("cugraph_bfs", new BreadthFirstSearch()),
            Map.entry("cugraph_betweenness_centrality", new BetweennessCentrality()),
            Map.entry("cugraph_leiden", new Communities(true)),
            Map.entry("cugraph_louvain", new Communities(false)),
            Map.entry("cugraph_jaccard", new NeighbourSimilarity(Similarity.Measure.JACCARD)),
            Map.entry("cugraph_sorensen", new NeighbourSimilarity(Similarity.Measure.SORENSEN)),
            Map.entry("cugraph_overlap", new NeighbourSimilarity(Similarity.Measure.OVERLAP)),
            Map.entry("cugraph_cosine", new NeighbourSimilarity(Similarity.Measure.COSINE)));

    private GraphFunctions() {}

    /** Why a call cannot run on the device, part of a sentence; null if it can. */
    public static @Nullable String objection(PlanNode.TableFunction node) {
        String name = node.call().function().name();
        DeviceFunction function = ALL.get(name);
        if (function == null) {
            return "the function " + name;
        }
        try {
            for (PlanNode input : node.inputs()) {
                for (ColumnDef column : input.output()) {
                    ValueKind.of(column.type());
                }
            }
        } catch (NotOnDevice reason) {
            return reason.reason();
        }
        return function.objection(node.call());
    }

    /**
     * Runs a call.
     *
     * @param relations the given ones that are not the graph's, by name; they stay the caller's
     */
    public static DeviceRelation run(
            FunctionCall call,
            Options options,
            PreparedGraph prepared,
            Map<String, DeviceRelation> relations,
            Operators operators,
            ExecutionContext execution,
            FunctionWork work) {
        DeviceGraph graph = prepared.graph(work);
        if (graph.vertices() == 0) {
            throw GraphFailures.noVertices(call.function().name());
        }
        long start = System.nanoTime();
        long built = graph.buildNanoseconds();
        relations.forEach((name, relation) -> Columns.check(call, name, relation, operators));
        GraphCall one = new GraphCall(call, options, graph, relations, operators, execution, work);
        DeviceRelation rows =
                Objects.requireNonNull(ALL.get(call.function().name())).run(one);
        operators.workspace().await();
        if (graph.buildNanoseconds() > built) {
            work.set("rowsMilliseconds", (graph.buildNanoseconds() - built) / 1e6);
        }
        work.set("runMilliseconds", (System.nanoTime() - start) / 1e6);
        work.setProgress(1);
        return rows;
    }
}
