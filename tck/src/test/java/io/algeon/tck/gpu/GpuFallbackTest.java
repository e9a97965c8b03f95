package io.algeon.tck.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.compare.ResultRows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the GPU cannot do, or has no memory for, the CPU does, and the user can see it: joins, sorts, groups and set operations with less
 * and less device memory lose and double no row, and {@code EXPLAIN} names what keeps an operator on the CPU.
 */
class GpuFallbackTest {
    private static final List<String> LIMITS = List.of("1200KB", "1500KB", "2MB", "3MB", "5MB");

    private static final List<String> QUERIES = List.of(
            "SELECT count(*), sum(l.a), sum(r.b), min(r.s) FROM l JOIN r ON l.k = r.k",
            "SELECT l.id, r.id, r.s FROM l JOIN r ON l.id = r.k AND r.b < 500",
            "SELECT count(*), count(r.id), sum(r.b) FROM l LEFT JOIN r ON l.k = r.k AND r.b > 900",
            "SELECT count(*), count(l.id), sum(l.a) FROM l RIGHT JOIN r ON l.k = r.id",
            "SELECT count(*), count(l.id), count(r.id), sum(l.a), sum(r.b) FROM l FULL JOIN r ON l.id = r.k",
            "SELECT count(*), sum(l.id) FROM l WHERE EXISTS (SELECT 1 FROM r WHERE r.k = l.k AND r.b > l.a)",
            "SELECT count(*), sum(l.id) FROM l WHERE NOT EXISTS (SELECT 1 FROM r WHERE r.k = l.id)",
            "SELECT count(*), sum(id) FROM l WHERE k NOT IN (SELECT b FROM r WHERE b IS NOT NULL)",
            "SELECT count(*), sum(id) FROM l WHERE k NOT IN (SELECT b FROM r)",
            "SELECT k IN (SELECT b FROM r WHERE id < 9000), count(*) FROM l GROUP BY 1",
            "SELECT id, s FROM r ORDER BY s DESC, b, id",
            "SELECT id, s FROM r ORDER BY b NULLS FIRST, id LIMIT 100 OFFSET 50",
            "SELECT s, k, count(*), sum(b), count(DISTINCT b) FROM r GROUP BY s, k",
            "SELECT k, median(b), string_agg(s, ',' ORDER BY id) FROM r GROUP BY k",
            "SELECT k, s, count(*) FROM r GROUP BY ROLLUP (k, s)",
            "SELECT k, b FROM r INTERSECT ALL SELECT k, a FROM l",
            "SELECT k, b FROM r EXCEPT SELECT k, a FROM l",
            "SELECT upper(s) || CAST(b AS VARCHAR), count(*) FROM r GROUP BY 1");

    @TempDir
    static Path directory;

    private static Connection connection;

    @BeforeAll
    static void open() throws SQLException {
        EmulatedGpu.require();
        try (Connection writer = DriverManager.getConnection("jdbc:duckdb:")) {
            for (String table : List.of("l", "r")) {
                EmulatedGpu.write(
                        writer,
                        directory,
                        table,
                        "SELECT n::INTEGER AS id,"
                                + " (CASE WHEN n % 50 = 0 THEN 7 ELSE n * 7919 % 9001 END)::INTEGER AS k,"
                                + " CASE WHEN n % 9 = 0 THEN NULL ELSE (n * 31 % 1000)::INTEGER END AS "
                                + (table.equals("l") ? "a" : "b")
                                + ", CASE WHEN n % 11 = 0 THEN NULL ELSE ['x', 'banana', 'é東京', ''][n % 4 + 1] || (n % 700) END AS s"
                                + " FROM range(" + (table.equals("l") ? 12_000 : 18_000) + ") AS g(n)",
                        4096);
            }
        }
        connection = DriverManager.getConnection("jdbc:algeon:" + directory);
    }

    @AfterAll
    static void close() throws SQLException {
        if (connection != null) {
            connection.close();
        }
    }

