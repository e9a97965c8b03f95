package io.algeon.tck.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.tck.compare.ResultRows;
import io.algeon.tck.tpch.TpchData;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where queries run: by cost, or as the mode says; statements that change tables too. */
class GpuPlacementTest {
    private static final String CACHE_DIRECTORY = "algeon.cache.directory";
    private static final int LAUNCH_FAILED = 719;
    private static final String LARGE =
            "SELECT l_orderkey, sum(l_quantity) FROM lineitem WHERE l_discount > 0.01 GROUP BY l_orderkey ORDER BY 2 DESC, 1";
    private static final String SMALL = "SELECT n_regionkey, count(*) FROM nation GROUP BY n_regionkey";
    private static final Pattern BOTH = Pattern.compile("cost: [0-9.]+ ms on the CPU, [0-9.]+ ms on gpu0");

    @TempDir
    static Path directory;

    @TempDir
    static Path cache;

    private static Connection connection;

    @BeforeAll
    static void open() throws Exception {
        EmulatedGpu.require();
        TpchData.generate(directory, 0.01, table -> {});
        connection = DriverManager.getConnection("jdbc:algeon:" + directory);
    }

    @AfterAll
    static void close() throws SQLException {
        System.clearProperty(CACHE_DIRECTORY);
        if (connection != null) {
            forgetCosts();
            connection.close();
        }
    }

    @BeforeEach
    void cacheDirectory() throws SQLException {
        System.setProperty(CACHE_DIRECTORY, cache.toString());
        forgetCosts();
    }

    /** A device that was lost and opened again knows nothing. */
    private static void forgetCosts() throws SQLException {
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_preferred'");
        EmulatedGpu.fail(3, LAUNCH_FAILED);
        EmulatedGpu.rows(connection, LARGE);
        EmulatedGpu.repair();
        EmulatedGpu.execute(connection, "SET device_ordinal = 0");
    }

    private static String explain(String mode, String sql) throws SQLException {
        EmulatedGpu.execute(connection, "SET execution_mode = '" + mode + "'");
        return EmulatedGpu.text(connection, "EXPLAIN " + sql);
    }

