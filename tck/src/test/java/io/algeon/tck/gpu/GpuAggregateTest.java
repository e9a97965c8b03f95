package io.algeon.tck.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every aggregate gives the CPU's values on the GPU: over no rows, one group, few and many groups, with FILTER and DISTINCT, with NULLs
 * and groups that have nothing else.
 */
class GpuAggregateTest {
    private static final int[] SIZES = {0, 1, 64, 65, 2049, 6000};

    private static final List<String> GROUPINGS = List.of("", "k", "k % 3, s", "id");

    private static final List<String> CALLS = List.of(
            "count(*), count(i), count(DISTINCT s), count(DISTINCT i) FILTER (WHERE f)",
            "sum(i), sum(d), sum(w), sum(x), sum(DISTINCT d), avg(i), avg(d), avg(x), avg(DISTINCT i)",
            "min(i), max(i), min(d), max(w), min(x), max(x), min(s), max(s), min(t), max(m), min(f), max(f)",
            "min(s) FILTER (WHERE i > 0), max(DISTINCT s)",
            "bool_and(f), bool_or(f), bit_and(i), bit_or(i), bit_xor(k)",
            "var_pop(i), var_samp(d), stddev_pop(x), stddev_samp(w), var_samp(DISTINCT i), stddev_samp(i) FILTER (WHERE f)",
            "covar_pop(i, x), covar_samp(d, k), round(corr(i, x), 9), round(corr(x, d) FILTER (WHERE f), 9)",
            "regr_count(i, x), regr_slope(i, x), regr_intercept(d, k), regr_r2(x, i), regr_avgx(i, d), regr_avgy(i, d),"
                    + " regr_sxx(i, x), regr_syy(i, x), regr_sxy(i, x)",
            "median(i), median(d), median(x), median(DISTINCT k)",
            "percentile_cont(0.25) WITHIN GROUP (ORDER BY i), percentile_cont(0.9) WITHIN GROUP (ORDER BY x DESC),"
                    + " percentile_cont(0) WITHIN GROUP (ORDER BY d), percentile_cont(1.0) WITHIN GROUP (ORDER BY w)",
            "percentile_disc(0.5) WITHIN GROUP (ORDER BY i), percentile_disc(0.75) WITHIN GROUP (ORDER BY s),"
                    + " percentile_disc(0.1) WITHIN GROUP (ORDER BY t DESC)",
            "mode() WITHIN GROUP (ORDER BY k), mode() WITHIN GROUP (ORDER BY s), mode() WITHIN GROUP (ORDER BY d DESC)",
            "string_agg(s, ',' ORDER BY id), string_agg(s, '' ORDER BY i DESC NULLS LAST, id),"
                    + " string_agg(CAST(i AS VARCHAR), s ORDER BY id) FILTER (WHERE f)",
            "string_agg(DISTINCT s, '-' ORDER BY s)");

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
                                + " (CASE WHEN r % 10 < 7 THEN 1 ELSE r * 7919 % 400 END)::INTEGER AS k,"
                                + " CASE WHEN r % 5 = 0 OR r % 23 = 7 THEN NULL ELSE (r * 7919 % 1009 - 500)::INTEGER END AS i,"
                                + " CASE WHEN r % 7 = 0 THEN NULL ELSE ((r * 31 % 1000) / 100)::DECIMAL(12, 2) END AS d,"
                                + " CASE WHEN r % 11 = 0 THEN NULL ELSE ((r * 37 % 501) - 250)::DECIMAL(30, 6) END AS w,"
                                + " CASE WHEN r % 13 = 0 THEN NULL ELSE (r * 17 % 97) / 8.0::DOUBLE END AS x,"
                                + " CASE WHEN r % 6 = 0 THEN NULL ELSE ['', 'a', 'banana', 'é', '東京', 'a%_b', 'banana'][r % 7 + 1] END AS s,"
                                + " CASE r % 5 WHEN 0 THEN NULL ELSE r % 3 = 0 END AS f,"
                                + " CASE WHEN r % 8 = 0 THEN NULL ELSE DATE '1969-06-01' + (r * 7919 % 400)::INTEGER END AS t,"
                                + " TIMESTAMP '2001-01-01 00:00:00' + INTERVAL (r * 12345) SECOND AS m FROM range("
                                + size
                                + ") AS g(r)",
                        2048);
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
    void aggregates_giveTheValuesOfTheCpu() throws SQLException {
        List<String> differences = new ArrayList<>();
        for (int size : SIZES) {
            for (String grouping : GROUPINGS) {
                for (String calls : CALLS) {
                    String sql = "SELECT " + grouping + (grouping.isEmpty() ? "" : ", ") + calls + " FROM t" + size
                            + (grouping.isEmpty() ? "" : " GROUP BY " + grouping);
                    try {
                        EmulatedGpu.difference(connection, sql)
                                .ifPresent(difference -> differences.add(sql + "\n    " + difference));
                    } catch (SQLException failed) {
                        differences.add(sql + "\n    " + failed.getMessage());
                    }
                }
            }
        }
        assertThat(differences).isEmpty();
    }

    @Test
    void aggregatesThatStayOnTheCpu_sayWhy() throws SQLException {
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_preferred'");
        String plan = EmulatedGpu.text(connection, "EXPLAIN SELECT k, array_agg(i ORDER BY id) FROM t6000 GROUP BY k");
        assertThat(plan).contains("array_agg").contains("ARRAY");
    }
}
