package io.algeon.tck.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Rows are the same whichever way they come into a table: as literals, selected, one by one with parameters, as a batch. {@code
 * -Dalgeon.seed=N} repeats the random batches.
 */
class InsertPathsTest {
    private static final long SEED = Long.getLong("algeon.seed", 20_261_130L);

    private static final List<String> LITERALS = List.of(
            "NULL",
            "0",
            "7",
            "-7",
            "- 7",
            "+7",
            "127",
            "128",
            "-128",
            "-129",
            "32768",
            "2147483647",
            "2147483648",
            "-2147483648",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "99999999999999999999999999999999999999",
            "1.5",
            "2.5",
            "-2.5",
            "0.005",
            "1.005",
            "-1.005",
            "99999999.994",
            "99999999.995",
            "1e3",
            "-1.5E-3",
            "2.5e0",
            "1e400",
            "0.1",
            "123456789012345678.123456789",
            "'abc'",
            "''",
            "'12'",
            "' 12 '",
            "'1.5'",
            "'naïve 😀'",
            "'true'",
            "'2024-02-29'",
            "'2023-02-29'",
            "'2024-2-9'",
            "'2024-02-29 12:34:56'",
            "'2024-02-29 12:34:56.789'",
            "'2024-02-29 12:34:56.7899999'",
            "'2024-02-29T12:34:56'",
            "'2024-02-29 24:00:00'",
            "'0001-01-01'",
            "'9999-12-31 23:59:59.999999'",
            "'12:34:56'",
            "TRUE",
            "FALSE",
            "DATE '2024-02-29'",
            "DATE '1900-01-01'",
            "DATE '2024-02-30'",
            "TIMESTAMP '2024-02-29 12:34:56'",
            "TIMESTAMP '1969-12-31 23:59:59.999999'",
            "TIMESTAMP '2024-02-29 12:34:56.123456789'",
            "TIME '12:34:56'",
            "x'00ff'",
            "INTERVAL '1' DAY",
            "UUID '00000000-0000-0000-0000-000000000007'");

    private Connection connection;
    private Statement statement;

