package io.algeon.engine.tablefunction.graph;

import io.algeon.engine.graph.BreadthFirstSearch;
import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.FunctionCall;
import io.algeon.engine.tablefunction.FunctionRows;
import io.algeon.engine.tablefunction.Limits;
import io.algeon.engine.tablefunction.OptionType;
import io.algeon.engine.tablefunction.Options;
import io.algeon.engine.tablefunction.OutputColumn;
import io.algeon.metadata.type.SqlTypes;
import java.util.Arrays;
import java.util.List;

/** Breadth-first search. */
final class BfsFunction extends GraphFunction {
    BfsFunction() {
        super(
                "cugraph_bfs",
                "The vertices that can be reached, with the fewest edges to each.",
                true,
                false,
                arguments(
                        Sources.source(),
                        Sources.sources("Where to begin: ids; the nearest one counts."),
                        Argument.Option.of(
                                "depth_limit",
                                OptionType.INTEGER,
                                null,
                                Limits.atLeast(0),
                                "Vertices that are more edges away are not reached. NULL: all are."),
                        ids("targets", false, "The search ends with the level that reaches the last of these."),
                        Argument.Option.of(
                                "stop_on_first_target",
                                OptionType.BOOLEAN,
                                false,
                                Limits.NONE,
                                "Whether it ends with the level that reaches the first target.")),
                List.of(
                        vertex(),
                        OutputColumn.of("distance", SqlTypes.BIGINT, "Edges from the nearest source."),
                        new OutputColumn(
                                "predecessor",
                                null,
                                true,
                                "The vertex before it on a shortest path, the smallest if there are several; NULL at"
                                        + " sources.")));
    }

    @Override
    public void check(FunctionCall call, Options options) {
        Sources.check(call, options, true);
        if (options.flag("stop_on_first_target") && call.relation("targets") < 0) {
            throw Sources.invalid("The option stop_on_first_target of " + name()
                    + " is true, but there are no targets. Give them as" + " in targets => (SELECT vertex FROM ...).");
        }
    }

    @Override
    public boolean runsOnGpu() {
        return true;
    }

    @Override
    FunctionRows run(GraphCall call) {
        int[] sources = Sources.of(call);
        int[] targets = call.invocation.relations().containsKey("targets") ? call.vertices("targets", 0) : null;
        call.out();
        BreadthFirstSearch search = new BreadthFirstSearch(call.graph, call.work);
        int limit =
                call.invocation.options().get("depth_limit") == null ? Integer.MAX_VALUE : call.integer("depth_limit");
        search.run(sources, limit, targets, call.invocation.options().flag("stop_on_first_target"));
        call.invocation.facts().put("iterations", search.levels());
        int[] reached = reached(call, search.distance());
        return VertexRows.of(
                call,
                reached.length,
                new VertexRows.Cells.Vertices(reached),
                new VertexRows.Cells.Integers(VertexRows.arranged(search.distance(), reached)),
                new VertexRows.Cells.Vertices(VertexRows.arranged(search.predecessor(), reached)));
    }

    /** The vertices with a distance, in the order of their ids. */
    private static int[] reached(GraphFunction.GraphCall call, int[] distance) {
        int[] order = call.graph.byRank();
        call.work.memory().grow(12L * order.length);
        int[] reached = new int[order.length];
        int count = 0;
        for (int vertex : order) {
            if (distance[vertex] >= 0) {
                reached[count++] = vertex;
            }
        }
        return Arrays.copyOf(reached, count);
    }
}
