package io.algeon.tck.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.compare.ResultRows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every operator gives the rows of another engine, DuckDB, on the CPU and on the GPU: over the sizes at which batches, warps, blocks
 * and tiles end, with NULLs, all types, skewed keys and text beyond ASCII.
 */
class GpuOperatorTest {
    private static final int[] SIZES = {0, 1, 31, 33, 64, 255, 257, 2047, 2049, 5000};

    /** {@code T} is the table. */
    private static final List<String> QUERIES = List.of(
            "SELECT count(*), count(a), sum(a), min(a), max(a), sum(d), min(d), max(d), min(t), max(t) FROM T",
            "SELECT k, count(*), count(a), sum(a), avg(d), min(s), max(s), min(x), max(x) FROM T GROUP BY k",
            "SELECT s, k, count(*), bool_and(b), bool_or(b) FROM T GROUP BY s, k",
            "SELECT k, count(DISTINCT a), sum(DISTINCT a), count(DISTINCT s) FROM T GROUP BY k",
            "SELECT k, count(*) FILTER (WHERE b), sum(a) FILTER (WHERE a > 3) FROM T GROUP BY k",
            "SELECT k, s, count(*) FROM T GROUP BY ROLLUP (k, s)",
            "SELECT k, var_samp(x), stddev_pop(x) FROM T WHERE x < 1000 GROUP BY k",
            "SELECT * FROM T WHERE a > 2 AND (b OR s LIKE '%a%') AND t < DATE '2020-06-01'",
            "SELECT i, a + k, a * 2 - k, d * d, d / 3, x * 2, CASE WHEN b THEN a ELSE k END, s || '-', upper(s) FROM T"
                    + " WHERE s <> 'é' AND s <> '東京'",
            "SELECT i, extract(YEAR FROM t), extract(MONTH FROM t), t + INTERVAL '1' MONTH, char_length(s),"
                    + " substring(s FROM 2 FOR 2), coalesce(a, k, 0), a IS NULL, nullif(k, 3) FROM T",
            "SELECT l.i, r.i FROM T l JOIN T r ON l.a = r.a AND l.s = r.s",
            "SELECT l.i, r.i FROM T l LEFT JOIN T r ON l.i = r.a AND r.k > 1",
            "SELECT l.i, r.i FROM T l RIGHT JOIN T r ON l.a = r.i",
            "SELECT l.i, r.i FROM T l FULL JOIN (SELECT * FROM T WHERE k = 2) r ON l.a = r.i",
            "SELECT i FROM T l WHERE EXISTS (SELECT 1 FROM T r WHERE r.a = l.i AND r.k <> l.k)",
            "SELECT i FROM T l WHERE NOT EXISTS (SELECT 1 FROM T r WHERE r.a = l.i)",
            "SELECT i FROM T WHERE i NOT IN (SELECT a FROM T WHERE a IS NOT NULL)",
            "SELECT i FROM T WHERE i NOT IN (SELECT a FROM T)",
            "SELECT i, i IN (SELECT a FROM T WHERE k = 1) FROM T",
            "SELECT l.i, r.i FROM T l JOIN T r ON l.i < r.i AND l.i + 3 > r.i",
            "SELECT i, a FROM T ORDER BY s DESC NULLS FIRST, a NULLS FIRST, i LIMIT 100 OFFSET 3",
            "SELECT x, d, i FROM T ORDER BY x, d DESC NULLS LAST, i",
            "SELECT a, k FROM T INTERSECT SELECT k, a FROM T",
            "SELECT a FROM T EXCEPT ALL SELECT i FROM T",
            "SELECT a FROM T UNION SELECT k FROM T",
            "SELECT a, (SELECT max(i) FROM T) FROM T WHERE i = (SELECT min(i) FROM T)");

    @TempDir
    static Path directory;

    private static Connection oracle;
    private static Connection algeon;

    @BeforeAll
    static void open() throws SQLException {
        EmulatedGpu.require();
        oracle = DriverManager.getConnection("jdbc:duckdb:");
        for (int size : SIZES) {
            // a has NULLs, k is skewed, s repeats and has text of several bytes a character
            EmulatedGpu.write(
                    oracle,
                    directory,
                    "t" + size,
                    "SELECT r::INTEGER AS i,"
                            + " CASE WHEN r % 5 = 0 THEN NULL ELSE (r * 7919 % 101)::INTEGER END AS a,"
                            + " (CASE WHEN r % 10 < 7 THEN 1 ELSE r % 4 END)::INTEGER AS k,"
                            + " CASE WHEN r % 11 = 0 THEN NULL ELSE ['', 'a', 'banana', 'é', '東京', 'a%_b'][r % 6 + 1] END AS s,"
                            + " CASE WHEN r % 7 = 0 THEN NULL ELSE ((r * 31 % 1000) / 100)::DECIMAL(12, 2) END AS d,"
                            + " CASE WHEN r % 13 = 0 THEN NULL ELSE (r * 17 % 97) / 8.0::DOUBLE END AS x,"
                            + " r % 3 = 0 AS b, DATE '2019-12-30' + (r % 500)::INTEGER AS t FROM range(" + size
                            + ") AS g(r)",
                    2048);
        }
        algeon = DriverManager.getConnection("jdbc:algeon:" + directory);
    }

    @AfterAll
    static void close() throws SQLException {
        if (oracle != null) {
            oracle.close();
            algeon.close();
        }
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"cpu_only", "native_required"})
    void operators_giveTheRowsOfTheOracle(String mode) throws SQLException {
        EmulatedGpu.execute(algeon, "SET execution_mode = '" + mode + "'");
        List<String> differences = new ArrayList<>();
        for (int size : SIZES) {
            for (String query : QUERIES) {
                String sql = query.replaceAll("\\bT\\b", "t" + size);
                // joins of a row with many others, over few rows only
                if (size > 2500 && query.contains("JOIN")) {
                    continue;
                }
                ResultRows expected = EmulatedGpu.rows(oracle, sql);
                try {
                    Optional<String> difference =
                            EmulatedGpu.rows(algeon, sql).differenceFrom(expected, EmulatedGpu.TOLERANCE);
                    difference.ifPresent(text -> differences.add(sql + "\n    " + text));
                } catch (SQLException failed) {
                    differences.add(sql + "\n    " + failed.getMessage());
                }
            }
        }
        assertThat(differences).isEmpty();
    }
}
