package io.algeon.tck.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.compare.ResultRows;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.management.ObjectName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows, recursive queries and UNNEST with little memory: the same rows, or a sentence about the limit, and nothing is kept. */
class WindowMemoryTest {
    @TempDir
    static Path directory;

    private static Connection connection;

    @BeforeAll
    static void open() throws SQLException {
        try (Connection oracle = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = oracle.createStatement()) {
            statement.execute(
                    "COPY (SELECT i AS id, i % 5 AS few, i % 20011 AS many, 'text ' || i % 777 AS text FROM range(100000) t(i)) TO '"
                            + directory.resolve("numbers.parquet") + "' (FORMAT parquet)");
        }
        connection = DriverManager.getConnection("jdbc:algeon:" + directory);
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT id, SUM(id) OVER (PARTITION BY few ORDER BY id), RANK() OVER (PARTITION BY many ORDER BY text) FROM numbers",
                "SELECT id, MIN(text) OVER (ORDER BY id ROWS BETWEEN 100 PRECEDING AND 20 FOLLOWING) FROM numbers",
                "SELECT id, COUNT(DISTINCT text) OVER (PARTITION BY few), LAG(text, 7) OVER (ORDER BY id) FROM numbers",
                "SELECT id, AVG(id) OVER (ORDER BY many RANGE BETWEEN 10 PRECEDING AND 10 FOLLOWING EXCLUDE GROUP) FROM numbers",
                "WITH RECURSIVE r(n) AS (SELECT id FROM numbers WHERE few = 1 UNION SELECT n + 20000 FROM r WHERE n < 80000) SELECT n FROM r",
                "SELECT id, x FROM numbers, UNNEST(ARRAY[few, many]) AS u(x)"
            })
    void query_withLittleMemory_givesTheSameRowsOrSaysWhichLimitToRaise(String sql) throws Exception {
        ResultRows expected = rows(sql);
        try (Statement statement = connection.createStatement()) {
            for (int kibibytes = 256; kibibytes <= 16_384; kibibytes *= 4) {
                statement.execute("SET memory_limit = '" + kibibytes + "KiB'");
                try {
                    assertThat(rows(sql).differenceFrom(expected, 1e-9)).isEmpty();
                } catch (SQLException refused) {
                    assertThat(refused.getSQLState()).isEqualTo("53200");
                    assertThat(refused.getMessage()).contains("Raise memory_limit");
                }
                assertThat(ManagementFactory.getPlatformMBeanServer()
                                .getAttribute(new ObjectName("io.algeon:type=Engine"), "OperatorMemoryBytes"))
                        .isEqualTo(0L);
            }
            statement.execute("RESET memory_limit");
        }
    }

    private static ResultRows rows(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return ResultRows.read(result);
        }
    }
}
