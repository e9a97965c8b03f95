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
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Leiden and Louvain find the same communities on the GPU as on the CPU, to the last vertex: in graphs so large that kernels do their
 * first levels, and in those that are so small that the host does all.
 */
class GpuCommunityTest {
    private static final long SEED = Long.getLong("algeon.seed", 9L);

    private static final Pattern FACTS = Pattern.compile("[0-9]+ (vertices|edges|iterations)");

    private static Connection connection;

    @BeforeAll
    static void open() throws SQLException {
        EmulatedGpu.require();
        System.out.println("communities: seed " + SEED);
        connection = DriverManager.getConnection("jdbc:algeon:");
        // so few neighbours that the second level is large too
        create("uniform", 43_000, random -> new long[] {random.nextInt(12_000), random.nextInt(12_000) - 100});
        // groups of fifty with links between them
        create("planted", 40_000, random -> {
            long source = random.nextInt(6000);
            long target = random.nextInt(10) < 7 ? source / 50 * 50 + random.nextInt(50) : random.nextInt(6000);
            return new long[] {source - 3000, target - 3000};
        });
        // three hubs whose rows take blocks, and vertices of few neighbours
        create("hubs", 40_000, random ->
                new long[] {random.nextInt(random.nextBoolean() ? 3 : 9000), random.nextInt(9000)});
        // parallel edges, loops
        create("dense", 60_000, random -> {
            long source = random.nextInt(350);
            return new long[] {source, random.nextInt(20) == 0 ? source : random.nextInt(350)};
        });
        create("path", 40_000, random -> {
            long source = random.nextInt(40_000);
            return new long[] {source, source + 1};
        });
        for (int edges : new int[] {0, 1, 33, 500}) {
            create("g" + edges, edges, random -> new long[] {random.nextInt(60) - 30, random.nextInt(60) - 30});
        }
    }

