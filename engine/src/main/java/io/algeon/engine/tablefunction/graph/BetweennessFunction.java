package io.algeon.engine.tablefunction.graph;

import io.algeon.engine.graph.Betweenness;
import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.FunctionCall;
import io.algeon.engine.tablefunction.FunctionRows;
import io.algeon.engine.tablefunction.Limits;
import io.algeon.engine.tablefunction.OptionType;
import io.algeon.engine.tablefunction.Options;
import java.util.List;

/** Betweenness centrality, exact or from a sample of sources. */
final class BetweennessFunction extends GraphFunction {
    BetweennessFunction() {
        super(
                "cugraph_betweenness_centrality",
                "How many of the shortest paths between others lead through each vertex. Weights are not used.",
                true,
                false,
                arguments(
                        Argument.Option.of(
                                "k",
                                OptionType.INTEGER,
                                null,
                                Limits.atLeast(1),
                                "Vertices to draw as sources, from which the result is estimated. NULL: all."),
                        Sources.sources("The sources, instead of drawing them."),
                        Argument.Option.of(
                                "normalized",
                                OptionType.BOOLEAN,
                                true,
                                Limits.NONE,
                                "Whether values are shares of all pairs of other vertices."),
                        Argument.Option.of(
                                "include_endpoints",
                                OptionType.BOOLEAN,
                                false,
                                Limits.NONE,
                                "Whether a path counts for its ends too."),
                        seed()),
                List.of(vertex(), value("Its centrality.")));
    }

    @Override
    public void check(FunctionCall call, Options options) {
        if (call.relation("sources") >= 0 && options.has("k") && options.get("k") != null) {
            throw Sources.invalid(name() + " has both k and sources. Give one of them.");
        }
    }

    @Override
    public boolean runsOnGpu() {
        return true;
    }

    @Override
    FunctionRows run(GraphCall call) {
        int[] sources;
        if (call.invocation.relations().containsKey("sources")) {
            sources = call.vertices("sources", 0);
        } else {
            Object k = call.invocation.options().get("k");
            sources = k == null
                    ? call.graph.byRank()
                    : Betweenness.sample(
                            call.graph, (Long) k, call.invocation.options().integer("seed"));
        }
        call.out();
        Betweenness betweenness =
                new Betweenness(call.graph, call.invocation.options().flag("include_endpoints"), call.work);
        double[] values = betweenness.run(sources, call.invocation.options().flag("normalized"));
        call.invocation.facts().put("sources", sources.length);
        int[] order = VertexRows.inOrder(call.graph);
        call.work.memory().grow(8L * order.length);
        return VertexRows.of(
                call,
                order.length,
                new VertexRows.Cells.Vertices(order),
                new VertexRows.Cells.Doubles(VertexRows.arranged(values, order)));
    }
}
