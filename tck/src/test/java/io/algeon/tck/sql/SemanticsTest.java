package io.algeon.tck.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The semantics that docs/sql.md promises, sentence by sentence. */
class SemanticsTest {
    private static String state(String sql) throws SQLException {
        return Sql.error(sql).getSQLState();
    }

    @Test
    void nullsSortHigh() throws SQLException {
        String values = "(VALUES (2), (CAST(NULL AS INTEGER)), (1)) AS t(x)";
        assertThat(Sql.rows("SELECT x FROM " + values + " ORDER BY x")).containsExactly("1", "2", "NULL");
        assertThat(Sql.rows("SELECT x FROM " + values + " ORDER BY x DESC")).containsExactly("NULL", "2", "1");
        assertThat(Sql.rows("SELECT x FROM " + values + " ORDER BY x DESC NULLS LAST"))
                .containsExactly("2", "1", "NULL");
        assertThat(Sql.rows("SELECT x FROM " + values + " ORDER BY x NULLS FIRST"))
                .containsExactly("NULL", "1", "2");
    }

    @Test
    void nanEqualsNanAndSortsAboveInfinity() throws SQLException {
        assertThat(Sql.value("CAST('NaN' AS DOUBLE) = CAST('NaN' AS DOUBLE)")).isEqualTo("true");
        assertThat(Sql.value("CAST('NaN' AS DOUBLE) > CAST('Infinity' AS DOUBLE)"))
                .isEqualTo("true");
        assertThat(Sql.rows("SELECT DISTINCT CAST(x AS DOUBLE) FROM (VALUES ('NaN'), ('NaN')) AS t(x)"))
                .containsExactly("NaN");
    }

