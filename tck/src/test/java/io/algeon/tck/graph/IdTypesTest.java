package io.algeon.tck.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every function on every shape of graph gives the same rows whatever the type of the ids, so long as their order is the same, and
 * whatever the number of threads. (That the rows of integers are right is told by the oracles of the algorithms' own tests.)
 * {@code -Dalgeon.whole=true} leaves no combination out.
 */
class IdTypesTest {
    private static final long SEED = Long.getLong("algeon.seed", 11L);
    /** Whether every function meets every type of ids with every number of threads. */
    private static final boolean WHOLE = Boolean.getBoolean("algeon.whole");

    /** SQL types, and ids that rise with a vertex' number; the texts rise by bytes. */
    private static final Map<String, IntFunction<Object>> IDS = new LinkedHashMap<>();

    static {
        IDS.put("BIGINT", i -> (long) i);
        IDS.put("SMALLINT", i -> (short) (i - 400));
        IDS.put("INTEGER", i -> (i - 300) * 3_000_000);
        IDS.put("BIGINT -- far apart", i -> (i - 250) * 20_000_000_000_000_007L);
        IDS.put(
                "VARCHAR",
                i -> (i < 30 ? "" : i < 90 ? "a longer text, ä" : "東京")
                        + (char) ('0' + i / 100)
                        + (char) ('0' + i / 10 % 10)
                        + (char) ('0' + i % 10));
    }

    /** The ends of an edge. */
    private interface Shape {
        int[] edge(int number, Random random);
    }

    private static final Map<String, Shape> SHAPES = new LinkedHashMap<>();

    static {
        SHAPES.put("skewed", (i, random) ->
                new int[] {(int) (400 * Math.pow(random.nextDouble(), 3)), random.nextInt(400)});
        SHAPES.put("parallel", (i, random) -> new int[] {random.nextInt(25), random.nextInt(25)});
        SHAPES.put("star", (i, random) -> i % 2 == 0 ? new int[] {7, i % 450} : new int[] {i % 450, 7});
        SHAPES.put("path", (i, random) -> new int[] {i % 500, i % 500 + 1});
        SHAPES.put("apart", (i, random) -> {
            int group = random.nextInt(40) * 10;
            return new int[] {group + random.nextInt(6), group + random.nextInt(6)};
        });
        SHAPES.put("loops", (i, random) -> {
            int vertex = random.nextInt(120);
            return new int[] {vertex, i % 3 == 0 ? vertex : random.nextInt(120)};
        });
    }

    private static Connection connection;
    private static Statement statement;

    @BeforeAll
    static void open() throws SQLException {
        System.out.println("ids: seed " + SEED);
        connection = DriverManager.getConnection("jdbc:algeon:");
        statement = connection.createStatement();
        for (Map.Entry<String, Shape> shape : SHAPES.entrySet()) {
            int type = 0;
            for (Map.Entry<String, IntFunction<Object>> ids : IDS.entrySet()) {
                create(shape.getKey() + type++, ids.getKey().replaceAll(" --.*", ""), ids.getValue(), shape.getValue());
            }
        }
    }

    private static void create(String name, String type, IntFunction<Object> ids, Shape shape) throws SQLException {
        // number and marked stand for the vertices whose ids they go with
        statement.execute(
                "CREATE TABLE " + name + "(src " + type + ", dst " + type + ", weight DOUBLE, number INTEGER)");
        statement.execute("CREATE TABLE " + name + "_ids(id " + type + ", number INTEGER)");
        Random random = new Random(SEED);
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + name + " VALUES (?, ?, ?, ?)")) {
            for (int i = 0; i < 1500; i++) {
                int[] edge = shape.edge(i, random);
                insert.setObject(1, ids.apply(edge[0]));
                insert.setObject(2, ids.apply(edge[1]));
                insert.setDouble(3, 1 + random.nextInt(8));
                insert.setInt(4, edge[0]);
                insert.addBatch();
            }
            insert.executeBatch();
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + name + "_ids VALUES (?, ?)")) {
            for (int i = 0; i < 520; i++) {
                insert.setObject(1, ids.apply(i));
                insert.setInt(2, i);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "weakly_connected_components(E) -> vertex, label",
                "weakly_connected_components(P, vertices => (SELECT id FROM T_ids WHERE number > 490)) -> vertex, label",
                "degrees(P) -> vertex; in_degree, out_degree",
                "degrees(E, directed => false, parallel_edges => 'keep', self_loops => 'drop') -> vertex; in_degree, out_degree",
                "in_degrees(E) -> vertex; degree",
                "out_degrees(P, vertices => (SELECT id FROM T_ids WHERE number > 490)) -> vertex; degree",
                "pagerank(E) -> vertex; value",
                "pagerank(P, directed => false, epsilon => 1e-9, max_iterations => 5000) -> vertex; value",
                "personalized_pagerank(E, personalization => (SELECT src, weight FROM T WHERE number % 7 = 0)) -> vertex; value",
                "bfs(P, sources => (SELECT src FROM T WHERE number BETWEEN 3 AND 7)) -> vertex, predecessor; distance",
                "bfs(E, directed => false, sources => (SELECT src FROM T WHERE number % 50 IN (3, 7)), depth_limit => 4)"
                        + " -> vertex, predecessor; distance",
                "betweenness_centrality(P) -> vertex; value",
                "betweenness_centrality(E, directed => false, k => 20, seed => 3) -> vertex; value",
                "leiden(E) -> vertex; partition",
                "leiden(P, seed => 9, resolution => 1.5) -> vertex; partition",
                "louvain(P) -> vertex; partition",
                "louvain(E, resolution => 0.7) -> vertex; partition",
                "jaccard(P, top_k => 3) -> first, second; value",
                "sorensen(E, use_weight => true, top_k => 2) -> first, second; value",
                "overlap(P, directed => true, pairs => (SELECT dst, src FROM T)) -> first, second; value",
                "cosine(E, use_weight => true, pairs => (SELECT src, dst FROM T)) -> first, second; value"
            })
    void rows_areTheSame_whateverTheIdsAndTheThreads(String call) throws SQLException {
        String[] parts = call.split(" -> ");
        String[] columns = parts[1].split("; ");
        String[] ids = columns[0].split(", ");
        int turn = Math.floorMod(call.hashCode(), IDS.size());
        for (String shape : SHAPES.keySet()) {
            List<String> expected = List.of();
            turn++;
            for (int type = 0; type < IDS.size(); type++) {
                // plain numbers and texts always, one of the others
                if (!WHOLE && type != 0 && type != IDS.size() - 1 && type != 1 + turn % (IDS.size() - 2)) {
                    continue;
                }
                String table = shape + type;
                StringBuilder select = new StringBuilder("SELECT ");
                StringBuilder from = new StringBuilder(" FROM cugraph_"
                        + parts[0].replaceAll("\\(E\\b", "(" + table)
                                .replaceAll("\\(P\\b", "((SELECT src, dst FROM " + table + ")")
                                .replaceAll("\\bT(_ids)?\\b", table + "$1")
                        + " AS f");
                for (String id : ids) {
                    select.append("i_")
                            .append(id)
                            .append(".number AS n_")
                            .append(id)
                            .append(", ");
                    from.append(" LEFT JOIN ")
                            .append(table)
                            .append("_ids AS i_")
                            .append(id);
                    from.append(" ON i_").append(id).append(".id = f.").append(id);
                }
                String sql = select + (columns.length > 1 ? columns[1] : "1") + from;
                int[] all = {1, 2, 7};
                for (int threads : WHOLE ? all : new int[] {all[Math.min(2, type)]}) {
                    statement.execute("SET threads = " + threads);
                    List<String> rows = rows(sql);
                    if (expected.isEmpty()) {
                        expected = rows;
                        assertThat(rows).isNotEmpty();
                    }
                    assertThat(rows).as(sql + ", threads " + threads).isEqualTo(expected);
                }
            }
        }
        statement.execute("RESET threads");
    }

    /** Sorted; numbers rounded as the contract allows them to differ. */
    private static List<String> rows(String sql) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    Object value = result.getObject(i);
                    row.append(value instanceof Double real ? String.format("%.8e", real) : String.valueOf(value))
                            .append(' ');
                }
                rows.add(row.toString());
            }
        }
        rows.sort(null);
        return rows;
    }
}
