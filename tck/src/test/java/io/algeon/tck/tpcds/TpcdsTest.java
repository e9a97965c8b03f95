package io.algeon.tck.tpcds;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.compare.ResultRows;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All 99 queries at scale 0.01 give the rows of DuckDB on the same files. Four divide by what may be 0 ({@link TpcdsQueries}):
 * they are compared with the divisor guarded, and without the guard they are errors where it is 0.
 */
class TpcdsTest {
    private static final double SCALE = 0.01;
    private static final double TOLERANCE = 1e-9;

    @TempDir
    static Path directory;

    private static Connection oracle;
    private static Connection algeon;

    @BeforeAll
    static void generateAndOpen() throws SQLException, IOException {
        TpcdsData.generate(directory, SCALE, table -> {});
        oracle = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = oracle.createStatement()) {
            statement.execute("SET default_null_order = 'nulls_last_on_asc_first_on_desc'");
            for (String table : TpcdsData.tables()) {
                statement.execute(
                        "CREATE VIEW " + table + " AS SELECT * FROM '" + directory.resolve(table + ".parquet") + "'");
            }
        }
        algeon = DriverManager.getConnection("jdbc:algeon:" + directory);
    }

    @AfterAll
    static void close() throws SQLException {
        algeon.close();
        oracle.close();
    }

    static List<Integer> queries() {
        return TpcdsQueries.numbers();
    }

    @ParameterizedTest(name = "Q{0}")
    @MethodSource("queries")
    void query_givesTheRowsOfTheOracle(int query) throws SQLException {
        String sql = TpcdsQueries.text(query);
        assertThat(rows(algeon, sql).differenceFrom(rows(oracle, sql), TOLERANCE))
                .isEmpty();
    }

    @Test
    void ratioOverNoRows_isAnError() {
        assertThat(org.assertj.core.api.Assertions.catchThrowableOfType(
                                SQLException.class,
                                () -> rows(
                                        algeon,
                                        TpcdsQueries.text(90)
                                                .replace("NULLIF(", "(")
                                                .replace(", 0)", ")")))
                        .getSQLState())
                .isEqualTo("22012");
    }

    private static ResultRows rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return ResultRows.read(result);
        }
    }
}
