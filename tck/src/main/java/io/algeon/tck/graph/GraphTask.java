package io.algeon.tck.graph;

import java.util.List;

/**
 * A call of a function on the tables {@code edges} and {@code pairs}.
 *
 * @param sql its rows: ids and numbers
 * @param shapes keys of the shapes that it is worth measuring on; empty: all
 */
record GraphTask(String name, String sql, List<String> shapes) {
    static final List<GraphTask> ALL = List.of(
            of("degrees", "SELECT vertex, in_degree, out_degree FROM cugraph_degrees(" + edges() + ")"),
            of("components", "SELECT vertex, label FROM cugraph_weakly_connected_components(" + edges() + ")"),
            of("pagerank", "SELECT vertex, value FROM cugraph_pagerank(" + edges() + ", epsilon => 1e-6)"),
            of(
                    "pagerank-weighted",
                    "SELECT vertex, value FROM cugraph_pagerank(edges => (SELECT src, dst, weight FROM edges),"
                            + " directed => false, epsilon => 1e-6)"),
            of(
                    "personalized-pagerank",
                    "SELECT vertex, value FROM cugraph_personalized_pagerank(" + edges()
                            + ", personalization => (SELECT src AS vertex, 1 AS \"value\" FROM pairs LIMIT 1),"
                            + " directed => false, epsilon => 1e-6)"),
            of(
                    "bfs",
                    "SELECT vertex, distance, COALESCE(predecessor, -1) FROM cugraph_bfs(" + edges()
                            + ", sources => (SELECT min(src) AS vertex FROM edges), directed => false)"),
            of("leiden", "SELECT vertex, partition FROM cugraph_leiden(" + edges() + ")"),
            of("louvain", "SELECT vertex, partition FROM cugraph_louvain(" + edges() + ")"),
            of(
                    "betweenness",
                    "SELECT vertex, value FROM cugraph_betweenness_centrality(" + edges()
                            + ", sources => (SELECT src AS vertex FROM edges GROUP BY src ORDER BY src LIMIT 8),"
                            + " directed => false, normalized => false)"),
            pairs("jaccard"),
            pairs("sorensen"),
            pairs("overlap"),
            pairs("cosine"),
            new GraphTask(
                    "jaccard-top-k",
                    "SELECT \"first\", \"second\", \"value\" FROM cugraph_jaccard(" + edges() + ", top_k => 10)",
                    List.of("uniform", "communities")));

    private static GraphTask of(String name, String sql) {
        return new GraphTask(name, sql, List.of());
    }

    private static GraphTask pairs(String function) {
        return of(
                function,
                "SELECT \"first\", \"second\", \"value\" FROM cugraph_" + function + "(" + edges()
                        + ", pairs => (SELECT src AS \"first\", dst AS \"second\" FROM pairs))");
    }

    private static String edges() {
        return "edges => (SELECT src, dst FROM edges)";
    }

    boolean fits(EdgeShape shape) {
        return shapes.isEmpty() || shapes.contains(shape.key());
    }
}
