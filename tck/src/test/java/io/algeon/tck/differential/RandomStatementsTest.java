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
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random changes of tables of one's own leave the rows that the oracle has, with the same counts: after every statement, within
 * transactions and after their end. {@code -Dalgeon.seed=N} repeats a run, {@code -Dalgeon.statements=N} sets its length.
 */
class RandomStatementsTest {
    private static final int STATEMENTS = Integer.getInteger("algeon.statements", 300);
    private static final long SEED = Long.getLong("algeon.seed", 20_261_130L);

    /** Beyond, the tables are filled anew. */
    private static final int MOST_ROWS = 900;

    @TempDir
    Path directory;

    private final Random random = new Random(SEED);
    private final RandomStatements statements = new RandomStatements(random);
    private final List<String> differences = new ArrayList<>();
    private int refused;
    private int changes;

    @Test
    void randomStatements_leaveTheRowsOfTheOracle() throws SQLException {
        try (Connection oracle = DriverManager.getConnection("jdbc:duckdb:");
                Connection algeon = DriverManager.getConnection("jdbc:algeon:")) {
            RandomTables.create(oracle, directory, SEED);
            for (String table : List.of("few", "one", "none", "nulls")) {
                execute(
                        algeon,
                        "CREATE TABLE " + table + " AS SELECT * FROM '" + directory.resolve(table + ".parquet") + "'");
            }
            refill(oracle, algeon);
            for (int i = 0; i < STATEMENTS && differences.isEmpty(); i++) {
                if (random.nextInt(6) == 0) {
                    transaction(oracle, algeon);
                } else {
                    change(oracle, algeon);
                }
                if (size(algeon) > MOST_ROWS || size(algeon) < 20) {
                    refill(oracle, algeon);
                }
            }
        }
        System.out.println("random statements: " + changes + " that change rows, " + refused
                + " refused by the oracle, seed " + SEED);
        assertThat(differences).as("seed " + SEED).isEmpty();
        assertThat(refused).as("statements that the oracle refuses").isLessThan(1 + STATEMENTS / 4);
    }

    private void refill(Connection... connections) throws SQLException {
        for (Connection connection : connections) {
            for (String table : List.of("bag", "keyed")) {
                execute(connection, "DROP TABLE IF EXISTS " + table);
                execute(connection, RandomStatements.definition(table, table.equals("keyed")));
                execute(connection, "INSERT INTO " + table + " SELECT * FROM few");
            }
        }
    }

    /** Some changes, then all of them are undone or stay. */
    private void transaction(Connection oracle, Connection algeon) throws SQLException {
        oracle.setAutoCommit(false);
        algeon.setAutoCommit(false);
        int count = 1 + random.nextInt(3);
        boolean sound = true;
        for (int i = 0; i < count && sound; i++) {
            // a transaction of the oracle that has seen an error is over
            sound = change(oracle, algeon);
        }
        if (sound && random.nextBoolean()) {
            oracle.commit();
            algeon.commit();
        } else {
            oracle.rollback();
            algeon.rollback();
        }
        oracle.setAutoCommit(true);
        algeon.setAutoCommit(true);
        compare(oracle, algeon, "the end of a transaction");
    }

    /** Whether the statement worked. */
    private boolean change(Connection oracle, Connection algeon) throws SQLException {
        Function<Dialect, String> statement = statements.next();
        String sql = statement.apply(Dialect.ALGEON);
        int expected;
        try {
            expected = execute(oracle, statement.apply(Dialect.DUCKDB));
        } catch (SQLException e) {
            refused++;
            return false;
        }
        try {
            int count = execute(algeon, sql);
            if (count != expected) {
                differences.add(sql + "\n    changed " + count + " rows, expected " + expected);
            }
        } catch (SQLException e) {
            differences.add(sql + "\n    failed: " + e.getMessage());
            return false;
        }
        changes += expected > 0 ? 1 : 0;
        compare(oracle, algeon, sql);
        return true;
    }

    private void compare(Connection oracle, Connection algeon, String after) throws SQLException {
        for (String table : List.of("bag", "keyed")) {
            Optional<String> difference = rows(algeon, table).differenceFrom(rows(oracle, table), 1e-9);
            difference.ifPresent(text -> differences.add("after " + after + "\n    " + table + ": " + text));
        }
    }

    private static int size(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery("SELECT (SELECT COUNT(*) FROM bag) + (SELECT COUNT(*) FROM keyed)")) {
            result.next();
            return result.getInt(1);
        }
    }

    private static int execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    private static ResultRows rows(Connection connection, String table) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT * FROM " + table)) {
            return ResultRows.read(result);
        }
    }
}
