package io.algeon.tck.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * ORDER BY on the GPU gives the rows in the CPU's order: every kind of key, both directions, NULLs first and last, several keys, keys
 * that are all equal or all NULL, long strings with common beginnings, with and without LIMIT, over the sizes at which warps, blocks
 * and tiles end.
 */
class GpuSortTest {
    private static final int[] SIZES = {0, 1, 63, 64, 65, 2047, 2048, 2049, 20_000};

    /** Columns that are sorted by; id makes each order total. */
    private static final List<String> COLUMNS =
            List.of("i", "b", "w", "x", "r", "f", "t", "s", "l", "same", "nothing", "tiny");

    private static final List<String> ORDERS = List.of(
            "s DESC, i, id",
            "same, s, nothing, x DESC NULLS FIRST, id DESC",
            "f, tiny DESC, w NULLS FIRST, id",
            "l, s, id",
            "t DESC NULLS LAST, r, id");

    @TempDir
    static Path directory;

    private static Connection connection;

    @BeforeAll
    static void open() throws SQLException {
        EmulatedGpu.require();
        try (Connection writer = DriverManager.getConnection("jdbc:duckdb:")) {
            for (int size : SIZES) {
                EmulatedGpu.write(
                        writer,
                        directory,
                        "t" + size,
                        "SELECT r::INTEGER AS id,"
                                + " CASE WHEN r % 7 = 0 THEN NULL ELSE (r * 7919 % 1009 - 500)::INTEGER END AS i,"
                                + " CASE r % 9 WHEN 0 THEN NULL WHEN 1 THEN 9223372036854775807 WHEN 2 THEN -9223372036854775808"
                                + " ELSE (r::BIGINT * 1000003 % 77777) * 12345678901 - 400000000000000 END AS b,"
                                + " CASE WHEN r % 11 = 0 THEN NULL ELSE (((r * 37 % 501) - 250)::DECIMAL(38, 0)"
                                + " * 123456789012345678901234567890)::DECIMAL(38, 0) END AS w,"
                                + " CASE r % 8 WHEN 0 THEN NULL WHEN 1 THEN 'NaN' WHEN 2 THEN 0.0 WHEN 3 THEN -0.0 WHEN 4 THEN 'Infinity'"
                                + " WHEN 5 THEN '-Infinity' ELSE (r * 31 % 997 - 500) / 7.0 END::DOUBLE AS x,"
                                + " CASE WHEN r % 6 = 0 THEN NULL ELSE ((r * 13 % 257 - 100) / 3.0) END::REAL AS r,"
                                + " CASE r % 5 WHEN 0 THEN NULL ELSE r % 3 = 0 END AS f,"
                                + " CASE WHEN r % 13 = 0 THEN NULL ELSE DATE '1969-06-01' + (r * 7919 % 400)::INTEGER END AS t,"
                                + " ['', 'a', 'ab', 'abcdefg', 'abcdefgh', 'abcdefgi', NULL, 'é', '東京', 'Z', chr(0), 'a' || chr(0)]"
                                + "[r * 5 % 12 + 1] AS s,"
                                + " repeat('common beginning ', 3) || (r * 7919 % 307)::VARCHAR || repeat('x', (r % 20)::INTEGER) AS l,"
                                + " 7 AS same, NULL::BIGINT AS nothing, (r % 4)::TINYINT AS tiny"
                                + " FROM range(" + size + ") AS g(r)",
                        122880);
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

    private static List<String> queries() {
        List<String> queries = new ArrayList<>();
        for (int size : SIZES) {
            for (int i = 0; i < COLUMNS.size(); i++) {
                String from = "SELECT id FROM t" + size + " ORDER BY " + COLUMNS.get(i);
                // by turns, which all come at one size or another
                boolean even = (i + size / 64) % 2 == 0;
                queries.add(from + (even ? " NULLS FIRST, id" : " DESC NULLS LAST, id"));
                queries.add(from + (even ? " DESC NULLS FIRST, id LIMIT 10 OFFSET 3" : " NULLS LAST, id LIMIT 300"));
            }
            for (String order : ORDERS) {
                queries.add("SELECT id FROM t" + size + " ORDER BY " + order);
                queries.add("SELECT id FROM t" + size + " ORDER BY " + order + " LIMIT 65");
            }
        }
        return queries;
    }

    @Test
    void rows_comeInTheOrderOfTheCpu() throws SQLException {
        List<String> differences = new ArrayList<>();
        List<String> queries = queries();
        List<List<Integer>> expected = new ArrayList<>();
        EmulatedGpu.execute(connection, "SET execution_mode = 'cpu_only'");
        for (String sql : queries) {
            expected.add(numbers(sql));
        }
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_required'");
        for (int i = 0; i < queries.size(); i++) {
            EmulatedGpu.schedule(i % EmulatedGpu.SCHEDULES);
            List<Integer> actual = numbers(queries.get(i));
            if (!actual.equals(expected.get(i))) {
                int at = 0;
                while (at < actual.size()
                        && at < expected.get(i).size()
                        && actual.get(at).equals(expected.get(i).get(at))) {
                    at++;
                }
                differences.add(queries.get(i) + ": " + actual.size() + " rows, wrong from place " + at);
            }
        }
        EmulatedGpu.schedule(0);
        assertThat(differences).isEmpty();
    }

    private static List<Integer> numbers(String sql) throws SQLException {
        List<Integer> numbers = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                numbers.add(result.getInt(1));
            }
        }
        return numbers;
    }
}
