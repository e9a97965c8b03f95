package io.algeon.tck.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What management tools see. */
@Timeout(60)
class MonitoringTest {
    private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

    @TempDir
    static Path directory;

    @BeforeAll
    static void write() throws SQLException {
        try (Connection oracle = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = oracle.createStatement()) {
            statement.execute("COPY (SELECT i AS id, i % 10 AS digit FROM range(200000) t(i)) TO '"
                    + directory.resolve("numbers.parquet") + "' (FORMAT parquet)");
        }
    }

    private static Connection open() throws Exception {
        Connection connection = DriverManager.getConnection("jdbc:algeon:" + directory);
        while (!SERVER.isRegistered(engine())) {
            Thread.sleep(5); // the first connection of a process does not wait for its registration
        }
        return connection;
    }

    private static ObjectName engine() throws Exception {
        return new ObjectName("io.algeon:type=Engine");
    }

    private static long number(String attribute) throws Exception {
        return ((Number) SERVER.getAttribute(engine(), attribute)).longValue();
    }

    @Test
    void recordingsThatBeginAfterTheFirstQuery_holdQueries() throws Exception {
        Path file = directory.resolve("queries.jfr");
        try (Connection connection = open();
                Statement statement = connection.createStatement();
                Recording recording = new Recording()) {
            statement.executeQuery("SELECT 1").close();
            recording.enable("io.algeon.Query");
            recording.start();
            try (ResultSet result = statement.executeQuery("SELECT id FROM numbers WHERE id < 7")) {
                int rows = 0;
                while (result.next()) {
                    rows++;
                }
                assertThat(rows).isEqualTo(7);
            }
            recording.stop();
            recording.dump(file);
        }
        assertThat(RecordingFile.readAllEvents(file))
                .filteredOn(event -> event.getEventType().getName().equals("io.algeon.Query"))
                .extracting(event -> event.getLong("rows"))
                .containsExactly(7L);
    }

    @Test
    void queriesAreCountedByTheirEnd() throws Exception {
        try (Connection connection = open();
                Statement statement = connection.createStatement()) {
            long done = number("DoneQueries");
            long failed = number("FailedQueries");
            try (ResultSet result = statement.executeQuery("SELECT sum(id) FROM numbers")) {
                assertThat(result.next()).isTrue();
                assertThat(number("OpenQueries")).isPositive();
            }
            assertThatThrownBy(() -> {
                        try (ResultSet result = statement.executeQuery("SELECT 1 / (id - id) FROM numbers")) {
                            result.next();
                        }
                    })
                    .isInstanceOf(SQLException.class);
            assertThat(number("DoneQueries")).isEqualTo(done + 1);
            assertThat(number("FailedQueries")).isEqualTo(failed + 1);
            assertThat(number("Connections")).isEqualTo(1);
            assertThat(number("Threads")).isPositive();
            assertThat((String[]) SERVER.getAttribute(engine(), "Devices")).anyMatch(device -> device.contains("cpu"));
        }
    }

    @Test
    void memoryIsShownWhileItIsHeldAndNotAfterwards() throws Exception {
        try (Connection connection = open();
                Statement statement = connection.createStatement()) {
            try (ResultSet result = statement.executeQuery("SELECT id, digit FROM numbers ORDER BY digit, id")) {
                assertThat(result.next()).isTrue();
                assertThat(number("OperatorMemoryBytes")).isGreaterThan(200_000 * 8);
                assertThat(number("PeakMemoryBytes")).isLessThanOrEqualTo(number("MemoryLimitBytes"));
            }
            assertThat(number("OperatorMemoryBytes")).isZero();
            assertThat(number("OpenQueries")).isZero();
        }
    }

    @Test
    void theBeanIsGoneWithTheLastConnection() throws Exception {
        open().close();
        assertThat(SERVER.isRegistered(engine())).isFalse();
    }
}
