package io.algeon.engine.sql.validate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.algeon.engine.sql.testing.FakeCatalog;
import io.algeon.engine.sql.testing.Statements;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong with a statement is told by code, place, name and near matches. */
class ValidationErrorsTest {
    private static final FakeCatalog CATALOG = Statements.allTypes()
            .table("orders", 10, "o_orderkey BIGINT", "o_orderdate DATE")
            .table("customer", 10, "c_custkey BIGINT");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT * FROM ordres | OBJECT_NOT_FOUND | line 1, column 15 | 'ordres' | Did you mean orders?",
                "SELECT * FROM nothing_like_it | OBJECT_NOT_FOUND | line 1, column 15 | 'nothing_like_it' | no table",
                "SELECT * FROM othr.elsewhere | SCHEMA_NOT_FOUND | line 1, column 15 | 'othr' | Did you mean other?",
                "SELECT * FROM elsewhere | OBJECT_NOT_FOUND | line 1, column 15 | 'elsewhere' | Did you mean other.elsewhere?",
                "SELECT * FROM 'nothing.parquet' | SOURCE_NOT_FOUND | line 1, column 15 | 'nothing.parquet' | No file",
                "SELECT * FROM read_parquet('n.parquet') | SOURCE_NOT_FOUND | line 1 | 'n.parquet' | No file",
                "SELECT * FROM read_orc('n.orc') | FUNCTION_NOT_FOUND | line 1 | read_orc | read_parquet",
                "SELECT o_orderkye FROM orders | FIELD_NOT_FOUND | line 1, column 8 | 'o_orderkye' | Did you mean o_orderkey",
                "SELECT o.x1 FROM orders o | FIELD_NOT_FOUND | line 1, column 10 | 'x1' | in 'o'",
                "SELECT p.o_orderkey FROM orders o | OBJECT_NOT_FOUND | line 1, column 8 | 'p' | no table or alias",
                "SELECT i FROM t WHERE EXISTS (SELECT 1 FROM t WHERE zz = 1) | FIELD_NOT_FOUND | column 53 | 'zz' | no column",
                "SELECT o_orderkey FROM orders a, orders b | FIELD_AMBIGUOUS | line 1, column 8 | 'o_orderkey' | alias",
                "SELECT 1 FROM orders, orders | OBJECT_AMBIGUOUS | line 1 | 'orders' | another alias",
                "SELECT uper(s) FROM t | FUNCTION_NOT_FOUND | line 1, column 8 | 'uper' | Did you mean upper?",
                "SELECT i FROM t WHERE EXISTS (i) | SQL_INVALID | line 1, column 23 | EXISTS | sub-query",
                "SELECT nosuch.* FROM t | OBJECT_NOT_FOUND | line 1, column 8 | nosuch | table or alias",
                "SELECT upper(s, s) FROM t | FUNCTION_NOT_FOUND | line 1, column 8 | upper | takes 1 argument",
                "SELECT upper(dt) FROM t | TYPE_MISMATCH | line 1, column 8 | upper | DATE",
                "SELECT i + b FROM t | TYPE_MISMATCH | line 1, column 8 | + | INTEGER + BOOLEAN",
                "SELECT i FROM t WHERE i | TYPE_MISMATCH | line 1, column 23 | WHERE | BOOLEAN",
                "SELECT CAST(b AS DATE) FROM t | TYPE_MISMATCH | line 1, column 8 | BOOLEAN | DATE",
                "SELECT CAST(i AS foo) FROM t | TYPE_MISMATCH | line 1, column 18 | 'foo' | no type",
                "SELECT CASE WHEN b THEN 1 ELSE dt END FROM t | TYPE_MISMATCH | column 8 | CASE | common type",
                "SELECT i FROM t UNION SELECT i, s FROM t | TYPE_MISMATCH | line 1 | UNION | numbers of columns",
                "SELECT i, count(*) FROM t | GROUPING_INVALID | line 1, column 8 | 'i' | GROUP BY",
                "SELECT sum(count(*)) FROM t | GROUPING_INVALID | line 1, column 8 | Aggregate | nested",
                "SELECT i FROM t WHERE sum(i) > 1 | GROUPING_INVALID | line 1, column 23 | Aggregate | WHERE",
                "SELECT DISTINCT i FROM t ORDER BY s | GROUPING_INVALID | line 1 | 's' | DISTINCT",
                "SELECT i FROM t ORDER BY 5 | SQL_INVALID | line 1, column 26 | position | ORDER BY",
                "SELECT rank() FROM t | SQL_INVALID | line 1, column 8 | window | OVER",
                "SELECT max(i) OVER (w) FROM t | OBJECT_NOT_FOUND | line 1, column 21 | 'w' | WINDOW",
                "SELECT DATE '2020-13-01' | CAST_INVALID | line 1, column 8 | '2020-13-01' | DATE",
                "SELECT INTERVAL 'x' DAY | CAST_INVALID | line 1, column 8 | 'x' | INTERVAL DAY",
                "SELECT 999999999999999999999999999999999999999 | NUMERIC_OUT_OF_RANGE | column 8 | 9999 | 38 digits",
            })
    void wrongStatement_isTold(String sql, ErrorCode code, String place, String name, String hint) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> Statements.prepare(CATALOG, sql))
                .satisfies(e -> assertThat(e.code()).as(e.getMessage()).isEqualTo(code))
                .withMessageContaining(place)
                .withMessageContaining(name)
                .withMessageContaining(hint)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("org.apache", "Exception", "<"));
    }
}
