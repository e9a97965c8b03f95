package io.algeon.tck.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.compare.ResultRows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every operator promises, wherever it runs: the rows of another engine, DuckDB, over the sizes at which warps, validity words,
 * blocks, batches and tiles end, for every type, with NULLs and nothing else, skewed keys, extreme values and text beyond ASCII. A
 * subclass says where.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class OperatorContract {
    /** The last one is several row groups, and batches. */
    private static final int[] SIZES = {0, 1, 31, 32, 33, 63, 64, 65, 255, 256, 257, 2047, 2048, 2049, 5000};

    /** Columns of all types; {@code n} and {@code e} have nothing but NULLs. */
    private static final List<String> TYPES =
            List.of("y", "h", "a", "g", "d", "w", "x", "r", "s", "b", "t", "c", "m", "n", "e");

    /** Operators with queries over {@code T}, the table. */
    private static final Map<String, List<String>> OPERATORS = new TreeMap<>(
            Map.ofEntries(
                    Map.entry(
                            "filter",
                            List.of(
                                    "SELECT * FROM T WHERE a > 2 AND (b OR s LIKE '%a%') AND t < DATE '2020-06-01'",
                                    "SELECT i FROM T WHERE NOT (a > 50 OR b) OR d BETWEEN 1 AND 3.5",
                                    "SELECT i FROM T WHERE y IN (1, 2, 3) OR s IN ('é', '東京', 'nobody') OR g = 9223372036854775807",
                                    "SELECT i FROM T WHERE n IS NULL AND e IS NULL AND (n > 3 OR b IS NOT TRUE)",
                                    "SELECT i FROM T WHERE c >= TIME '12:00:00' AND m < TIMESTAMP '2001-02-01 00:00:00' OR w < 0",
                                    "SELECT i FROM T WHERE n = 1")),
                    Map.entry(
                            "project",
                            List.of(
                                    "SELECT i, a + k, a * 2 - k, d * d, d / 3, x * 2, CASE WHEN b THEN a ELSE k END, s || '-', upper(s)"
                                            + " FROM T WHERE s <> 'é' AND s <> '東京'",
                                    "SELECT i, extract(YEAR FROM t), extract(MONTH FROM t), t + INTERVAL '1' MONTH, char_length(s),"
                                            + " substring(s FROM 2 FOR 2), coalesce(a, k, 0), a IS NULL, nullif(k, 3) FROM T",
                                    "SELECT i, CAST(y AS INTEGER) + h, CAST(a AS BIGINT) * 1000000007, w + d, w - 1, -r, abs(a), CAST(d AS INTEGER),"
                                            + " CAST(a AS DECIMAL(10, 3)), CAST(x * 8 AS BIGINT), n + 1, coalesce(e, s) FROM T"
                                            + " WHERE x < 1000 OR x IS NULL",
                                    "SELECT i, a = k, a < k, a IS DISTINCT FROM n, b AND a > 3, b OR n > 3, NOT b, s LIKE '_a%',"
                                            + " lower(s), position('n' IN s), trim(s), s = e FROM T")),
                    Map.entry(
                            "aggregate",
                            List.of(
                                    "SELECT count(*), count(a), sum(a), min(a), max(a), sum(d), min(d), max(d), min(t), max(t) FROM T",
                                    "SELECT count(n), sum(n), min(n), max(e), avg(n) FROM T",
                                    "SELECT min(y), max(h), min(g), max(g), sum(g), min(w), max(w), sum(w), min(r), max(r), min(c), max(c),"
                                            + " min(m), max(m) FROM T",
                                    "SELECT k, count(*), count(a), sum(a), avg(d), min(s), max(s), min(x), max(x) FROM T GROUP BY k",
                                    "SELECT s, k, count(*), bool_and(b), bool_or(b) FROM T GROUP BY s, k",
                                    "SELECT k, count(DISTINCT a), sum(DISTINCT a), count(DISTINCT s) FROM T GROUP BY k",
                                    "SELECT k, count(*) FILTER (WHERE b), sum(a) FILTER (WHERE a > 3), count(n) FROM T GROUP BY k",
                                    "SELECT k, s, count(*) FROM T GROUP BY ROLLUP (k, s)",
                                    "SELECT k, var_samp(x), stddev_pop(x), median(a) FROM T WHERE x < 1000 GROUP BY k",
                                    "SELECT i, max(s), sum(w) FROM T GROUP BY i")),
                    Map.entry(
                            "join",
                            List.of(
                                    "SELECT l.i, r.i FROM S l JOIN S r ON l.a = r.a AND l.s = r.s",
                                    "SELECT l.i, r.i FROM S l LEFT JOIN S r ON l.i = r.a AND r.k > 1",
                                    "SELECT l.i, r.i FROM S l RIGHT JOIN S r ON l.a = r.i",
                                    "SELECT l.i, r.i FROM S l FULL JOIN (SELECT * FROM S WHERE k = 2) r ON l.a = r.i",
                                    "SELECT l.i, r.i FROM S l JOIN S r ON l.i < r.i AND l.i + 3 > r.i",
                                    "SELECT l.i, r.i FROM S l JOIN S r ON l.y IS NOT DISTINCT FROM r.y AND l.i = r.k",
                                    "SELECT l.i, r.i FROM S l LEFT JOIN S r ON l.n = r.n",
                                    "SELECT count(*) FROM S l CROSS JOIN (SELECT i FROM S WHERE i < 7) r",
                                    "SELECT i FROM T l WHERE EXISTS (SELECT 1 FROM T r WHERE r.a = l.i AND r.k <> l.k)",
                                    "SELECT i FROM T l WHERE NOT EXISTS (SELECT 1 FROM T r WHERE r.a = l.i)",
                                    "SELECT i FROM T WHERE i NOT IN (SELECT a FROM T WHERE a IS NOT NULL)",
                                    "SELECT i FROM T WHERE i NOT IN (SELECT a FROM T)",
                                    "SELECT i, i IN (SELECT a FROM T WHERE k = 1) FROM T")),
                    Map.entry(
                            "sort",
                            List.of(
                                    "SELECT i, a FROM T ORDER BY s DESC NULLS FIRST, a NULLS FIRST, i LIMIT 100 OFFSET 3",
                                    "SELECT x, d, i FROM T ORDER BY x, d DESC NULLS LAST, i",
                                    "SELECT i FROM T ORDER BY n, e DESC, k DESC, i DESC LIMIT 33")),
                    Map.entry(
                            "set operation",
                            List.of(
                                    "SELECT a, k FROM T INTERSECT SELECT k, a FROM T",
                                    "SELECT a FROM T EXCEPT ALL SELECT i FROM T",
                                    "SELECT k FROM T INTERSECT ALL SELECT a FROM T",
                                    "SELECT s, b, d FROM T EXCEPT SELECT s, b, d FROM T WHERE k = 1",
                                    "SELECT a FROM T UNION SELECT k FROM T")),
                    Map.entry(
                            "union, limit and sub-query",
                            List.of(
                                    "SELECT i, s FROM T UNION ALL SELECT a, upper(s) FROM T WHERE k > 1",
                                    "SELECT count(*) FROM (SELECT i FROM T LIMIT 40 OFFSET 3) q",
                                    "SELECT a, (SELECT max(i) FROM T) FROM T WHERE i = (SELECT min(i) FROM T)",
                                    "WITH q AS (SELECT k, count(*) AS c FROM T GROUP BY k) SELECT l.k, r.c FROM q l JOIN q r ON l.k = r.c"))));

    /** Queries over {@code K}, a column of each type. */
    private static final List<String> OF_EACH_TYPE = List.of(
            "SELECT K, count(*), min(i) FROM T GROUP BY K",
            "SELECT count(DISTINCT K), min(K IS NULL), count(K) FROM T",
            "SELECT l.i, r.i FROM T l JOIN T r ON l.K = r.K AND r.i < 9",
            "SELECT i FROM T l WHERE NOT EXISTS (SELECT 1 FROM T r WHERE r.K = l.K AND r.i > l.i)",
            "SELECT i FROM T ORDER BY K DESC NULLS LAST, i LIMIT 65",
            "SELECT i FROM T ORDER BY K NULLS FIRST, i DESC LIMIT 31 OFFSET 2",
            "SELECT i FROM T WHERE K < (SELECT K FROM T WHERE i = 9)",
            "SELECT i, CASE WHEN i % 3 = 0 THEN K END FROM T");

    /** SQLState, and a query that has a row for it. */
    private static final Map<String, String> ERRORS = Map.of(
            "SELECT g + g FROM T WHERE g > 0", "22003",
            "SELECT CAST(g AS INTEGER) FROM T", "22003",
            "SELECT i / (k - k) FROM T", "22012",
            "SELECT CAST(s AS INTEGER) FROM T", "22018",
            "SELECT w * 100000000000000000000000000000 * w FROM T WHERE w > 1", "22003",
            "SELECT count(*) FROM T WHERE CAST(a AS TINYINT) * 100000000 > 0", "22003",
            "SELECT i FROM T WHERE 1 / i > 0", "22012");

    private Connection oracle;
    private Connection algeon;

    /** The mode in which all operators run in the place, or fail. */
    protected abstract String executionMode();

    /** Skips the tests if there is no such place. */
    protected abstract void requirePlace();

    /** What else may vary from query to query and must not matter. */
    protected abstract void vary(int number);

    protected OperatorContract() {}

    @BeforeAll
    void open(@TempDir Path directory) throws SQLException {
        requirePlace();
        oracle = DriverManager.getConnection("jdbc:duckdb:");
        // they throw and catch exceptions of C++ where ranges overflow, which ends a process that a sanitizer watches
        EmulatedGpu.execute(oracle, "SET disabled_optimizers = 'compressed_materialization,statistics_propagation'");
        for (int size : SIZES) {
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
                            + " CASE WHEN r % 17 = 1 THEN NULL ELSE r % 3 = 0 END AS b,"
                            + " CASE WHEN r % 19 = 2 THEN NULL ELSE DATE '2019-12-30' + (r % 500)::INTEGER END AS t,"
                            + " CASE WHEN r % 9 = 4 THEN NULL ELSE (r * 37 % 251 - 125)::TINYINT END AS y,"
                            + " (r * 7919 % 65521 - 32760)::SMALLINT AS h,"
                            + " CASE r % 8 WHEN 1 THEN NULL WHEN 2 THEN 9223372036854775807 WHEN 3 THEN -9223372036854775808"
                            + " ELSE (r * 1000003 % 77777) * 12345678901 END::BIGINT AS g,"
                            + " CASE WHEN r % 12 = 5 THEN NULL ELSE ((r * 37 % 501 - 250)::DECIMAL(38, 6)"
                            + " * 12345678901234567890) END::DECIMAL(38, 6) AS w,"
                            + " CASE WHEN r % 6 = 3 THEN NULL ELSE ((r * 13 % 257 - 100) / 4.0) END::REAL AS r,"
                            + " CASE WHEN r % 14 = 6 THEN NULL ELSE TIME '00:00:01' + INTERVAL (r * 7919 % 86000) SECOND END AS c,"
                            + " CASE WHEN r % 15 = 7 THEN NULL ELSE TIMESTAMP '2001-01-01 00:00:00.25' + INTERVAL (r * 12345) SECOND END"
                            + " AS m, NULL::INTEGER AS n, NULL::VARCHAR AS e FROM range(" + size + ") AS g(r)",
                    2048);
        }
        algeon = DriverManager.getConnection("jdbc:algeon:" + directory);
        EmulatedGpu.execute(algeon, "SET execution_mode = '" + executionMode() + "'");
    }

    @AfterAll
    void close() throws SQLException {
        if (algeon != null) {
            vary(0);
            algeon.close();
        }
        if (oracle != null) {
            oracle.close();
        }
    }

    List<String> operators() {
        return List.copyOf(OPERATORS.keySet());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("operators")
    void operator_givesTheRowsOfTheOracle(String operator) throws SQLException {
        List<String> differences = new ArrayList<>();
        int number = 0;
        for (int size : SIZES) {
            for (String query : OPERATORS.getOrDefault(operator, List.of())) {
                // S: joins of rows with many others, over few rows only
                if (size <= 2500 || !query.contains(" S ")) {
                    vary(number++);
                    compare(query.replaceAll("\\b[TS]\\b", "t" + size), differences);
                }
            }
        }
        assertThat(differences).isEmpty();
    }

    static List<String> types() {
        return TYPES;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("types")
    void everyType_isGrouped_joined_sorted_comparedAndCopied(String column) throws SQLException {
        List<String> differences = new ArrayList<>();
        int number = TYPES.indexOf(column);
        for (int size : SIZES) {
            for (String query : OF_EACH_TYPE) {
                // by turns: every query meets each type, and each size several
                if (number++ % 5 == 0) {
                    vary(number / 5);
                    compare(query.replaceAll("\\bT\\b", "t" + size).replaceAll("\\bK\\b", column), differences);
                }
            }
        }
        assertThat(differences).isEmpty();
    }

    @Test
    void rowsWithoutAValue_areErrors() throws SQLException {
        for (int size : new int[] {33, 2049}) {
            for (Map.Entry<String, String> error : ERRORS.entrySet()) {
                String sql = error.getKey().replaceAll("\\bT\\b", "t" + size);
                String state = "none";
                try {
                    EmulatedGpu.rows(algeon, sql);
                } catch (SQLException expected) {
                    state = expected.getSQLState();
                }
                assertThat(state).as(sql).isEqualTo(error.getValue());
            }
        }
    }

    private void compare(String sql, List<String> differences) throws SQLException {
        ResultRows expected = EmulatedGpu.rows(oracle, sql);
        try {
            EmulatedGpu.rows(algeon, sql)
                    .differenceFrom(expected, EmulatedGpu.TOLERANCE)
                    .ifPresent(text -> differences.add(sql + "\n    " + text));
        } catch (SQLException failed) {
            differences.add(sql + "\n    " + failed.getMessage());
        }
    }
}
