package io.algeon.tck.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.compare.ResultRows;
import io.algeon.tck.differential.RandomQueries;
import io.algeon.tck.differential.RandomTables;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random queries give the same rows on the GPU as on the CPU, or the same error. Part of them with so little device memory that rows
 * go in portions. {@code -Dalgeon.gpu.queries=2000 -Dalgeon.seed=7} for more and others.
 */
class GpuRandomQueryTest {
    private static final int QUERIES = Integer.getInteger("algeon.gpu.queries", 250);
    private static final long SEED = Long.getLong("algeon.seed", 20_260_201L);

    @TempDir
    static Path directory;

    @Test
    void randomQueries_giveTheRowsOfTheCpu() throws SQLException {
        EmulatedGpu.require();
        System.out.println("random queries on the GPU: " + QUERIES + ", seed " + SEED);
        List<String> differences = new ArrayList<>();
        int onGpu = 0;
        try (Connection writer = DriverManager.getConnection("jdbc:duckdb:")) {
            RandomTables.create(writer, directory, SEED);
        }
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:" + directory)) {
            RandomQueries queries = new RandomQueries(SEED);
            for (int i = 0; i < QUERIES; i++) {
                String sql = queries.next().algeon();
                EmulatedGpu.schedule(i % EmulatedGpu.SCHEDULES);
                if (i == QUERIES / 2) {
                    EmulatedGpu.execute(connection, "SET device_memory_limit = '1400KB'");
                }
                Outcome expected = run(connection, "cpu_only", sql);
                Outcome actual = run(connection, "native_preferred", sql);
                onGpu += actual.onGpu() ? 1 : 0;
                Optional<String> difference = expected.rows().isEmpty()
                                || actual.rows().isEmpty()
                        ? Optional.of("CPU: " + expected.error() + "; GPU: " + actual.error())
                                .filter(different -> !expected.error().equals(actual.error()))
                        : actual.rows().get().differenceFrom(expected.rows().get(), EmulatedGpu.TOLERANCE);
                difference.ifPresent(text -> differences.add(sql + "\n    " + text));
            }
            EmulatedGpu.execute(connection, "RESET device_memory_limit");
        } finally {
            EmulatedGpu.schedule(0);
        }
        System.out.println("random queries on the GPU: " + onGpu + " ran there, differences: " + differences.size());
        assertThat(differences).as("seed " + SEED).isEmpty();
        assertThat(onGpu).isGreaterThan(QUERIES / 2);
        assertThat(EmulatedGpu.streams()).isLessThanOrEqualTo(EmulatedGpu.STREAMS_AT_REST);
    }

    private record Outcome(Optional<ResultRows> rows, String error, boolean onGpu) {}

    private static Outcome run(Connection connection, String mode, String sql) throws SQLException {
        EmulatedGpu.execute(connection, "SET execution_mode = '" + mode + "'");
        boolean planned = false;
        try {
            planned = mode.equals("native_preferred")
                    && EmulatedGpu.text(connection, "EXPLAIN " + sql).contains(", gpu0]");
            return new Outcome(Optional.of(EmulatedGpu.rows(connection, sql)), "", planned);
        } catch (SQLException failed) {
            return new Outcome(Optional.empty(), String.valueOf(failed.getMessage()), planned);
        }
    }
}