    @Test
    void withLessAndLessDeviceMemory_noRowIsLostOrDoubled() throws SQLException {
        List<String> differences = new ArrayList<>();
        int onGpu = 0;
        int fallenBack = 0;
        for (String sql : QUERIES) {
            ResultRows expected = EmulatedGpu.rows(connection, "cpu_only", sql);
            EmulatedGpu.execute(connection, "SET execution_mode = 'native_preferred'");
            for (String limit : LIMITS) {
                EmulatedGpu.execute(connection, "SET device_memory_limit = '" + limit + "'");
                try (Statement statement = connection.createStatement();
                        ResultSet result = statement.executeQuery(sql)) {
                    ResultRows.read(result)
                            .differenceFrom(expected, EmulatedGpu.TOLERANCE)
                            .ifPresent(text -> differences.add(limit + ": " + sql + "\n    " + text));
                    SQLWarning warning = statement.getWarnings();
                    if (warning == null) {
                        onGpu++;
                    } else {
                        fallenBack++;
                        assertThat(warning.getMessage()).contains("ran on the CPU", "device memory");
                    }
                } catch (SQLException failed) {
                    differences.add(limit + ": " + sql + "\n    " + failed.getMessage());
                } finally {
                    EmulatedGpu.execute(connection, "RESET device_memory_limit");
                }
            }
        }
        System.out.println("little device memory: " + onGpu + " queries ran on the GPU, " + fallenBack + " fell back");
        assertThat(differences).isEmpty();
        assertThat(onGpu).isPositive();
        assertThat(fallenBack).isPositive();
        assertThat(EmulatedGpu.streams()).isLessThanOrEqualTo(EmulatedGpu.STREAMS_AT_REST);
    }

    @Test
    void explain_namesWhatKeepsAnOperatorOnTheCpu() throws SQLException {
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_preferred'");
        assertThat(EmulatedGpu.text(
                        connection, "EXPLAIN SELECT k, row_number() OVER (PARTITION BY k ORDER BY id) FROM r"))
                .contains("Window");
        assertThat(EmulatedGpu.text(connection, "EXPLAIN SELECT ln(id + 1) FROM r"))
                .contains("the function ln");
        assertThat(EmulatedGpu.text(connection, "EXPLAIN SELECT regexp_replace(s, 'a', 'b') FROM r"))
                .contains("the function regexp_replace");
        assertThat(EmulatedGpu.text(connection, "EXPLAIN SELECT k, array_agg(b) FROM r GROUP BY k"))
                .contains("array_agg");
        for (String sql : List.of(
                "SELECT k, s, count(*) FROM r GROUP BY GROUPING SETS ((k), (s), ())",
                "SELECT k FROM r UNION SELECT k FROM l",
                "SELECT k FROM r EXCEPT ALL SELECT k FROM l")) {
            assertThat(EmulatedGpu.text(connection, "EXPLAIN " + sql)).contains(", gpu0]");
        }
    }

    @Test
    void windows_giveTheRowsOfTheCpu_whereverTheyRun() throws SQLException {
        for (String sql : List.of(
                "SELECT id, row_number() OVER (PARTITION BY k ORDER BY id), sum(b) OVER (PARTITION BY k ORDER BY id) FROM r"
                        + " WHERE upper(s) LIKE '%AN%'",
                "SELECT k, rank() OVER (ORDER BY n DESC, k) FROM (SELECT k, count(*) AS n FROM r GROUP BY k) WHERE k < 100",
                "SELECT id, lag(s) OVER (ORDER BY id), avg(b) OVER (PARTITION BY k) FROM r WHERE id % 3 = 0")) {
            ResultRows expected = EmulatedGpu.rows(connection, "cpu_only", sql);
            assertThat(EmulatedGpu.rows(connection, "native_preferred", sql)
                            .differenceFrom(expected, EmulatedGpu.TOLERANCE))
                    .isEmpty();
        }
    }
}
