package io.algeon.engine.sql.validate;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.sql.testing.FakeCatalog;
import io.algeon.engine.sql.testing.Statements;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Types of expressions, over a table with a column of each type. */
class TypingTest {
    private static final FakeCatalog CATALOG = Statements.allTypes();

    @ParameterizedTest(name = "{0} is {1}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1 | INTEGER",
                "2147483648 | BIGINT",
                "9223372036854775808 | DECIMAL(19, 0)",
                "99999999999999999999 | DECIMAL(20, 0)",
                "1.5 | DECIMAL(2, 1)",
                "0.05 | DECIMAL(3, 2)",
                "1e3 | DOUBLE",
                "'abc' | VARCHAR",
                "'😀' | VARCHAR",
                "TRUE | BOOLEAN",
                "NULL | NULL",
                "X'ABCD' | VARBINARY(2)",
                "DATE '2020-01-01' | DATE",
                "TIMESTAMP '2020-01-01 00:00:00.123456789' | TIMESTAMP(9)",
                "INTERVAL '3' DAY | INTERVAL DAY TO SECOND",
                "INTERVAL '100' DAY | INTERVAL DAY TO SECOND",
                "INTERVAL '1-2' YEAR TO MONTH | INTERVAL YEAR TO MONTH",
                // arithmetic of integers stays with the wider type; division truncates
                "i + i | INTEGER",
                "small + small | SMALLINT",
                "small + 1 | INTEGER",
                "i + big | BIGINT",
                "i * 2 | INTEGER",
                "i / 2 | INTEGER",
                "7 / 2 | INTEGER",
                "i % 3 | INTEGER",
                "-i | INTEGER",
                "+i | INTEGER",
                // decimals keep their scale, quotients get 12 digits
                "d + d | DECIMAL(13, 2)",
                "d + 1 | DECIMAL(13, 2)",
                "d - 1.234 | DECIMAL(14, 3)",
                "d * d | DECIMAL(24, 4)",
                "d * (1 - d) | DECIMAL(25, 4)",
                "d * d * d * d | DECIMAL(38, 6)",
                "d / d | DECIMAL(24, 12)",
                "i / d | DECIMAL(24, 12)",
                "wide / wide | DECIMAL(38, 12)",
                "wide * wide | DECIMAL(38, 6)",
                "-d | DECIMAL(12, 2)",
                // floating types
                "x + 1 | DOUBLE",
                "r + r | REAL",
                "r + x | DOUBLE",
                "d + x | DOUBLE",
                "x / 0 | DOUBLE",
                // aggregates
                "sum(i) | BIGINT",
                "sum(small) | BIGINT",
                "sum(big) | DECIMAL(38, 0)",
                "sum(d) | DECIMAL(38, 2)",
                "sum(x) | DOUBLE",
                "sum(r) | DOUBLE",
                "avg(i) | DECIMAL(26, 16)",
                "avg(big) | DECIMAL(35, 16)",
                "avg(d) | DECIMAL(26, 16)",
                "avg(wide) | DECIMAL(38, 12)",
                "avg(x) | DOUBLE",
                "count(*) | BIGINT",
                "count(DISTINCT s) | BIGINT",
                "min(s) | VARCHAR",
                "max(dt) | DATE",
                "stddev(i) | DOUBLE",
                "bool_and(b) | BOOLEAN",
                // dates and times
                "dt + INTERVAL '1' DAY | DATE",
                "dt - INTERVAL '1' MONTH | DATE",
                "dt + 1 | DATE",
                "1 + dt | DATE",
                "dt - 7 | DATE",
                "dt - dt | INTEGER",
                "ts - ts | INTERVAL DAY TO SECOND",
                "ts + INTERVAL '1' HOUR | TIMESTAMP(6)",
                "ns + INTERVAL '1' SECOND | TIMESTAMP(9)",
                "tz + INTERVAL '1' HOUR | TIMESTAMP(6) WITH TIME ZONE",
                "INTERVAL '1' DAY * 3 | INTERVAL DAY TO SECOND",
                "ym + ym | INTERVAL YEAR TO MONTH",
                "CURRENT_DATE | DATE",
                "CURRENT_TIMESTAMP | TIMESTAMP(6) WITH TIME ZONE",
                "LOCALTIMESTAMP | TIMESTAMP(6)",
                "LOCALTIMESTAMP(3) | TIMESTAMP(3)",
                "now() | TIMESTAMP(6) WITH TIME ZONE",
                "EXTRACT(YEAR FROM dt) | BIGINT",
                "YEAR(dt) | BIGINT",
                "FLOOR(ts TO MONTH) | TIMESTAMP(6)",
                // conditional expressions
                "CASE WHEN b THEN 'a' ELSE 'abc' END | VARCHAR",
                "CASE WHEN b THEN 1 ELSE 2.5 END | DECIMAL(11, 1)",
                "CASE WHEN b THEN i END | INTEGER",
                "CASE i WHEN 1 THEN dt ELSE ts END | TIMESTAMP(6)",
                "CASE WHEN b THEN NULL ELSE i END | INTEGER",
                "COALESCE(i, 1) | INTEGER",
                "COALESCE(i, d) | DECIMAL(12, 2)",
                "COALESCE(i, d, x) | DOUBLE",
                "COALESCE(s, 'none') | VARCHAR",
                "COALESCE(dt, '2020-01-01') | DATE",
                "NULLIF(i, 5) | INTEGER",
                "NVL(s, 'x') | VARCHAR",
                // comparisons
                "i = '5' | BOOLEAN",
                "d > '1.5' | BOOLEAN",
                "dt = '2020-01-01' | BOOLEAN",
                "ts < '2020-01-01 00:00:00' | BOOLEAN",
                "i = 1.5 | BOOLEAN",
                "i IN (1, 2, 3) | BOOLEAN",
                "s IN ('a', 'bcd') | BOOLEAN",
                "(i, s) = (1, 'a') | BOOLEAN",
                "i IS DISTINCT FROM big | BOOLEAN",
                "dt BETWEEN '2020-01-01' AND ts | BOOLEAN",
                "s LIKE 'a%' | BOOLEAN",
                "s ILIKE 'a%' | BOOLEAN",
                "b AND i > 1 OR NOT b | BOOLEAN",
                // casts
                "CAST(i AS BIGINT) | BIGINT",
                "i::bigint | BIGINT",
                "CAST(s AS VARCHAR(3)) | VARCHAR(3)",
                "CAST(s AS VARCHAR) | VARCHAR",
                "s::text | VARCHAR",
                "'5'::int4 | INTEGER",
                "CAST('a' AS CHAR(3)) | CHAR(3)",
                "CAST(s AS DECIMAL(10, 2)) | DECIMAL(10, 2)",
                "CAST(s AS DECIMAL(10)) | DECIMAL(10, 0)",
                "x::numeric | DECIMAL(38, 10)",
                "CAST(s AS FLOAT) | DOUBLE",
                "CAST(s AS REAL) | REAL",
                "CAST(s AS TIMESTAMP) | TIMESTAMP(6)",
                "CAST(s AS TIMESTAMP(9)) | TIMESTAMP(9)",
                "CAST(s AS TIMESTAMP WITH TIME ZONE) | TIMESTAMP(6) WITH TIME ZONE",
                "ts::timestamptz | TIMESTAMP(6) WITH TIME ZONE",
                "CAST(ts AS DATE) | DATE",
                "CAST(s AS UUID) | UUID",
                "TRY_CAST(s AS INTEGER) | INTEGER",
                // strings
                "upper(s) | VARCHAR",
                "char_length(s) | INTEGER",
                "length(s) | INTEGER",
                "SUBSTRING(s FROM 2 FOR 3) | VARCHAR",
                "substr(s, 2) | VARCHAR",
                "TRIM(BOTH 'x' FROM s) | VARCHAR",
                "POSITION('a' IN s) | INTEGER",
                "{fn ucase(s)} | VARCHAR",
            })
    void expression_hasType(String expression, String type) {
        assertThat(Statements.query(CATALOG, "SELECT " + expression + " FROM t")
                        .columns()
                        .get(0)
                        .type())
                .hasToString(type);
    }
}
