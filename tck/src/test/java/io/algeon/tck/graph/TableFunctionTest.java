package io.algeon.tck.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Table functions through java.sql: parameters, metadata, plans, limits, cancel, threads. */
class TableFunctionTest {
    private Connection connection;
    private Statement statement;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:algeon:");
        statement = connection.createStatement();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private static List<String> rows(ResultSet result) throws SQLException {
        List<String> rows = new ArrayList<>();
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
            StringBuilder row = new StringBuilder();
            for (int i = 1; i <= columns; i++) {
                row.append(i == 1 ? "" : "|").append(result.getString(i));
            }
            rows.add(row.toString());
        }
        return rows;
    }

    /** A path of so many edges, made by doubling. */
    private static String path(int doublings) {
        StringBuilder from = new StringBuilder("(VALUES (0), (1)) AS t0(n)");
        StringBuilder sum = new StringBuilder("t0.n");
        for (int i = 1; i < doublings; i++) {
            from.append(" CROSS JOIN (VALUES (0), (")
                    .append(1 << i)
                    .append(")) AS t")
                    .append(i)
                    .append("(n)");
            sum.append(" + t").append(i).append(".n");
        }
        return "(SELECT " + sum + " AS src, (" + sum + ") * 31 % " + ((1 << doublings) - 1) + " AS dst FROM " + from
                + ")";
    }

    @Test
    void parameters_areOptions() throws SQLException {
        String sql =
                "SELECT vertex, distance FROM cugraph_bfs((VALUES (1, 2), (2, 3), (3, 4)), source => ?, depth_limit => ?)";
        try (PreparedStatement prepared = connection.prepareStatement(sql)) {
            prepared.setLong(1, 2);
            prepared.setInt(2, 1);
            assertThat(rows(prepared.executeQuery())).containsExactlyInAnyOrder("2|0", "3|1");
            prepared.setLong(1, 3);
            prepared.setInt(2, 5);
            assertThat(rows(prepared.executeQuery())).containsExactlyInAnyOrder("3|0", "4|1");
            prepared.setInt(2, -1);
            assertThatThrownBy(() -> rows(prepared.executeQuery()))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("depth_limit")
                    .hasMessageContaining("-1");
        }
    }

    @Test
    void metadata_saysWhatTheFunctionsSay() throws SQLException {
        DatabaseMetaData metadata = connection.getMetaData();
        Set<String> listed = new TreeSet<>(rows(statement.executeQuery("SELECT name FROM algeon_functions()")));
        Set<String> found = new TreeSet<>();
        try (ResultSet functions = metadata.getFunctions(null, null, "%")) {
            while (functions.next()) {
                if (functions.getInt("FUNCTION_TYPE") == DatabaseMetaData.functionReturnsTable) {
                    found.add(functions.getString("FUNCTION_NAME"));
                }
            }
        }
        assertThat(found).containsAll(listed);
        found.removeIf(name -> !name.startsWith("cugraph_"));
        listed.removeIf(name -> !name.startsWith("cugraph_"));
        assertThat(found).isEqualTo(listed).hasSizeGreaterThan(12);
        List<String> described = rows(statement.executeQuery(
                "SELECT name FROM algeon_describe_function('cugraph_leiden')" + " WHERE role <> 'field'"));
        List<String> columns = new ArrayList<>();
        try (ResultSet rows = metadata.getFunctionColumns(null, null, "cugraph_leiden", "%")) {
            while (rows.next()) {
                columns.add(rows.getString("COLUMN_NAME"));
            }
        }
        assertThat(columns).containsExactlyInAnyOrderElementsOf(described);
    }

    @Test
    void callsOverTheSameEdges_shareTheGraph() throws SQLException {
        String sql = "WITH e AS (SELECT src, dst, sum(1) AS weight FROM " + path(10) + " GROUP BY src, dst)"
                + " SELECT count(*) FROM cugraph_pagerank(edges => e, directed => false) AS p"
                + " JOIN cugraph_leiden(edges => e) AS l ON l.vertex = p.vertex";
        List<String> plan = rows(statement.executeQuery("EXPLAIN ANALYZE " + sql));
        assertThat(plan).anyMatch(line -> line.contains("(shown above)"));
        assertThat(plan.stream().filter(line -> line.contains("Function cugraph_")))
                .hasSize(2)
                .allMatch(line -> line.contains(" vertices") && line.contains("build ") && line.contains("run "));
        assertThat(rows(statement.executeQuery(sql))).containsExactly("1024");
    }

    @Test
    void graphWithoutEdges_isRefusedUnlessVerticesAreNamed() throws SQLException {
        String sql = "SELECT * FROM cugraph_degrees(edges => (SELECT 1 AS src, 2 AS dst WHERE false)";
        assertThatThrownBy(() -> rows(statement.executeQuery(sql + ")")))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("argument edges of cugraph_degrees has 0 rows")
                .hasMessageContaining("vertices => (...)");
        assertThat(rows(statement.executeQuery(sql + ", vertices => (VALUES (7)))")))
                .containsExactly("7|0|0");
    }

    @Test
    void memoryLimit_isNamed() throws SQLException {
        statement.execute("SET query_memory_limit = '1MB'");
        assertThatThrownBy(() -> rows(statement.executeQuery("SELECT * FROM cugraph_degrees(" + path(17) + ")")))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("query_memory_limit")
                .extracting(error -> ((SQLException) error).getSQLState())
                .isEqualTo("53200");
        statement.execute("RESET query_memory_limit");
        assertThat(rows(statement.executeQuery("SELECT count(*) FROM cugraph_degrees(" + path(10) + ")")))
                .containsExactly("1024");
    }

    @Test
    void cancel_stopsALongComputation() throws Exception {
        CompletableFuture<Long> stopped = new CompletableFuture<>();
        Thread canceller = new Thread(() -> {
            try {
                TimeUnit.MILLISECONDS.sleep(700);
                stopped.complete(System.nanoTime());
                statement.cancel();
            } catch (InterruptedException | SQLException e) {
                stopped.completeExceptionally(e);
            }
        });
        canceller.start();
        assertThatThrownBy(() -> rows(statement.executeQuery(
                        "SELECT max(value) FROM cugraph_betweenness_centrality(" + path(17) + ", directed => false)")))
                .isInstanceOf(SQLException.class)
                .extracting(error -> ((SQLException) error).getSQLState())
                .isEqualTo("57014");
        long milliseconds = (System.nanoTime() - stopped.get()) / 1_000_000;
        canceller.join();
        // 250 on a quiet machine; a busy one may stall a thread
        assertThat(milliseconds).isLessThan(5_000);
    }

    /** So many vertices that numbering and labelling are divided, two of them of more than 65,536 edges. */
    @Test
    void threads_changeNothing_whereVerticesAreDivided() throws SQLException {
        statement.execute("CREATE TABLE large AS SELECT i * 7919 % 200003 AS src,"
                + " CASE WHEN i % 3 = 0 THEN i % 2 ELSE i * 31 % 200003 / 4 * 4 + i % 4 END AS dst"
                + " FROM generate_series(1, 500000) AS t(i)");
        List<String> first = List.of();
        for (String threads : List.of("1", "2", "7")) {
            statement.execute("SET threads = " + threads);
            List<String> rows = new ArrayList<>();
            for (String call : List.of(
                    "cugraph_weakly_connected_components(large)",
                    "cugraph_weakly_connected_components((SELECT * FROM large WHERE src % 4 = dst % 4))",
                    "cugraph_degrees(large)",
                    "cugraph_bfs(large, source => 12345, directed => false)",
                    "cugraph_weakly_connected_components((SELECT 'v' || src, 'v' || dst FROM large WHERE src % 4 = dst % 4))")) {
                rows.addAll(rows(statement.executeQuery("SELECT count(*), count(DISTINCT r.vertex), min(r.vertex),"
                        + " bit_xor(length(CAST(r.vertex AS VARCHAR)) + 7 * "
                        + (call.contains("degrees")
                                ? "in_degree"
                                : call.contains("bfs") ? "distance" : "length(CAST(label AS VARCHAR))")
                        + ") FROM " + call + " AS r")));
            }
            assertThat(rows).isEqualTo(first.isEmpty() ? rows : first);
            first = rows;
        }
        // labels are the smallest ids, and there is one of each component
        String labels =
                "SELECT count(DISTINCT label), count(DISTINCT CASE WHEN label = vertex THEN label END), bool_and(label <= vertex)"
                        + " FROM cugraph_weakly_connected_components((SELECT * FROM large WHERE src % 4 = dst % 4))";
        List<String> found = rows(statement.executeQuery(labels));
        String[] counts = found.get(0).split("\\|");
        assertThat(counts[0]).isEqualTo(counts[1]);
        assertThat(Integer.parseInt(counts[0])).isGreaterThan(3);
        assertThat(counts[2]).isEqualTo("true");
        statement.execute("RESET threads");
        statement.execute("DROP TABLE large");
    }

    @Test
    void threads_changeNothing() throws SQLException {
        String sql = "SELECT vertex, \"partition\" FROM cugraph_leiden(" + path(14) + ") ORDER BY vertex";
        List<String> first = List.of();
        for (String threads : List.of("1", "2", "7")) {
            statement.execute("SET threads = " + threads);
            List<String> rows = rows(statement.executeQuery(sql));
            assertThat(rows).isEqualTo(first.isEmpty() ? rows : first);
            first = rows;
        }
        statement.execute("RESET threads");
    }
}
