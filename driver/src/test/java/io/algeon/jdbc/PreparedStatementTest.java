package io.algeon.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.engine.PreparedQuery.ParameterValue;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.Date;
import java.sql.JDBCType;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Parameters: what each Java value becomes, and what is refused. */
class PreparedStatementTest {
    private final FakeSession session = new FakeSession()
            .parameters("one", true, SqlTypes.NULL)
            .parameters("two", true, SqlTypes.decimal(12, 2), SqlTypes.VARCHAR)
            .parameters("update", false, SqlTypes.INTEGER);
    private final Connection connection = session.connect();
    private final PreparedStatement statement = prepare("one");

    private interface Setter {
        void set(PreparedStatement statement) throws SQLException;
    }

    private PreparedStatement prepare(String sql) {
        try {
            return connection.prepareStatement(sql);
        } catch (SQLException failed) {
            throw new AssertionError(failed);
        }
    }

    private void assertSets(SqlType type, Object value, Setter setter) throws SQLException {
        statement.clearParameters();
        setter.set(statement);
        statement.executeQuery();
        assertThat(session.last().parameters).containsExactly(new ParameterValue(type, value));
    }

    private static void assertState(String state, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
    }

    @Test
    void setters_giveTheTypeOfTheirJavaClass() throws SQLException {
        assertSets(SqlTypes.BOOLEAN, true, s -> s.setBoolean(1, true));
        assertSets(SqlTypes.TINYINT, 3, s -> s.setByte(1, (byte) 3));
        assertSets(SqlTypes.SMALLINT, 3, s -> s.setShort(1, (short) 3));
        assertSets(SqlTypes.INTEGER, 3, s -> s.setInt(1, 3));
        assertSets(SqlTypes.BIGINT, 3L, s -> s.setLong(1, 3));
        assertSets(SqlTypes.REAL, 3f, s -> s.setFloat(1, 3));
        assertSets(SqlTypes.DOUBLE, 3d, s -> s.setDouble(1, 3));
        assertSets(SqlTypes.decimal(5, 2), 12345L, s -> s.setBigDecimal(1, new BigDecimal("123.45")));
        assertSets(SqlTypes.VARCHAR, "x", s -> s.setString(1, "x"));
        assertSets(SqlTypes.VARCHAR, "x", s -> s.setNString(1, "x"));
        assertSets(SqlTypes.VARBINARY, new Expr.Bytes(new byte[] {1}), s -> s.setBytes(1, new byte[] {1}));
        assertSets(SqlTypes.DATE, 19723, s -> s.setDate(1, Date.valueOf("2024-01-01")));
        assertSets(SqlTypes.TIME, 3_600_000_000L, s -> s.setTime(1, Time.valueOf("01:00:00")));
        assertSets(
                SqlTypes.TIMESTAMP,
                1_500_000L,
                s -> s.setTimestamp(1, Timestamp.valueOf(LocalDateTime.parse("1970-01-01T00:00:01.5"))));
        assertSets(
                SqlTypes.timestamp(9),
                1_000_000_001L,
                s -> s.setTimestamp(1, Timestamp.valueOf(LocalDateTime.parse("1970-01-01T00:00:01.000000001"))));
        assertSets(SqlTypes.VARCHAR, "abc", s -> s.setCharacterStream(1, new StringReader("abcdef"), 3));
        assertSets(SqlTypes.VARCHAR, "abc", s -> s.setClob(1, new StringReader("abc")));
        assertSets(
                SqlTypes.VARBINARY,
                new Expr.Bytes(new byte[] {1, 2}),
                s -> s.setBinaryStream(1, new ByteArrayInputStream(new byte[] {1, 2, 3}), 2));
        assertSets(
                SqlTypes.array(SqlTypes.INTEGER),
                Arrays.asList(1, null),
                s -> s.setArray(1, connection.createArrayOf("INTEGER", new Object[] {1, null})));
    }

