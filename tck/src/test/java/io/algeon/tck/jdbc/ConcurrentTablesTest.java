package io.algeon.tck.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/**
 * Sixteen sessions that read, change, define and roll back at the same time. Money moves between accounts and is never made or
 * lost; nothing fails but for serialisation. {@code -Dalgeon.concurrency.seconds=60} makes it longer.
 */
class ConcurrentTablesTest {
    private static final int THREADS = 16;
    private static final int ACCOUNTS = 200;
    private static final long BALANCE = 1000;
    /** Plans, reports and compiled code of the statements stay. */
    private static final long MOST_GROWTH = 48L << 20;

    private static final String URL = "jdbc:algeon:mem:concurrency";

    private final AtomicLong conflicts = new AtomicLong();
    private final AtomicLong commits = new AtomicLong();

    @Test
    void sixteenSessions_keepTheSum_andFailOnlyToSerialise() throws Exception {
        Duration duration = Duration.ofSeconds(Long.getLong("algeon.concurrency.seconds", 4));
        long seed = Long.getLong("algeon.seed", System.nanoTime());
        try (Connection keeper = DriverManager.getConnection(URL);
                Statement statement = keeper.createStatement()) {
            long memory = operatorMemory();
            long heap = usedHeap();
            statement.execute(
                    "CREATE TABLE account (id INTEGER PRIMARY KEY, balance BIGINT NOT NULL CHECK (balance >= 0))");
            statement.execute("CREATE TABLE entry (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,"
                    + " account INTEGER NOT NULL REFERENCES account, amount BIGINT NOT NULL)");
            for (int i = 0; i < ACCOUNTS; i++) {
                statement.execute("INSERT INTO account VALUES (" + i + ", " + BALANCE + ")");
            }
            long end = System.nanoTime() + duration.toNanos();
            ExecutorService threads = Executors.newFixedThreadPool(THREADS);
            List<Future<?>> sessions = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                int number = i;
                sessions.add(threads.submit(() -> session(number, new Random(seed + number), end)));
            }
            threads.shutdown();
            for (Future<?> session : sessions) {
                session.get(duration.toSeconds() + 60, TimeUnit.SECONDS);
            }
            String state = "seed " + seed + ", " + commits + " commits, " + conflicts + " conflicts";
            assertThat(number(statement, "SELECT SUM(balance) FROM account"))
                    .as(state)
                    .isEqualTo(ACCOUNTS * BALANCE);
            assertThat(number(statement, "SELECT COALESCE(SUM(amount), 0) FROM entry"))
                    .as(state)
                    .isZero();
            assertThat(number(statement, "SELECT COUNT(DISTINCT id) - COUNT(*) FROM entry"))
                    .as(state)
                    .isZero();
            assertThat(commits.get()).as(state).isPositive();
            assertThat(operatorMemory()).as(state).isGreaterThan(memory);
            statement.execute("DROP TABLE entry");
            statement.execute("DROP TABLE account");
            assertThat(
                            number(
                                    statement,
                                    "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema <> 'information_schema'"))
                    .as(state)
                    .isZero();
            assertThat(operatorMemory())
                    .as(state + ": bytes that nobody gave back")
                    .isEqualTo(memory);
            long grown = usedHeap() - heap;
            System.out.println("sixteen sessions: " + state + ", heap grown by " + grown / 1024 + " KiB");
            assertThat(grown).as(state + ": bytes of heap more than before").isLessThan(MOST_GROWTH);
        }
    }

    private static long usedHeap() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }

    /** The bean is registered soon after the first connection. */
    private static long operatorMemory() throws Exception {
        ObjectName engine = new ObjectName("io.algeon:type=Engine");
        for (int i = 0; i < 2000 && !ManagementFactory.getPlatformMBeanServer().isRegistered(engine); i++) {
            Thread.sleep(50);
        }
        return (long) ManagementFactory.getPlatformMBeanServer().getAttribute(engine, "OperatorMemoryBytes");
    }

    private Void session(int number, Random random, long end) throws SQLException {
        try (Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection.createStatement()) {
            while (System.nanoTime() < end) {
                try {
                    step(connection, statement, number, random);
                    commits.incrementAndGet();
                } catch (SQLException failure) {
                    if (!"40001".equals(failure.getSQLState())) {
                        throw failure;
                    }
                    conflicts.incrementAndGet();
                    if (!connection.getAutoCommit()) {
                        connection.rollback();
                    }
                }
            }
            connection.setAutoCommit(true);
        }
        return null;
    }

    private static void step(Connection connection, Statement statement, int number, Random random)
            throws SQLException {
        switch (random.nextInt(13)) {
            case 0, 1, 2, 3 -> transfer(connection, statement, random, random.nextInt(4) == 0);
            case 4, 5 -> {
                connection.setAutoCommit(true);
                assertThat(number(statement, "SELECT SUM(balance) FROM account"))
                        .isEqualTo(ACCOUNTS * BALANCE);
            }
            case 6 -> {
                // both tables as they were at one moment
                connection.setAutoCommit(false);
                assertThat(number(statement, "SELECT COALESCE(SUM(amount), 0) FROM entry"))
                        .isZero();
                assertThat(number(statement, "SELECT SUM(balance) FROM account"))
                        .isEqualTo(ACCOUNTS * BALANCE);
                connection.commit();
            }
            case 7 -> {
                connection.setAutoCommit(true);
                String table = "own_" + number;
                statement.execute("CREATE OR REPLACE TABLE " + table + " AS SELECT * FROM account");
                statement.execute("ALTER TABLE " + table + " ADD COLUMN note VARCHAR DEFAULT 'x'");
                statement.execute("DELETE FROM " + table + " WHERE id % 2 = 0");
                assertThat(number(statement, "SELECT COUNT(*) FROM " + table + " WHERE note = 'x'"))
                        .isEqualTo(ACCOUNTS / 2);
                statement.execute("DROP TABLE " + table);
            }
            case 8 -> {
                connection.setAutoCommit(false);
                statement.execute("CREATE TABLE gone_" + number + " (a INTEGER)");
                statement.execute("INSERT INTO gone_" + number + " SELECT id FROM account");
                connection.rollback();
            }
            case 9 -> readSlowly(connection, statement, random);
            case 10 -> {
                // what a batch adds goes with its savepoint
                connection.setAutoCommit(false);
                statement.execute("CREATE TEMPORARY TABLE mine (id INTEGER PRIMARY KEY, balance BIGINT)");
                statement.execute("INSERT INTO mine SELECT id, balance FROM account");
                Savepoint savepoint = connection.setSavepoint();
                try (PreparedStatement insert = connection.prepareStatement("INSERT INTO mine VALUES (?, ?)")) {
                    for (int i = 0; i < 3000; i++) {
                        insert.setInt(1, ACCOUNTS + i);
                        insert.setLong(2, i);
                        insert.addBatch();
                    }
                    insert.executeBatch();
                }
                connection.rollback(savepoint);
                assertThat(number(statement, "SELECT SUM(balance) FROM mine")).isEqualTo(ACCOUNTS * BALANCE);
                connection.rollback();
            }
            case 11 -> {
                // ten accounts give one each to the eleventh
                connection.setAutoCommit(false);
                statement.executeUpdate(
                        "MERGE INTO account USING (SELECT id, balance FROM account WHERE id < 10) AS s ON"
                                + " account.id = s.id WHEN MATCHED AND s.balance > 5 THEN UPDATE SET balance = account.balance - 1"
                                + " WHEN MATCHED THEN UPDATE SET balance = account.balance + 0");
                long taken = number(statement, "SELECT " + ACCOUNTS * BALANCE + " - SUM(balance) FROM account");
                statement.executeUpdate("INSERT INTO account VALUES (11, " + taken
                        + ") ON CONFLICT (id) DO UPDATE SET balance = account.balance + excluded.balance");
                connection.commit();
            }
            default -> {
                connection.setAutoCommit(true);
                int one = random.nextInt(ACCOUNTS);
                statement.executeUpdate("UPDATE account SET balance = balance + CASE WHEN id = " + one
                        + " THEN 1 ELSE -1 END WHERE id IN (" + one + ", " + (one + 1) % ACCOUNTS
                        + ") AND (SELECT MIN(balance) FROM account) > 1");
            }
        }
    }

    /** A result that is read while others change the table shows it as it was. */
    private static void readSlowly(Connection connection, Statement statement, Random random) throws SQLException {
        connection.setAutoCommit(random.nextBoolean());
        long sum = 0;
        try (ResultSet result = statement.executeQuery("SELECT id, balance FROM account")) {
            for (int i = 0; result.next(); i++) {
                sum += result.getLong(2);
                if (i % 50 == 0) {
                    Thread.yield();
                }
            }
        }
        assertThat(sum).isEqualTo(ACCOUNTS * BALANCE);
        if (!connection.getAutoCommit()) {
            connection.commit();
        }
    }

    private static void transfer(Connection connection, Statement statement, Random random, boolean undo)
            throws SQLException {
        connection.setAutoCommit(false);
        int from = random.nextInt(ACCOUNTS);
        int to = (from + 1 + random.nextInt(ACCOUNTS - 1)) % ACCOUNTS;
        long amount = random.nextInt(5);
        if (number(statement, "SELECT balance FROM account WHERE id = " + from) < amount) {
            connection.commit();
            return;
        }
        statement.executeUpdate("UPDATE account SET balance = balance - " + amount + " WHERE id = " + from);
        Savepoint savepoint = connection.setSavepoint();
        statement.executeUpdate("DELETE FROM entry WHERE account = " + to + " AND amount > 1000000");
        statement.executeUpdate("UPDATE account SET balance = 0 WHERE id = " + to);
        connection.rollback(savepoint);
        statement.executeUpdate("UPDATE account SET balance = balance + " + amount + " WHERE id = " + to);
        statement.executeUpdate("INSERT INTO entry (account, amount) VALUES (" + from + ", -" + amount + "), (" + to
                + ", " + amount + ")");
        if (undo) {
            connection.rollback();
        } else {
            connection.commit();
        }
    }

    private static long number(Statement statement, String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            assertThat(result.next()).isTrue();
            return result.getLong(1);
        }
    }
}