    @Test
    void minusZeroEqualsZeroEverywhere() throws SQLException {
        String values = "(VALUES (CAST('0.0' AS DOUBLE)), (CAST('-0.0' AS DOUBLE))) AS t(x)";
        assertThat(Sql.rows("SELECT COUNT(DISTINCT x) FROM " + values)).containsExactly("1");
        assertThat(Sql.rows("SELECT COUNT(*) FROM " + values + " GROUP BY x")).containsExactly("2");
        assertThat(Sql.rows("SELECT COUNT(*) FROM " + values + " JOIN (VALUES (CAST(0 AS DOUBLE))) AS u(y) ON x = y"))
                .containsExactly("2");
        assertThat(Sql.value("CAST('-0.0' AS DOUBLE) = CAST('0.0' AS DOUBLE)")).isEqualTo("true");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 2147483647 + 1 + x FROM (VALUES (0)) AS t(x) WHERE x + 2147483647 + 1 > 0",
                "SELECT x + 1 FROM (VALUES (2147483647)) AS t(x)",
                "SELECT x * 2 FROM (VALUES (CAST(9223372036854775807 AS BIGINT))) AS t(x)",
                "SELECT - x FROM (VALUES (CAST(-9223372036854775807 AS BIGINT) - 1)) AS t(x)",
                "SELECT CAST(x AS TINYINT) FROM (VALUES (128)) AS t(x)",
                "SELECT CAST(x AS INTEGER) FROM (VALUES (3000000000)) AS t(x)",
                "SELECT CAST(x AS DECIMAL(4,2)) FROM (VALUES (100)) AS t(x)",
                "SELECT SUM(x) FROM (VALUES (CAST('99999999999999999999999999999999999999' AS DECIMAL(38,0))), (CAST('1' AS"
                        + " DECIMAL(38,0)))) AS t(x)"
            })
    void overflowIsAnError(String sql) throws SQLException {
        assertThat(state(sql)).isEqualTo("22003");
    }

    @Test
    void failedCastsAreErrorsThatNameTheValue() throws SQLException {
        SQLException error = Sql.error("SELECT CAST(x AS INTEGER) FROM (VALUES ('12'), ('abc')) AS t(x)");
        assertThat(error.getSQLState()).isEqualTo("22018");
        assertThat((Throwable) error).hasMessageContaining("abc");
        assertThat(state("SELECT CAST(x AS DATE) FROM (VALUES ('2024-02-30')) AS t(x)"))
                .startsWith("22");
    }

    @Test
    void divisionByZeroIsAnErrorForFloatsToo() throws SQLException {
        assertThat(state("SELECT 1 / x FROM (VALUES (0)) AS t(x)")).isEqualTo("22012");
        assertThat(state("SELECT 1.5 / x FROM (VALUES (0.0)) AS t(x)")).isEqualTo("22012");
        assertThat(state("SELECT CAST(1 AS DOUBLE) / x FROM (VALUES (CAST(0 AS DOUBLE))) AS t(x)"))
                .isEqualTo("22012");
        assertThat(state("SELECT MOD(1, x) FROM (VALUES (0)) AS t(x)")).isEqualTo("22012");
    }

    @Test
    void caseAndCoalesceDoNotEvaluateWhatTheyDoNotTake() throws SQLException {
        assertThat(Sql.rows("SELECT CASE WHEN x = 0 THEN 0 ELSE 10 / x END FROM (VALUES (0), (5)) AS t(x)"))
                .containsExactly("0", "2");
        assertThat(Sql.rows("SELECT COALESCE(x, 1 / (x - x)) FROM (VALUES (7)) AS t(x)"))
                .containsExactly("7");
        assertThat(Sql.rows("SELECT x FROM (VALUES (0), (5)) AS t(x) WHERE x <> 0 AND 10 / x = 2"))
                .containsExactly("5");
        assertThat(Sql.rows("SELECT x FROM (VALUES (0), (5)) AS t(x) WHERE x = 0 OR 10 / x = 2"))
                .containsExactly("0", "5");
    }

    @Test
    void failingExpressionsAreNotMovedBelowTheFilterThatGuardsThem() throws SQLException {
        assertThat(Sql.rows("SELECT 10 / x FROM (SELECT x FROM (VALUES (0), (5)) AS t(x) WHERE x <> 0) AS u"))
                .containsExactly("2");
        assertThat(Sql.rows(
                        "SELECT 10 / a.x FROM (VALUES (0), (5)) AS a(x) JOIN (VALUES (5)) AS b(y) ON a.x = b.y WHERE"
                                + " 10 / a.x > 1"))
                .containsExactly("2");
    }

    @Test
    void sumsWiden() throws SQLException {
        assertThat(Sql.type("SUM(x) FROM (VALUES (1)) AS t(x)")).isEqualTo("BIGINT");
        assertThat(Sql.type("SUM(x) FROM (VALUES (CAST(1 AS BIGINT))) AS t(x)")).isEqualTo("DECIMAL(38,0)");
        assertThat(Sql.type("SUM(x) FROM (VALUES (CAST(1 AS DECIMAL(7,2)))) AS t(x)"))
                .isEqualTo("DECIMAL(38,2)");
        assertThat(Sql.rows("SELECT SUM(x) FROM (VALUES (2147483647), (2147483647)) AS t(x)"))
                .containsExactly("4294967294");
        assertThat(Sql.rows("SELECT SUM(x) FROM (VALUES (9223372036854775807), (9223372036854775807)) AS t(x)"))
                .containsExactly("18446744073709551614");
    }

    @Test
    void averagesOfExactNumbersAreExactDecimals() throws SQLException {
        assertThat(Sql.type("AVG(x) FROM (VALUES (1)) AS t(x)")).startsWith("DECIMAL");
        assertThat(Sql.rows("SELECT AVG(x) FROM (VALUES (1), (2)) AS t(x)").get(0))
                .startsWith("1.500000");
        assertThat(Sql.rows("SELECT AVG(x) FROM (VALUES (1), (1), (2)) AS t(x)").get(0))
                .startsWith("1.333333");
        assertThat(Sql.rows("SELECT AVG(x) FROM (VALUES (1.25), (2.50)) AS t(x)")
                        .get(0))
                .startsWith("1.87500000");
        assertThat(Sql.type("AVG(x) FROM (VALUES (CAST(1 AS DOUBLE))) AS t(x)")).isEqualTo("DOUBLE");
    }

    @Test
    void integerDivisionTruncates() throws SQLException {
        assertThat(Sql.rows("SELECT 7 / 2, -7 / 2, 7 / -2, MOD(-7, 2)")).containsExactly("3|-3|-3|-1");
        assertThat(Sql.rows("SELECT x / 2 FROM (VALUES (-7)) AS t(x)")).containsExactly("-3");
    }

    @Test
    void decimalDivisionKeepsSixFractionalDigits() throws SQLException {
        assertThat(Sql.value("CAST(1 AS DECIMAL(5,2)) / CAST(3 AS DECIMAL(5,2))"))
                .startsWith("0.333333");
        assertThat(Sql.value("CAST(1 AS DECIMAL(38,0)) / CAST(3 AS DECIMAL(38,0))"))
                .startsWith("0.333333");
    }

    @Test
    void castsToIntegersRound() throws SQLException {
        assertThat(Sql.rows("SELECT CAST(2.5 AS INTEGER), CAST(-2.5 AS INTEGER), CAST(3.5 AS INTEGER)"))
                .containsExactly("3|-3|4");
        assertThat(Sql.rows("SELECT CAST(CAST(2.5 AS DOUBLE) AS INTEGER), CAST(CAST(3.5 AS DOUBLE) AS INTEGER)"))
                .containsExactly("2|4");
    }

    @Test
    void dateAndDayIntervalGiveADate() throws SQLException {
        assertThat(Sql.type("DATE '2024-01-31' + INTERVAL '1' DAY")).isEqualTo("DATE");
        assertThat(Sql.value("DATE '2024-02-28' + INTERVAL '2' DAY")).isEqualTo("2024-03-01");
        assertThat(Sql.value("DATE '2024-01-31' + INTERVAL '1' MONTH")).isEqualTo("2024-02-29");
        assertThat(Sql.value("DATE '1998-12-01' - INTERVAL '90' DAY")).isEqualTo("1998-09-02");
        assertThat(Sql.value("DATE '2024-03-01' - DATE '2024-02-28'")).isEqualTo("2");
    }

    @Test
    void characterLiteralsAreNotPadded() throws SQLException {
        assertThat(Sql.rows("SELECT CHAR_LENGTH(CASE WHEN x = 1 THEN 'a' ELSE 'abc' END) FROM (VALUES (1)) AS t(x)"))
                .containsExactly("1");
        assertThat(Sql.value("'a' = 'a '")).isEqualTo("false");
        assertThat(Sql.rows("SELECT CHAR_LENGTH(x) FROM (VALUES ('a'), ('abc')) AS t(x)"))
                .containsExactly("1", "3");
    }

    @Test
    void textIsComparedByCodePoint() throws SQLException {
        assertThat(Sql.rows("SELECT x FROM (VALUES ('b'), ('B'), ('é'), ('a'), ('😀'), ('ｚ')) AS t(x) ORDER BY x"))
                .containsExactly("B", "a", "b", "é", "ｚ", "😀");
    }

    @Test
    void likeCountsCharacters() throws SQLException {
        assertThat(Sql.rows("SELECT '😀' LIKE '_', '日本' LIKE '__', 'é' LIKE '_', 'a%c' LIKE 'a\\%c' ESCAPE '\\'"))
                .containsExactly("true|true|true|true");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "value",
                "year",
                "date",
                "one",
                "count",
                "user",
                "result",
                "month",
                "day",
                "hour",
                "minute",
                "second",
                "rank",
                "first",
                "last",
                "position",
                "name",
                "type",
                "time",
                "timestamp",
                "partition",
                "rows",
                "returns",
                "at",
                "percent",
                "language",
                "method",
                "label",
                "status",
                "key",
                "data",
                "role",
                "level"
            })
    void ordinaryWordsWorkAsNames(String word) throws SQLException {
        assertThat(Sql.rows("SELECT " + word + " FROM (SELECT 1 AS " + word + ") AS t WHERE t." + word + " = 1"))
                .containsExactly("1");
    }

    @Test
    void rollupOverNoRowsGivesTheGrandTotal() throws SQLException {
        String none = "(SELECT 1 AS x WHERE FALSE) AS t";
        assertThat(Sql.rows("SELECT x, COUNT(*) FROM " + none + " GROUP BY ROLLUP (x)"))
                .containsExactly("NULL|0");
        assertThat(Sql.rows("SELECT COUNT(*) FROM " + none + " GROUP BY GROUPING SETS (())"))
                .containsExactly("0");
        assertThat(Sql.rows("SELECT COUNT(*), SUM(x) FROM " + none)).containsExactly("0|NULL");
        assertThat(Sql.rows("SELECT COUNT(*) FROM " + none + " GROUP BY x")).isEmpty();
    }

    @Test
    void notInWithNullIsAsTheStandardSays() throws SQLException {
        String withNull = "(VALUES (1), (CAST(NULL AS INTEGER))) AS u(y)";
        assertThat(Sql.rows("SELECT x FROM (VALUES (1), (2)) AS t(x) WHERE x NOT IN (SELECT y FROM " + withNull + ")"))
                .isEmpty();
        assertThat(Sql.rows("SELECT x FROM (VALUES (1), (2)) AS t(x) WHERE x IN (SELECT y FROM " + withNull + ")"))
                .containsExactly("1");
        assertThat(Sql.rows("SELECT x FROM (VALUES (1), (CAST(NULL AS INTEGER))) AS t(x) WHERE x NOT IN (SELECT y FROM"
                        + " (SELECT 1 AS y WHERE FALSE) AS e)"))
                .containsExactlyInAnyOrder("1", "NULL");
        assertThat(Sql.rows("SELECT 2 NOT IN (1, NULL), 1 IN (1, NULL), 2 IN (1, 3)"))
                .containsExactly("NULL|true|false");
    }

    @Test
    void zonelessTimestampsAreNeverShifted() throws SQLException {
        assertThat(Sql.value("TIMESTAMP '2024-03-31 02:30:00'")).isEqualTo("2024-03-31 02:30:00");
        assertThat(Sql.value("CAST('1900-01-01 00:00:00' AS TIMESTAMP)")).isEqualTo("1900-01-01 00:00:00");
    }

    @Test
    void scalarSubqueryWithTwoRowsIsAnError() throws SQLException {
        assertThat(state("SELECT (SELECT x FROM (VALUES (1), (2)) AS t(x))")).isEqualTo("21000");
    }

    @Test
    void decimalsHaveThirtyEightDigits() throws SQLException {
        assertThat(Sql.value("CAST('12345678901234567890123456789012345678' AS DECIMAL(38,0)) + 0"))
                .isEqualTo("12345678901234567890123456789012345678");
    }

    @Test
    void comparisonsOfDecimalsLoseNoDigits() throws SQLException {
        String values =
                "(SELECT SUM(x) AS s, SUM(x) * 0.0001 AS d FROM (VALUES (CAST(100.49 AS DECIMAL(12,2)))) AS t(x))";
        assertThat(Sql.rows("SELECT d > 0.01, d = 0.01, d < 0.01 FROM " + values))
                .containsExactly("true|false|false");
        assertThat(Sql.rows("SELECT s > 100.485 + d, s > 100.475 + d FROM " + values))
                .containsExactly("false|true");
        assertThat(Sql.rows("SELECT COUNT(*) FROM (SELECT s FROM " + values + " UNION SELECT d FROM " + values
                        + " UNION SELECT 0.01) AS u"))
                .containsExactly("3");
    }

    @Test
    void emojiAndChineseLiteralsWork() throws SQLException {
        assertThat(Sql.rows("SELECT '😀日本' || 'é', CHAR_LENGTH('😀日本')")).containsExactly("😀日本é|3");
    }
}
