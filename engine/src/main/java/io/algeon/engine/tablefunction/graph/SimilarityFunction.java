package io.algeon.engine.tablefunction.graph;

import io.algeon.engine.graph.Similarity;
import io.algeon.engine.tablefunction.Argument;
import io.algeon.engine.tablefunction.FieldType;
import io.algeon.engine.tablefunction.FunctionCall;
import io.algeon.engine.tablefunction.FunctionRows;
import io.algeon.engine.tablefunction.Limits;
import io.algeon.engine.tablefunction.OptionType;
import io.algeon.engine.tablefunction.Options;
import io.algeon.engine.tablefunction.OutputColumn;
import java.util.List;

/** Similarity of neighbourhoods: of given pairs, or the most similar to each vertex. */
final class SimilarityFunction extends GraphFunction {
    private final Similarity.Measure measure;

    SimilarityFunction(String name, String what, Similarity.Measure measure) {
        super(
                name,
                "How alike the neighbours of two vertices are: " + what + ".",
                false,
                true,
                arguments(
                        new Argument.Relation(
                                "pairs",
                                List.of(
                                        new Argument.Field("first", FieldType.VERTEX, true, "A vertex."),
                                        new Argument.Field("second", FieldType.VERTEX, true, "Another.")),
                                false,
                                "The pairs to compare."),
                        Argument.Option.of(
                                "top_k",
                                OptionType.INTEGER,
                                null,
                                Limits.atLeast(1),
                                "Instead of pairs: for every vertex so many of the vertices most like it, none of them"
                                        + " with value 0."),
                        Argument.Option.of(
                                "use_weight",
                                OptionType.BOOLEAN,
                                false,
                                Limits.NONE,
                                "Whether weights of edges count, not only whether there are edges.")),
                List.of(
                        OutputColumn.vertex("first", "A vertex."),
                        OutputColumn.vertex("second", "The vertex that it is compared with."),
                        value("How alike they are, 0 to 1.")));
        this.measure = measure;
    }

    /** The functions. */
    static List<SimilarityFunction> all() {
        return List.of(
                new SimilarityFunction(
                        "cugraph_jaccard", "common neighbours over all of both", Similarity.Measure.JACCARD),
                new SimilarityFunction(
                        "cugraph_sorensen",
                        "twice the common neighbours over the sum of both degrees",
                        Similarity.Measure.SORENSEN),
                new SimilarityFunction(
                        "cugraph_overlap", "common neighbours over the smaller degree", Similarity.Measure.OVERLAP),
                new SimilarityFunction(
                        "cugraph_cosine",
                        "the cosine of the angle between their rows of the adjacency matrix",
                        Similarity.Measure.COSINE));
    }

    @Override
    public double estimatedRows(List<Double> relationRows) {
        return relationRows.get(1) > 0 ? relationRows.get(1) : 10 * super.estimatedRows(relationRows);
    }

    @Override
    public void check(FunctionCall call, Options options) {
        boolean pairs = call.relation("pairs") >= 0;
        boolean unknown = !options.has("top_k");
        boolean nearest = options.get("top_k") != null;
        if (pairs && nearest) {
            throw Sources.invalid(name() + " has both pairs and top_k. Give one of them.");
        } else if (!pairs && !nearest && !unknown) {
            throw Sources.invalid(name()
                    + " has neither pairs nor top_k. Give pairs => (SELECT first, second FROM ...), or top_k => 10.");
        }
    }

    @Override
    public boolean runsOnGpu() {
        return true;
    }

    @Override
    FunctionRows run(GraphCall call) {
        boolean useWeight = call.invocation.options().flag("use_weight");
        if (useWeight) {
            call.requireUsable(call.out(), false);
        }
        boolean pairs = call.invocation.relations().containsKey("pairs");
        int[] firsts = pairs ? call.vertices("pairs", 0) : new int[0];
        int[] seconds = pairs ? call.vertices("pairs", 1) : firsts;
        call.out();
        call.in();
        Similarity similarity = new Similarity(call.graph, measure, useWeight, call.work);
        double[] values;
        if (pairs) {
            values = similarity.pairs(firsts, seconds);
        } else {
            Similarity.Nearest nearest = similarity.nearest(call.integer("top_k"));
            firsts = nearest.firsts();
            seconds = nearest.seconds();
            values = nearest.values();
        }
        return VertexRows.of(
                call,
                firsts.length,
                new VertexRows.Cells.Vertices(firsts),
                new VertexRows.Cells.Vertices(seconds),
                new VertexRows.Cells.Doubles(values));
    }
}
