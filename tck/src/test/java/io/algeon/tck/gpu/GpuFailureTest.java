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
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Any call of the driver may fail: the query then fails cleanly, or gives the right rows; the next query works, and nothing stays
 * open. {@code -Dalgeon.gpu.exhaustive=true} tries every call of every query.
 */
class GpuFailureTest {
    private static final double SCALE = 0.01;
    private static final boolean EXHAUSTIVE = Boolean.getBoolean("algeon.gpu.exhaustive");
    private static final long SEED = Long.getLong("algeon.seed", 4L);
    private static final int SAMPLES = EXHAUSTIVE ? 3000 : 40;
    private static final int OUT_OF_MEMORY = 2;
    private static final int LAUNCH_FAILED = 719;

    @TempDir
    static Path directory;

    private static Connection connection;

    @BeforeAll
    static void open() throws SQLException, IOException {
        EmulatedGpu.require();
        TpchData.generate(directory, SCALE, table -> {});
        connection = DriverManager.getConnection("jdbc:algeon:" + directory);
    }

    @AfterAll
    static void close() throws SQLException {
        if (connection != null) {
            connection.close();
        }
    }

    @ParameterizedTest(name = "Q{0}, code {1}")
    @CsvSource({"6, 2", "6, 719", "3, 2", "3, 719"})
    void anyCall_fails_andTheNextQueryWorks(int query, int code) throws SQLException {
        String sql = TpchQueries.text(query);
        ResultRows expected = EmulatedGpu.rows(connection, "cpu_only", sql);
        EmulatedGpu.rows(connection, "native_required", sql);
        long before = EmulatedGpu.calls();
        EmulatedGpu.rows(connection, sql);
        long calls = EmulatedGpu.calls() - before;
        // of a large query every third call, so that two runs of the test with other offsets see all of them
        long step = EXHAUSTIVE || calls < 200 ? 1 : 5;
        for (long call = 1 + SEED % step; call <= calls; call += step) {
            check(sql, expected, call, code);
        }
    }

    @Test
    void sampledCalls_ofAllQueries_fail_andTheNextQueryWorks() throws SQLException {
        System.out.println("failing calls: seed " + SEED);
        Random random = new Random(SEED);
        for (int i = 0; i < SAMPLES; i++) {
            int query = 1 + random.nextInt(22);
            String sql = TpchQueries.text(query);
            ResultRows expected = EmulatedGpu.rows(connection, "cpu_only", sql);
            EmulatedGpu.execute(connection, "SET execution_mode = 'native_required'");
            check(sql, expected, 1 + random.nextInt(600), random.nextBoolean() ? OUT_OF_MEMORY : LAUNCH_FAILED);
        }
    }

    private static void check(String sql, ResultRows expected, long call, int code) throws SQLException {
        EmulatedGpu.fail(call, code);
        try {
            assertThat(EmulatedGpu.rows(connection, sql).differenceFrom(expected, EmulatedGpu.TOLERANCE))
                    .as("call " + call)
                    .isEmpty();
        } catch (SQLException clean) {
            assertThat(clean.getMessage()).as("call " + call).containsPattern("The GPU failed|device memory");
        }
        EmulatedGpu.repair();
        EmulatedGpu.execute(connection, "SET device_ordinal = 0");
        assertThat(EmulatedGpu.rows(connection, sql).differenceFrom(expected, EmulatedGpu.TOLERANCE))
                .as("after call " + call)
                .isEmpty();
        assertThat(EmulatedGpu.streams()).as("after call " + call).isLessThanOrEqualTo(EmulatedGpu.STREAMS_AT_REST);
    }
}
