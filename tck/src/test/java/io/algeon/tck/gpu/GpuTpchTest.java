package io.algeon.tck.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.compare.ResultRows;
import io.algeon.tck.tpch.TpchData;
import io.algeon.tck.tpch.TpchQueries;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All 22 queries of TPC-H at scale 0.01 run on the GPU, whole, and give the rows of the CPU. */
class GpuTpchTest {
    private static final double SCALE = 0.01;

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

    static List<Integer> queries() {
        return TpchQueries.numbers().stream().toList();
    }

    @ParameterizedTest(name = "Q{0}")
    @MethodSource("queries")
    void query_onTheGpu_givesTheRowsOfTheCpu(int query) throws SQLException {
        assertThat(EmulatedGpu.difference(connection, TpchQueries.text(query))).isEmpty();
    }

    @ParameterizedTest(name = "Q{0}")
    @MethodSource("queries")
    void query_inOtherSchedules_givesTheSameRows(int query) throws SQLException {
        // every query in one of the two, by turns: a seed decides the random one
        EmulatedGpu.schedule(1 + query % (EmulatedGpu.SCHEDULES - 1));
        try {
            assertThat(EmulatedGpu.difference(connection, TpchQueries.text(query)))
                    .isEmpty();
        } finally {
            EmulatedGpu.schedule(0);
        }
    }

    @ParameterizedTest(name = "Q{0}")
    @MethodSource("queries")
    void query_withLittleDeviceMemory_givesTheSameRows(int query) throws SQLException {
        EmulatedGpu.execute(connection, "SET device_memory_limit = '4MB'");
        try {
            assertThat(EmulatedGpu.difference(connection, TpchQueries.text(query)))
                    .isEmpty();
        } finally {
            EmulatedGpu.execute(connection, "RESET device_memory_limit");
        }
    }

    @ParameterizedTest(name = "Q{0}")
    @MethodSource("queries")
    void query_withHardlyAnyDeviceMemory_runsOnTheCpuAndSaysSo(int query) throws SQLException {
        EmulatedGpu.execute(connection, "SET device_memory_limit = '1200KB'");
        String sql = TpchQueries.text(query);
        try {
            ResultRows expected = EmulatedGpu.rows(connection, "cpu_only", sql);
            EmulatedGpu.execute(connection, "SET execution_mode = 'native_preferred'");
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(sql)) {
                assertThat(ResultRows.read(result).differenceFrom(expected, EmulatedGpu.TOLERANCE))
                        .isEmpty();
                SQLWarning warning = statement.getWarnings();
                if (warning != null) {
                    assertThat(warning.getMessage()).contains("ran on the CPU", "device memory");
                }
            }
            assertThat(EmulatedGpu.streams()).isLessThanOrEqualTo(EmulatedGpu.STREAMS_AT_REST);
        } finally {
            EmulatedGpu.execute(connection, "RESET device_memory_limit");
        }
    }

    @Test
    void explain_showsDeviceAndTransfers() throws SQLException {
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_required'");
        String plan = EmulatedGpu.text(connection, "EXPLAIN " + TpchQueries.text(6));
        assertThat(plan).contains("Download", "Upload", "gpu0", "Runs on gpu0");
        String measured = EmulatedGpu.text(connection, "EXPLAIN ANALYZE " + TpchQueries.text(6));
        assertThat(measured).contains("kernels", "on the device", "to the device", "back", "device memory");
    }
}