    private static List<Path> costFiles() throws Exception {
        Path folder = cache.resolve("algeon");
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void auto_measuresOnce_keepsTheCosts_andShowsBoth() throws Exception {
        String slow = explain("auto", LARGE);
        assertThat(slow).containsPattern(BOTH).doesNotContain("Download").contains("Runs on cpu (cost: ");
        List<Path> files = costFiles();
        assertThat(files).hasSize(1);

        // what if the device were fast?
        String text = Files.readString(files.get(0)).replaceAll("(?m)^([a-z.]+)=.*$", "$1=0.0001");
        Files.writeString(files.get(0), text);
        forgetCosts();
        String fast = explain("auto", LARGE);
        assertThat(fast).containsPattern(BOTH).contains("Download", "Runs on gpu0 (cost: ");
        ResultRows expected = EmulatedGpu.rows(connection, "cpu_only", LARGE);
        assertThat(EmulatedGpu.rows(connection, "auto", LARGE).differenceFrom(expected, 0))
                .isEmpty();
        Files.delete(files.get(0));
    }

    @Test
    void auto_leavesSmallInputsToTheCpu_withoutMeasuring() throws Exception {
        long before = EmulatedGpu.calls();
        assertThat(explain("auto", SMALL))
                .containsPattern("cost: [0-9.]+ ms on the CPU, at least [0-9.]+ ms on gpu0")
                .doesNotContain("Download");
        assertThat(EmulatedGpu.calls() - before).isLessThan(20);
        assertThat(costFiles()).isEmpty();
    }

    @Test
    void nativePreferred_takesWhatTheGpuCanDo() throws Exception {
        assertThat(explain("native_preferred", SMALL)).contains("Runs on gpu0 (the GPU can do it)");
    }

    @Test
    void changes_readOnTheGpu_asTheModeSays() throws Exception {
        try (Connection own = DriverManager.getConnection("jdbc:algeon:")) {
            EmulatedGpu.execute(own, "CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER, s VARCHAR)");
            EmulatedGpu.execute(own, "SET execution_mode = 'native_required'");
            EmulatedGpu.execute(own, "INSERT INTO t VALUES (1, 10, 'one'), (2, 20, 'two'), (3, 30, NULL)");
            long launches = EmulatedGpu.launches();
            EmulatedGpu.execute(own, "INSERT INTO t SELECT a + 10, b * 2, upper(s) FROM t WHERE a > 1");
            assertThat(EmulatedGpu.launches()).isGreaterThan(launches);
            launches = EmulatedGpu.launches();
            EmulatedGpu.execute(own, "UPDATE t SET b = b + 1 WHERE a > 2");
            assertThat(EmulatedGpu.launches()).isGreaterThan(launches);
            launches = EmulatedGpu.launches();
            EmulatedGpu.execute(own, "DELETE FROM t WHERE b = 41");
            assertThat(EmulatedGpu.launches()).isGreaterThan(launches);
            launches = EmulatedGpu.launches();
            EmulatedGpu.execute(
                    own,
                    "MERGE INTO t USING (SELECT a + 1 AS a, b FROM t) s ON t.a = s.a"
                            + " WHEN MATCHED THEN UPDATE SET b = s.b WHEN NOT MATCHED THEN INSERT (a, b) VALUES (s.a, s.b)");
            EmulatedGpu.execute(own, "CREATE TABLE u AS SELECT b, count(*) AS n FROM t GROUP BY b");
            assertThat(EmulatedGpu.launches()).isGreaterThan(launches);
            assertThat(EmulatedGpu.text(own, "SELECT a || ':' || b || ':' || coalesce(s, '-') FROM t ORDER BY a"))
                    .isEqualTo("1:10:one\n2:10:two\n3:20:-\n4:31:-\n13:61:-\n14:61:-\n");
            assertThat(EmulatedGpu.text(own, "SELECT sum(n) FROM u")).isEqualTo("6\n");
        }
    }

    @Test
    void nativeRequired_refusesWhatTheGpuCannotDo_inEveryStatement() throws Exception {
        try (Connection own = DriverManager.getConnection("jdbc:algeon:")) {
            EmulatedGpu.execute(own, "CREATE TABLE t (a INTEGER, s VARCHAR)");
            EmulatedGpu.execute(own, "INSERT INTO t VALUES (1, 'x')");
            EmulatedGpu.execute(own, "SET execution_mode = 'native_required'");
            for (String sql : List.of(
                    "SELECT a FROM t WHERE regexp_like(s, 'x+')",
                    "INSERT INTO t SELECT a + 1, s FROM t WHERE regexp_like(s, 'x+')",
                    "UPDATE t SET a = a + 1 WHERE regexp_like(s, 'x+')",
                    "DELETE FROM t WHERE regexp_like(s, 'x+')",
                    "CREATE TABLE u AS SELECT a FROM t WHERE regexp_like(s, 'x+')",
                    "COPY (SELECT a FROM t WHERE regexp_like(s, 'x+')) TO '" + directory.resolve("x.csv") + "'")) {
                assertThatThrownBy(() -> EmulatedGpu.execute(own, sql))
                        .as(sql)
                        .isInstanceOf(SQLException.class)
                        .hasMessageContaining("cannot run on a GPU (")
                        .hasMessageContaining("execution_mode is native_required. Set execution_mode to auto");
            }
            EmulatedGpu.execute(
                    own,
                    "COPY (SELECT a, count(*) AS n FROM t WHERE a > 0 GROUP BY a) TO '" + directory.resolve("y.csv")
                            + "'");
            assertThat(Files.readString(directory.resolve("y.csv"))).contains("1,1");
        }
    }

    @Test
    void change_onAGpuThatFails_runsOnTheCpuAndSaysSo() throws Exception {
        try (Connection own = DriverManager.getConnection("jdbc:algeon:");
                java.sql.Statement statement = own.createStatement()) {
            statement.execute("CREATE TABLE t (a INTEGER)");
            statement.execute("INSERT INTO t VALUES (1), (2), (3)");
            statement.execute("SET execution_mode = 'native_preferred'");
            EmulatedGpu.fail(20, LAUNCH_FAILED);
            assertThat(statement.executeUpdate("INSERT INTO t SELECT a + 10 FROM t WHERE a > 1"))
                    .isEqualTo(2);
            assertThat(String.valueOf(statement.getWarnings())).contains("ran on the CPU");
            EmulatedGpu.repair();
            EmulatedGpu.execute(own, "SET device_ordinal = 0");
            assertThat(EmulatedGpu.text(own, "SELECT count(*) FROM t")).isEqualTo("5\n");
        }
    }

    @Test
    void explainAnalyze_tellsTimesBytesMemoryAndHits() throws Exception {
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_required'");
        String text = EmulatedGpu.text(connection, "EXPLAIN ANALYZE " + LARGE);
        assertThat(text)
                .containsPattern("[0-9]+ kernels, [0-9.]+ ms on the device, [0-9.]+ ms in kernels,"
                        + " [0-9.]+ ms of copies there, [0-9.]+ ms of copies back, [0-9.]+ [KM]iB to the device,"
                        + " [0-9]+ cache hits, [0-9.]+ ([KM]i)?B there already, [0-9.]+ [KM]iB back,"
                        + " [0-9.]+ [KM]iB device memory");
        assertThat(text).doesNotContain(" 0.00 ms in kernels").doesNotContain(" 0.00 ms of copies there");
        String json = EmulatedGpu.text(connection, "EXPLAIN (ANALYZE, FORMAT JSON) " + LARGE);
        assertThat(json)
                .contains("\"kernelMilliseconds\": ", "\"copyToDeviceMilliseconds\": ", "\"columnsResident\": ");
    }
}
