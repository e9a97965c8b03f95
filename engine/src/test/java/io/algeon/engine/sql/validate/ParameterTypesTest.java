package io.algeon.engine.sql.validate;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.plan.PlannedStatement;
import io.algeon.engine.sql.testing.FakeCatalog;
import io.algeon.engine.sql.testing.Statements;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParameterTypesTest {
    private static final FakeCatalog CATALOG = Statements.allTypes();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT ? | NULL",
                "SELECT ? = ? | NULL, NULL",
                "SELECT -?, ? + ? | NULL, NULL, NULL",
                "SELECT ? IS NULL | NULL",
                "SELECT COALESCE(?, i) FROM t | INTEGER",
                "SELECT COALESCE(?, ?) | NULL, NULL",
                "SELECT upper(?) | VARCHAR",
                "SELECT i FROM t WHERE i = ? AND s = ? AND dt > ? | INTEGER, VARCHAR, DATE",
                "SELECT i FROM t WHERE d > ? | DECIMAL(12, 2)",
                "SELECT i FROM t WHERE i IN (?, ?) AND d BETWEEN ? AND ? | INTEGER, INTEGER, DECIMAL(12, 2), DECIMAL(12, 2)",
                "SELECT i FROM t WHERE s LIKE ? AND b = ? AND ? | VARCHAR, BOOLEAN, BOOLEAN",
                "SELECT i FROM t LIMIT ? OFFSET ? | BIGINT, BIGINT",
                "SELECT CASE WHEN ? THEN ? ELSE i END FROM t | BOOLEAN, INTEGER",
                "SELECT CASE WHEN b THEN ? ELSE ? END FROM t | NULL, NULL",
                "SELECT CAST(? AS DATE), ?::bigint | DATE, BIGINT",
                "SELECT dt + ?, ts + ?, ts - ?, ? * INTERVAL '1' DAY FROM t | INTEGER, INTERVAL DAY TO SECOND, TIMESTAMP(6), INTEGER",
                "SELECT i + ?, d * ?, x / ? FROM t | INTEGER, DECIMAL(12, 2), DOUBLE",
                "SELECT SUBSTRING(? FROM ? FOR ?), EXTRACT(YEAR FROM ?) | VARCHAR, INTEGER, INTEGER, TIMESTAMP(6)",
                "SELECT i FROM t WHERE dt BETWEEN ? AND ? + INTERVAL '1' DAY | DATE, DATE",
                "SELECT i FROM t WHERE EXISTS (SELECT 1 FROM t t2 WHERE t2.i = ?) | INTEGER",
                "SELECT sum(d) FROM t GROUP BY s HAVING sum(d) > ? | DECIMAL(38, 2)",
            })
    void parameter_isTypedByItsSurroundings(String sql, String types) {
        PlannedStatement.Query query = Statements.query(CATALOG, sql);
        assertThat(query.parameterTypes().stream().map(SqlType::toString).collect(Collectors.joining(", ")))
                .isEqualTo(types);
    }

    @Test
    void untypedParameter_withGivenType_takesIt() {
        PlannedStatement.Query query = (PlannedStatement.Query)
                Statements.prepare(CATALOG, "SELECT ?, -?", List.of(SqlTypes.DATE, SqlTypes.BIGINT));
        assertThat(query.parameterTypes()).extracting(SqlType::toString).containsExactly("DATE", "BIGINT");
        assertThat(query.columns()).extracting(c -> c.type().toString()).containsExactly("DATE", "BIGINT");
    }

    @Test
    void typedParameter_withGivenType_keepsItsOwn() {
        PlannedStatement.Query query =
                (PlannedStatement.Query) Statements.prepare(CATALOG, "SELECT i = ? FROM t", List.of(SqlTypes.VARCHAR));
        assertThat(query.parameterTypes()).extracting(SqlType::toString).containsExactly("INTEGER");
    }
}
