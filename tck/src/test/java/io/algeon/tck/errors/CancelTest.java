package io.algeon.tck.errors;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.Collections;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** cancel() and setQueryTimeout() stop every operator, and the connection goes on. */
class CancelTest {
    /** Far above the promised 250 ms, because a busy machine may stall a thread; a query runs for minutes otherwise. */
    private static final long PATIENCE_MILLIS = 5_000;

    @TempDir
    static Path directory;

    private static Connection connection;
    private static ScheduledExecutorService timer;

    @BeforeAll
    static void open() throws SQLException {
        try (Connection oracle = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = oracle.createStatement()) {
            statement.execute(
                    "COPY (SELECT i AS id, i % 3 AS grp, (i * 7919) % 200000 AS mixed, 'text ' || i AS text FROM"
                            + " range(200000) t(i)) TO '" + directory.resolve("big.parquet") + "' (FORMAT parquet)");
        }
        connection = DriverManager.getConnection("jdbc:algeon:" + directory);
        timer = Executors.newSingleThreadScheduledExecutor();
    }

    @AfterAll
    static void close() throws SQLException {
        timer.shutdownNow();
        connection.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // nested loops
                "SELECT COUNT(*) FROM big AS a JOIN big AS b ON a.mixed < b.mixed - 1",
                // a probe that matches far too much
                "SELECT COUNT(*) FROM big AS a JOIN big AS b ON a.grp = b.grp",
                // aggregation above a cross join
                "SELECT a.grp, SUM(b.id) FROM big AS a CROSS JOIN big AS b GROUP BY a.grp",
                // top-k above a join
                "SELECT a.id, b.text FROM big AS a JOIN big AS b ON a.grp = b.grp ORDER BY a.mixed + b.mixed, a.id LIMIT 10",
                // distinct values frame by frame
                "SELECT SUM(c) FROM (SELECT COUNT(DISTINCT mixed) OVER (ORDER BY id ROWS BETWEEN 50000 PRECEDING AND 1 FOLLOWING) AS c FROM big) AS w",
                // a recursion that does not end
                "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n % 1000 + 1 FROM r) SELECT COUNT(*) FROM r",
                // a recursion that doubles
                "WITH RECURSIVE r(n) AS (SELECT grp FROM big WHERE id < 2 UNION ALL SELECT n FROM r, big WHERE big.grp = r.n AND big.id < 10) SELECT MAX(n) FROM r",
                // semi-join with a residual
                "SELECT COUNT(*) FROM big AS a WHERE EXISTS (SELECT 1 FROM big AS b WHERE a.grp = b.grp AND a.mixed + b.mixed < 0)"
            })
    void cancel_stopsTheQuery(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            long[] cancelled = new long[1];
            timer.schedule(
                    () -> {
                        cancelled[0] = System.nanoTime();
                        statement.cancel();
                        return null;
                    },
                    400,
                    TimeUnit.MILLISECONDS);
            SQLException e = fails(statement, sql);
            long millis = (System.nanoTime() - cancelled[0]) / 1_000_000;
            assertThat(e.getSQLState()).isEqualTo("57014");
            assertThat(millis).isLessThan(PATIENCE_MILLIS);
        }
        usable();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"SELECT COUNT(*) FROM big AS a JOIN big AS b ON a.grp = b.grp WHERE a.mixed + b.mixed <> 7"})
    void queryTimeout_stopsTheQuery(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            long start = System.nanoTime();
            SQLException e = fails(statement, sql);
            assertThat((Throwable) e).isInstanceOf(SQLTimeoutException.class);
            assertThat(e.getSQLState()).isEqualTo("57014");
            assertThat((System.nanoTime() - start) / 1_000_000).isLessThan(1_000 + PATIENCE_MILLIS);
        }
        usable();
    }

    /** A statement that is planned for seconds: a region of joins after the other, none of which can be skipped. */
    private static String slowToPlan() {
        String region = IntStream.range(0, 11)
                        .mapToObj(i -> "big AS t" + i)
                        .collect(Collectors.joining(", ", "SELECT t0.id FROM ", " WHERE "))
                + IntStream.range(1, 11)
                        .mapToObj(i -> "t" + i + ".mixed = t" + (i - 1) + ".id AND t" + i + ".id = t0.mixed")
                        .collect(Collectors.joining(" AND "));
        return Collections.nCopies(400, region).stream()
                .collect(Collectors.joining(" UNION ALL ", "SELECT COUNT(*) FROM (", ") AS u"));
    }

    @Test
    void cancel_stopsPlanning() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            timer.schedule(
                    () -> {
                        statement.cancel();
                        return null;
                    },
                    400,
                    TimeUnit.MILLISECONDS);
            long start = System.nanoTime();
            SQLException e = fails(statement, slowToPlan());
            assertThat(e.getSQLState()).isEqualTo("57014");
            assertThat((System.nanoTime() - start) / 1_000_000).isLessThan(400 + PATIENCE_MILLIS);
        }
        usable();
    }

    @Test
    void queryTimeout_countsPlanning() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(1);
            long start = System.nanoTime();
            SQLException e = fails(statement, slowToPlan());
            assertThat((Throwable) e).isInstanceOf(SQLTimeoutException.class);
            assertThat((Throwable) e).hasMessageContaining("time limit of 1.0 seconds");
            assertThat((System.nanoTime() - start) / 1_000_000).isLessThan(1_000 + PATIENCE_MILLIS);
        }
        usable();
    }

    @Test
    void closeByAnotherThread_stopsTheStatement() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            timer.schedule(
                    () -> {
                        statement.close();
                        return null;
                    },
                    400,
                    TimeUnit.MILLISECONDS);
            SQLException e = fails(statement, "SELECT COUNT(*) FROM big AS a JOIN big AS b ON a.mixed < b.mixed - 1");
            assertThat(e.getSQLState()).isEqualTo("57014");
        }
        usable();
    }

    @Test
    void cancel_withoutARunningStatement_doesNothing() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.cancel();
            try (ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM big")) {
                assertThat(result.next()).isTrue();
                assertThat(result.next()).isFalse();
            }
            statement.cancel();
            assertThat(statement.execute("SELECT 1")).isTrue();
        }
    }

    private static SQLException fails(Statement statement, String sql) {
        try (ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                result.getObject(1);
            }
            throw new AssertionError("the query ended by itself");
        } catch (SQLException e) {
            return e;
        }
    }

    private static void usable() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT COUNT(*) FROM big")) {
            result.next();
            assertThat(result.getLong(1)).isEqualTo(200_000);
        }
    }
}