    @Test
    void setObject_takesTheUsualClasses() throws SQLException {
        assertSets(SqlTypes.INTEGER, 3, s -> s.setObject(1, 3));
        assertSets(SqlTypes.VARCHAR, "c", s -> s.setObject(1, 'c'));
        assertSets(SqlTypes.VARCHAR, "ENTRY", s -> s.setObject(1, TypeKindLike.ENTRY));
        assertSets(
                SqlTypes.decimal(20, 0),
                new BigInteger("12345678901234567890"),
                s -> s.setObject(1, new BigInteger("12345678901234567890")));
        assertSets(SqlTypes.decimal(3, 0), 500L, s -> s.setObject(1, new BigDecimal("5E+2")));
        assertSets(SqlTypes.decimal(3, 3), 5L, s -> s.setObject(1, new BigDecimal("0.005")));
        assertSets(SqlTypes.UUID, BigInteger.valueOf(-1), s -> s.setObject(1, new UUID(-1, -1)));
        assertSets(SqlTypes.DATE, -1, s -> s.setObject(1, LocalDate.parse("1969-12-31")));
        assertSets(SqlTypes.TIME, 1L, s -> s.setObject(1, LocalTime.ofNanoOfDay(1000)));
        assertSets(SqlTypes.TIMESTAMP, -1L, s -> s.setObject(1, LocalDateTime.parse("1969-12-31T23:59:59.999999")));
        Instant instant = Instant.parse("2024-01-01T00:00:00.000001Z");
        long micros = instant.getEpochSecond() * 1_000_000 + 1;
        assertSets(SqlTypes.TIMESTAMP_WITH_TIME_ZONE, micros, s -> s.setObject(1, instant));
        assertSets(
                SqlTypes.TIMESTAMP_WITH_TIME_ZONE,
                micros,
                s -> s.setObject(1, OffsetDateTime.parse("2024-01-01T05:30:00.000001+05:30")));
        assertSets(
                SqlTypes.TIMESTAMP_WITH_TIME_ZONE,
                micros,
                s -> s.setObject(1, ZonedDateTime.parse("2024-01-01T01:00:00.000001+01:00[Europe/Berlin]")));
        assertSets(SqlTypes.INTERVAL_YEAR_MONTH, 14, s -> s.setObject(1, Period.of(1, 2, 0)));
        assertSets(SqlTypes.INTERVAL_DAY_SECOND, 1_500_000L, s -> s.setObject(1, Duration.ofMillis(1500)));
        assertSets(SqlTypes.array(SqlTypes.REAL), List.of(0.5f), s -> s.setObject(1, new float[] {0.5f}));
        assertSets(SqlTypes.array(SqlTypes.DOUBLE), List.of(), s -> s.setObject(1, new double[0]));
        assertSets(
                SqlTypes.array(SqlTypes.decimal(3, 2)),
                List.of(150L, 100L),
                s -> s.setObject(1, List.of(new BigDecimal("1.5"), new BigDecimal("1.00"))));
        assertSets(SqlTypes.NULL, null, s -> s.setObject(1, null));
        assertState("0A000", () -> statement.setObject(1, new Object()));
        assertState("22003", () -> statement.setObject(1, new BigDecimal("1E+1000000")));
        assertState("22003", () -> statement.setObject(1, BigInteger.TEN.pow(38)));
        assertState("22008", () -> statement.setObject(1, LocalDateTime.parse("9999-01-01T00:00:00.000000001")));
        assertState("22008", () -> statement.setObject(1, LocalDate.MAX));
    }

    private enum TypeKindLike {
        ENTRY
    }

    @Test
    void setObject_withATargetType_converts() throws SQLException {
        assertSets(SqlTypes.INTEGER, 42, s -> s.setObject(1, "42", Types.INTEGER));
        assertSets(SqlTypes.BIGINT, 42L, s -> s.setObject(1, 42, JDBCType.BIGINT));
        assertSets(SqlTypes.VARCHAR, "42", s -> s.setObject(1, 42, Types.VARCHAR));
        assertSets(SqlTypes.decimal(4, 2), 4213L, s -> s.setObject(1, "42.125", Types.DECIMAL, 2));
        assertSets(SqlTypes.DATE, 0, s -> s.setObject(1, "1970-01-01", Types.DATE));
        assertSets(SqlTypes.DATE, 0, s -> s.setObject(1, Timestamp.valueOf("1970-01-01 12:00:00"), Types.DATE));
        assertSets(SqlTypes.TIMESTAMP, 0L, s -> s.setObject(1, LocalDate.EPOCH, Types.TIMESTAMP));
        assertSets(SqlTypes.BOOLEAN, true, s -> s.setObject(1, 1, Types.BOOLEAN));
        assertSets(SqlTypes.UUID, BigInteger.ONE, s -> s.setObject(1, new UUID(0, 1), Types.OTHER));
        assertSets(SqlTypes.INTEGER, null, s -> s.setObject(1, null, Types.INTEGER));
        assertState("22018", () -> statement.setObject(1, "x", Types.INTEGER));
        assertState("22003", () -> statement.setObject(1, 300, Types.TINYINT));
    }

