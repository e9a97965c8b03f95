package io.algeon.engine.tablefunction.graph;

import io.algeon.engine.graph.PageRank;
import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.FieldType;
import io.algeon.engine.tablefunction.FunctionRows;
import io.algeon.engine.tablefunction.Limits;
import io.algeon.engine.tablefunction.OptionType;
import io.algeon.engine.tablefunction.RelationRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** PageRank, and personalised PageRank. */
final class PageRankFunction extends GraphFunction {
    private final boolean personalized;

    PageRankFunction(boolean personalized) {
        super(
                personalized ? "cugraph_personalized_pagerank" : "cugraph_pagerank",
                personalized
                        ? "PageRank of a surfer who comes back to given vertices: how near each vertex is to them."
                        : "PageRank: how much of their time those who follow edges at random are at each vertex.",
                true,
                false,
                own(personalized),
                List.of(vertex(), value("Its rank; all ranks sum to 1.")));
        this.personalized = personalized;
    }

    private static List<Argument> own(boolean personalized) {
        List<Argument> own = new ArrayList<>();
        if (personalized) {
            own.add(new Argument.Relation(
                    "personalization",
                    List.of(
                            new Argument.Field("vertex", FieldType.VERTEX, true, "A vertex to come back to."),
                            new Argument.Field("value", FieldType.NUMBER, true, "How often, relative to the others.")),
                    true,
                    "Where those who follow no edge go on."));
        }
        own.add(Argument.Option.of(
                "alpha", OptionType.NUMBER, 0.85, Limits.between(0, 1), "Share of the steps that follow an edge."));
        own.add(Argument.Option.of(
                "epsilon",
                OptionType.NUMBER,
                1e-5,
                Limits.above(0),
                "Iteration ends when the changes of all ranks sum to less."));
        own.add(Argument.Option.of(
                "max_iterations", OptionType.INTEGER, 100L, Limits.between(1, 1e9), "Most iterations."));
        own.add(failOnNonconvergence());
        return own;
    }

    @Override
    public boolean runsOnGpu() {
        return true;
    }

    @Override
    FunctionRows run(GraphCall call) {
        call.requireUsable(call.in(), true);
        PageRank rank = new PageRank(
                call.graph, call.number("alpha"), call.number("epsilon"), call.integer("max_iterations"), call.work);
        double[] values = call.settled(rank.run(personalized ? restart(call) : null));
        int[] order = VertexRows.inOrder(call.graph);
        call.work.memory().grow(8L * order.length);
        return VertexRows.of(
                call,
                order.length,
                new VertexRows.Cells.Vertices(order),
                new VertexRows.Cells.Doubles(VertexRows.arranged(values, order)));
    }

    private double[] restart(GraphCall call) {
        RelationRows rows = Objects.requireNonNull(call.invocation.relations().get("personalization"));
        int[] vertices = call.vertices("personalization", 0);
        call.work.memory().grow(8L * call.graph.vertexCount());
        double[] restart = new double[call.graph.vertexCount()];
        double sum = 0;
        int at = 0;
        for (RelationRows.Chunk chunk : rows.chunks()) {
            for (int i = 0; i < chunk.rows(); i++) {
                double value = chunk.doubles(1)[i];
                if (value < 0) {
                    throw GraphFailures.personalization(name(), value);
                }
                int vertex = vertices[at++];
                restart[vertex] = Math.min(Double.MAX_VALUE, restart[vertex] + value);
            }
        }
        // not the sum of large values, which could be infinite
        double most = Arrays.stream(restart).max().orElse(0);
        if (most > 0) {
            for (int i = 0; i < restart.length; i++) {
                restart[i] = Math.min(1, restart[i] / most);
                sum += restart[i];
            }
        }
        if (!(sum > 0)) {
            throw GraphFailures.personalization(name(), 0);
        }
        for (int i = 0; i < restart.length; i++) {
            restart[i] /= sum;
        }
        return restart;
    }
}
