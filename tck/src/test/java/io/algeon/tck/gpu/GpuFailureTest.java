package io.algeon.tck.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.compare.ResultRows;
import io.algeon.tck.tpch.TpchData;
import io.algeon.tck.tpch.TpchQueries;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Any call of the driver may fail: the query then fails cleanly, or gives the right rows; the next query works, and no device memory
 * stays in use. The kernels as PTX have the same calls, so that fewer of them fail there. The Maven profile {@code exhaustive} fails
 * every call of every query, {@code -Dalgeon.seed} picks other samples.
 */
class GpuFailureTest {
    /** Few rows: what matters is which calls there are. */
    private static final double SCALE = 0.002;

    private static final boolean EXHAUSTIVE = Boolean.getBoolean("algeon.gpu.exhaustive");
    private static final long SEED = Long.getLong("algeon.seed", 4L);
    /** One of so many calls fails. */
    private static final int STEP = EmulatedGpu.runsPtx() ? 9 : 1;

    private static final int SAMPLES = EmulatedGpu.runsPtx() ? 40 : 300;
    private static final int OUT_OF_MEMORY = 2;
    private static final int LAUNCH_FAILED = 719;
    /** Of a device so small that rows go in portions, and are tried in halves. */
    private static final String LITTLE_MEMORY = "3MB";

    @TempDir
    static Path directory;

    private static Connection connection;
    private static final Map<Integer, ResultRows> EXPECTED = new HashMap<>();
    private static final Map<Integer, Long> CALLS = new HashMap<>();

    @BeforeAll
    static void open() throws SQLException, IOException {
        EmulatedGpu.require();
        TpchData.generate(directory, SCALE, table -> {});
        connection = DriverManager.getConnection("jdbc:algeon:" + directory);
        // columns that stay would hide calls of later runs
        EmulatedGpu.execute(connection, "SET cache_cap_bytes = 0");
        for (int query : TpchQueries.numbers()) {
            EXPECTED.put(query, EmulatedGpu.rows(connection, "cpu_only", TpchQueries.text(query)));
        }
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_required'");
        for (int query : TpchQueries.numbers()) {
            EmulatedGpu.rows(connection, TpchQueries.text(query));
            long before = EmulatedGpu.calls();
            EmulatedGpu.rows(connection, TpchQueries.text(query));
            CALLS.put(query, EmulatedGpu.calls() - before);
        }
    }

    @AfterAll
    static void close() throws SQLException {
        if (connection != null) {
            EmulatedGpu.execute(connection, "RESET cache_cap_bytes");
            EmulatedGpu.execute(connection, "RESET device_memory_limit");
            connection.close();
        }
    }

    @ParameterizedTest(name = "Q{0}, code {1}")
    @CsvSource({"6, 2", "6, 719", "3, 2", "3, 719"})
    void everyCall_fails_andTheNextQueryWorks(int query, int code) throws SQLException {
        long calls = calls(query);
        System.out.println("failing " + calls / STEP + " of the " + calls + " calls of Q" + query + " with " + code);
        for (long call = 1 + Math.floorMod(SEED, STEP); call <= calls; call += STEP) {
            check(query, call, code);
        }
    }

    @Test
    void sampledCalls_ofAllQueries_fail_andTheNextQueryWorks() throws SQLException {
        System.out.println("failing calls: seed " + SEED);
        Random random = new Random(SEED);
        try {
            for (int i = 0; i < SAMPLES; i++) {
                int query = 1 + random.nextInt(TpchQueries.numbers().size());
                boolean little = i % 3 == 0;
                EmulatedGpu.execute(
                        connection,
                        little ? "SET device_memory_limit = '" + LITTLE_MEMORY + "'" : "RESET device_memory_limit");
                check(
                        query,
                        1 + random.nextInt((int) calls(query)),
                        random.nextBoolean() ? OUT_OF_MEMORY : LAUNCH_FAILED);
            }
        } finally {
            EmulatedGpu.execute(connection, "RESET device_memory_limit");
        }
    }

    @ParameterizedTest(name = "code {0}")
    @CsvSource({"2", "719"})
    void everyCall_ofEveryQuery_fails_ifAskedFor(int code) throws SQLException {
        if (EXHAUSTIVE) {
            for (int query : TpchQueries.numbers()) {
                for (long call = 1; call <= calls(query); call++) {
                    check(query, call, code);
                }
            }
        }
    }

    private static long calls(int query) {
        return java.util.Objects.requireNonNull(CALLS.get(query));
    }

    private static void check(int query, long call, int code) throws SQLException {
        String sql = TpchQueries.text(query);
        String what = "call " + call + " of Q" + query + " with " + code;
        ResultRows expected = java.util.Objects.requireNonNull(EXPECTED.get(query));
        EmulatedGpu.fail(call, code);
        try {
            assertThat(EmulatedGpu.rows(connection, sql).differenceFrom(expected, EmulatedGpu.TOLERANCE))
                    .as(what)
                    .isEmpty();
        } catch (SQLException clean) {
            assertThat(clean.getMessage()).as(what).containsPattern("The GPU failed|device memory");
        }
        EmulatedGpu.repair();
        EmulatedGpu.execute(connection, "SET device_ordinal = 0");
        assertThat(EmulatedGpu.rows(connection, sql).differenceFrom(expected, EmulatedGpu.TOLERANCE))
                .as("after " + what)
                .isEmpty();
        assertThat(EmulatedGpu.streams()).as("streams after " + what).isEqualTo(EmulatedGpu.STREAMS_AT_REST);
        // the first row is the CPU's; a condition would run on the GPU
        assertThat(EmulatedGpu.text(connection, "SELECT memory_used_bytes FROM information_schema.devices"))
                .as("device memory after " + what)
                .isEqualTo("null\n0\n");
    }
}
