package io.algeon.engine.tablefunction.graph;

import io.algeon.engine.graph.Leiden;
import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.FunctionCall;
import io.algeon.engine.tablefunction.FunctionRows;
import io.algeon.engine.tablefunction.Limits;
import io.algeon.engine.tablefunction.OptionType;
import io.algeon.engine.tablefunction.Options;
import io.algeon.engine.tablefunction.OutputColumn;
import io.algeon.metadata.type.SqlTypes;
import java.util.ArrayList;
import java.util.List;

/** Communities by modularity: Leiden and Louvain. */
final class CommunityFunction extends GraphFunction {
    private final boolean leiden;

    CommunityFunction(boolean leiden) {
        super(
                leiden ? "cugraph_leiden" : "cugraph_louvain",
                leiden
                        ? "Communities with more edges inside than chance would give them, each of them connected."
                        : "Communities with more edges inside than chance would give them.",
                false,
                false,
                own(leiden),
                List.of(
                        vertex(),
                        OutputColumn.of(
                                "partition",
                                SqlTypes.BIGINT,
                                "Its community: numbers from 0, by falling size, then the smallest id.")));
        this.leiden = leiden;
    }

    private static List<Argument> own(boolean leiden) {
        List<Argument> own = new ArrayList<>();
        own.add(Argument.Option.of(
                leiden ? "max_iterations" : "max_level",
                OptionType.INTEGER,
                100L,
                Limits.between(1, 1e9),
                "Most levels, each made of the communities of the one before."));
        if (!leiden) {
            own.add(Argument.Option.of(
                    "threshold",
                    OptionType.NUMBER,
                    1e-7,
                    Limits.atLeast(0),
                    "Levels end when modularity grows by less."));
        }
        own.add(Argument.Option.of(
                "resolution",
                OptionType.NUMBER,
                1.0,
                Limits.above(0),
                "Above 1: smaller communities; below: larger ones."));
        if (leiden) {
            own.add(Argument.Option.of(
                    "theta",
                    OptionType.NUMBER,
                    1.0,
                    Limits.above(0),
                    "How random it is which part a vertex joins when communities are refined."));
        }
        own.add(seed());
        return own;
    }

    @Override
    public void check(FunctionCall call, Options options) {
        requireUndirected(options);
    }

    @Override
    public boolean runsOnGpu() {
        return true;
    }

    @Override
    FunctionRows run(GraphCall call) {
        call.requireUsable(call.out(), false);
        long seed = call.invocation.options().integer("seed");
        Leiden algorithm = leiden
                ? new Leiden(call.graph, call.number("resolution"), call.number("theta"), seed, call.work)
                : Leiden.louvain(call.graph, call.number("resolution"), call.number("threshold"), seed, call.work);
        int[] communities = algorithm.run(call.integer(leiden ? "max_iterations" : "max_level"));
        call.invocation.facts().put("iterations", algorithm.iterations());
        call.invocation.facts().put("modularity", algorithm.modularity());
        int[] order = VertexRows.inOrder(call.graph);
        call.work.memory().grow(4L * order.length);
        return VertexRows.of(
                call,
                order.length,
                new VertexRows.Cells.Vertices(order),
                new VertexRows.Cells.Integers(VertexRows.arranged(communities, order)));
    }
}
