package io.algeon.tck.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Results stream: several may be open at once, large ones need no memory, and leaving one unread costs nothing. */
class StreamingTest {
    private static final int ROWS = 300_000;

    @TempDir
    static Path directory;

    @BeforeAll
    static void write() throws SQLException {
        try (Connection oracle = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = oracle.createStatement()) {
            statement.execute("COPY (SELECT i AS id, i % 10 AS digit, 'row ' || i AS label FROM range(" + ROWS
                    + ") t(i)) TO '" + directory.resolve("numbers.parquet") + "' (FORMAT parquet)");
        }
    }

    private static Connection open() throws SQLException {
        return DriverManager.getConnection("jdbc:algeon:" + directory);
    }

    @Test
    void manyOpenResultsOnOneConnection_allGiveTheirRows() throws SQLException {
        try (Connection connection = open()) {
            List<Statement> statements = new ArrayList<>();
            List<ResultSet> results = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                Statement statement = connection.createStatement();
                statements.add(statement);
                results.add(statement.executeQuery("SELECT id, label FROM numbers"));
            }
            long[] sums = new long[results.size()];
            for (int row = 0; row < 1000; row++) {
                for (ResultSet result : results) {
                    assertThat(result.next()).isTrue();
                }
            }
            for (int i = 0; i < results.size(); i++) {
                int rows = 1000;
                while (results.get(i).next()) {
                    rows++;
                    sums[i] += results.get(i).getLong(1);
                }
                assertThat(rows).isEqualTo(ROWS);
                statements.get(i).close();
                assertThat(results.get(i).isClosed()).isTrue();
            }
        }
    }

    /** Of several row groups, which workers read, or of one, which its reader does. */
    @ParameterizedTest
    @ValueSource(ints = {ROWS, 100_000})
    void resultsLeftOpen_leaveMemoryForTheNextQueries(int rows) throws SQLException, InterruptedException {
        try (Connection connection = open();
                Statement setting = connection.createStatement()) {
            setting.execute("SET memory_limit = '40MB'");
            try {
                readTwelveOpenResults(connection, rows);
            } finally {
                setting.execute("RESET memory_limit");
            }
        }
    }

    private static void readTwelveOpenResults(Connection connection, int rows)
            throws SQLException, InterruptedException {
        List<ResultSet> results = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            results.add(connection
                    .createStatement()
                    .executeQuery("SELECT id, digit, label FROM numbers WHERE id < " + rows));
            assertThat(results.get(i).next()).isTrue();
            Thread.sleep(20); // the queue fills while nobody reads
        }
        long expected = (rows - 1L) * rows / 2;
        for (ResultSet result : results) {
            long sum = result.getLong(1);
            for (int row = 1; row < rows; row++) {
                assertThat(result.next()).isTrue();
                sum += result.getLong(1);
                if (!("row " + result.getLong(1)).equals(result.getString(3))) {
                    throw new AssertionError(result.getString(3));
                }
            }
            assertThat(result.next()).isFalse();
            assertThat(sum).isEqualTo(expected);
        }
    }

    @Test
    void maxRows_endsTheResult() throws SQLException {
        try (Connection connection = open();
                Statement statement = connection.createStatement()) {
            statement.setMaxRows(5);
            try (ResultSet result = statement.executeQuery("SELECT id FROM numbers")) {
                int rows = 0;
                while (result.next()) {
                    rows++;
                }
                assertThat(rows).isEqualTo(5);
            }
        }
    }

    @Test
    void resultsLeftUnread_areClosedWithTheConnection() throws SQLException {
        for (int i = 0; i < 50; i++) {
            try (Connection connection = open()) {
                ResultSet result = connection.createStatement().executeQuery("SELECT * FROM numbers ORDER BY label");
                assertThat(result.next()).isTrue();
            }
        }
    }

    @Test
    void preparedStatement_runsAgainWithOtherValues() throws SQLException {
        try (Connection connection = open();
                PreparedStatement statement = connection.prepareStatement(
                        "SELECT COUNT(*), MAX(label) FROM numbers WHERE digit = ? AND id < ?")) {
            for (int digit = 0; digit < 10; digit++) {
                statement.setInt(1, digit);
                statement.setLong(2, 1000);
                try (ResultSet result = statement.executeQuery()) {
                    assertThat(result.next()).isTrue();
                    assertThat(result.getLong(1)).isEqualTo(100);
                    assertThat(result.getString(2)).isEqualTo("row " + (990 + digit));
                }
            }
        }
    }

    @Test
    void untypedParameters_takeTheTypeOfTheirValue() throws SQLException {
        try (Connection connection = open();
                PreparedStatement statement =
                        connection.prepareStatement("SELECT ?, ? = ?, COALESCE(?, 7), UPPER(?)")) {
            statement.setInt(1, 42);
            statement.setString(2, "a");
            statement.setString(3, "a");
            statement.setObject(4, null);
            statement.setString(5, "é");
            try (ResultSet result = statement.executeQuery()) {
                assertThat(result.next()).isTrue();
                assertThat(result.getInt(1)).isEqualTo(42);
                assertThat(result.getBoolean(2)).isTrue();
                assertThat(result.getInt(3)).isEqualTo(7);
                assertThat(result.getString(4)).isEqualTo("É");
            }
        }
    }
}
