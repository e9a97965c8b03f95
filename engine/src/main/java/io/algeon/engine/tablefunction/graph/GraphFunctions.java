package io.algeon.engine.tablefunction.graph;

import io.algeon.engine.tablefunction.TableFunction;
import java.util.ArrayList;
import java.util.List;

/** The functions on graphs. */
public final class GraphFunctions {
    private GraphFunctions() {}

    /** All that run. */
    public static List<TableFunction> all() {
        List<TableFunction> all = new ArrayList<>(List.of(
                new PageRankFunction(false),
                new PageRankFunction(true),
                new ComponentsFunction(),
                new DegreesFunction(DegreesFunction.Kind.BOTH),
                new DegreesFunction(DegreesFunction.Kind.IN),
                new DegreesFunction(DegreesFunction.Kind.OUT),
                new BfsFunction(),
                new BetweennessFunction(),
                new CommunityFunction(true),
                new CommunityFunction(false)));
        all.addAll(SimilarityFunction.all());
        return all;
    }
}
