package io.algeon.tck.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** Rows that changes give back count as memory while they wait to be read. */
class ReturnedRowsTest {
    /** The bean comes a moment after the first connection. */
    private static long operatorMemory() throws JMException, InterruptedException {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        ObjectName engine = new ObjectName("io.algeon:type=Engine");
        for (int i = 0; i < 500 && !server.isRegistered(engine); i++) {
            Thread.sleep(10);
        }
        return (Long) server.getAttribute(engine, "OperatorMemoryBytes");
    }

    @Test
    void rowsOfReturning_areReservedUntilTheyAreReadOrTheResultIsClosed() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t AS SELECT g AS i FROM generate_series(1, 200000) AS s(g)");
            long before = operatorMemory();
            try (ResultSet rows = statement.executeQuery(
                    "WITH gone AS (DELETE FROM t RETURNING i) SELECT i, i + 1 AS j, i + 2 AS k FROM gone")) {
                assertThat(rows.next()).isTrue();
                assertThat(operatorMemory() - before).isGreaterThan(200_000 * 10);
            }
            statement.execute("CREATE OR REPLACE TABLE t (i BIGINT)");
            long empty = operatorMemory();
            try (ResultSet rows = statement.executeQuery(
                    "INSERT INTO t SELECT g FROM generate_series(1, 200000) AS s(g) RETURNING i")) {
                int count = 0;
                while (rows.next()) {
                    count++;
                }
                assertThat(count).isEqualTo(200_000);
            }
            statement.execute("CREATE OR REPLACE TABLE t (i BIGINT)");
            assertThat(operatorMemory()).isEqualTo(empty);
        }
    }
}
