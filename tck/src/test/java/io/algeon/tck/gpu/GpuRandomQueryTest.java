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
 * go in portions. {@code -Dalgeon.gpu.queries=9000 -Dalgeon.seed=7} for more and others.
 */
class GpuRandomQueryTest {
    /** For each form of the emulated device; the PTX's has a seed of its own. */
    private static final int QUERIES = Integer.getInteger("algeon.gpu.queries", 2_000);

    private static final long SEED = Long.getLong("algeon.seed", 20_260_201L + (EmulatedGpu.runsPtx() ? 1 : 0));

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
            EmulatedGpu.text(connection, "SELECT name FROM information_schema.devices");
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
        long before = EmulatedGpu.launches();
        try {
            ResultRows rows = EmulatedGpu.rows(connection, sql);
            return new Outcome(Optional.of(rows), "", EmulatedGpu.launches() > before);
        } catch (SQLException failed) {
            return new Outcome(Optional.empty(), kindOf(failed), EmulatedGpu.launches() > before);
        }
    }

    /** The error without the values of its row: of several rows that fail, any may be the first. */
    private static String kindOf(SQLException failed) {
        return failed.getSQLState()
                + ' '
                + String.valueOf(failed.getMessage())
                        .replaceAll("'.*'", "'...'")
                        .replaceAll("-?[0-9][-0-9.:]*", "#");
    }
}
