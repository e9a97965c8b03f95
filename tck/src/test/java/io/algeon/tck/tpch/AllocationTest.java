package io.algeon.tck.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole pipelines allocate what they need once, not for every batch: over a file of ten times the rows a query may allocate
 * little more than over the small one. A single new vector a batch would be 16 KiB.
 */
class AllocationTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int SMALL = 2;
    private static final int LARGE = 20;
    private static final int ROWS_IN_BATCH = 2048;

    /** Enough for the compiler to find what does not escape. */
    private static final int RUNS = 40;

    /** For what comes with row groups and pages, of which a larger file has more. */
    private static final long BYTES_PER_BATCH = 4096;

    @TempDir
    static Path directory;

    private static Connection connection;
    private static long lineitems;

    @BeforeAll
    static void writeFiles() throws SQLException, IOException {
        TpchData.generate(directory, 0.01, table -> {});
        connection = DriverManager.getConnection("jdbc:algeon:" + directory);
        try (Statement statement = connection.createStatement()) {
            // each further worker has buffers of its own
            statement.execute("SET threads = 1");
            for (int times : new int[] {SMALL, LARGE}) {
                String repeated =
                        IntStream.range(0, times).mapToObj(n -> "(" + n + ")").collect(Collectors.joining(", "));
                statement.execute("COPY (SELECT l.* FROM lineitem AS l CROSS JOIN (VALUES " + repeated
                        + ") AS v(n)) TO '" + file(times) + "'");
            }
            try (ResultSet count = statement.executeQuery("SELECT count(*) FROM lineitem")) {
                count.next();
                lineitems = count.getLong(1);
            }
        }
    }

    @AfterAll
    static void close() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("RESET threads");
        }
        connection.close();
    }

    private static Path file(int times) {
        return directory.resolve("lineitem-" + times + ".parquet");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT l_returnflag, l_linestatus, sum(l_quantity), sum(l_extendedprice * (1 - l_discount)), count(*), "
                        + "avg(l_discount), min(l_shipmode) FROM '%s' WHERE l_shipdate <= DATE '1998-09-02' "
                        + "AND l_quantity < 45 GROUP BY l_returnflag, l_linestatus ORDER BY 1, 2",
                "SELECT n_name, sum(l_extendedprice * (1 - l_discount)) AS revenue FROM '%s', supplier, nation WHERE "
                        + "l_suppkey = s_suppkey AND s_nationkey = n_nationkey AND l_comment LIKE '%%e%%' "
                        + "GROUP BY n_name ORDER BY revenue DESC",
                "SELECT l_orderkey, l_comment, l_extendedprice FROM '%s' ORDER BY l_extendedprice DESC LIMIT 10",
                "SELECT count(DISTINCT l_suppkey), count(CASE WHEN l_tax > 0.02 THEN 1 END) FROM '%s' "
                        + "WHERE l_shipdate < l_commitdate"
            })
    void aPipeline_allocatesLittleMoreForMoreBatches(String query) throws SQLException {
        long small = allocation(String.format(query, file(SMALL)));
        long large = allocation(String.format(query, file(LARGE)));
        long moreBatches = (LARGE - SMALL) * lineitems / ROWS_IN_BATCH;
        assertThat((large - small) / moreBatches)
                .as("bytes a batch; %s with %s batches fewer, %s with all", small, moreBatches, large)
                .isLessThan(BYTES_PER_BATCH);
    }

    /** Bytes that a run allocates once pages are cached and code is compiled: the least of all runs. */
    private static long allocation(String query) throws SQLException {
        long least = Long.MAX_VALUE;
        for (int run = 0; run < RUNS; run++) {
            long before = allocated();
            try (Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(query)) {
                while (result.next()) {
                    result.getRow();
                }
            }
            least = Math.min(least, allocated() - before);
        }
        return least;
    }

    private static long allocated() {
        return Arrays.stream(THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds()))
                .filter(bytes -> bytes > 0)
                .sum();
    }
}
