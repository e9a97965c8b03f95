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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Seeded random queries give the oracle's rows. {@code -Dalgeon.seed=N} repeats a run, {@code -Dalgeon.queries=N} sets its
 * length.
 */
class RandomQueryTest {
    private static final int QUERIES = Integer.getInteger("algeon.queries", 2000);
    private static final long SEED = Long.getLong("algeon.seed", 20_260_101L);

    @TempDir
    Path directory;

    @Test
    void randomQueries_giveTheRowsOfTheOracle() throws SQLException {
        System.out.println("random queries: " + QUERIES + ", seed " + SEED);
        List<String> differences = new ArrayList<>();
        int withRows = 0;
        int refused = 0;
        try (Connection oracle = DriverManager.getConnection("jdbc:duckdb:")) {
            RandomTables.create(oracle, directory, SEED);
            try (Connection algeon = DriverManager.getConnection("jdbc:algeon:" + directory)) {
                RandomQueries queries = new RandomQueries(SEED);
                for (int i = 0; i < QUERIES; i++) {
                    RandomQueries.Query query = queries.next();
                    Outcome expected = run(oracle, query.duckdb());
                    if (expected.rows.isEmpty()) {
                        refused++;
                        continue;
                    }
                    withRows += expected.rows.get().size() > 0 ? 1 : 0;
                    Outcome actual = run(algeon, query.algeon());
                    Optional<String> difference = actual.rows.isEmpty()
                            ? Optional.of("failed: " + actual.error)
                            : actual.rows.get().differenceFrom(expected.rows.get(), 1e-9);
                    if (difference.isPresent()) {
                        differences.add("query " + i + ": " + query.algeon() + "\n    " + difference.get());
                    }
                }
            }
        }
        System.out.println("random queries with rows: " + withRows + ", refused by the oracle: " + refused
                + ", differences: " + differences.size());
        assertThat(differences).as("seed " + SEED).isEmpty();
        assertThat(withRows).as("queries that return something").isGreaterThan(QUERIES / 2);
    }

    private record Outcome(Optional<ResultRows> rows, String error) {}

    private static Outcome run(Connection connection, String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return new Outcome(Optional.of(ResultRows.read(result)), "");
        } catch (SQLException e) {
            return new Outcome(Optional.empty(), String.valueOf(e.getMessage()));
        }
    }
}