    @BeforeEach
    void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:algeon:");
        statement = connection.createStatement();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TINYINT",
                "SMALLINT",
                "INTEGER",
                "BIGINT",
                "DECIMAL(10, 2)",
                "DECIMAL(2, 2)",
                "DECIMAL(38, 0)",
                "DECIMAL(30, 10)",
                "REAL",
                "DOUBLE",
                "BOOLEAN",
                "VARCHAR",
                "VARCHAR(4)",
                "CHAR(4)",
                "DATE",
                "TIME",
                "TIMESTAMP",
                "TIMESTAMP(0)",
                "TIMESTAMP(3)",
                "TIMESTAMP(9)",
                "TIMESTAMP WITH TIME ZONE",
                "VARBINARY",
                "UUID",
                "INTERVAL DAY TO SECOND"
            })
    void literals_areWhatTheyAreWhereTheyAreSelected(String type) throws SQLException {
        statement.execute("CREATE TABLE listed (a " + type + ")");
        statement.execute("CREATE TABLE chosen (a " + type + ")");
        List<String> differences = new ArrayList<>();
        for (String literal : LITERALS) {
            String listed = outcome("INSERT INTO listed VALUES (" + literal + ")", "listed");
            String chosen = outcome("INSERT INTO chosen SELECT " + literal, "chosen");
            if (!listed.equals(chosen)) {
                differences.add(literal + ": " + listed + ", selected " + chosen);
            }
        }
        assertThat(differences).isEmpty();
    }

    /** The row that a statement adds, or its error. */
    private String outcome(String insert, String table) throws SQLException {
        statement.execute("TRUNCATE TABLE " + table);
        try {
            statement.execute(insert);
        } catch (SQLException e) {
            return e.getSQLState();
        }
        return rows(table).toString();
    }

    private List<String> rows(String table) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (ResultSet result = statement.executeQuery("SELECT * FROM " + table)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    row.append(result.getString(i)).append('|');
                }
                rows.add(row.toString());
            }
        }
        return rows;
    }

    @Test
    void batches_addWhatSingleExecutionsAdd() throws SQLException {
        Random random = new Random(SEED);
        String columns =
                "(i INTEGER, b BIGINT, d DECIMAL(12, 3), w DECIMAL(30, 2), f DOUBLE, s VARCHAR, t DATE, m TIMESTAMP,"
                        + " o BOOLEAN, u UUID, r REAL, h TIME)";
        statement.execute("CREATE TABLE single " + columns);
        statement.execute("CREATE TABLE batch " + columns);
        String marks = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
        for (int round = 0; round < 40; round++) {
            int rows = List.of(1, 2, 3, 63, 64, 65, 300, 2047, 2048, 2049, 4100).get(random.nextInt(11));
            int wildness = random.nextInt(3);
            boolean nullsFirst = random.nextBoolean();
            statement.execute("TRUNCATE TABLE single");
            statement.execute("TRUNCATE TABLE batch");
            String state = null;
            try (PreparedStatement one = connection.prepareStatement("INSERT INTO single VALUES " + marks);
                    PreparedStatement many = connection.prepareStatement("INSERT INTO batch VALUES " + marks)) {
                for (int row = 0; row < rows; row++) {
                    for (int column = 1; column <= 12; column++) {
                        boolean isNull = nullsFirst && row < 70 && column % 2 == 0 || random.nextInt(9) == 0;
                        Object value = isNull ? null : value(random, column, random.nextInt(20) < wildness);
                        one.setObject(column, value);
                        many.setObject(column, value);
                    }
                    many.addBatch();
                    if (state == null) {
                        try {
                            one.executeUpdate();
                        } catch (SQLException e) {
                            state = e.getSQLState();
                        }
                    }
                }
                String batchState = null;
                try {
                    many.executeBatch();
                } catch (BatchUpdateException e) {
                    batchState = e.getSQLState();
                }
                String where = "seed " + SEED + ", round " + round;
                assertThat(batchState).as(where).isEqualTo(state);
                assertThat(rows("batch")).as(where).isEqualTo(rows("single"));
            }
        }
    }

    /** A value for a column, of its class or, where {@code other}, of one that is cast to it, or cannot be. */
    private static Object value(Random random, int column, boolean other) {
        int number = random.nextInt(2001) - 1000;
        if (other) {
            return switch (random.nextInt(6)) {
                case 0 -> Integer.toString(number);
                case 1 -> (long) number;
                case 2 -> BigDecimal.valueOf(number, random.nextInt(4));
                case 3 -> (short) number;
                case 4 -> new BigDecimal(BigInteger.valueOf(number).pow(7), 2);
                default -> number / 4.0;
            };
        }
        return switch (column) {
            case 1 -> number;
            case 2 -> random.nextBoolean() ? (Object) (long) number : (Object) number;
            case 3 -> BigDecimal.valueOf(number, random.nextInt(5));
            case 4 -> new BigDecimal(new BigInteger(60, random), random.nextInt(3));
            case 5 -> number / 8.0;
            case 6 -> "é" + "x".repeat(random.nextInt(20)) + number;
            case 7 -> LocalDate.of(2024, 2, 29).plusDays(number);
            case 8 ->
                LocalDateTime.of(2024, 3, 31, 2, 30)
                        .plusNanos(number * 1_000_000_001L / (random.nextBoolean() ? 1000 : 1));
            case 9 -> number > 0;
            case 10 -> new UUID(number, number);
            case 11 -> number / 16f;
            default -> LocalTime.of(1, 2, 3).plusSeconds(number);
        };
    }

    @Test
    void batchThatStopsInTheMiddle_keepsTheRowsBefore() throws SQLException {
        statement.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, d DECIMAL(4, 2))");
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
            @Nullable
            BigDecimal[] values = {
                new BigDecimal("1.5"), null, new BigDecimal("99.994"), new BigDecimal("99.995"), BigDecimal.ONE
            };
            for (int i = 0; i < values.length; i++) {
                insert.setInt(1, i);
                if (values[i] == null) {
                    insert.setNull(2, Types.DECIMAL);
                } else {
                    insert.setBigDecimal(2, values[i]);
                }
                insert.addBatch();
            }
            int[] counts = {};
            try {
                insert.executeBatch();
            } catch (BatchUpdateException e) {
                counts = e.getUpdateCounts();
                assertThat(e.getSQLState()).isEqualTo("22003");
            }
            assertThat(counts).containsExactly(1, 1, 1);
            assertThat(rows("t")).containsExactly("0|1.50|", "1|null|", "2|99.99|");
        }
    }

    @Test
    void millionsOfCharactersOfLiterals_areNotKept() throws SQLException {
        statement.execute("CREATE TABLE t (id INTEGER, s VARCHAR, d DATE)");
        StringBuilder sql = new StringBuilder("INSERT INTO t VALUES ");
        for (int i = 0; i < 5000; i++) {
            sql.append(i == 0 ? "(" : ", (")
                    .append(i)
                    .append(", 'row ")
                    .append(i)
                    .append("', DATE '2024-02-29')");
        }
        assertThat(statement.executeUpdate(sql.toString())).isEqualTo(5000);
        assertThat(statement.executeUpdate(sql.toString())).isEqualTo(5000);
        try (ResultSet result =
                statement.executeQuery("SELECT COUNT(*), SUM(id), COUNT(DISTINCT s), MIN(d) = MAX(d) FROM t")) {
            result.next();
            assertThat(result.getLong(1)).isEqualTo(10_000);
            assertThat(result.getLong(2)).isEqualTo(2L * 4999 * 2500);
            assertThat(result.getLong(3)).isEqualTo(5000);
            assertThat(result.getBoolean(4)).isTrue();
        }
    }
}
