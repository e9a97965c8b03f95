package io.algeon.tck.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.compare.ResultRows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Grouping by strings of a joined table, which is aggregated in two steps. Keys of the joined table repeat, and so do whole
 * rows and strings under different keys, so that the steps have something to keep apart and something to merge.
 */
class WideGroupsTest {
    @TempDir
    static Path directory;

    private static Connection oracle;
    private static Connection algeon;

    @BeforeAll
    static void writeTablesAndOpen() throws SQLException {
        oracle = DriverManager.getConnection("jdbc:duckdb:");
        write(
                "person",
                "SELECT CAST(i % 2000 AS INTEGER) AS id, 'name ' || (i % 1500) AS name, 'street ' || (i % 3000) AS street,"
                        + " CASE WHEN i % 10 = 0 THEN NULL ELSE 'note ' || (i % 1700) END AS note,"
                        + " CAST(i % 7 AS INTEGER) AS land FROM range(6000) AS t(i)");
        write("land", "SELECT CAST(i AS INTEGER) AS code, 'land ' || (i % 3) AS label FROM range(6) AS t(i)");
        write(
                "sale",
                "SELECT CAST(i * 7919 % 2300 AS INTEGER) AS buyer, CAST(i % 1000 AS DECIMAL(12,2)) / 4 AS price,"
                        + " CASE WHEN i % 13 = 0 THEN NULL ELSE CAST(i % 97 AS DECIMAL(6,2)) END AS discount,"
                        + " CAST(i % 5 AS INTEGER) AS kind FROM range(30000) AS t(i)");
        algeon = DriverManager.getConnection("jdbc:algeon:" + directory);
    }

    private static void write(String table, String rows) throws SQLException {
        Path file = directory.resolve(table + ".parquet");
        try (Statement statement = oracle.createStatement()) {
            statement.execute("COPY (" + rows + ") TO '" + file + "'");
            statement.execute("CREATE VIEW " + table + " AS SELECT * FROM '" + file + "'");
        }
    }

    @AfterAll
    static void close() throws SQLException {
        algeon.close();
        oracle.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id, name, street, note, SUM(CAST(price AS DECIMAL(12,4)) * 2), MIN(discount), MAX(price) FROM sale,"
                        + " person WHERE buyer = id GROUP BY id, name, street, note",
                "SELECT name, street, note, SUM(discount) FROM sale, person WHERE buyer = id GROUP BY name, street, note",
                "SELECT kind, name, street, note, SUM(discount), MIN(price) FROM sale, person WHERE buyer = id AND price >"
                        + " 10 AND name < 'name 7' GROUP BY kind, name, street, note",
                "SELECT name, street, label, SUM(discount) FROM sale, person, land WHERE buyer = id AND land = code GROUP BY"
                        + " name, street, label",
                "SELECT id, name, street, note, SUM(discount) AS s FROM sale JOIN person ON buyer = id GROUP BY id, name,"
                        + " street, note HAVING SUM(discount) > 100 ORDER BY s DESC, id, name, street LIMIT 50",
                "SELECT id, name, street, COUNT(*), SUM(discount) FROM sale JOIN person ON buyer = id GROUP BY id, name,"
                        + " street",
                "SELECT id, name, street, note, SUM(discount) FROM sale JOIN person ON buyer = id AND price > id GROUP BY id,"
                        + " name, street, note"
            })
    void groupsOfJoinedStrings_areThoseOfTheOracle(String sql) throws SQLException {
        assertThat(rows(algeon, sql).differenceFrom(rows(oracle, sql), 1e-9)).isEmpty();
    }

    @Test
    void sum_isComputedBeforeTheStringsAreJoined() throws SQLException {
        String plan = rows(
                        algeon,
                        "EXPLAIN SELECT id, name, street, SUM(price) FROM sale, person WHERE buyer = id GROUP BY"
                                + " id, name, street")
                .rows()
                .toString();
        assertThat(plan).containsSubsequence("Aggregate", "join", "Aggregate", "sale");
    }

    private static ResultRows rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return ResultRows.read(result);
        }
    }
}
