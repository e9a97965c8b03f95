package io.algeon.tck.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.compare.ResultRows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Seeded random window queries give the oracle's rows, with 1, 2 and 7 threads. {@code -Dalgeon.seed=N} repeats a run, {@code
 * -Dalgeon.queries=N} sets its length.
 */
class RandomWindowTest {
    private static final int QUERIES = Integer.getInteger("algeon.queries", 250);
    private static final long SEED = Long.getLong("algeon.seed", 20_260_505L);

    @TempDir
    Path directory;

    @Test
    void randomWindows_giveTheRowsOfTheOracle() throws SQLException {
        System.out.println("random window queries: " + QUERIES + ", seed " + SEED);
        List<String> differences = new ArrayList<>();
        int refused = 0;
        try (Connection oracle = DriverManager.getConnection("jdbc:duckdb:")) {
            RandomTables.create(oracle, directory, SEED);
            try (Connection algeon = DriverManager.getConnection("jdbc:algeon:" + directory)) {
                RandomWindows queries = new RandomWindows(new Random(SEED));
                for (int i = 0; i < QUERIES; i++) {
                    RandomQueries.Query query = queries.next();
                    ResultRows expected;
                    try {
                        expected = rows(oracle, query.duckdb());
                    } catch (SQLException e) {
                        refused++;
                        continue;
                    }
                    difference(
                                    algeon,
                                    query.algeon(),
                                    expected,
                                    List.of(1, 2, 7).get(i % 3))
                            .ifPresent(found -> differences.add(query.algeon() + "\n    " + found));
                }
            }
        }
        System.out.println("refused by the oracle: " + refused + ", differences: " + differences.size());
        assertThat(differences).as("seed " + SEED).isEmpty();
        assertThat(refused).as("queries that the oracle refuses").isLessThan(QUERIES / 4);
    }

    private static Optional<String> difference(Connection algeon, String sql, ResultRows expected, int threads) {
        try (Statement statement = algeon.createStatement()) {
            statement.execute("SET threads = " + threads);
            return rows(algeon, sql).differenceFrom(expected, 1e-9);
        } catch (SQLException e) {
            return Optional.of("failed: " + e.getMessage());
        }
    }

    private static ResultRows rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return ResultRows.read(result);
        }
    }
}
