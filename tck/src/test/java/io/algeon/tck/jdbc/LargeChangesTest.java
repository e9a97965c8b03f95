package io.algeon.tck.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of many rows, and many changes: all or nothing, within the memory limit, and nothing of old states stays. */
class LargeChangesTest {
    private static final int ROWS = 150_000;
    private static final String URL = "jdbc:algeon:mem:large";

    private Connection connection;
    private Statement statement;

    @BeforeEach
    void fill() throws SQLException {
        connection = DriverManager.getConnection(URL);
        statement = connection.createStatement();
        statement.execute("CREATE TABLE t (id BIGINT PRIMARY KEY, k INTEGER, price DECIMAL(12, 2), name VARCHAR)");
        statement.execute("CREATE INDEX by_k ON t (k)");
        statement.execute("INSERT INTO t SELECT i, CAST(i % 1000 AS INTEGER), CAST(i AS DECIMAL(12, 2)) / 100,"
                + " 'name ' || (i % 500) FROM generate_series(1, " + ROWS + ") AS g(i)");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private long number(String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            assertThat(result.next()).isTrue();
            return result.getLong(1);
        }
    }

    private String sums() throws SQLException {
        try (ResultSet result = statement.executeQuery(
                "SELECT COUNT(*) || ' ' || SUM(id) || ' ' || SUM(k) || ' ' || SUM(price) || ' ' || MIN(name) FROM t")) {
            result.next();
            return result.getString(1);
        }
    }

    @Test
    void everyRow_isChanged() throws SQLException {
        long keys = number("SELECT SUM(id) FROM t");
        assertThat(statement.executeUpdate("UPDATE t SET k = k + 1, name = name || '!'"))
                .isEqualTo(ROWS);
        assertThat(number("SELECT COUNT(*) FROM t WHERE name LIKE '%!' AND k = id % 1000 + 1"))
                .isEqualTo(ROWS);
        assertThat(statement.executeUpdate("UPDATE t SET id = id + 1")).isEqualTo(ROWS);
        assertThat(number("SELECT SUM(id) FROM t")).isEqualTo(keys + ROWS);
        assertThat(statement.executeUpdate("DELETE FROM t WHERE id % 2 = 0")).isEqualTo(ROWS / 2);
        assertThat(statement.executeUpdate("INSERT INTO t SELECT id - 1, k, price, name FROM t"))
                .isEqualTo(ROWS / 2);
        assertThat(statement.executeUpdate("MERGE INTO t USING (SELECT id, k FROM t) AS s ON t.id = s.id"
                        + " WHEN MATCHED AND s.id % 3 = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET price = 0"))
                .isEqualTo(ROWS);
        assertThat(number("SELECT COUNT(*) FROM t WHERE price = 0")).isEqualTo(number("SELECT COUNT(*) FROM t"));
        assertThat(statement.executeUpdate("INSERT INTO t SELECT i, 1, 1, 'u' FROM generate_series(1, " + ROWS
                        + ") AS g(i) ON CONFLICT (id) DO UPDATE SET k = -1"))
                .isEqualTo(ROWS);
        assertThat(number("SELECT COUNT(*) FROM t WHERE k IN (-1, 1)")).isGreaterThanOrEqualTo(ROWS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE t SET k = 1 / (CASE WHEN id = 140000 THEN 0 ELSE 1 END), id = -id",
                "UPDATE t SET id = CASE WHEN id = 140000 THEN 7 ELSE id END",
                "UPDATE t SET id = NULL WHERE id = 140000",
                "INSERT INTO t SELECT CASE WHEN i = 140000 THEN 5 ELSE -i END, 1, 1, '' FROM generate_series(1, 150000) AS g(i)",
                "INSERT INTO t SELECT -i, 1, CASE WHEN i = 140000 THEN 1e12 ELSE 1 END, '' FROM generate_series(1, 150000) AS"
                        + " g(i)",
                "DELETE FROM t WHERE 1 / (id - 140000) < 2",
                "MERGE INTO t USING (SELECT i % 140000 AS i FROM generate_series(1, 150000) AS g(i)) AS s ON t.id = s.i WHEN"
                        + " MATCHED THEN UPDATE SET k = -1",
                "INSERT INTO t SELECT i, 1, 1, '' FROM generate_series(150001, 150010) AS g(i) UNION ALL SELECT i, 1, 1, CAST(1"
                        + " / (i - 9) AS VARCHAR) FROM generate_series(150011, 150020) AS g(i) UNION ALL SELECT 1, 1, 1, ''"
            })
    void failureInTheMiddle_leavesNothingChanged(String sql) throws SQLException {
        String before = sums();
        assertThatThrownBy(() -> statement.executeUpdate(sql)).isInstanceOf(SQLException.class);
        assertThat(sums()).isEqualTo(before);
        assertThat(number("SELECT COUNT(*) FROM t WHERE id = 140000 AND k = 0")).isEqualTo(1);
        connection.setAutoCommit(false);
        statement.executeUpdate("UPDATE t SET k = 5 WHERE id = 3");
        assertThatThrownBy(() -> statement.executeUpdate(sql)).isInstanceOf(SQLException.class);
        assertThat(number("SELECT k FROM t WHERE id = 3")).isEqualTo(5);
        connection.rollback();
        assertThat(sums()).isEqualTo(before);
    }

