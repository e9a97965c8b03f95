package io.algeon.tck.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.tck.compare.ResultRows;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The graph functions give the same rows on the GPU as on the CPU: over graphs of the sizes at which warps, blocks, pieces and tiles
 * end, directed and not, with weights, parallel edges, loops, hubs, negative and text ids, at every schedule of threads.
 * {@code -Dalgeon.only=} a pattern of calls limits them.
 */
class GpuGraphTest {
    private static final long SEED = Long.getLong("algeon.seed", 6L);
    private static final double TOLERANCE = 1e-9;
    /** The PTX form is slow: half of what the other is asked, unless {@code -Dalgeon.whole=true}. */
    private static final boolean THIN = EmulatedGpu.runsPtx() && !Boolean.getBoolean("algeon.whole");

    private static final List<String> PARALLEL = List.of("sum", "min", "max", "distinct", "keep");

    private static Connection connection;
    private static final Map<String, Integer> GRAPHS = new LinkedHashMap<>();

    @BeforeAll
    static void open() throws SQLException {
        EmulatedGpu.require();
        System.out.println("graphs: seed " + SEED);
        connection = DriverManager.getConnection("jdbc:algeon:");
        Random random = new Random(SEED);
        for (int edges : new int[] {0, 1, 31, 33, 64, 255, 257, 2047, 2049, 5000}) {
            int vertices = Math.max(1, edges / (1 + random.nextInt(8)));
            create("g" + edges, edges, "BIGINT", i -> (long) random.nextInt(vertices) - vertices / 2);
        }
        // two hubs whose rows are several pieces, and vertices of degree 1
        create("hub", 6000, "INTEGER", i -> i % 2 == 0 ? random.nextInt(2) : random.nextInt(4000));
        // a long way
        create("path", 600, "INTEGER", i -> (i + 1) / 2);
        String[] texts = {"", "a", "ab", "é", "東京", "a longer text than eight bytes", "a longer text than nine"};
        create("texts", 300, "VARCHAR", i -> texts[random.nextInt(7)] + random.nextInt(9));
    }

    /** An id of an end; ends are numbered from 0. */
    private interface Ids {
        Object of(int end);
    }

