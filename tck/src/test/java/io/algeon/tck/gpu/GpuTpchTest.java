package io.algeon.tck.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.tpch.TpchData;
import io.algeon.tck.tpch.TpchQueries;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
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

    @Test
    void explain_showsDeviceAndTransfers() throws SQLException {
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_required'");
        String plan = EmulatedGpu.text(connection, "EXPLAIN " + TpchQueries.text(6));
        assertThat(plan).contains("Download", "Upload", "gpu0", "Runs on gpu0");
        String measured = EmulatedGpu.text(connection, "EXPLAIN ANALYZE " + TpchQueries.text(6));
        assertThat(measured).contains("kernels", "on the device", "to the device", "back", "device memory");
    }
}
