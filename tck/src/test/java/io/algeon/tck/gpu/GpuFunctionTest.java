package io.algeon.tck.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.compare.ResultRows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Functions and casts give the same values on the GPU as on the CPU, to the last bit, over values at which they are awkward: text of
 * several bytes a character, empty text, numbers at the ends of their types, dates before Christ, NULL.
 */
class GpuFunctionTest {
    /** Columns: s and u texts, p a pattern, n a small number, i, b, d, w numbers, x a DOUBLE, t a date, m a timestamp, f a truth value, z texts of values. */
    private static final List<String> EXPRESSIONS = List.of(
            "left(s, n)",
            "left(s, 2)",
            "right(s, n)",
            "substring(s FROM n)",
            "substring(s FROM n FOR 3)",
            "split_part(s, 'a', CASE n WHEN 0 THEN 1 ELSE n END)",
            "split_part(s, u, 1)",
            "split_part(s, '', -1)",
            "trim(s)",
            "trim(BOTH 'aé' FROM s)",
            "trim(LEADING u FROM s)",
            "trim(TRAILING 'n京' FROM s)",
            "overlay(s PLACING u FROM 2)",
            "overlay(s PLACING 'XY' FROM 2 FOR 3)",
            "repeat(s, n)",
            "replace(s, 'a', u)",
            "replace(s, u, '<>')",
            "replace(s, '', 'x')",
            "translate(s, 'aén京', 'AE')",
            "lpad(s, 6, u)",
            "lpad(s, n)",
            "rpad(s, 5, 'é京')",
            "rpad(s, 3)",
            "reverse(s)",
            "upper(s)",
            "lower(s)",
            "upper(u) || lower(u)",
            "chr(CASE WHEN n > 0 THEN 900 * n ELSE 65 END)",
            "to_hex(i)",
            "to_hex(b)",
            "space(n) || '|'",
            "ascii(s)",
            "position(u IN s)",
            "strpos(s, 'n')",
            "locate('a', s, n)",
            "starts_with(s, u)",
            "ends_with(s, u)",
            "contains(s, u)",
            "s LIKE p",
            "s NOT LIKE '%a_\\%'",
            "s LIKE 'b%n%' ESCAPE ''",
            "s LIKE '%!_%' ESCAPE '!'",
            "s ILIKE p",
            "s ILIKE '%AN%'",
            "u ILIKE '%é%'",
            "char_length(s)",
            "octet_length(s)",
            "bit_length(s)",
            "concat(s, u, n)",
            "concat_ws('-', s, u, p)",
            "concat_ws(u, s, p)",
            "s || u || s",
            "greatest(s, u)",
            "least(s, u, p)",
            "s < u",
            "CASE WHEN s = u THEN 'same' WHEN s LIKE 'a%' THEN upper(s) ELSE lower(u) END",
            "coalesce(nullif(s, ''), u, 'none')",
            "CAST(s AS VARCHAR(2))",
            "CAST(i AS VARCHAR)",
            "CAST(b AS VARCHAR)",
            "CAST(d AS VARCHAR)",
            "CAST(w AS VARCHAR)",
            "CAST(w AS VARCHAR(5))",
            "CAST(f AS VARCHAR)",
            "CAST(x AS VARCHAR)",
            "CAST(x * 1e10 AS VARCHAR)",
            "CAST(x / 1e9 AS VARCHAR)",
            "CAST(x / 3 AS VARCHAR)",
            "CAST(t AS VARCHAR)",
            "CAST(m AS VARCHAR)",
            "CAST(CAST(m AS TIME) AS VARCHAR)",
            "CAST((m - TIMESTAMP '2020-02-29 12:30:00') AS VARCHAR)",
            "CAST(n * INTERVAL '5' MONTH AS VARCHAR)",
            "TRY_CAST(z AS INTEGER)",
            "TRY_CAST(z AS SMALLINT)",
            "TRY_CAST(z AS BIGINT)",
            "TRY_CAST(z AS DECIMAL(12, 3))",
            "TRY_CAST(z AS DECIMAL(38, 10))",
            "TRY_CAST(z AS DOUBLE)",
            "TRY_CAST(z AS BOOLEAN)",
            "TRY_CAST(z AS DATE)",
            "TRY_CAST(z AS TIMESTAMP)",
            "TRY_CAST(z AS TIMESTAMP(0))",
            "CAST(CAST(i AS VARCHAR) AS INTEGER)",
            "CAST(CAST(w AS VARCHAR) AS DECIMAL(30, 6))",
            "CAST(CAST(t AS VARCHAR) AS DATE)",
            "CAST(CAST(m AS VARCHAR) AS TIMESTAMP)",
            "CAST(f AS DECIMAL(5, 2))",
            "CAST(f AS INTEGER)",
            "CAST(x AS DECIMAL(20, 3))",
            "CAST(x / 7 AS DECIMAL(38, 20))",
            "CAST(d AS DOUBLE)",
            "CAST(w AS DOUBLE)",
            "CAST(d AS INTEGER)",
            "CAST(m AS DATE)",
            "CAST(m AS TIME)",
            "CAST(m AS TIMESTAMP(3))",
            "CAST(t AS TIMESTAMP)",
            "round(x, 2)",
            "round(x, -1)",
            "truncate(x, 1)",
            "round(d, 1)",
            "round(w, n)",
            "floor(x) + ceil(x)",
            "sign(x)",
            "sign(w)",
            "abs(x)",
            "sqrt(abs(x))",
            "sqrt(abs(CAST(i AS BIGINT)))",
            "sqrt(abs(d))",
            "degrees(x)",
            "radians(d)",
            "isnan(x) OR isinf(x)",
            "isfinite(x)",
            "i & n",
            "i | 12",
            "xor(i, 85)",
            "~i",
            "b >> 3",
            "i << 4",
            "bit_count(i)",
            "bit_count(b)",
            "gcd(CAST(n AS INTEGER), 12)",
            "i % 7 + b % 11",
            "extract(YEAR FROM t)",
            "extract(CENTURY FROM t)",
            "extract(WEEK FROM t)",
            "extract(ISOYEAR FROM t)",
            "extract(DOY FROM m)",
            "extract(HOUR FROM m)",
            "extract(MINUTE FROM m)",
            "extract(SECOND FROM m)",
            "extract(MILLISECOND FROM m)",
            "extract(EPOCH FROM m)",
            "extract(HOUR FROM CAST(m AS TIME))",
            "extract(DAY FROM (m - TIMESTAMP '2020-02-29 12:30:00'))",
            "extract(MINUTE FROM (m - TIMESTAMP '2020-02-29 12:30:00'))",
            "extract(SECOND FROM (m - TIMESTAMP '2020-02-29 12:30:00'))",
            "year(t) * 100 + month(m)",
            "quarter(t)",
            "dayofweek(t)",
            "second(m)",
            "date_trunc('year', t)",
            "date_trunc('quarter', m)",
            "date_trunc('month', m)",
            "date_trunc('week', t)",
            "date_trunc('decade', m)",
            "date_trunc('century', t)",
            "date_trunc('hour', m)",
            "date_trunc('minute', m)",
            "date_trunc('second', m)",
            "date_diff('month', t, DATE '2000-02-29')",
            "date_diff('day', t, CAST(m AS DATE))",
            "date_diff('hour', m, TIMESTAMP '2020-02-29 12:30:00')",
            "date_diff('week', t, DATE '2000-02-29')",
            "date_diff('second', t, DATE '2000-02-29')",
            "last_day(t)",
            "last_day(m)",
            "dayname(t)",
            "monthname(m)",
            "make_date(2000 + n, 2, 28)",
            "t + 30",
            "t - DATE '2000-01-01'",
            "t + INTERVAL '1' MONTH",
            "t - n * INTERVAL '1' YEAR",
            "m + INTERVAL '36' HOUR",
            "m - INTERVAL '1' MONTH",
            "m - TIMESTAMP '2020-02-29 12:30:00'",
            "t + INTERVAL '36' HOUR",
            "CAST(m AS TIME) + INTERVAL '25' HOUR",
            "(m - TIMESTAMP '2020-02-29 12:30:00') * 3",
            "greatest(t, DATE '2000-01-01')",
            "least(x, d)",
            "greatest(i, b, n)");

