package io.algeon.tck.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What users of engines that are built on the same parser and planner met and called defects, one test each. */
class SurprisesTest {
    private static final String NO_ROWS = "(SELECT 1 AS a, 2 AS b WHERE FALSE) AS t";

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "ROLLUP (a); NULL|0",
                "ROLLUP (a, b); NULL|0",
                "CUBE (a, b); NULL|0",
                "GROUPING SETS ((a), ()); NULL|0",
                "GROUPING SETS ((), (a), ()); NULL|0,NULL|0"
            })
    void groupingSetsOverNoRows_keepTheGrandTotal(String sets, String rows) throws SQLException {
        assertThat(Sql.rows("SELECT MAX(a), COUNT(*) FROM " + NO_ROWS + " GROUP BY " + sets))
                .containsExactly(rows.split(","));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT x + 1 FROM (VALUES (2147483647)) AS t(x)",
                "SELECT x - 2 FROM (VALUES (-2147483647)) AS t(x)",
                "SELECT x * x FROM (VALUES (65536)) AS t(x)",
                "SELECT x + x FROM (VALUES (CAST(127 AS TINYINT))) AS t(x) WHERE CAST(x + x AS TINYINT) > 0",
                "SELECT x + 1 FROM (VALUES (9223372036854775807)) AS t(x)",
                "SELECT ABS(x) FROM (VALUES (-2147483647 - 1)) AS t(x)",
                "SELECT SUM(x) FROM (VALUES (CAST('9e37' AS DECIMAL(38, 0))), (CAST('9e37' AS DECIMAL(38, 0)))) AS t(x)"
            })
    void integers_neverWrap(String sql) throws SQLException {
        assertThat(Sql.error(sql).getSQLState()).isEqualTo("22003");
    }

    @Test
    void sumsOfIntegers_growWider() throws SQLException {
        assertThat(Sql.rows("SELECT SUM(x), SUM(x) OVER () FROM (VALUES (2147483647), (1)) AS t(x) GROUP BY x"))
                .containsExactlyInAnyOrder("2147483647|2147483648", "1|2147483648");
        assertThat(Sql.rows("SELECT SUM(x) FROM (VALUES (9223372036854775807), (1)) AS t(x)"))
                .containsExactly("9223372036854775808");
    }

    @Test
    void zeroAndMinusZero_areOneValue() throws SQLException {
        String values = "(VALUES (CAST('0.0' AS DOUBLE)), (CAST('-0.0' AS DOUBLE))) AS t(x)";
        assertThat(Sql.rows("SELECT COUNT(DISTINCT x), COUNT(*) FROM " + values))
                .containsExactly("1|2");
        assertThat(Sql.rows("SELECT COUNT(*) FROM (SELECT DISTINCT x FROM " + values + ") AS d"))
                .containsExactly("1");
        assertThat(Sql.rows("SELECT COUNT(*) FROM (SELECT CAST(x AS REAL) AS r FROM " + values + " GROUP BY 1) AS d"))
                .containsExactly("1");
        assertThat(Sql.rows("SELECT RANK() OVER (ORDER BY x) FROM " + values)).containsExactly("1", "1");
    }

    @Test
    void rangeFrameOverANullKey_takesTheOtherNulls() throws SQLException {
        String values = "(VALUES (1), (2), (CAST(NULL AS INTEGER)), (CAST(NULL AS INTEGER))) AS t(x)";
        assertThat(Sql.rows("SELECT x, COUNT(*) OVER (ORDER BY x RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM "
                        + values))
                .containsExactlyInAnyOrder("1|1", "2|2", "NULL|2", "NULL|2");
        assertThat(Sql.rows(
                        "SELECT x, COUNT(*) OVER (ORDER BY x DESC RANGE BETWEEN 1 FOLLOWING AND UNBOUNDED FOLLOWING)"
                                + " FROM " + values))
                .containsExactlyInAnyOrder("1|0", "2|1", "NULL|4", "NULL|4");
    }

    @ParameterizedTest
    @ValueSource(strings = {"😀", "日本語", "naïve", "𝒳", "👩‍👩‍👧", "Ελλάδα", "עברית"})
    void literalsInAnyScript_work(String text) throws SQLException {
        assertThat(Sql.rows("SELECT '" + text + "', '" + text + "' = '" + text + "', '" + text + "' LIKE '%" + text
                        + "', CHAR_LENGTH('" + text + "') FROM (SELECT 1 AS \"" + text + "\") AS t"))
                .containsExactly(text + "|true|true|" + text.codePointCount(0, text.length()));
    }

    @Test
    void decimals_haveThirtyEightDigits() throws SQLException {
        String digits = "12345678901234567890123456789012345678";
        assertThat(Sql.value(digits)).isEqualTo(digits);
        assertThat(Sql.value("CAST('" + digits + "' AS DECIMAL(38, 0))")).isEqualTo(digits);
        assertThat(Sql.value("CAST(0.00000000000000000000000000000000000001 AS DECIMAL(38, 38))"))
                .isEqualTo("0.00000000000000000000000000000000000001");
        assertThat(Sql.value("12345678901234567890.5 + 0.25")).isEqualTo("12345678901234567890.75");
    }

    @Test
    void textOfUnequalLength_isNotPadded() throws SQLException {
        assertThat(Sql.rows(
                        "SELECT '<' || CASE WHEN x = 1 THEN 'a' ELSE 'abc' END || '>' FROM (VALUES (1), (2)) AS t(x)"))
                .containsExactly("<a>", "<abc>");
        assertThat(Sql.rows("SELECT '<' || x || '>' FROM (SELECT 'a' AS x UNION ALL SELECT 'abc') AS t"))
                .containsExactlyInAnyOrder("<a>", "<abc>");
        assertThat(Sql.rows("SELECT 'a' = 'a ', 'a' IN ('a '), COALESCE('a', 'abc') || '.', NULLIF('a', 'a ') || '.'"))
                .containsExactly("false|false|a.|a.");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"value", "one", "year", "result", "user", "count", "date", "time", "start", "end_time", "method"
            })
    void ordinaryWords_areNames(String word) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:")) {
            Sql.execute(connection, "CREATE TABLE " + word + " (" + word + " INTEGER)");
            Sql.execute(connection, "INSERT INTO " + word + " (" + word + ") VALUES (7)");
            Sql.execute(connection, "UPDATE " + word + " SET " + word + " = " + word + " + 1 WHERE " + word + " = 7");
            assertThat(Sql.rows(
                            connection,
                            "SELECT " + word + " AS " + word + " FROM " + word + " WHERE " + word + "." + word
                                    + " = 8 ORDER BY " + word))
                    .containsExactly("8");
        }
    }

    @Test
    void threeThousandAlternatives_doNotOverflowTheStack() throws SQLException {
        String alternatives = IntStream.range(0, 3000).mapToObj(i -> "x = " + i).collect(Collectors.joining(" OR "));
        assertThat(Sql.rows("SELECT x FROM (VALUES (2999), (3000)) AS t(x) WHERE " + alternatives))
                .containsExactly("2999");
        String mixed = IntStream.range(0, 3000)
                .mapToObj(i -> "(x = " + i + " AND y > " + i + ")")
                .collect(Collectors.joining(" OR "));
        assertThat(Sql.rows("SELECT x FROM (VALUES (2999, 3000), (5, 5)) AS t(x, y) WHERE " + mixed))
                .containsExactly("2999");
    }

    /** A second on a quiet machine; the limit is for busy ones. */
    @Test
    void fifteenHundredComputedColumns_arePlannedSoon() throws SQLException {
        String columns = IntStream.range(0, 1500)
                .mapToObj(i -> "x * " + i + " + 1 AS c" + i)
                .collect(Collectors.joining(", "));
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:");
                Statement statement = connection.createStatement()) {
            Sql.rows(connection, "SELECT x + 1 FROM (VALUES (2)) AS t(x)");
            long start = System.nanoTime();
            try (ResultSet result = statement.executeQuery("SELECT " + columns + " FROM (VALUES (2)) AS t(x)")) {
                assertThat(result.next()).isTrue();
                assertThat(result.getInt(1500)).isEqualTo(2999);
                assertThat(result.getInt("c7")).isEqualTo(15);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        }
    }

    @Test
    void nanAndInfinity_areValues() throws SQLException {
        assertThat(Sql.rows(
                        "VALUES (CAST('NaN' AS DOUBLE)), (CAST('Infinity' AS DOUBLE)), (CAST('-Infinity' AS REAL))"))
                .containsExactly("NaN", "Infinity", "-Infinity");
        assertThat(Sql.rows("SELECT x FROM (VALUES (CAST('NaN' AS DOUBLE)), (1)) AS t(x) ORDER BY x DESC LIMIT 1"))
                .containsExactly("NaN");
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:")) {
            Sql.execute(connection, "CREATE TABLE t (x DOUBLE)");
            Sql.execute(connection, "INSERT INTO t VALUES (CAST('NaN' AS DOUBLE)), (CAST('Infinity' AS DOUBLE)), (1)");
            assertThat(Sql.rows(connection, "SELECT MAX(x), MIN(x), COUNT(*) FROM t WHERE x > 0"))
                    .containsExactly("NaN|1|3");
        }
    }

    @Test
    void averageOfIntegers_isNoInteger() throws SQLException {
        assertThat(Sql.rows("SELECT AVG(x) = 1.5 FROM (VALUES (1), (2)) AS t(x)"))
                .containsExactly("true");
        assertThat(Sql.rows("SELECT AVG(x) OVER () = 1.5 FROM (VALUES (1), (2)) AS t(x)"))
                .containsExactly("true", "true");
        assertThat(Sql.type("AVG(x) FROM (VALUES (1)) AS t(x)")).startsWith("DECIMAL");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "SELEC 1; 42601",
                "SELECT 1 +; 42601",
                "SELECT * FROM missing; 42P01",
                "SELECT missing FROM (VALUES (1)) AS t(x); 42703",
                "SELECT missing(1); 42883",
                "SELECT 1 / 0; 22012",
                "SELECT CAST('x' AS INTEGER); 22018",
                "SELECT (SELECT x FROM (VALUES (1), (2)) AS t(x)); 21000"
            })
    void everyError_hasItsSqlState(String sql, String state) throws SQLException {
        assertThat(Sql.error(sql).getSQLState()).isEqualTo(state);
    }

    @Test
    void closedConnection_closesItsStatementsAndResults() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:algeon:");
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT 1");
        connection.close();
        assertThat(connection.isClosed()).isTrue();
        assertThat(statement.isClosed()).isTrue();
        assertThat(result.isClosed()).isTrue();
        assertThatThrownBy(() -> statement.executeQuery("SELECT 1")).isInstanceOf(SQLException.class);
    }

    @ParameterizedTest
    @CsvSource({"0, 5000", "1, 1", "2047, 2047", "2048, 2048", "2049, 2049", "9999, 5000"})
    void maxRows_isKept(int limit, int rows) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:");
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(limit);
            int count = 0;
            try (ResultSet result = statement.executeQuery("SELECT * FROM generate_series(1, 5000)")) {
                while (result.next()) {
                    count++;
                }
            }
            assertThat(count).isEqualTo(rows);
        }
    }

    @Test
    void commitAndRollback_throwNothingUnchecked() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:")) {
            // as JDBC says, unless BEGIN began a transaction
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
            assertThatThrownBy(connection::rollback).isInstanceOf(SQLException.class);
            try (Statement statement = connection.createStatement()) {
                statement.execute("BEGIN");
                connection.commit();
            }
            connection.setAutoCommit(false);
            connection.commit();
            connection.rollback();
            connection.close();
            assertThatThrownBy(connection::commit).isInstanceOf(SQLException.class);
        }
    }

    @Test
    void intervals_printWithoutAPlus() throws SQLException {
        assertThat(Sql.value("CAST(INTERVAL '1' DAY AS VARCHAR)"))
                .doesNotContain("+")
                .startsWith("1");
        assertThat(Sql.rows("SELECT INTERVAL '1' MONTH, INTERVAL '26' HOUR, INTERVAL '-3' DAY")
                        .get(0))
                .doesNotContain("+");
    }

    @Test
    void divisionByZero_saysSo() throws SQLException {
        SQLException error = Sql.error("SELECT 1 / x FROM (VALUES (0)) AS t(x)");
        assertThat(error.getSQLState()).isEqualTo("22012");
        assertThat((Throwable) error).hasMessageContaining("zero");
        assertThat(Sql.error("SELECT 1 / 0").getSQLState()).isEqualTo("22012");
    }

    @Test
    void stringAggregatesAndPercentiles_exist() throws SQLException {
        String values = "(VALUES (3), (1), (2), (CAST(NULL AS INTEGER))) AS t(x)";
        assertThat(Sql.rows(
                        "SELECT STRING_AGG(CAST(x AS VARCHAR), ',' ORDER BY x DESC), LISTAGG(CAST(x AS VARCHAR), '-')"
                                + " WITHIN GROUP (ORDER BY x), PERCENTILE_CONT(0.25) WITHIN GROUP (ORDER BY x),"
                                + " PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY x), MEDIAN(x) FROM " + values))
                .containsExactly("3,2,1|1-2-3|1.5|2|2");
    }

    @Test
    void subQueries_seeWhatADerivedTableComputes() throws SQLException {
        String computed = "(SELECT a + 1 AS x FROM (VALUES (0, 5), (2, 6), (3, 7)) AS t(a, b)) AS q";
        String inner = "FROM (VALUES (1), (2), (3)) AS u(k) WHERE k >= x";
        assertThat(Sql.rows("SELECT x, (SELECT COUNT(*) " + inner + ") FROM " + computed + " ORDER BY x"))
                .containsExactly("1|3", "3|1", "4|0");
        assertThat(Sql.rows("SELECT x, EXISTS (SELECT 1 " + inner + ") FROM " + computed + " ORDER BY x"))
                .containsExactly("1|true", "3|true", "4|false");
        assertThat(Sql.rows("SELECT x, 2 IN (SELECT k " + inner + ") FROM " + computed + " ORDER BY x"))
                .containsExactly("1|true", "3|false", "4|false");
    }

    /** Columns that are never NULL where they come from are so above an outer join. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "SELECT a FROM j WHERE (SELECT COUNT(*) FROM (VALUES (1)) AS u(k) WHERE b = k AND c <> k) = 0; 2,3",
                "SELECT a || ':' || n FROM j, LATERAL (SELECT COUNT(*) AS n FROM (VALUES (3)) AS u(k) WHERE k > c) AS u;"
                        + " 1:1,2:0,3:0",
                "SELECT a FROM j WHERE EXISTS (SELECT 1 FROM (VALUES (3)) AS u(k) WHERE k > c HAVING COUNT(*) = 0); 2,3",
                "SELECT a || ':' || n FROM j, LATERAL (SELECT COUNT(*) AS n FROM (SELECT 1 UNION ALL SELECT c) AS v) AS u;"
                        + " 1:2,2:2,3:2",
                "SELECT j.a FROM j LEFT JOIN (VALUES (1)) AS v(x) ON"
                        + " (SELECT COUNT(*) FROM (VALUES (3)) AS u(k) WHERE k > j.c AND k > x) = 0 WHERE x IS NOT NULL; 2,3"
            })
    void subQueriesOverOuterJoins_haveRowsForNull(String query, String rows) throws SQLException {
        String joined =
                "WITH j AS (SELECT * FROM (VALUES (1), (2), (3)) AS l(a) LEFT JOIN (VALUES (1, 2)) AS r(b, c) ON a = b) ";
        assertThat(Sql.rows(joined + query)).containsExactlyInAnyOrder(rows.split(","));
    }

    /** Joins that no row can fulfil; their right sides are not read. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "SELECT a, b FROM l LEFT JOIN r ON a = b AND 1 = 2; 1|NULL,2|NULL",
                "SELECT a, b FROM l RIGHT JOIN r ON a = b AND CAST(NULL AS BOOLEAN); NULL|2,NULL|3",
                "SELECT a, b FROM l FULL JOIN r ON a = b AND 1 = 2; 1|NULL,2|NULL,NULL|2,NULL|3",
                "SELECT a, COUNT(b) FROM l LEFT JOIN r ON 1 = 2 GROUP BY a; 1|0,2|0",
                "SELECT a FROM l WHERE NOT EXISTS (SELECT 1 FROM r WHERE a = b AND 1 = 2); 1,2",
                "SELECT COUNT(*) FROM l WHERE EXISTS (SELECT 1 FROM r WHERE a = b AND 1 = 2); 0"
            })
    void joinsOnFalse_pairNothing(String query, String rows) throws SQLException {
        assertThat(Sql.rows("WITH l(a) AS (VALUES (1), (2)), r(b) AS (VALUES (2), (3)) " + query))
                .containsExactlyInAnyOrder(rows.split(","));
    }

    @Test
    void upperAndLowerCase_changeAsciiLettersOnly() throws SQLException {
        String others = "@[`{0-9~|^_ \u007f";
        for (int length = 0; length < 40; length++) {
            String text = ("aZzA" + others).repeat(3).substring(0, length);
            for (String suffix : new String[] {"", "é", "ß"}) {
                assertThat(Sql.rows("SELECT upper('" + text + suffix + "'), lower('" + text + suffix + "')"))
                        .containsExactly((text + suffix).toUpperCase(Locale.ROOT) + "|"
                                + (text + suffix).toLowerCase(Locale.ROOT));
            }
        }
    }

    @Test
    void uuids_areInTheOrderInWhichTheyAreWritten() throws SQLException {
        String[] texts = {
            "00000000-0000-0000-8000-000000000000",
            "7fffffff-ffff-ffff-ffff-ffffffffffff",
            "80000000-0000-0000-0000-000000000000",
            "80000000-0000-0000-0000-000000000001",
            "ffffffff-0000-0000-0000-000000000000"
        };
        String values =
                "(SELECT CAST(t AS UUID) AS u FROM (VALUES ('" + String.join("'), ('", texts) + "')) AS v(t)) AS w";
        assertThat(Sql.rows("SELECT u FROM " + values + " ORDER BY u")).containsExactly(texts);
        assertThat(Sql.rows("SELECT u FROM " + values + " ORDER BY u DESC LIMIT 2"))
                .containsExactly(texts[4], texts[3]);
        assertThat(Sql.rows("SELECT MIN(u), MAX(u) FROM " + values)).containsExactly(texts[0] + "|" + texts[4]);
        assertThat(Sql.rows("SELECT u FROM " + values + " QUALIFY ROW_NUMBER() OVER (ORDER BY u) <= 2"))
                .containsExactlyInAnyOrder(texts[0], texts[1]);
        assertThat(Sql.rows("SELECT MAX(u) OVER (ORDER BY u ROWS 1 PRECEDING) FROM " + values))
                .containsExactlyInAnyOrder(texts);
    }

    @Test
    void javaTypes_comeByTheirClass() throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(
                        "SELECT DATE '2024-02-29', TIMESTAMP '2024-03-31 02:30:00', CAST(7 AS BIGINT), UUID"
                                + " '00000000-0000-0000-0000-000000000007', 'x', TIMESTAMP WITH TIME ZONE"
                                + " '2024-01-01 00:00:00+00:00'")) {
            assertThat(result.next()).isTrue();
            assertThat(result.getObject(1, LocalDate.class)).isEqualTo(LocalDate.of(2024, 2, 29));
            assertThat(result.getObject(2, LocalDateTime.class)).isEqualTo(LocalDateTime.of(2024, 3, 31, 2, 30));
            assertThat(result.getObject(3, Integer.class)).isEqualTo(7);
            assertThat(result.getObject(4, UUID.class)).isEqualTo(new UUID(0, 7));
            assertThat(result.getObject(5, String.class)).isEqualTo("x");
            assertThat(result.getObject(6, OffsetDateTime.class).toInstant())
                    .isEqualTo(OffsetDateTime.parse("2024-01-01T00:00:00Z").toInstant());
        }
    }
}
