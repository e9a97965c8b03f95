package io.algeon.tck.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.QueryReport;
import io.algeon.engine.device.FragmentReport;
import io.algeon.tck.compare.ResultRows;
import io.algeon.tck.tpch.TpchData;
import io.algeon.tck.tpch.TpchQueries;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of files stay in the memory of the GPU. */
class GpuResidentTest {
    /** Nothing is kept of files that changed just now: see the page about URLs. */
    private static final long SETTLED_MILLIS = 2_500;

    private static final String SUM = "SELECT sum(l_extendedprice), count(*) FROM lineitem WHERE l_quantity < 24";

    @TempDir
    static Path directory;

    private static Connection connection;

    @BeforeAll
    static void open() throws Exception {
        EmulatedGpu.require();
        TpchData.generate(directory, 0.01, table -> {});
        Thread.sleep(SETTLED_MILLIS);
        connection = DriverManager.getConnection("jdbc:algeon:" + directory);
    }

    @AfterAll
    static void close() throws SQLException {
        if (connection != null) {
            EmulatedGpu.execute(connection, "RESET cache_cap_bytes");
            EmulatedGpu.execute(connection, "RESET device_memory_limit");
            connection.close();
        }
    }

    @BeforeEach
    void beginWithNothing() throws SQLException {
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_required'");
        EmulatedGpu.execute(connection, "SET cache_cap_bytes = 0");
        EmulatedGpu.execute(connection, "SET cache_cap_bytes = '50%'");
        EmulatedGpu.execute(connection, "RESET device_memory_limit");
    }

    /** Rows and what the device did for them. */
    private record Run(ResultRows rows, FragmentReport work) {}

    private static Run run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            ResultRows rows;
            try (ResultSet result = statement.executeQuery(sql)) {
                rows = ResultRows.read(result);
            }
            QueryReport report = statement.unwrap(QueryReport.class);
            return new Run(rows, Objects.requireNonNull(report.deviceWork()));
        }
    }

    private static long residentBytes() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(
                        "SELECT bytes FROM information_schema.resident_cache WHERE location = 'gpu0'")) {
            long bytes = 0;
            while (result.next()) {
                bytes += result.getLong(1);
            }
            return bytes;
        }
    }

    @Test
    void secondRun_copiesNoColumnAgain() throws SQLException {
        for (int query : new int[] {1, 3, 12, 14}) {
            EmulatedGpu.execute(connection, "SET cache_cap_bytes = 0");
            EmulatedGpu.execute(connection, "SET cache_cap_bytes = '50%'");
            String sql = TpchQueries.text(query);
            Run first = run(sql);
            Run second = run(sql);
            assertThat(second.rows().differenceFrom(first.rows(), EmulatedGpu.TOLERANCE))
                    .as("Q%d", query)
                    .isEmpty();
            assertThat(first.work().bytesToDevice()).as("Q%d", query).isGreaterThan(100_000);
            assertThat(second.work().bytesToDevice()).as("Q%d", query).isLessThan(20_000);
            assertThat(second.work().bytesResident()).as("Q%d", query).isGreaterThan(100_000);
        }
    }

    @Test
    void otherQueryOverTheSameColumns_copiesOnlyWhatIsMissing() throws SQLException {
        run(SUM);
        Run same = run("SELECT max(l_quantity) FROM lineitem WHERE l_extendedprice > 1000");
        assertThat(same.work().bytesToDevice()).isLessThan(20_000);
        Run more = run("SELECT sum(l_extendedprice * l_discount), min(l_tax) FROM lineitem");
        assertThat(more.work().bytesResident()).isGreaterThan(400_000);
        ResultRows expected = EmulatedGpu.rows(
                connection, "cpu_only", "SELECT sum(l_extendedprice * l_discount), min(l_tax) FROM lineitem");
        assertThat(more.rows().differenceFrom(expected, 0)).isEmpty();
    }

    @Test
    void replacedFile_isReadAgain() throws Exception {
        Path copy = directory.resolve("nation_copy.parquet");
        Files.copy(directory.resolve("nation.parquet"), copy, StandardCopyOption.REPLACE_EXISTING);
        Thread.sleep(SETTLED_MILLIS);
        String sql = "SELECT count(*), max(f) FROM (SELECT n_nationkey AS f FROM \"" + copy + "\") t WHERE f >= 0";
        run(sql);
        assertThat(run(sql).work().bytesResident()).isPositive();
        Path other = directory.resolve("region.tmp");
        try (Connection oracle = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = oracle.createStatement()) {
            statement.execute("COPY (SELECT CAST(i AS INTEGER) AS n_nationkey, '' AS n_name, CAST(0 AS INTEGER) AS"
                    + " n_regionkey, '' AS n_comment FROM range(1000) t(i)) TO '" + other + "' (FORMAT parquet)");
        }
        Files.move(other, copy, StandardCopyOption.REPLACE_EXISTING);
        Run again = run("SELECT count(*) FROM (SELECT n_nationkey AS f FROM \"" + copy + "\") t WHERE f >= 0");
        assertThat(again.work().bytesResident()).isZero();
        ResultRows expected = EmulatedGpu.rows(connection, "cpu_only", "VALUES (1000)");
        assertThat(again.rows().differenceFrom(expected, 0)).isEmpty();
    }

    @Test
    void capOfZero_keepsNothing() throws SQLException {
        run(SUM);
        assertThat(residentBytes()).isPositive();
        EmulatedGpu.execute(connection, "SET cache_cap_bytes = 0");
        assertThat(residentBytes()).isZero();
        run(SUM);
        assertThat(run(SUM).work().bytesResident()).isZero();
    }

    /** Both scans upload what is not there yet; only one of the copies stays, and nothing of the other. */
    @Test
    void tableScannedTwice_isKeptOnce() throws SQLException {
        for (int query : new int[] {17, 18, 20, 21}) {
            run(TpchQueries.text(query));
        }
        EmulatedGpu.execute(connection, "SET cache_cap_bytes = 0");
        assertThat(EmulatedGpu.text(connection, "SELECT memory_used_bytes FROM information_schema.devices"))
                .contains("\n0\n");
    }

    @Test
    void cap_isKept() throws SQLException {
        EmulatedGpu.execute(connection, "SET cache_cap_bytes = '1MiB'");
        for (int query : new int[] {1, 3, 6, 10, 19}) {
            run(TpchQueries.text(query));
            assertThat(residentBytes()).isLessThanOrEqualTo(1 << 20);
        }
    }

    @Test
    void littleMemory_evictsBeforeAQueryFails() throws SQLException {
        run(SUM);
        run("SELECT count(*), max(l_comment) FROM lineitem WHERE l_orderkey > 0");
        long kept = residentBytes();
        EmulatedGpu.execute(connection, "SET device_memory_limit = '" + (kept + (4 << 20)) + "'");
        ResultRows expected = EmulatedGpu.rows(connection, "cpu_only", TpchQueries.text(9));
        EmulatedGpu.execute(connection, "SET execution_mode = 'native_preferred'");
        assertThat(run(TpchQueries.text(9)).rows().differenceFrom(expected, EmulatedGpu.TOLERANCE))
                .isEmpty();
    }
}