    private static void create(String name, int edges, Function<Random, long[]> edge) throws SQLException {
        EmulatedGpu.execute(connection, "CREATE TABLE " + name + " (src BIGINT, dst BIGINT, weight DOUBLE)");
        Random random = new Random(SEED + edges);
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + name + " VALUES (?, ?, ?)")) {
            for (int i = 0; i < edges; i++) {
                long[] ends = edge.apply(random);
                insert.setLong(1, ends[0]);
                insert.setLong(2, ends[1]);
                insert.setDouble(3, random.nextInt(9) == 0 ? 0 : random.nextInt(100) / 7.0);
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

    static List<String> calls() {
        return Stream.of(
                        "leiden(edges => (SELECT src, dst FROM uniform))",
                        "leiden(TABLE hubs, seed => -3)",
                        "leiden(edges => (SELECT src, dst FROM hubs), resolution => 0.5, theta => 0.01)",
                        "leiden(TABLE dense, parallel_edges => 'keep', resolution => 1.5)",
                        "leiden(TABLE path, max_iterations => 1)",
                        "leiden(edges => (SELECT 'v' || src AS src, 'v' || dst AS dst, CASE WHEN weight > 13 THEN 1e15 ELSE weight END"
                                + " AS weight FROM planted), seed => 7, resolution => 2)",
                        "louvain(TABLE planted)",
                        "louvain(TABLE g33, threshold => 0.01, seed => 2)",
                        "leiden(TABLE g0, vertices => (SELECT src FROM g33))",
                        "leiden(TABLE g1)",
                        "leiden(edges => (SELECT src, dst, 0 AS weight FROM g33))",
                        "leiden(edges => (SELECT src, dst, weight * 1e-200 AS weight FROM g500))",
                        "leiden(TABLE g33, vertices => (SELECT src + 1000 AS vertex FROM g500))",
                        "leiden(edges => (SELECT 5 AS src, 5 AS dst))",
                        "louvain(TABLE g500, self_loops => 'drop')")
                .filter(call -> call.matches(System.getProperty("algeon.only", ".*")))
                .toList();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("calls")
    void communities_areThoseOfTheCpu(String call) throws SQLException {
        String sql = "SELECT * FROM cugraph_" + call;
        ResultRows expected = EmulatedGpu.rows(connection, "cpu_only", sql);
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_required'");
        int hash = Math.floorMod(call.hashCode(), EmulatedGpu.SCHEDULES);
        for (int schedule = 0; schedule < EmulatedGpu.SCHEDULES; schedule++) {
            if (schedule == hash || call.contains("dense")) {
                EmulatedGpu.schedule(schedule);
                assertThat(EmulatedGpu.rows(connection, sql).differenceFrom(expected, 0))
                        .as("schedule " + schedule)
                        .isEmpty();
            }
        }
        EmulatedGpu.schedule(0);
    }

    @Test
    void facts_areThoseOfTheCpu() throws SQLException {
        String sql = "EXPLAIN ANALYZE SELECT count(*) FROM cugraph_leiden(TABLE dense)";
        List<String> facts = new ArrayList<>();
        for (String mode : List.of("cpu_only", "native_required")) {
            EmulatedGpu.execute(connection, "SET execution_mode = '" + mode + "'");
            String plan = EmulatedGpu.text(connection, sql);
            String line = plan.lines()
                    .filter(text -> text.contains("Function cugraph_leiden"))
                    .findFirst()
                    .orElse(plan);
            facts.add(FACTS.matcher(line).results().map(MatchResult::group).collect(Collectors.joining(", ")));
            assertThat(line).contains(mode.equals("cpu_only") ? "cpu" : "gpu0");
        }
        assertThat(facts.get(0)).contains("iterations");
        assertThat(facts.get(1)).isEqualTo(facts.get(0));
    }

    @Test
    void levelsThatDoNotFit_areNamed_orDoneByTheCpu() throws SQLException {
        String sql = "SELECT * FROM cugraph_leiden(TABLE dense, parallel_edges => 'keep')";
        ResultRows expected = EmulatedGpu.rows(connection, "cpu_only", sql);
        boolean built = false;
        for (String limit : List.of("2MB", "10MB")) {
            EmulatedGpu.execute(connection, "SET device_memory_limit = '" + limit + "'");
            try {
                String error = error("native_required", sql);
                built |= error.contains("the levels of cugraph_leiden");
                assertThat(error).contains("device memory");
                assertThat(EmulatedGpu.rows(connection, "native_preferred", sql).differenceFrom(expected, 0))
                        .isEmpty();
            } finally {
                EmulatedGpu.execute(connection, "RESET device_memory_limit");
            }
        }
        assertThat(built).isTrue();
    }

    @Test
    void weightsThatCannotBeAdded_areToldAsOnTheCpu() throws SQLException {
        for (String weight : List.of("1e200", "-1.5", "CAST('NaN' AS DOUBLE)", "CAST(NULL AS DOUBLE)")) {
            String sql = "SELECT * FROM cugraph_leiden(edges => (SELECT src, dst, " + weight + " AS weight FROM g1))";
            assertThat(error("native_required", sql))
                    .isEqualTo(error("cpu_only", sql))
                    .doesNotContain("no error");
        }
        // the first of several, in the order in which the CPU numbers vertices
        String sql = "SELECT * FROM cugraph_leiden(edges => (SELECT src, dst, 10 - weight AS weight FROM g500))";
        assertThat(error("native_required", sql))
                .isEqualTo(error("cpu_only", sql))
                .contains("negative");
    }

    @Test
    void anyCallOfTheDriver_fails_andTheCpuGoesOn() throws SQLException {
        String sql = "SELECT * FROM cugraph_leiden(TABLE dense, seed => 3)";
        ResultRows expected = EmulatedGpu.rows(connection, "cpu_only", sql);
        EmulatedGpu.rows(connection, "native_required", sql);
        long before = EmulatedGpu.calls();
        EmulatedGpu.rows(connection, sql);
        long calls = EmulatedGpu.calls() - before;
        for (int part = 1; part < 4; part++) {
            EmulatedGpu.execute(connection, "SET execution_mode = 'native_preferred'");
            EmulatedGpu.fail(calls * part / 4 + part, part % 2 == 0 ? 2 : 719);
            Optional<String> difference = EmulatedGpu.rows(connection, sql).differenceFrom(expected, 0);
            EmulatedGpu.repair();
            EmulatedGpu.execute(connection, "SET device_ordinal = 0");
            assertThat(difference).as("part " + part).isEmpty();
            assertThat(EmulatedGpu.streams()).isLessThanOrEqualTo(EmulatedGpu.STREAMS_AT_REST);
        }
    }

    @Test
    void cancel_stopsBetweenBatches() throws Exception {
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_required'");
        try (Statement statement = connection.createStatement()) {
            Thread canceller = new Thread(() -> {
                try {
                    TimeUnit.MILLISECONDS.sleep(700);
                    statement.cancel();
                } catch (InterruptedException | SQLException failed) {
                    throw new IllegalStateException(failed);
                }
            });
            canceller.start();
            assertThatThrownBy(() -> statement
                            .executeQuery("SELECT max(partition) FROM cugraph_leiden(TABLE uniform, seed => 8)")
                            .next())
                    .isInstanceOf(SQLException.class)
                    .extracting(error -> ((SQLException) error).getSQLState())
                    .isEqualTo("57014");
            canceller.join();
        }
        assertThat(EmulatedGpu.streams()).isLessThanOrEqualTo(EmulatedGpu.STREAMS_AT_REST);
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