    @Test
    void changeBeyondTheMemoryLimit_isRefusedWhole() throws SQLException {
        String before = sums();
        statement.execute("SET memory_limit = '48MB'");
        try {
            assertThatThrownBy(() ->
                            statement.executeUpdate("INSERT INTO t SELECT -i, 1, 1, 'a text that is long enough to"
                                    + " fill up memory ' || i FROM generate_series(1, 2000000) AS g(i)"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("memory_limit");
            assertThat(sums()).isEqualTo(before);
            assertThat(statement.executeUpdate("UPDATE t SET k = 1 WHERE id = 1"))
                    .isEqualTo(1);
        } finally {
            statement.execute("RESET memory_limit");
        }
    }

    @Test
    void openResult_staysAsItWas_whateverOthersChange() throws SQLException {
        try (Connection other = DriverManager.getConnection(URL);
                Statement reading = other.createStatement();
                ResultSet result = reading.executeQuery("SELECT id, k FROM t")) {
            long sum = 0;
            int rows = 0;
            for (; rows < 10 && result.next(); rows++) {
                sum += result.getLong(1);
            }
            statement.executeUpdate("UPDATE t SET k = -5");
            statement.executeUpdate("DELETE FROM t WHERE id % 2 = 1");
            statement.execute("TRUNCATE TABLE t");
            statement.execute("DROP TABLE t");
            for (; result.next(); rows++) {
                sum += result.getLong(1);
                assertThat(result.getInt(2)).isNotNegative();
            }
            assertThat(rows).isEqualTo(ROWS);
            assertThat(sum).isEqualTo(ROWS * (ROWS + 1L) / 2);
        }
    }

    /** Rows that were changed a thousand times take no more room than rows that were changed ten times. */
    @Test
    void manySmallTransactions_leaveNoOldRows() throws SQLException {
        statement.execute("DELETE FROM t WHERE id > 5000");
        long tenth = 0;
        try (PreparedStatement update = connection.prepareStatement("UPDATE t SET price = price + 1 WHERE id = ?")) {
            for (int i = 0; i < 10_000; i++) {
                update.setLong(1, 1 + i % 100);
                assertThat(update.executeUpdate()).isEqualTo(1);
                if (i == 1000) {
                    tenth = heap();
                }
            }
        }
        assertThat(heap() - tenth).as("bytes of heap more").isLessThan(24L << 20);
        assertThat(number(
                        "SELECT CAST(SUM(price - CAST(id AS DECIMAL(12, 2)) / 100) AS BIGINT) FROM t WHERE id <= 100"))
                .isEqualTo(10_000);
    }

    private static long heap() {
        System.gc();
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** A few microseconds on a quiet machine; a scan would take a hundred times as long as the limit. */
    @Test
    void lookUpsByKey_takeMicroseconds() throws SQLException {
        Random random = new Random(1);
        for (boolean inTransaction : new boolean[] {false, true}) {
            connection.setAutoCommit(!inTransaction);
            if (inTransaction) {
                statement.executeUpdate("UPDATE t SET k = 7 WHERE id = 77");
            }
            long[] times = new long[20_000];
            try (PreparedStatement lookUp = connection.prepareStatement("SELECT name, k FROM t WHERE id = ?")) {
                for (int i = 0; i < times.length; i++) {
                    long id = 1 + random.nextInt(ROWS);
                    long start = System.nanoTime();
                    lookUp.setLong(1, id);
                    try (ResultSet result = lookUp.executeQuery()) {
                        assertThat(result.next()).isTrue();
                        if (!result.getString(1).equals("name " + id % 500)) {
                            assertThat(result.getString(1)).isEqualTo("name " + id % 500);
                        }
                    }
                    times[i] = System.nanoTime() - start;
                }
            }
            Arrays.sort(times);
            System.out.printf(
                    "look-up by key: median %.1f us%s%n",
                    times[times.length / 2] / 1e3, inTransaction ? ", in a transaction" : "");
            assertThat(times[times.length / 2]).as("median in nanoseconds").isLessThan(50_000);
            connection.setAutoCommit(true);
        }
    }
}