    @Test
    void nulls_haveTheTypeThatWasNamed() throws SQLException {
        assertSets(SqlTypes.INTEGER, null, s -> s.setNull(1, Types.INTEGER));
        assertSets(SqlTypes.NULL, null, s -> s.setNull(1, Types.NULL));
        assertSets(SqlTypes.VARCHAR, null, s -> s.setString(1, null));
        assertSets(SqlTypes.DATE, null, s -> s.setDate(1, null));
        assertSets(SqlTypes.VARCHAR, null, s -> s.setCharacterStream(1, null));
        assertSets(SqlTypes.TIMESTAMP, null, s -> s.setTimestamp(1, null, Calendar.getInstance()));
    }

    @Test
    void calendars_sayInWhichZoneTheFieldsAreTaken() throws SQLException {
        Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
        Timestamp midnight = Timestamp.from(Instant.EPOCH);
        assertSets(SqlTypes.TIMESTAMP, 9 * 3_600_000_000L, s -> s.setTimestamp(1, midnight, tokyo));
        assertSets(SqlTypes.TIME, 9 * 3_600_000_000L, s -> s.setTime(1, new Time(0), tokyo));
        assertSets(SqlTypes.DATE, 1, s -> s.setDate(1, new Date(16 * 3_600_000L), tokyo));
    }

    @Test
    void missingAndUnknownParameters_areNamed() throws SQLException {
        PreparedStatement two = prepare("two");
        two.setBigDecimal(1, BigDecimal.ONE);
        assertThatThrownBy(two::executeQuery).isInstanceOf(SQLException.class).hasMessageContaining("Parameter 2 of 2");
        assertState("07001", two::executeQuery);
        assertState("07001", () -> two.setInt(3, 1));
        assertState("07001", () -> two.setInt(0, 1));
        two.setString(2, "x");
        two.executeQuery();
        two.clearParameters();
        assertState("07001", two::execute);
        two.close();
        assertState("24000", () -> two.setInt(1, 1));
    }

    @Test
    void sqlText_isRefused() throws SQLException {
        assertState("42000", () -> statement.executeQuery("x"));
        assertState("42000", () -> statement.execute("x"));
        assertState("42000", () -> statement.executeUpdate("x"));
        assertState("42000", () -> statement.addBatch("x"));
    }

    @Test
    void metadata_isThereBeforeExecution() throws SQLException {
        PreparedStatement two = prepare("two");
        assertThat(two.getMetaData().getColumnCount()).isEqualTo(1);
        ParameterMetaData parameters = two.getParameterMetaData();
        assertThat(parameters.getParameterCount()).isEqualTo(2);
        assertThat(parameters.getParameterType(1)).isEqualTo(Types.DECIMAL);
        assertThat(parameters.getPrecision(1)).isEqualTo(12);
        assertThat(parameters.getScale(1)).isEqualTo(2);
        assertThat(parameters.isSigned(1)).isTrue();
        assertThat(parameters.getParameterClassName(2)).isEqualTo("java.lang.String");
        assertThat(parameters.getParameterMode(1)).isEqualTo(ParameterMetaData.parameterModeIn);
        assertState("07001", () -> parameters.getParameterType(3));
        assertThat(statement.getParameterMetaData().getParameterType(1)).isEqualTo(Types.VARCHAR);
        statement.setLong(1, 1);
        assertThat(statement.getParameterMetaData().getParameterType(1)).isEqualTo(Types.BIGINT);
        assertThat(prepare("update").getMetaData()).isNull();
    }

    @Test
    void batches_runOnceAnEntry() throws SQLException {
        PreparedStatement update = prepare("update");
        for (int i = 0; i < 3; i++) {
            update.setInt(1, i);
            update.addBatch();
        }
        assertThat(update.executeBatch()).containsExactly(1, 1, 1);
        assertThat(session.executions.stream().map(e -> e.parameters.get(0).value()))
                .containsExactly(0, 1, 2);
        assertThat(update.executeBatch()).isEmpty();
        assertThat(update.executeUpdate()).isEqualTo(1);
    }
}