    /** Fail in some row, on either device alike. */
    private static final List<String> FAILING = List.of(
            "CAST(z AS INTEGER)",
            "CAST(z AS DATE)",
            "CAST(s AS BOOLEAN)",
            "split_part(s, 'a', n)",
            "make_date(2000, n, 31)",
            "substring(s FROM 1 FOR n)",
            "CAST(w AS INTEGER)",
            "CAST(x AS DECIMAL(3, 1))",
            "chr(n)",
            "i << n",
            "overlay(s PLACING 'x' FROM n)");

    @TempDir
    static Path directory;

    private static Connection connection;

    @BeforeAll
    static void open() throws SQLException {
        EmulatedGpu.require();
        try (Connection writer = DriverManager.getConnection("jdbc:duckdb:")) {
            EmulatedGpu.write(
                    writer,
                    directory,
                    "v",
                    "SELECT r::INTEGER AS id,"
                            + " ['', 'a', 'banana', 'é', '東京 an', 'Straße', 'ΑΣΑ an', ' pad ', 'a%b_', 'ÀÇñ', 'ŉ İi', '🙂a🙃',"
                            + " 'Hello wORLD', 'aaa', NULL][r % 15 + 1] AS s,"
                            + " ['a', 'an', '', 'é', '京', 'A', NULL, 'na', 'ß', 'I', 'Ǆ'][r % 11 + 1] AS u,"
                            + " ['%', 'a%', '_', '%an%', '%\\%%', '__n%', '', NULL, 'é%', '%a', 'banana', 'ba%a'][r % 12 + 1] AS p,"
                            + " CASE WHEN r % 17 = 0 THEN NULL ELSE (r % 9 - 3)::INTEGER END AS n,"
                            + " CASE r % 6 WHEN 0 THEN NULL WHEN 1 THEN 2147483647 WHEN 2 THEN -2147483648"
                            + " ELSE (r * 7919 % 100003 - 50000)::INTEGER END AS i,"
                            + " CASE r % 7 WHEN 0 THEN 9223372036854775807 WHEN 1 THEN -9223372036854775808 WHEN 2 THEN NULL"
                            + " ELSE r::BIGINT * 1000000007 - 77777777777 END AS b,"
                            + " CASE WHEN r % 8 = 0 THEN NULL ELSE ((r * 3137 % 200001 - 100000) / 100)::DECIMAL(12, 2) END AS d,"
                            + " CASE r % 5 WHEN 0 THEN NULL WHEN 1 THEN -0.000001::DECIMAL(30, 6)"
                            + " WHEN 2 THEN 123456789012345678901234.567891::DECIMAL(30, 6)"
                            + " ELSE ((r * 31 % 1000) / 7)::DECIMAL(30, 6) END AS w,"
                            + " CASE r % 9 WHEN 0 THEN NULL WHEN 1 THEN 0.0 WHEN 2 THEN -0.0 WHEN 3 THEN 1e15 WHEN 4 THEN 2.675"
                            + " ELSE (r * 17 % 997 - 400) / 8.0 END::DOUBLE AS x,"
                            + " CASE WHEN r % 10 = 0 THEN NULL ELSE DATE '0002-12-30' + (r * 7919)::INTEGER END AS t,"
                            + " CASE WHEN r % 10 = 5 THEN NULL ELSE TIMESTAMP '1582-10-04 23:59:59.999999'"
                            + " + INTERVAL (r * 86399) SECOND + INTERVAL (r * 7) MICROSECOND END AS m,"
                            + " CASE r % 4 WHEN 0 THEN NULL ELSE r % 3 = 0 END AS f,"
                            + " ['12', '-7', ' 42 ', '+5', '99999', '1.5', '-0.0005', 'abc', '', 'true', 'F', '1e3', '2020-02-29',"
                            + " '2021-02-29', '2020-02-29 12:34:56.7891', '12:34:56', '24:00', '2020-1-2T3:4', '0044-03-15 BC', NULL, '.5',"
                            + " '7.', '123456789012345678901234567890', 'NaN', '-', '1..2', 'yes', '2020-02-29 10:00:00+02'][r % 28 + 1] AS z"
                            + " FROM range(700) AS g(r)",
                    122880);
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
    void functions_giveTheValuesOfTheCpu() {
        assertSameRows("native_required", expression -> "SELECT id, " + expression + " FROM v");
    }

    @Test
    void functionsInConditions_chooseTheRowsOfTheCpu() {
        assertSameRows(
                "native_preferred",
                expression -> "SELECT id FROM v WHERE (" + expression + ") IS NOT NULL AND CAST((" + expression
                        + ") AS VARCHAR) < '4'");
    }

    /** Every expression gives, in a query of that form, exactly the rows of the CPU. */
    private static void assertSameRows(String mode, UnaryOperator<String> query) {
        List<String> differences = new ArrayList<>();
        for (String expression : EXPRESSIONS) {
            String sql = query.apply(expression);
            try {
                ResultRows expected = EmulatedGpu.rows(connection, "cpu_only", sql);
                EmulatedGpu.rows(connection, mode, sql)
                        .differenceFrom(expected, 0)
                        .ifPresent(difference -> differences.add(expression + "\n    " + difference));
            } catch (SQLException failed) {
                differences.add(expression + "\n    " + failed.getMessage());
            }
        }
        assertThat(differences).isEmpty();
    }

    @Test
    void functionsThatFail_failAsOnTheCpu() throws SQLException {
        List<String> differences = new ArrayList<>();
        for (String expression : FAILING) {
            String sql = "SELECT id, " + expression + " FROM v ORDER BY 1";
            String expected = failure("cpu_only", sql);
            String actual = failure("native_required", sql);
            if (!expected.equals(actual)) {
                differences.add(expression + "\n    CPU: " + expected + "\n    GPU: " + actual);
            }
        }
        assertThat(differences).isEmpty();
    }

    private static String failure(String mode, String sql) {
        try {
            EmulatedGpu.rows(connection, mode, sql);
            return "none";
        } catch (SQLException failed) {
            return failed.getSQLState() + ' ' + failed.getMessage();
        }
    }
}
