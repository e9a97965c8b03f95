package io.algeon.tck.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values out of columns of a file as every class that fits, and into comparisons with them by every setter that fits. */
class TypesTest {
    private static final UUID UUID_VALUE = UUID.fromString("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11");
    private static final LocalDateTime TIMESTAMP_VALUE = LocalDateTime.parse("2024-02-29T13:14:15.25");
    private static final Instant INSTANT_VALUE = Instant.parse("2024-02-29T13:14:15.25Z");

    @TempDir
    private static Path directory;

    private static Connection connection;

    @BeforeAll
    static void open() throws Exception {
        JdbcDirectory.write(directory);
        connection = JdbcDirectory.open(directory);
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    @FunctionalInterface
    private interface Setter {
        void set(PreparedStatement statement) throws SQLException;
    }

    private static Arguments set(String column, String setter, Setter call) {
        return arguments(column, setter, call);
    }

    static Stream<Arguments> setters() {
        return Stream.of(
                set("boolean", "setBoolean", s -> s.setBoolean(1, true)),
                set("boolean", "setObject(Boolean)", s -> s.setObject(1, true)),
                set("boolean", "setObject(Boolean, BIT)", s -> s.setObject(1, true, Types.BIT)),
                set("tinyint", "setByte", s -> s.setByte(1, (byte) -7)),
                set("tinyint", "setShort", s -> s.setShort(1, (short) -7)),
                set("tinyint", "setInt", s -> s.setInt(1, -7)),
                set("smallint", "setShort", s -> s.setShort(1, (short) 300)),
                set("smallint", "setLong", s -> s.setLong(1, 300)),
                set("integer", "setInt", s -> s.setInt(1, 70000)),
                set("integer", "setLong", s -> s.setLong(1, 70000)),
                set("integer", "setObject(Integer)", s -> s.setObject(1, 70000)),
                set("integer", "setObject(String, INTEGER)", s -> s.setObject(1, "70000", Types.INTEGER)),
                set("integer", "setBigDecimal", s -> s.setBigDecimal(1, new BigDecimal("70000.00"))),
                set("integer", "setDouble", s -> s.setDouble(1, 70000)),
                set("integer", "setString", s -> s.setString(1, "70000")),
                set("bigint", "setLong", s -> s.setLong(1, 5000000000L)),
                set("bigint", "setObject(Long)", s -> s.setObject(1, 5000000000L)),
                set("bigint", "setObject(BigInteger)", s -> s.setObject(1, BigInteger.valueOf(5000000000L))),
                set("bigint", "setObject(Long, JDBCType)", s -> s.setObject(1, 5000000000L, JDBCType.BIGINT)),
                set("decimal", "setBigDecimal", s -> s.setBigDecimal(1, new BigDecimal("12.5"))),
                set("decimal", "setBigDecimal, wider", s -> s.setBigDecimal(1, new BigDecimal("12.50000"))),
                set("decimal", "setDouble", s -> s.setDouble(1, 12.5)),
                set("decimal", "setFloat", s -> s.setFloat(1, 12.5f)),
                set("decimal", "setObject with scale", s -> s.setObject(1, "12.5", Types.DECIMAL, 2)),
                set("decimal", "setString", s -> s.setString(1, "12.50")),
                set("decimal38", "setBigDecimal", s -> s.setBigDecimal(1, new BigDecimal("12345678901234567890.5"))),
                set("real", "setFloat", s -> s.setFloat(1, 1.5f)),
                set("real", "setDouble", s -> s.setDouble(1, 1.5)),
                set("double", "setDouble", s -> s.setDouble(1, 0.1)),
                set("double", "setObject(Double)", s -> s.setObject(1, 0.1)),
                set("varchar", "setString", s -> s.setString(1, "Zoë 😀")),
                set("varchar", "setNString", s -> s.setNString(1, "Zoë 😀")),
                set("varchar", "setObject(String)", s -> s.setObject(1, "Zoë 😀")),
                set("varchar", "setObject(StringBuilder)", s -> s.setObject(1, "Zoë 😀", Types.LONGVARCHAR)),
                set("varchar", "setCharacterStream", s -> s.setCharacterStream(1, new StringReader("Zoë 😀"))),
                set("varchar", "setClob(Reader)", s -> s.setClob(1, new StringReader("Zoë 😀"))),
                set("varbinary", "setBytes", s -> s.setBytes(1, new byte[] {1, -1})),
                set("varbinary", "setObject(byte[])", s -> s.setObject(1, new byte[] {1, -1})),
                set(
                        "varbinary",
                        "setBinaryStream",
                        s -> s.setBinaryStream(1, new ByteArrayInputStream(new byte[] {1, -1}))),
                set("uuid", "setObject(UUID)", s -> s.setObject(1, UUID_VALUE)),
                set("uuid", "setString", s -> s.setString(1, UUID_VALUE.toString())),
                set("date", "setDate", s -> s.setDate(1, Date.valueOf("2024-02-29"))),
                set("date", "setObject(LocalDate)", s -> s.setObject(1, LocalDate.of(2024, 2, 29))),
                set("date", "setString", s -> s.setString(1, "2024-02-29")),
                set("time", "setObject(LocalTime)", s -> s.setObject(1, LocalTime.parse("13:14:15.5"))),
                set("timestamp", "setTimestamp", s -> s.setTimestamp(1, Timestamp.valueOf(TIMESTAMP_VALUE))),
                set("timestamp", "setObject(LocalDateTime)", s -> s.setObject(1, TIMESTAMP_VALUE)),
                set("timestamp", "setString", s -> s.setString(1, "2024-02-29 13:14:15.25")),
                set("timestamptz", "setObject(Instant)", s -> s.setObject(1, INSTANT_VALUE)),
                set(
                        "timestamptz",
                        "setObject(OffsetDateTime)",
                        s -> s.setObject(1, INSTANT_VALUE.atOffset(ZoneOffset.ofHours(5)))),
                set("timestamptz", "setTimestamp", s -> s.setTimestamp(1, Timestamp.from(INSTANT_VALUE))));
    }

    @ParameterizedTest(name = "v_{0} = ?, {1}")
    @MethodSource("setters")
    void parameter_equalsTheColumnsValue(String column, String setter, Setter call) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT id FROM types WHERE v_" + column + " = ?")) {
            for (int i = 0; i < 2; i++) {
                call.set(statement);
                try (ResultSet result = statement.executeQuery()) {
                    assertThat(result.next()).as(setter).isTrue();
                    assertThat(result.getInt(1)).isEqualTo(1);
                    assertThat(result.next()).isFalse();
                }
                statement.clearParameters();
            }
        }
    }

    @ParameterizedTest(name = "v_{0} = ?, {1}")
    @MethodSource("setters")
    void parameterOfNull_equalsNothing(String column, String setter, Setter call) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT id FROM types WHERE v_" + column + " = ? OR (v_" + column + " IS NULL AND ? IS NULL)")) {
            statement.setNull(1, Types.NULL);
            statement.setObject(2, null);
            try (ResultSet result = statement.executeQuery()) {
                assertThat(result.next()).isTrue();
                assertThat(result.getInt(1)).isEqualTo(2);
                assertThat(result.next()).isFalse();
            }
        }
    }

    static Stream<Arguments> conversions() {
        return Stream.of(
                arguments("boolean", true),
                arguments("boolean", "true"),
                arguments("boolean", 1),
                arguments("tinyint", (byte) -7),
                arguments("tinyint", (short) -7),
                arguments("tinyint", -7),
                arguments("tinyint", -7L),
                arguments("smallint", (short) 300),
                arguments("smallint", 300.0),
                arguments("integer", 70000),
                arguments("integer", 70000L),
                arguments("integer", BigInteger.valueOf(70000)),
                arguments("integer", new BigDecimal(70000)),
                arguments("integer", "70000"),
                arguments("bigint", 5000000000L),
                arguments("bigint", 5e9),
                arguments("bigint", "5000000000"),
                arguments("decimal", new BigDecimal("12.50")),
                arguments("decimal", 12.5),
                arguments("decimal", 12.5f),
                arguments("decimal", "12.50"),
                arguments("decimal38", new BigDecimal("12345678901234567890.5")),
                arguments("decimal38", "12345678901234567890.5"),
                arguments("real", 1.5f),
                arguments("real", 1.5),
                arguments("double", 0.1),
                arguments("double", "0.1"),
                arguments("varchar", "Zoë 😀"),
                arguments("varbinary", new byte[] {1, -1}),
                arguments("uuid", UUID_VALUE),
                arguments("uuid", UUID_VALUE.toString()),
                arguments("date", LocalDate.of(2024, 2, 29)),
                arguments("date", Date.valueOf("2024-02-29")),
                arguments("date", Timestamp.valueOf("2024-02-29 00:00:00")),
                arguments("date", "2024-02-29"),
                arguments("time", LocalTime.parse("13:14:15.5")),
                arguments("time", "13:14:15.5"),
                arguments("timestamp", TIMESTAMP_VALUE),
                arguments("timestamp", Timestamp.valueOf(TIMESTAMP_VALUE)),
                arguments("timestamp", LocalDate.of(2024, 2, 29)),
                arguments("timestamp", LocalTime.parse("13:14:15.25")),
                arguments("timestamptz", INSTANT_VALUE),
                arguments("timestamptz", Timestamp.from(INSTANT_VALUE)));
    }

    @ParameterizedTest(name = "v_{0} as {1}")
    @MethodSource("conversions")
    void value_isReadAsTheClass(String column, Object expected) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT v_" + column + " FROM types ORDER BY id")) {
            assertThat(result.next()).isTrue();
            assertThat(result.getObject(1, expected.getClass())).isEqualTo(expected);
            assertThat(result.next()).isTrue();
            assertThat(result.getObject(1, expected.getClass())).isNull();
            assertThat(result.wasNull()).isTrue();
        }
    }

    @Test
    void instant_isReadWithOffsetAndZone() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT v_timestamptz FROM types WHERE id = 1")) {
            assertThat(result.next()).isTrue();
            assertThat(result.getObject(1, OffsetDateTime.class).toInstant()).isEqualTo(INSTANT_VALUE);
            assertThat(result.getObject(1, ZonedDateTime.class).toInstant()).isEqualTo(INSTANT_VALUE);
        }
    }

    @Test
    void metadata_ofEveryColumn_agreesWithWhatGetObjectGives() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT * FROM types ORDER BY id")) {
            ResultSetMetaData columns = result.getMetaData();
            assertThat(result.next()).isTrue();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                Object value = result.getObject(i);
                assertThat(value.getClass().getName())
                        .as(columns.getColumnName(i))
                        .isEqualTo(columns.getColumnClassName(i));
                assertThat(columns.getColumnLabel(i)).isEqualTo(columns.getColumnName(i));
                assertThat(columns.getColumnDisplaySize(i)).isPositive();
                JDBCType.valueOf(columns.getColumnType(i) == Types.OTHER ? Types.OTHER : columns.getColumnType(i));
            }
            assertThat(columns.getPrecision(7)).isEqualTo(9);
            assertThat(columns.getScale(7)).isEqualTo(2);
            assertThat(columns.isSigned(7)).isTrue();
            assertThat(columns.isSigned(11)).isFalse();
        }
    }

    @Test
    void numberThatDoesNotFit_isAnError_andTheNextReadWorks() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT v_bigint, v_varchar FROM types WHERE id = 1")) {
            assertThat(result.next()).isTrue();
            assertThatThrownBy(() -> result.getInt(1))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("5000000000")
                    .extracting(e -> ((SQLException) e).getSQLState())
                    .isEqualTo("22003");
            assertThatThrownBy(() -> result.getDate("v_varchar")).hasMessageContaining("Zoë");
            assertThat(result.getLong(1)).isEqualTo(5000000000L);
        }
    }

    @Test
    void parameterMetaData_knowsTheTypesOfTheColumns() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT id FROM types WHERE v_decimal > ? AND v_date = ? AND v_varchar LIKE ?")) {
            assertThat(statement.getParameterMetaData().getParameterCount()).isEqualTo(3);
            assertThat(statement.getParameterMetaData().getParameterType(1)).isEqualTo(Types.DECIMAL);
            assertThat(statement.getParameterMetaData().getParameterType(2)).isEqualTo(Types.DATE);
            assertThat(statement.getParameterMetaData().getParameterType(3)).isEqualTo(Types.VARCHAR);
            assertThat(statement.getMetaData().getColumnCount()).isEqualTo(1);
        }
    }

    @Test
    void parameterNotSet_isNamed() throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT id FROM types WHERE id = ? AND id < ?")) {
            statement.setInt(1, 1);
            assertThatThrownBy(statement::executeQuery)
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("2");
        }
    }

    @Test
    void timesWithOffset_areRefused_durationsRounded() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("SELECT ?")) {
            assertThatThrownBy(() -> statement.setObject(1, OffsetTime.parse("10:00:00+02:00")))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("offset");
            statement.setObject(1, Duration.ofNanos(1_500));
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                assertThat(rows.getObject(1)).isEqualTo(Duration.ofNanos(2_000));
            }
        }
    }
}
