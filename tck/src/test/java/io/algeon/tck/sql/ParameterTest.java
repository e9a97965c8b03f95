package io.algeon.tck.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A parameter's value means the same as the literal would. */
class ParameterTest {
    private static final String T = "(VALUES (1, 'a', 1.5, DATE '2024-01-01'), (2, 'b', 2.5, DATE '2024-02-01'),"
            + " (3, NULL, NULL, NULL)) AS t(i, s, d, day)";

    private Connection connection;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:algeon:");
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void numbersAreNotRoundedToTheTypeOfTheColumn() throws SQLException {
        assertThat(rows("SELECT i FROM " + T + " WHERE i = ?", 2.5)).isEmpty();
        assertThat(rows("SELECT i FROM " + T + " WHERE i < ?", 2.5)).containsExactly("1", "2");
        assertThat(rows("SELECT i FROM " + T + " WHERE i = ?", 2.0)).containsExactly("2");
        assertThat(rows("SELECT i FROM " + T + " WHERE d < ?", 2.501)).containsExactly("1", "2");
        assertThat(rows("SELECT i FROM " + T + " WHERE d < ?", new BigDecimal("2.501")))
                .containsExactly("1", "2");
        assertThat(rows("SELECT i FROM " + T + " WHERE d < ?", 1e300)).containsExactly("1", "2");
        assertThat(rows("SELECT i * ? FROM " + T, new BigDecimal("1.25"))).containsExactly("1.25", "2.50", "3.75");
        assertThat(rows("SELECT SUM(i * ?) FROM " + T, 2.5)).containsExactly("15");
    }

    @Test
    void divisionGoesByTheTypeOfTheValue() throws SQLException {
        assertThat(rows("SELECT 10 / ?", 4)).containsExactly("2");
        assertThat(rows("SELECT 10 / ?", 4.0)).containsExactly("2.5");
        assertThat(rows("SELECT 10 % ?", 3)).containsExactly("1");
    }

    @Test
    void numbersOutsideOfTheColumnsRangeCompare() throws SQLException {
        assertThat(rows("SELECT i FROM " + T + " WHERE i = ?", 3_000_000_000L)).isEmpty();
        assertThat(rows("SELECT i FROM " + T + " WHERE i < ?", 3_000_000_000L)).containsExactly("1", "2", "3");
    }

    @Test
    void timesOfDayAreNotCutOff() throws SQLException {
        Timestamp second = Timestamp.valueOf("2024-01-01 00:00:01");
        assertThat(rows("SELECT i FROM " + T + " WHERE day < ?", second)).containsExactly("1");
        assertThat(rows("SELECT i FROM " + T + " WHERE day >= ?", LocalDateTime.of(2024, 1, 1, 0, 0, 1)))
                .containsExactly("2");
        assertThat(rows("SELECT i FROM " + T + " WHERE day = ?", LocalDateTime.of(2024, 1, 1, 0, 0)))
                .containsExactly("1");
    }

    @Test
    void parametersStandInListsAndInOrderBy() throws SQLException {
        assertThat(rows("SELECT ? IN (1, 2)", 1)).containsExactly("true");
        assertThat(rows("SELECT ? NOT IN (?, 2)", 3, 4)).containsExactly("true");
        assertThat(rows("SELECT s FROM " + T + " ORDER BY CASE WHEN s = ? THEN 0 ELSE 1 END, s", "b"))
                .containsExactly("b", "a", "null");
    }

    private List<String> rows(String sql, Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            List<String> rows = new ArrayList<>();
            try (ResultSet result = statement.executeQuery()) {
                while (result.next()) {
                    rows.add(String.valueOf(result.getString(1)));
                }
            }
            return rows;
        }
    }
}
