package io.algeon.tck.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** The comparison itself must see differences: everything else leans on it. */
class ResultRowsTest {
    private static ResultRows rows(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return ResultRows.read(result);
        }
    }

    private static boolean same(String left, String right) throws SQLException {
        return rows(left).differenceFrom(rows(right), 1e-9).isEmpty();
    }

    @Test
    void rowOrderDoesNotMatter() throws SQLException {
        assertThat(same("VALUES (1, 'a'), (2, 'b')", "VALUES (2, 'b'), (1, 'a')"))
                .isTrue();
    }

    @Test
    void duplicatesCount() throws SQLException {
        assertThat(same("VALUES (1), (1), (2)", "VALUES (1), (2), (2)")).isFalse();
        assertThat(same("VALUES (1), (1)", "VALUES (1)")).isFalse();
    }

    @Test
    void nullIsNotZeroNorEmpty() throws SQLException {
        assertThat(same("SELECT NULL::INTEGER", "SELECT 0")).isFalse();
        assertThat(same("SELECT NULL::VARCHAR", "SELECT ''")).isFalse();
    }

    @Test
    void exactNumbersCompareExactly() throws SQLException {
        assertThat(same("SELECT 1.10::DECIMAL(10,2)", "SELECT 1.1::DECIMAL(10,1)"))
                .isTrue();
        assertThat(same("SELECT 1.00::DECIMAL(20,10)", "SELECT 1.0000000001::DECIMAL(20,10)"))
                .isFalse();
    }

    @Test
    void floatingNumbersCompareWithinTheTolerance() throws SQLException {
        assertThat(same("SELECT 1e0", "SELECT 1.0000000000001e0")).isTrue();
        assertThat(same("SELECT 1e0", "SELECT 1.00001e0")).isFalse();
        assertThat(same("SELECT 1e0", "SELECT 1.0::DECIMAL(4,2)")).isTrue();
    }

    @Test
    void everyColumnIsCompared() throws SQLException {
        assertThat(same("SELECT 1, 2, 'x'", "SELECT 1, 2, 'y'")).isFalse();
    }
}
