package io.algeon.tck.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.compare.ResultRows;
import io.algeon.tck.gpu.EmulatedGpu.Happening;
import io.algeon.tck.gpu.EmulatedGpu.Logged;
import io.algeon.tck.gpu.EmulatedGpu.Streams;
import io.algeon.tck.tpch.TpchData;
import io.algeon.tck.tpch.TpchQueries;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows go to the GPU in portions, each copied while the one before it is worked on. */
class GpuOverlapTest {
    private static final String SQL = "SELECT l_returnflag, l_shipmode, sum(l_extendedprice), count(*) FROM lineitem"
            + " WHERE l_quantity < 40 GROUP BY l_returnflag, l_shipmode";

    /** A portion is about an eighth of it. */
    private static final String LITTLE_MEMORY = "4MB";

    @TempDir
    static Path directory;

    private static Connection connection;

    @BeforeAll
    static void open() throws Exception {
        EmulatedGpu.require();
        TpchData.generate(directory, 0.01, table -> {});
        connection = DriverManager.getConnection("jdbc:algeon:" + directory);
        EmulatedGpu.execute(connection, "SET device_memory_limit = '" + LITTLE_MEMORY + "'");
        EmulatedGpu.execute(connection, "SET cache_cap_bytes = 0");
    }

    @AfterAll
    static void close() throws SQLException {
        if (connection != null) {
            EmulatedGpu.execute(connection, "RESET cache_cap_bytes");
            EmulatedGpu.execute(connection, "RESET device_memory_limit");
            connection.close();
        }
    }

    @AfterEach
    void asAtTheStart() {
        EmulatedGpu.schedule(0);
        EmulatedGpu.streams(Streams.LAZY);
    }

    /** Where things are in the log. */
    private static List<Integer> places(List<Logged> log, Happening what, int stream) {
        List<Integer> places = new ArrayList<>();
        for (int i = 0; i < log.size(); i++) {
            if (log.get(i).what() == what && log.get(i).stream() == stream) {
                places.add(i);
            }
        }
        return places;
    }

    @ParameterizedTest(name = "schedule {0}")
    @ValueSource(ints = {0, 1, 2})
    void copiesOfAPortion_areSubmittedBeforeAnybodyWaitsForTheKernelsOfTheOneBefore(int schedule) throws SQLException {
        EmulatedGpu.schedule(schedule);
        ResultRows expected = EmulatedGpu.rows(connection, "cpu_only", SQL);
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_required'");
        EmulatedGpu.beginLog();
        ResultRows actual = EmulatedGpu.rows(connection, SQL);
        List<Logged> log = EmulatedGpu.endLog();
        assertThat(actual.differenceFrom(expected, EmulatedGpu.TOLERANCE)).isEmpty();

        // the kernels' stream waits for the copies of a portion once, when its turn comes
        int kernels = log.stream().filter(entry -> entry.what() == Happening.LAUNCH).findFirst().orElseThrow().stream();
        List<Logged> arrivals = log.stream()
                .filter(entry -> entry.what() == Happening.STREAM_WAITS && entry.stream() == kernels)
                .toList();
        assertThat(arrivals).hasSizeGreaterThan(3);
        int copies = (int) arrivals.get(0).value();
        assertThat(copies).isNotEqualTo(kernels);
        List<Integer> begins = places(log, Happening.STREAM_WAITS, kernels);
        List<Integer> submitted = places(log, Happening.COPY_TO_DEVICE, copies);
        List<Integer> done = places(log, Happening.COPIED_TO_DEVICE, copies);
        List<Integer> launches = places(log, Happening.LAUNCH, kernels);
        List<Integer> ran = places(log, Happening.RAN, kernels);
        assertThat(done).hasSameSizeAs(submitted);
        int ahead = 0;
        int stillUnderWay = 0;
        for (int portion = 0; portion + 1 < begins.size(); portion++) {
            int begin = begins.get(portion);
            int end = begins.get(portion + 1);
            int firstLaunch = first(launches, begin);
            assertThat(firstLaunch).isBetween(begin, end);
            // copies that were submitted since the last portion began are those of the next one
            int last = portion == 0 ? 0 : begins.get(portion - 1);
            long before = count(submitted, last, begin);
            ahead += before > 0 ? 1 : 0;
            // they had not been done when the first kernel of this portion had: nobody waited for them
            int number = (int) count(submitted, 0, begin);
            int firstRan = first(ran, firstLaunch);
            stillUnderWay += done.get(number - 1) > firstRan ? 1 : 0;
            assertThat(count(launches, begin, end)).isPositive();
        }
        assertThat(ahead).isEqualTo(begins.size() - 1);
        assertThat(stillUnderWay).isEqualTo(begins.size() - 1);
    }

    private static int first(List<Integer> places, int from) {
        return places.stream().filter(place -> place >= from).findFirst().orElseThrow();
    }

    private static long count(List<Integer> places, int from, int to) {
        return places.stream().filter(place -> place >= from && place < to).count();
    }

    @ParameterizedTest(name = "schedule {0}")
    @ValueSource(ints = {0, 1, 2})
    void portions_giveTheSameRows_howeverStreamsGetOn(int schedule) throws SQLException {
        EmulatedGpu.schedule(schedule);
        for (String sql : List.of(SQL, TpchQueries.text(1), TpchQueries.text(12), TpchQueries.text(18))) {
            ResultRows expected = EmulatedGpu.rows(connection, "cpu_only", sql);
            for (Streams streams : Streams.values()) {
                EmulatedGpu.streams(streams);
                assertThat(EmulatedGpu.rows(connection, "native_required", sql)
                                .differenceFrom(expected, EmulatedGpu.TOLERANCE))
                        .as("%s, %s", streams, sql)
                        .isEmpty();
            }
        }
    }

    @Test
    void queryThatIsClosedEarly_leavesNothingOnItsWay() throws SQLException {
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_required'");
        for (int i = 0; i < 10; i++) {
            try (java.sql.Statement statement = connection.createStatement();
                    java.sql.ResultSet rows = statement.executeQuery(
                            "SELECT l_orderkey, l_comment FROM lineitem WHERE l_quantity < " + (10 + i))) {
                assertThat(rows.next()).isTrue();
            }
            assertThat(EmulatedGpu.streams()).isLessThanOrEqualTo(EmulatedGpu.STREAMS_AT_REST);
        }
    }
}
