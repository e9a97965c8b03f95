package io.algeon.tck.tpch;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.compare.ResultRows;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All 22 queries at scale 0.01 give over tables of one's own, with primary keys, the rows of DuckDB over the files; and again when
 * a part of the rows has been deleted and come back.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TpchTablesTest {
    private static final double SCALE = 0.01;
    private static final double TOLERANCE = 1e-9;

    @TempDir
    static Path directory;

    private static Connection oracle;
    private static Connection algeon;

    @BeforeAll
    static void generateAndLoad() throws SQLException, IOException {
        TpchData.generate(directory, SCALE, table -> {});
        oracle = DriverManager.getConnection("jdbc:duckdb:");
        algeon = DriverManager.getConnection("jdbc:algeon:");
        for (TpchTable table : TpchTable.values()) {
            String rows = " AS SELECT * FROM '" + directory.resolve(table.tableName() + ".parquet") + "'";
            execute(oracle, "CREATE VIEW " + table.tableName() + rows);
            execute(algeon, "CREATE TABLE " + table.tableName() + rows);
            execute(algeon, "ALTER TABLE " + table.tableName() + " ADD PRIMARY KEY (" + table.primaryKey() + ")");
        }
    }

    @AfterAll
    static void close() throws SQLException {
        algeon.close();
        oracle.close();
    }

    static List<Integer> queries() {
        return TpchQueries.numbers();
    }

    @Order(1)
    @ParameterizedTest(name = "Q{0}")
    @MethodSource("queries")
    void query_givesTheRowsOfTheOracle(int query) throws SQLException {
        compare(query);
    }

    @Order(2)
    @Test
    void rowsThatLeave_comeBack() throws SQLException {
        algeon.setAutoCommit(false);
        for (String table : List.of("lineitem", "orders", "customer")) {
            String key = table.equals("customer") ? "c_custkey" : table.charAt(0) + "_orderkey";
            execute(algeon, "CREATE TEMPORARY TABLE gone AS SELECT * FROM " + table + " WHERE " + key + " % 3 = 1");
            execute(algeon, "DELETE FROM " + table + " WHERE " + key + " % 3 = 1");
            execute(algeon, "INSERT INTO " + table + " SELECT * FROM gone");
            execute(algeon, "DROP TABLE gone");
        }
        algeon.commit();
        algeon.setAutoCommit(true);
        execute(algeon, "SET threads = 7");
        for (int query : queries()) {
            compare(query);
        }
    }

    private static void compare(int query) throws SQLException {
        String sql = TpchQueries.text(query);
        assertThat(rows(algeon, sql).differenceFrom(rows(oracle, sql), TOLERANCE))
                .as("Q" + query)
                .isEmpty();
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static ResultRows rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return ResultRows.read(result);
        }
    }
}
