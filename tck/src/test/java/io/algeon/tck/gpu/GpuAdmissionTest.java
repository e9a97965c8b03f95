package io.algeon.tck.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Few queries are active on the GPU at a time; others wait their turn, for a while. */
@Timeout(120)
class GpuAdmissionTest {
    /** Runs until it is cancelled. */
    private static final String ENDLESS =
            "SELECT count(*) FROM generate_series(1, 1000000000000) AS s(v) WHERE v * 3 % 7 = 1";

    private static final String SHORT = "SELECT count(*) FROM generate_series(1, 100) AS s(v) WHERE v * 3 % 7 = 1";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Connection> connections = new ArrayList<>();
    private final List<Running> endless = new ArrayList<>();

    /** A query on a thread and a connection of its own. */
    private record Running(Statement statement, Future<Long> result) {
        void end() throws Exception {
            statement.cancel();
            assertThatThrownBy(result::get).hasMessageContaining("cancelled");
        }
    }

    @BeforeEach
    void oneSlot() throws SQLException {
        EmulatedGpu.require();
        EmulatedGpu.execute(connection(), "SET max_active_attempts = 1");
        // small portions: whoever cancels need not wait long
        EmulatedGpu.execute(connections.get(0), "SET device_memory_limit = '4MB'");
    }

    @AfterEach
    void release() throws Exception {
        for (Running running : endless) {
            running.statement().cancel();
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        EmulatedGpu.execute(connections.get(0), "RESET max_active_attempts");
        EmulatedGpu.execute(connections.get(0), "RESET device_memory_limit");
        for (Connection connection : connections) {
            connection.close();
        }
        assertThat(EmulatedGpu.streams()).isLessThanOrEqualTo(EmulatedGpu.STREAMS_AT_REST);
    }

    private Connection connection() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:algeon:");
        connections.add(connection);
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_required'");
        return connection;
    }

    private Running start(Connection connection, String sql) throws SQLException {
        Statement statement = connection.createStatement();
        return new Running(statement, threads.submit(() -> {
            try (ResultSet rows = statement.executeQuery(sql)) {
                rows.next();
                return rows.getLong(1);
            }
        }));
    }

    /** Occupies a slot. */
    private Running occupy() throws Exception {
        long before = EmulatedGpu.launches();
        Running running = start(connection(), ENDLESS);
        endless.add(running);
        while (EmulatedGpu.launches() < before + 3) {
            assertThat(running.result().isDone()).isFalse();
            Thread.sleep(5);
        }
        return running;
    }

    private static long queued() throws Exception {
        return ((Number) ManagementFactory.getPlatformMBeanServer()
                        .getAttribute(new ObjectName("io.algeon:type=Engine"), "QueuedQueries"))
                .longValue();
    }

    private static void awaitQueued(int count) throws Exception {
        while (queued() != count) {
            Thread.sleep(5);
        }
    }

    @Test
    void queries_beyondTheActiveOnes_waitInTheOrderInWhichTheyCame() throws Exception {
        Running active = occupy();
        List<Integer> order = Collections.synchronizedList(new ArrayList<>());
        List<Future<?>> waiting = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int number = i;
            Running next = start(connection(), SHORT);
            waiting.add(threads.submit(() -> {
                assertThat(next.result().get()).isEqualTo(14);
                order.add(number);
                return null;
            }));
            awaitQueued(i + 1);
        }
        // each is admitted when the one before has ended
        long streams = EmulatedGpu.streams();
        assertThat(waiting).noneMatch(Future::isDone);
        active.end();
        for (Future<?> future : waiting) {
            future.get();
        }
        assertThat(order).hasSize(4);
        assertThat(queued()).isZero();
        assertThat(EmulatedGpu.streams()).isLessThan(streams);
    }

    @Test
    void moreSlots_letMoreRun() throws Exception {
        EmulatedGpu.execute(connections.get(0), "SET max_active_attempts = 2");
        Running first = occupy();
        Running second = occupy();
        Running third = start(connection(), SHORT);
        awaitQueued(1);
        second.end();
        assertThat(third.result().get()).isEqualTo(14);
        first.end();
    }

    @Test
    void wait_hasALimit() throws Exception {
        Running active = occupy();
        Connection other = connection();
        EmulatedGpu.execute(other, "SET max_queue_wait_ms = 150");
        assertThatThrownBy(() -> EmulatedGpu.text(other, SHORT))
                .isInstanceOf(SQLException.class)
                // at once, if those before took longer
                .hasMessageMatching(
                        "(?s).*(waited 150 ms for other queries of the GPU|The GPU is busy: 1 queries run).*")
                .hasMessageContaining("max_queue_wait_ms");
        active.end();
        assertThat(EmulatedGpu.text(other, SHORT)).isEqualTo("14\n");
    }

    @Test
    void fullQueue_refusesAtOnce() throws Exception {
        Running active = occupy();
        Connection other = connection();
        EmulatedGpu.execute(other, "SET max_queued_attempts = 0");
        long start = System.nanoTime();
        assertThatThrownBy(() -> EmulatedGpu.text(other, SHORT))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("The GPU is busy: 1 queries run and 0 wait")
                .hasMessageContaining("max_queued_attempts (0)");
        assertThat(TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start)).isLessThan(10);
        active.end();
        assertThat(EmulatedGpu.text(other, SHORT)).isEqualTo("14\n");
    }

    @Test
    void cpu_isNotHeldUp() throws Exception {
        Running active = occupy();
        Connection other = connection();
        EmulatedGpu.execute(other, "SET execution_mode = 'cpu_only'");
        assertThat(EmulatedGpu.text(other, SHORT)).isEqualTo("14\n");
        active.end();
    }

    @Test
    void cancelledWhileWaiting_neverRuns() throws Exception {
        Running active = occupy();
        Running waiting = start(connection(), SHORT);
        awaitQueued(1);
        waiting.end();
        awaitQueued(0);
        active.end();
    }

    @Test
    void openResults_ofOneConnection_doNotWaitForEachOther() throws Exception {
        Connection own = connection();
        EmulatedGpu.execute(own, "RESET device_memory_limit");
        try (Statement statement = own.createStatement();
                ResultSet open = statement.executeQuery(
                        "SELECT v * 2 FROM generate_series(1, 100000) AS s(v) WHERE v % 2 = 1")) {
            assertThat(open.next()).isTrue();
            // the slot is held, or given back: either way this one gets on
            assertThat(EmulatedGpu.text(own, SHORT)).isEqualTo("14\n");
            try (Statement again = own.createStatement();
                    ResultSet second = again.executeQuery(
                            "SELECT v * 3 FROM generate_series(1, 100000) AS s(v) WHERE v % 2 = 1")) {
                assertThat(second.next()).isTrue();
                assertThat(second.getLong(1) % 6).isEqualTo(3);
                // nobody else waits for a reader that does not read
                assertThat(EmulatedGpu.text(connection(), SHORT)).isEqualTo("14\n");
            }
            long rows = 1;
            while (open.next()) {
                rows++;
            }
            assertThat(rows).isEqualTo(50_000);
        }
    }
}
