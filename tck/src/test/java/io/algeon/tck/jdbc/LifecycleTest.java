package io.algeon.tck.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closing in every order, aborting, interrupting, small heaps, and two copies of the driver in one process. */
class LifecycleTest {
    /** Millions of pairs a key: runs for minutes. */
    private static final String ENDLESS =
            "SELECT COUNT(*) FROM numbers a JOIN numbers b ON a.digit = b.digit WHERE a.id + b.id <> 7";

    @TempDir
    private static Path directory;

    @BeforeAll
    static void write() throws Exception {
        JdbcDirectory.write(directory);
    }

    @Test
    void closingInAnyOrder_isQuiet_andClosesWhatIsBelow() throws SQLException {
        for (int order = 0; order < 6; order++) {
            Connection connection = JdbcDirectory.open(directory);
            PreparedStatement statement = connection.prepareStatement("SELECT * FROM numbers WHERE id > ?");
            statement.setInt(1, 10);
            ResultSet result = statement.executeQuery();
            assertThat(result.next()).isTrue();
            List<AutoCloseable> parts = new ArrayList<>(List.of(connection, statement, result));
            List<AutoCloseable> ordered = List.of(parts.remove(order / 2), parts.remove(order % 2), parts.get(0));
            for (AutoCloseable part : ordered) {
                close(part);
                close(part);
            }
            assertThat(result.isClosed()).isTrue();
            assertThat(statement.isClosed()).isTrue();
            assertThat(connection.isClosed()).isTrue();
            assertThat(connection.isValid(1)).isFalse();
            assertThatThrownBy(result::next).isInstanceOf(SQLException.class).hasMessageContaining("closed");
            assertThatThrownBy(statement::executeQuery).hasMessageContaining("closed");
            assertThatThrownBy(connection::createStatement).hasMessageContaining("closed");
        }
    }

    private static void close(AutoCloseable part) throws SQLException {
        try {
            part.close();
        } catch (SQLException e) {
            throw e;
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void closeOnCompletion_closesTheStatementWithItsResult() throws SQLException {
        try (Connection connection = JdbcDirectory.open(directory)) {
            Statement statement = connection.createStatement();
            statement.closeOnCompletion();
            statement.executeQuery("SELECT 1").close();
            assertThat(statement.isClosed()).isTrue();
        }
    }

    @Test
    void runningAStatementAgain_closesItsResult() throws SQLException {
        try (Connection connection = JdbcDirectory.open(directory);
                Statement statement = connection.createStatement()) {
            ResultSet first = statement.executeQuery("SELECT * FROM numbers");
            assertThat(first.next()).isTrue();
            try (ResultSet second = statement.executeQuery("SELECT 2")) {
                assertThat(first.isClosed()).isTrue();
                assertThat(second.next()).isTrue();
            }
        }
    }

    @Test
    void abort_stopsTheRunningQuery() throws Exception {
        Connection connection = JdbcDirectory.open(directory);
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<SQLException> outcome = runEndless(connection, threads);
            connection.abort(threads);
            assertThat((Throwable) outcome.get(30, TimeUnit.SECONDS)).isNotNull();
            assertThat(connection.isClosed()).isTrue();
            connection.close();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void closingTheConnection_stopsTheRunningQuery() throws Exception {
        Connection connection = JdbcDirectory.open(directory);
        ExecutorService threads = Executors.newFixedThreadPool(1);
        try {
            Future<SQLException> outcome = runEndless(connection, threads);
            connection.close();
            assertThat((Throwable) outcome.get(10, TimeUnit.SECONDS)).isNotNull();
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void interrupt_stopsTheQuery_andKeepsTheFlagAndTheConnection() throws Exception {
        try (Connection connection = JdbcDirectory.open(directory)) {
            CountDownLatch running = new CountDownLatch(1);
            boolean[] flag = new boolean[1];
            List<SQLException> failures = new ArrayList<>();
            Thread thread = new Thread(() -> {
                running.countDown();
                failures.add(endless(connection));
                flag[0] = Thread.interrupted();
            });
            thread.start();
            running.await();
            Thread.sleep(300);
            thread.interrupt();
            thread.join(30_000);
            assertThat(thread.isAlive()).isFalse();
            assertThat(failures).hasSize(1).doesNotContainNull();
            assertThat(failures.get(0).getSQLState()).isEqualTo("57014");
            assertThat(flag[0]).isTrue();
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    private static Future<SQLException> runEndless(Connection connection, ExecutorService threads) throws Exception {
        CountDownLatch running = new CountDownLatch(1);
        Future<SQLException> outcome = threads.submit(() -> {
            running.countDown();
            return endless(connection);
        });
        running.await();
        Thread.sleep(300);
        return outcome;
    }

    /** The failure that ends the query; null if it ends by itself. */
    private static SQLException endless(Connection connection) {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(ENDLESS)) {
            result.next();
            return null;
        } catch (SQLException e) {
            return e;
        }
    }

    @Test
    void networkTimeout_isKept_andNeedsNoExecutorThread() throws SQLException {
        try (Connection connection = JdbcDirectory.open(directory)) {
            connection.setNetworkTimeout(
                    task -> {
                        throw new AssertionError("nothing is to be run");
                    },
                    5_000);
            assertThat(connection.getNetworkTimeout()).isEqualTo(5_000);
            connection.setNetworkTimeout(null, 0);
            assertThat(connection.getNetworkTimeout()).isZero();
        }
    }

    @Test
    void twoClassLoaders_haveADriverEach() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        List<Class<?>> classes = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            try (URLClassLoader loader =
                    new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
                Driver driver = (Driver) loader.loadClass("io.algeon.jdbc.AlgeonDriver")
                        .getDeclaredConstructor()
                        .newInstance();
                classes.add(driver.getClass());
                try (Connection connection = driver.connect("jdbc:algeon:" + directory, new Properties());
                        Statement statement = connection.createStatement();
                        ResultSet result = statement.executeQuery("SELECT SUM(digit) FROM numbers")) {
                    assertThat(result.next()).isTrue();
                    assertThat(result.getLong(1)).isEqualTo(JdbcDirectory.ROWS / 10 * 45L);
                }
            }
        }
        assertThat(classes.get(0)).isNotSameAs(classes.get(1));
    }

    /** What the child process of {@link #largeResult_streamsThroughASmallHeap} runs. */
    static final class SmallHeap {
        /** The argument is the directory. */
        public static void main(String[] arguments) throws Exception {
            try (Connection connection = JdbcDirectory.open(Path.of(arguments[0]));
                    Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery("SELECT a.id, a.label, b.label AS other FROM numbers a"
                            + " JOIN (SELECT label FROM numbers WHERE id < 20) b ON TRUE")) {
                long rows = 0;
                while (result.next()) {
                    rows += result.getString(2).isEmpty() ? 0 : 1;
                }
                System.exit(rows == 20L * JdbcDirectory.ROWS ? 0 : 1);
            }
        }
    }

    @Test
    void largeResult_streamsThroughASmallHeap() throws Exception {
        Path output = directory.resolve("small-heap.txt");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SmallHeap.class.getName(),
                        directory.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        assertThat(process.waitFor()).as(Files.readString(output)).isZero();
    }
}
