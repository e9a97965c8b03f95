package io.algeon.tck.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.compare.ResultRows;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** All 22 queries at scale 0.01 give the rows of DuckDB on the same files, with 1, 2 and 7 threads. */
class TpchTest {
    private static final double SCALE = 0.01;
    private static final double TOLERANCE = 1e-9;
    private static final MBeanServer MANAGEMENT = ManagementFactory.getPlatformMBeanServer();

    @TempDir
    static Path directory;

    private static Connection oracle;
    private static Connection algeon;
    private static final Map<Integer, ResultRows> EXPECTED = new HashMap<>();

    @BeforeAll
    static void generateAndOpen() throws SQLException, IOException {
        TpchData.generate(directory, SCALE, table -> {});
        oracle = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = oracle.createStatement()) {
            for (TpchTable table : TpchTable.values()) {
                statement.execute("CREATE VIEW " + table.tableName() + " AS SELECT * FROM '"
                        + directory.resolve(table.tableName() + ".parquet") + "'");
            }
        }
        algeon = DriverManager.getConnection("jdbc:algeon:" + directory);
    }

    @AfterAll
    static void close() throws SQLException {
        algeon.close();
        oracle.close();
    }

    static List<Arguments> queriesAndThreads() {
        List<Arguments> arguments = new ArrayList<>();
        for (int threads : new int[] {1, 2, 7}) {
            for (int query : TpchQueries.numbers()) {
                arguments.add(Arguments.of(query, threads));
            }
        }
        return arguments;
    }

    @ParameterizedTest(name = "Q{0} with {1} threads")
    @MethodSource("queriesAndThreads")
    void query_givesTheRowsOfTheOracle(int query, int threads) throws SQLException {
        String sql = TpchQueries.text(query);
        if (!EXPECTED.containsKey(query)) {
            EXPECTED.put(query, rows(oracle, sql));
        }
        try (Statement statement = algeon.createStatement()) {
            statement.execute("SET threads = " + threads);
        }
        ResultRows expected = EXPECTED.get(query);
        assertThat(rows(algeon, sql).differenceFrom(expected, TOLERANCE)).isEmpty();
    }

    @ParameterizedTest(name = "Q{0}")
    @MethodSource("queries")
    void query_withLittleMemory_givesTheSameRowsOrSaysWhichLimitToRaise(int query) throws Exception {
        String sql = TpchQueries.text(query);
        ResultRows expected = rows(algeon, sql);
        try (Statement statement = algeon.createStatement()) {
            statement.execute("SET threads = 2");
            for (int kibibytes = 256; kibibytes <= 16_384; kibibytes *= 4) {
                statement.execute("SET memory_limit = '" + kibibytes + "KiB'");
                try {
                    assertThat(rows(algeon, sql).differenceFrom(expected, TOLERANCE))
                            .isEmpty();
                } catch (SQLException refused) {
                    assertThat(refused.getMessage())
                            .matches("(?s).+ needs .+ more; it holds .+ limit of .+ are in use. "
                                    + "Raise memory_limit, or give the JVM a larger heap \\(-Xmx\\)\\.");
                }
                assertThat(MANAGEMENT.getAttribute(new ObjectName("io.algeon:type=Engine"), "OperatorMemoryBytes"))
                        .isEqualTo(0L);
            }
            statement.execute("RESET memory_limit");
        }
    }

    static List<Integer> queries() {
        return TpchQueries.numbers().stream().toList();
    }

    private static ResultRows rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return ResultRows.read(result);
        }
    }
}