    private static void create(String name, int edges, String type, Ids ids) throws SQLException {
        GRAPHS.put(name, edges);
        Random random = new Random(SEED + edges);
        EmulatedGpu.execute(
                connection, "CREATE TABLE " + name + " (src " + type + ", dst " + type + ", weight DOUBLE)");
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + name + " VALUES (?, ?, ?)")) {
            for (int i = 0; i < edges; i++) {
                insert.setObject(1, ids.of(2 * i));
                insert.setObject(2, ids.of(2 * i + 1));
                insert.setDouble(3, random.nextInt(4) == 0 ? 0 : random.nextInt(100) / 7.0);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    @AfterAll
    static void close() throws SQLException {
        if (connection != null) {
            connection.close();
        }
    }

    private static String plain(String graph) {
        return "(SELECT src, dst FROM " + graph + ")";
    }

    static List<String> calls() {
        List<String> calls = new ArrayList<>();
        for (String parallel : PARALLEL) {
            for (String directed : List.of("true", "false")) {
                String options = ", directed => " + directed + ", parallel_edges => '" + parallel + "'";
                calls.add("cugraph_degrees(P" + options + ")");
                calls.add("cugraph_pagerank(E" + options + ", self_loops => 'drop', fail_on_nonconvergence => false)");
            }
        }
        for (String edges : List.of("P", "E")) {
            for (String directed : List.of("true", "false")) {
                String options = edges + ", directed => " + directed;
                calls.add("cugraph_in_degrees(" + options + ", self_loops => 'drop')");
                calls.add("cugraph_out_degrees(" + options + ", vertices => (SELECT dst FROM E))");
                calls.add("cugraph_pagerank(" + options + ", epsilon => 1e-9, max_iterations => 1000)");
                calls.add("cugraph_pagerank(" + options + ", alpha => 1, epsilon => 1.7e-9, max_iterations => 7,"
                        + " fail_on_nonconvergence => false)");
                calls.add("cugraph_personalized_pagerank(" + options
                        + ", personalization => (SELECT src, abs(weight) + 1 FROM E), max_iterations => 1000)");
                calls.add("cugraph_bfs(" + options + ", sources => (SELECT min(src) FROM E GROUP BY 1 = 1))");
                calls.add("cugraph_bfs(" + options + ", sources => (SELECT src FROM E WHERE weight > 14))");
                calls.add("cugraph_bfs(" + options + ", sources => (SELECT src FROM E WHERE weight > 13.9),"
                        + " depth_limit => 2)");
                calls.add("cugraph_bfs(" + options + ", sources => (SELECT max(src) FROM E GROUP BY 1 = 1),"
                        + " targets => (SELECT dst FROM E WHERE weight > 10))");
                calls.add("cugraph_bfs(" + options + ", sources => (SELECT max(src) FROM E GROUP BY 1 = 1),"
                        + " targets => (SELECT dst FROM E WHERE weight > 10), stop_on_first_target => true)");
            }
        }
        for (String measure : List.of("jaccard", "sorensen", "overlap", "cosine")) {
            calls.add("cugraph_" + measure + "(P, top_k => 3)");
            calls.add("cugraph_" + measure + "(E, directed => true, top_k => 2, self_loops => 'keep')");
            calls.add("cugraph_" + measure + "(I, top_k => K, use_weight => true)");
            calls.add("cugraph_" + measure + "(I, use_weight => true, pairs => (SELECT src, dst FROM E))");
            calls.add("cugraph_" + measure + "(E, use_weight => true, directed => true, self_loops => 'keep',"
                    + " pairs => (SELECT dst, src FROM E))");
            calls.add(
                    "cugraph_" + measure + "(P, pairs => (SELECT a.src, b.dst FROM E AS a JOIN E AS b ON a.dst = b.src"
                            + " WHERE a.weight + b.weight > 25))");
        }
        for (String options : List.of("", ", normalized => false", ", include_endpoints => true")) {
            calls.add("cugraph_betweenness_centrality(P, k => 3, directed => true, seed => 7" + options + ")");
            calls.add("cugraph_betweenness_centrality(P, k => 6, directed => false" + options + ")");
        }
        calls.add("cugraph_betweenness_centrality(E, sources => (SELECT src FROM E WHERE weight > 13))");
        calls.add("cugraph_betweenness_centrality(P, parallel_edges => 'keep', k => 5)");
        calls.add("cugraph_personalized_pagerank(P, personalization => (SELECT src, 1e308 FROM E))");
        calls.add("cugraph_personalized_pagerank(P, personalization => (SELECT src, 1e-310 FROM E))");
        calls.add("cugraph_weakly_connected_components(P)");
        calls.add("cugraph_weakly_connected_components(E, vertices => (SELECT dst FROM E))");
        calls.removeIf(call -> !call.matches(System.getProperty("algeon.only", ".*")));
        return calls;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void calls_giveTheRowsOfTheCpu_atEverySchedule(String call) throws SQLException {
        List<String> differences = new ArrayList<>();
        String function = call.substring(0, call.indexOf('('));
        List<String> own = calls().stream()
                .filter(other -> other.startsWith(function + "("))
                .toList();
        int share = Math.min(own.size(), THIN ? 6 : 3);
        int turn = own.indexOf(call) + (int) SEED;
        for (String graph : GRAPHS.keySet()) {
            // a part of the graphs each: all of a function's calls together meet all of them
            if (turn++ % share != 0 && !graph.equals("g33")) {
                continue;
            }
            String sql = "SELECT * FROM "
                    + call.replaceAll("\\(P\\b", "(edges => " + plain(graph))
                            .replaceAll("\\(E\\b", "(edges => TABLE " + graph)
                            .replaceAll(
                                    "\\(I\\b",
                                    "(edges => (SELECT src, dst, floor(weight) AS weight FROM " + graph + ")")
                            .replaceAll("\\b(FROM|JOIN) E\\b", "$1 " + graph)
                            .replaceAll("\\bK\\b", GRAPHS.get(graph) <= 300 ? "100" : "4");
            if (GRAPHS.get(graph) == 0) {
                requireRefused(sql);
                continue;
            }
            ResultRows expected = EmulatedGpu.rows(connection, "cpu_only", sql);
            EmulatedGpu.execute(connection, "SET execution_mode = 'native_preferred'");
            for (int schedule = 0; schedule < EmulatedGpu.SCHEDULES; schedule++) {
                if (schedule != turn / share % 3 && (THIN || !graph.equals("g33"))) {
                    continue;
                }
                EmulatedGpu.schedule(schedule);
                try {
                    Optional<String> difference =
                            EmulatedGpu.rows(connection, sql).differenceFrom(expected, TOLERANCE);
                    String where = "schedule " + schedule + ": " + sql;
                    difference.ifPresent(text -> differences.add(where + "\n    " + text));
                } catch (SQLException failed) {
                    differences.add("schedule " + schedule + ": " + sql + "\n    " + failed.getMessage());
                }
            }
            EmulatedGpu.schedule(0);
            if (graph.equals("g33")) {
                String plan = EmulatedGpu.text(connection, "EXPLAIN " + sql);
                assertThat(plan.lines().filter(line -> line.contains("Function cugraph")))
                        .as(plan)
                        .isNotEmpty()
                        .allMatch(line -> line.contains("gpu0"));
            }
        }
        assertThat(differences).isEmpty();
    }

    @Test
    void floatingResults_areTheSame_atEverySchedule() throws SQLException {
        for (String call : List.of(
                "cugraph_pagerank(TABLE hub)",
                "cugraph_betweenness_centrality(TABLE g257, directed => false)",
                "cugraph_cosine(TABLE hub, use_weight => true, pairs => (SELECT src, dst FROM hub))",
                "cugraph_jaccard(TABLE texts, use_weight => true, top_k => 4)",
                "cugraph_personalized_pagerank(TABLE g5000,"
                        + " personalization => (SELECT src, weight + 1 FROM g5000), directed => false)")) {
            String sql = "SELECT * FROM " + call;
            EmulatedGpu.execute(connection, "SET execution_mode = 'native_preferred'");
            ResultRows first = EmulatedGpu.rows(connection, sql);
            for (int schedule = 1; schedule < EmulatedGpu.SCHEDULES; schedule++) {
                EmulatedGpu.schedule(schedule);
                assertThat(EmulatedGpu.rows(connection, sql).differenceFrom(first, 0))
                        .as(sql)
                        .isEmpty();
            }
            EmulatedGpu.schedule(0);
        }
    }

    @Test
    void callsAndOperators_areOneFragment_andShareTheGraph() throws SQLException {
        String sql =
                "SELECT p.vertex, p.value, c.label FROM cugraph_pagerank(edges => (SELECT src, dst FROM g2049 WHERE"
                        + " weight > 1), directed => false) AS p JOIN cugraph_weakly_connected_components(edges => (SELECT src,"
                        + " dst FROM g2049 WHERE weight > 1)) AS c ON c.vertex = p.vertex WHERE p.value > 1e-4 ORDER BY"
                        + " p.value DESC, p.vertex LIMIT 20";
        assertThat(EmulatedGpu.difference(connection, sql)).isEmpty();
        String plan = EmulatedGpu.text(connection, "EXPLAIN ANALYZE " + sql);
        assertThat(plan.lines().filter(line -> line.contains("Download"))).hasSize(1);
        assertThat(plan.lines().filter(line -> line.contains("Function cugraph_")))
                .as(plan)
                .hasSize(2)
                .allMatch(line -> line.contains("gpu0")
                        && line.contains(" vertices")
                        && line.contains("build ")
                        && line.contains("run "));
        assertThat(plan).contains(" iterations");
    }

    @Test
    void functionsOnly_runsOperatorsOnTheCpu() throws SQLException {
        String sql = "SELECT count(*), sum(degree) FROM cugraph_in_degrees(edges => (SELECT src, dst FROM g2049 WHERE"
                + " weight > 1))";
        ResultRows expected = EmulatedGpu.rows(connection, "cpu_only", sql);
        assertThat(EmulatedGpu.rows(connection, "functions_only", sql).differenceFrom(expected, 0))
                .isEmpty();
        String plan = EmulatedGpu.text(connection, "EXPLAIN " + sql);
        assertThat(plan.lines().filter(line -> line.contains("Function cugraph_")))
                .allMatch(line -> line.contains("gpu0"));
        assertThat(plan.lines().filter(line -> line.contains("Aggregate")))
                .as(plan)
                .allMatch(line -> line.contains("cpu"));
    }

    @Test
    void callsThatStayOnTheCpu_sayWhy() throws SQLException {
        String sql = "SELECT count(*) FROM cugraph_jaccard(TABLE g257, top_k => 1000)";
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_preferred'");
        assertThat(EmulatedGpu.text(connection, "EXPLAIN " + sql)).contains("cpu: a top_k of 1000");
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_required'");
        assertThatThrownBy(() -> EmulatedGpu.rows(connection, sql))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("top_k");
    }

    /** A graph without edges and vertices is refused by the CPU and by the GPU. */
    private static void requireRefused(String sql) {
        for (String mode : List.of("cpu_only", "native_required")) {
            assertThatThrownBy(() -> EmulatedGpu.rows(connection, mode, sql))
                    .as(mode + ": " + sql)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("has 0 rows and no vertices are named");
        }
    }

    @Test
    void graphWithoutEdges_hasTheVerticesThatAreNamed() throws SQLException {
        for (String function : List.of("degrees", "pagerank", "weakly_connected_components", "leiden", "louvain")) {
            String sql = "SELECT * FROM cugraph_" + function + "(TABLE g0, vertices => (SELECT src FROM g64))";
            assertThat(EmulatedGpu.difference(connection, sql)).as(sql).isEmpty();
        }
    }

    @Test
    void listedFunctions_areThoseThatRun() throws SQLException {
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_preferred'");
        for (List<?> row : EmulatedGpu.rows(
                        connection, "SELECT name, gpu FROM algeon_functions() WHERE name LIKE 'cugraph%'")
                .rows()) {
            String name = String.valueOf(row.get(0));
            String own = name.contains("personalized")
                    ? ", personalization => (SELECT src, 1 FROM g33)"
                    : name.equals("cugraph_bfs")
                            ? ", sources => (SELECT src FROM g33)"
                            : name.matches(".*(jaccard|sorensen|overlap|cosine)") ? ", top_k => 3" : "";
            String plan = EmulatedGpu.text(connection, "EXPLAIN SELECT * FROM " + name + "(TABLE g33" + own + ")");
            assertThat(plan.contains("Download")).as(name).isEqualTo(row.get(1));
        }
    }

    @Test
    void badInput_isToldAsOnTheCpu() throws SQLException {
        for (String call : List.of(
                "cugraph_degrees(edges => (SELECT CASE WHEN weight > 3 THEN src END AS src, dst FROM g257))",
                "cugraph_degrees(edges => (SELECT src, dst, CASE WHEN weight > 1 THEN 2.0 END AS weight FROM g257))",
                "cugraph_degrees(edges => (SELECT src, dst, CAST('NaN' AS DOUBLE) * weight AS weight FROM g257))",
                "cugraph_pagerank(edges => (SELECT src, dst, -1.5 AS weight FROM path WHERE src = 7))",
                "cugraph_cosine(edges => (SELECT src, dst, 1e200 AS weight FROM path WHERE src = 7), use_weight => true,"
                        + " top_k => 2)",
                "cugraph_bfs(TABLE g257, source => 123456)",
                "cugraph_bfs(TABLE g257, source => 'x')",
                "cugraph_bfs(TABLE texts, source => 'nobody')",
                "cugraph_bfs(TABLE texts, source => 1)",
                "cugraph_bfs(TABLE g257, sources => (SELECT src + 500 AS vertex FROM g257 WHERE src = 3))",
                "cugraph_personalized_pagerank(TABLE path, personalization => (SELECT src, -2.5 FROM path WHERE src = 5))",
                "cugraph_personalized_pagerank(TABLE path, personalization => (SELECT src, 0.0 FROM path))",
                "cugraph_personalized_pagerank(TABLE path, personalization => (SELECT src, 1.0 FROM path WHERE src < 0))",
                "cugraph_pagerank(TABLE g257, epsilon => 1e-300, max_iterations => 3)")) {
            String sql = "SELECT * FROM " + call;
            String onCpu = error("cpu_only", sql);
            String onGpu = error("native_required", sql);
            // the change of the last iteration differs in its last digits
            assertThat(onGpu.replaceAll("change was [^,]+", ""))
                    .as(sql)
                    .isEqualTo(onCpu.replaceAll("change was [^,]+", ""));
        }
    }

    @Test
    void anyCallOfTheDriver_fails_andNoRowIsLostOrDoubled() throws SQLException {
        for (String call : List.of(
                "cugraph_bfs(TABLE texts, sources => (SELECT max(src) FROM texts GROUP BY 1 = 1))",
                "cugraph_jaccard(TABLE g64, top_k => 2)",
                "cugraph_betweenness_centrality(TABLE g31)")) {
            String sql = "SELECT * FROM " + call;
            ResultRows expected = EmulatedGpu.rows(connection, "cpu_only", sql);
            EmulatedGpu.rows(connection, "native_required", sql);
            long before = EmulatedGpu.calls();
            EmulatedGpu.rows(connection, sql);
            long calls = EmulatedGpu.calls() - before;
            for (long number = 1; number <= calls; number += THIN ? 41 : 11) {
                int code = number % 2 == 0 ? 2 : 719;
                EmulatedGpu.execute(connection, "SET execution_mode = 'native_preferred'");
                EmulatedGpu.fail(number, code);
                Optional<String> difference = EmulatedGpu.rows(connection, sql).differenceFrom(expected, TOLERANCE);
                EmulatedGpu.repair();
                EmulatedGpu.execute(connection, "SET device_ordinal = 0");
                assertThat(difference).as(sql + ", call " + number).isEmpty();
                assertThat(EmulatedGpu.difference(connection, sql))
                        .as("after call " + number)
                        .isEmpty();
                assertThat(EmulatedGpu.streams()).isLessThanOrEqualTo(EmulatedGpu.STREAMS_AT_REST);
            }
        }
    }

    @Test
    void cancel_stopsBetweenLaunches() throws Exception {
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_required'");
        try (Statement statement = connection.createStatement()) {
            AtomicLong cancelled = new AtomicLong();
            Thread canceller = new Thread(() -> {
                try {
                    TimeUnit.MILLISECONDS.sleep(1_500);
                    cancelled.set(System.nanoTime());
                    statement.cancel();
                } catch (InterruptedException | SQLException failed) {
                    throw new IllegalStateException(failed);
                }
            });
            canceller.start();
            // every vertex of the path is a level of every search
            assertThatThrownBy(() -> statement
                            .executeQuery(
                                    "SELECT max(value) FROM cugraph_betweenness_centrality(edges => (SELECT a.src +"
                                            + " 700 * b.src AS src, a.dst + 700 * b.src AS dst FROM path AS a CROSS JOIN path AS"
                                            + " b WHERE b.src < 40), directed => false)")
                            .next())
                    .isInstanceOf(SQLException.class)
                    .extracting(error -> ((SQLException) error).getSQLState())
                    .isEqualTo("57014");
            long milliseconds = (System.nanoTime() - cancelled.get()) / 1_000_000;
            System.out.println("cancelled after " + milliseconds + " ms");
            canceller.join();
            // an emulated launch is a thousand times slower than a real one, and the machine may be busy
            assertThat(milliseconds).isLessThan(20_000);
        }
        assertThat(EmulatedGpu.streams()).isLessThanOrEqualTo(EmulatedGpu.STREAMS_AT_REST);
    }

    @Test
    void graphThatDoesNotFit_isNamed_orRunsOnTheCpu() throws SQLException {
        String sql = "SELECT * FROM cugraph_pagerank(edges => TABLE g5000)";
        ResultRows expected = EmulatedGpu.rows(connection, "cpu_only", sql);
        EmulatedGpu.execute(connection, "SET device_memory_limit = '1200KB'");
        try {
            assertThat(error("native_required", sql)).contains("device memory");
            assertThat(EmulatedGpu.rows(connection, "native_preferred", sql).differenceFrom(expected, TOLERANCE))
                    .isEmpty();
        } finally {
            EmulatedGpu.execute(connection, "RESET device_memory_limit");
        }
        assertThat(EmulatedGpu.difference(connection, sql)).isEmpty();
    }

    private static String error(String mode, String sql) throws SQLException {
        EmulatedGpu.execute(connection, "SET execution_mode = '" + mode + "'");
        try {
            return "no error: " + EmulatedGpu.rows(connection, sql).size() + " rows";
        } catch (SQLException error) {
            return error.getErrorCode() + " " + error.getSQLState() + " " + error.getMessage();
        }
    }
}
