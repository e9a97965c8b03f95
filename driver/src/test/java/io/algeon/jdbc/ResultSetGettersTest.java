package io.algeon.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.Dictionary;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Array;
import java.sql.Connection;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Struct;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Every type through every getter that can read it, and the refusal of the others. */
class ResultSetGettersTest {
    private final FakeSession session = new FakeSession();
    private final Connection connection = session.connect();

    private ResultSet first(SqlType type, Object... values) throws SQLException {
        session.column("q", type, values);
        ResultSet result = connection.createStatement().executeQuery("q");
        assertThat(result.next()).isTrue();
        return result;
    }

    private static void assertState(String state, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        SQLDataException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
    }

    @Test
    void integers_areReadAsEveryNumber_andChecked() throws SQLException {
        for (SqlType type : List.of(SqlTypes.TINYINT, SqlTypes.SMALLINT, SqlTypes.INTEGER)) {
            ResultSet r = first(type, 42);
            assertThat(r.getObject(1)).isEqualTo(42);
            assertThat(r.getByte(1)).isEqualTo((byte) 42);
            assertThat(r.getShort(1)).isEqualTo((short) 42);
            assertThat(r.getInt(1)).isEqualTo(42);
            assertThat(r.getLong("C")).isEqualTo(42);
            assertThat(r.getFloat(1)).isEqualTo(42f);
            assertThat(r.getDouble(1)).isEqualTo(42d);
            assertThat(r.getBigDecimal(1)).isEqualTo("42");
            assertThat(r.getBoolean(1)).isTrue();
            assertThat(r.getString(1)).isEqualTo("42");
            assertThat(r.getObject(1, Long.class)).isEqualTo(42L);
            assertThat(r.getObject(1, BigInteger.class)).isEqualTo(BigInteger.valueOf(42));
            assertThat(r.getObject("c", Short.class)).isEqualTo((short) 42);
            assertThat(r.getObject(1, Number.class)).isEqualTo(42);
            assertState("22018", () -> r.getDate(1));
            assertState("22018", () -> r.getObject(1, UUID.class));
        }
        ResultSet wide = first(SqlTypes.BIGINT, 1L << 40);
        assertThat(wide.getObject(1)).isEqualTo(1L << 40);
        assertThat(wide.getString(1)).isEqualTo("1099511627776");
        assertState("22003", () -> wide.getInt(1));
        assertState("22003", () -> wide.getShort(1));
        assertState("22003", () -> wide.getByte(1));
        assertState("22003", () -> wide.getObject(1, Integer.class));
        assertThatThrownBy(() -> wide.getInt(1))
                .hasMessageContaining("1099511627776")
                .hasMessageContaining("column 1 (c)");
    }

    @Test
    void decimals_areExact_andPlain() throws SQLException {
        ResultSet small = first(SqlTypes.decimal(12, 2), new BigDecimal("-1234.50"));
        assertThat(small.getBigDecimal(1)).isEqualTo("-1234.50");
        assertThat(small.getObject(1)).isEqualTo(new BigDecimal("-1234.50"));
        assertThat(small.getString(1)).isEqualTo("-1234.50");
        assertThat(small.getLong(1)).isEqualTo(-1234);
        assertThat(small.getDouble(1)).isEqualTo(-1234.5);
        assertThat(small.getObject(1, BigInteger.class)).isEqualTo(-1234);
        BigDecimal huge = new BigDecimal("-12345678901234567890123456789012.123456");
        ResultSet wide = first(SqlTypes.decimal(38, 6), huge);
        assertThat(wide.getBigDecimal(1)).isEqualTo(huge);
        assertThat(wide.getString(1)).isEqualTo(huge.toPlainString());
        assertState("22003", () -> wide.getLong(1));
        assertThat(first(SqlTypes.decimal(38, 0), new BigDecimal(Long.MAX_VALUE).add(BigDecimal.ONE))
                        .getBigDecimal(1))
                .isEqualTo("9223372036854775808");
        assertThat(first(SqlTypes.decimal(18, 18), new BigDecimal("0.000000000000000001"))
                        .getString(1))
                .isEqualTo("0.000000000000000001");
    }

    @Test
    void floats_keepNaNAndInfinity_andRefuseThemAsNumbers() throws SQLException {
        ResultSet r = first(SqlTypes.DOUBLE, 3.75);
        assertThat(r.getDouble(1)).isEqualTo(3.75);
        assertThat(r.getFloat(1)).isEqualTo(3.75f);
        assertThat(r.getLong(1)).isEqualTo(3);
        assertThat(r.getBigDecimal(1)).isEqualTo("3.75");
        assertThat(r.getString(1)).isEqualTo("3.75");
        assertThat(first(SqlTypes.DOUBLE, 1e15).getString(1)).isEqualTo("1e+15");
        assertThat(first(SqlTypes.DOUBLE, 123456789012345.0).getString(1)).isEqualTo("123456789012345");
        assertThat(first(SqlTypes.DOUBLE, 0.0001).getString(1)).isEqualTo("0.0001");
        assertThat(first(SqlTypes.DOUBLE, 0.00001).getString(1)).isEqualTo("1e-05");
        assertThat(first(SqlTypes.DOUBLE, 10.0).getString(1)).isEqualTo("10");
        assertThat(first(SqlTypes.REAL, 1.1f).getObject(1)).isEqualTo(1.1f);
        assertThat(first(SqlTypes.REAL, 1.1f).getString(1)).isEqualTo("1.1");
        ResultSet nan = first(SqlTypes.DOUBLE, Double.NaN);
        assertThat(nan.getDouble(1)).isNaN();
        assertThat(nan.getString(1)).isEqualTo("NaN");
        assertState("22003", () -> nan.getLong(1));
        assertState("22003", () -> nan.getBigDecimal(1));
        ResultSet large = first(SqlTypes.DOUBLE, 1e300);
        assertState("22003", () -> large.getFloat(1));
        assertState("22003", () -> large.getLong(1));
        assertThat(first(SqlTypes.DOUBLE, Double.NEGATIVE_INFINITY).getString(1))
                .isEqualTo("-Infinity");
    }

    @Test
    void booleans_areReadAsNumbersToo() throws SQLException {
        ResultSet r = first(SqlTypes.BOOLEAN, true);
        assertThat(r.getBoolean(1)).isTrue();
        assertThat(r.getObject(1)).isEqualTo(true);
        assertThat(r.getString(1)).isEqualTo("true");
        assertThat(r.getInt(1)).isEqualTo(1);
        assertThat(r.getObject(1, Boolean.class)).isTrue();
    }

    @Test
    void strings_areParsedWhenAskedFor() throws SQLException {
        ResultSet r = first(SqlTypes.VARCHAR, " 42 ");
        assertThat(r.getString(1)).isEqualTo(" 42 ");
        assertThat(r.getInt(1)).isEqualTo(42);
        assertThat(r.getBigDecimal(1)).isEqualTo("42");
        ResultSet text = first(SqlTypes.VARCHAR, "grüße 😀");
        assertThat(text.getString(1)).isEqualTo("grüße 😀");
        assertThat(text.getNString("c")).isEqualTo("grüße 😀");
        assertThat(text.getObject(1, String.class)).isEqualTo("grüße 😀");
        assertState("22018", () -> text.getInt(1));
        assertState("22018", () -> text.getDouble(1));
        assertState("22018", () -> text.getBoolean(1));
        assertState("22018", () -> text.getDate(1));
        assertState("22018", () -> text.getTime(1));
        assertState("22018", () -> text.getTimestamp(1));
        assertState("22018", () -> text.getObject(1, UUID.class));
        assertState("22003", () -> first(SqlTypes.VARCHAR, "1e400").getDouble(1));
        assertState("22003", () -> first(SqlTypes.VARCHAR, "1E+1000000").getLong(1));
        assertThat(first(SqlTypes.VARCHAR, "yes").getBoolean(1)).isTrue();
        assertThat(first(SqlTypes.VARCHAR, "2024-02-29").getObject(1, LocalDate.class))
                .isEqualTo("2024-02-29");
        assertThat(first(SqlTypes.VARCHAR, "2024-02-29 01:02:03.5").getTimestamp(1))
                .isEqualTo(Timestamp.valueOf("2024-02-29 01:02:03.5"));
        UUID uuid = UUID.randomUUID();
        assertThat(first(SqlTypes.VARCHAR, uuid.toString()).getObject(1, UUID.class))
                .isEqualTo(uuid);
    }

    @Test
    void streamsAndLobs_giveTheWholeValue() throws Exception {
        ResultSet r = first(SqlTypes.VARCHAR, "héllo");
        try (Reader reader = r.getCharacterStream(1);
                InputStream bytes = r.getBinaryStream(1)) {
            char[] buffer = new char[10];
            assertThat(new String(buffer, 0, reader.read(buffer))).isEqualTo("héllo");
            assertThat(bytes.readAllBytes()).isEqualTo("héllo".getBytes("UTF-8"));
        }
        assertThat(r.getClob(1).getSubString(2, 3)).isEqualTo("éll");
        assertThat(r.getClob(1).length()).isEqualTo(5);
        assertThat(r.getClob(1).position("lo", 1)).isEqualTo(4);
        assertThat(r.getBytes(1)).isEqualTo("héllo".getBytes("UTF-8"));
        ResultSet binary = first(SqlTypes.VARBINARY, (Object) new byte[] {1, -2, 3});
        assertThat(binary.getBytes(1)).containsExactly(1, -2, 3);
        assertThat((byte[]) binary.getObject(1)).containsExactly(1, -2, 3);
        assertThat(binary.getString(1)).isEqualTo("\\x01fe03");
        assertThat(binary.getBlob(1).getBytes(2, 5)).containsExactly(-2, 3);
        assertThat(binary.getObject(1, byte[].class)).hasSize(3);
    }

    @Test
    void dates_areNeverShifted() throws SQLException {
        TimeZone before = TimeZone.getDefault();
        try {
            for (String zone : List.of("UTC", "Pacific/Apia", "America/Sao_Paulo", "Asia/Kolkata")) {
                TimeZone.setDefault(TimeZone.getTimeZone(zone));
                for (String day :
                        List.of("1969-12-31", "1970-01-01", "2018-11-04", "2011-12-31", "0001-01-01", "9999-12-31")) {
                    ResultSet r = first(SqlTypes.DATE, LocalDate.parse(day));
                    assertThat(r.getDate(1)).as(zone).hasToString(day);
                    assertThat(r.getDate(1)).hasToString(day);
                    assertThat(r.getObject(1)).isEqualTo(Date.valueOf(day));
                    assertThat(r.getString(1)).isEqualTo(day);
                    assertThat(r.getObject(1, LocalDate.class)).isEqualTo(day);
                    assertThat(r.getTimestamp(1)).isEqualTo(Timestamp.valueOf(day + " 00:00:00"));
                }
                ResultSet r = first(SqlTypes.TIMESTAMP, LocalDateTime.parse("2024-03-10T02:30:00.123456"));
                assertThat(r.getObject(1, LocalDateTime.class)).isEqualTo("2024-03-10T02:30:00.123456");
                assertThat(r.getString(1)).isEqualTo("2024-03-10 02:30:00.123456");
                assertThat(r.getTimestamp(1)).isEqualTo(Timestamp.valueOf("2024-03-10 02:30:00.123456"));
                assertThat(r.getDate(1)).hasToString("2024-03-10");
                assertThat(r.getObject(1, LocalTime.class)).isEqualTo("02:30:00.123456");
            }
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void calendars_sayInWhichZoneTheFieldsAreMeant() throws SQLException {
        Calendar tokyo = Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo"));
        ResultSet r = first(SqlTypes.TIMESTAMP, LocalDateTime.parse("2024-01-01T09:00:00.000001"));
        assertThat(r.getTimestamp(1, tokyo).toInstant()).isEqualTo(Instant.parse("2024-01-01T00:00:00.000001Z"));
        assertThat(r.getDate(1, tokyo).getTime())
                .isEqualTo(Instant.parse("2023-12-31T15:00:00Z").toEpochMilli());
        assertThat(r.getTime(1, tokyo).getTime()).isEqualTo(0);
        assertThat(r.getTimestamp(1, null)).isEqualTo(Timestamp.valueOf("2024-01-01 09:00:00.000001"));
    }

    @Test
    void times_keepTheirFraction() throws SQLException {
        ResultSet r = first(SqlTypes.TIME, LocalTime.parse("13:14:15.678901"));
        assertThat(r.getObject(1, LocalTime.class)).isEqualTo("13:14:15.678901");
        assertThat(r.getString(1)).isEqualTo("13:14:15.678901");
        assertThat(r.getTime(1)).hasToString("13:14:15");
        assertThat(Math.floorMod(r.getTime(1).getTime(), 1000)).isEqualTo(678);
        assertThat(r.getObject(1)).isInstanceOf(Time.class);
        assertThat(first(SqlTypes.time(9), LocalTime.parse("00:00:00.000000001"))
                        .getString(1))
                .isEqualTo("00:00:00.000000001");
        assertThat(first(SqlTypes.TIME, LocalTime.MIDNIGHT).getString(1)).isEqualTo("00:00:00");
    }

    @Test
    void timestampTexts_haveNoSuperfluousDigits() throws SQLException {
        assertThat(first(SqlTypes.TIMESTAMP, LocalDateTime.parse("2024-01-01T00:00"))
                        .getString(1))
                .isEqualTo("2024-01-01 00:00:00");
        assertThat(first(SqlTypes.TIMESTAMP, LocalDateTime.parse("2024-01-01T00:00:00.5"))
                        .getString(1))
                .isEqualTo("2024-01-01 00:00:00.5");
        assertThat(first(SqlTypes.timestamp(9), LocalDateTime.parse("1969-12-31T23:59:59.999999999"))
                        .getString(1))
                .isEqualTo("1969-12-31 23:59:59.999999999");
    }

    @Test
    void instants_areShownInTheSessionsZone() throws SQLException {
        Instant instant = Instant.parse("2024-07-01T12:00:00.25Z");
        ResultSet utc = first(SqlTypes.TIMESTAMP_WITH_TIME_ZONE, instant);
        assertThat(utc.getObject(1)).isEqualTo(OffsetDateTime.ofInstant(instant, ZoneOffset.UTC));
        assertThat(utc.getString(1)).isEqualTo("2024-07-01 12:00:00.25+00");
        session.settings.put(io.algeon.engine.SessionSetting.TIME_ZONE, "Asia/Kolkata");
        ResultSet r = first(SqlTypes.TIMESTAMP_WITH_TIME_ZONE, instant);
        assertThat(r.getString(1)).isEqualTo("2024-07-01 17:30:00.25+05:30");
        assertThat(r.getObject(1, Instant.class)).isEqualTo(instant);
        assertThat(r.getObject(1, OffsetDateTime.class)).isEqualTo(instant.atOffset(ZoneOffset.ofHoursMinutes(5, 30)));
        assertThat(r.getObject(1, ZonedDateTime.class)).isEqualTo(instant.atZone(ZoneId.of("Asia/Kolkata")));
        assertThat(r.getTimestamp(1).toInstant()).isEqualTo(instant);
        assertThat(r.getTimestamp(1, Calendar.getInstance(TimeZone.getTimeZone("Asia/Tokyo")))
                        .toInstant())
                .isEqualTo(instant);
        assertThat(r.getObject(1, LocalDateTime.class)).isEqualTo("2024-07-01T17:30:00.250");
    }

    @Test
    void intervals_arePeriodsAndDurations() throws SQLException {
        assertThat(first(SqlTypes.INTERVAL_YEAR_MONTH, Period.ofMonths(14)).getObject(1))
                .isEqualTo(Period.of(1, 2, 0));
        assertThat(first(SqlTypes.INTERVAL_YEAR_MONTH, Period.ofMonths(-14)).getString(1))
                .isEqualTo("-1 years -2 mons");
        Duration duration = Duration.ofDays(3).plusMillis(4_500);
        assertThat(first(SqlTypes.INTERVAL_DAY_SECOND, duration).getObject(1, Duration.class))
                .isEqualTo(duration);
        assertThat(first(SqlTypes.INTERVAL_DAY_SECOND, duration).getString(1)).isEqualTo("3 days 00:00:04.5");
    }

    @Test
    void uuids() throws SQLException {
        UUID uuid = UUID.fromString("ffffffff-0000-0001-8000-000000000002");
        ResultSet r = first(SqlTypes.UUID, uuid);
        assertThat(r.getObject(1)).isEqualTo(uuid);
        assertThat(r.getObject(1, UUID.class)).isEqualTo(uuid);
        assertThat(r.getString(1)).isEqualTo(uuid.toString());
        assertThat(r.getBytes(1)).hasSize(16);
    }

    @Test
    void arrays_areJavaArraysOfAnyFittingKind() throws SQLException {
        ResultSet r = first(SqlTypes.array(SqlTypes.INTEGER), Arrays.asList(1, null, 3), List.of());
        Array array = r.getArray(1);
        assertThat((Integer[]) array.getArray()).containsExactly(1, null, 3);
        assertThat(array.getBaseTypeName()).isEqualTo("INTEGER");
        assertThat((Integer[]) array.getArray(3, 1)).containsExactly(3);
        assertState("22023", () -> array.getArray(0, 1));
        assertThat(r.getString(1)).isEqualTo("[1, NULL, 3]");
        assertThat(r.getObject(1, Integer[].class)).containsExactly(1, null, 3);
        assertThat(r.getObject(1, Object[].class)).containsExactly(1, null, 3);
        assertThat(r.getObject(1, List.class)).isEqualTo(Arrays.asList(1, null, 3));
        assertThat(r.getObject(1, String[].class)).containsExactly("1", null, "3");
        assertState("22018", () -> r.getObject(1, int[].class));
        try (ResultSet elements = array.getResultSet()) {
            assertThat(elements.next()).isTrue();
            assertThat(elements.getInt("INDEX")).isEqualTo(1);
            assertThat(elements.getInt("VALUE")).isEqualTo(1);
            assertThat(elements.next()).isTrue();
            assertThat(elements.getObject(2)).isNull();
        }
        assertThat(r.next()).isTrue();
        assertThat(r.getObject(1, int[].class)).isEmpty();
        ResultSet floats = first(SqlTypes.array(SqlTypes.REAL), List.of(0.5f, 1.5f));
        assertThat(floats.getObject(1, float[].class)).containsExactly(0.5f, 1.5f);
        assertThat(floats.getObject(1, double[].class)).containsExactly(0.5, 1.5);
        assertThat(first(SqlTypes.array(SqlTypes.TIMESTAMP), List.of(LocalDateTime.parse("2024-01-01T00:00")))
                        .getString(1))
                .isEqualTo("[2024-01-01 00:00:00]");
        ResultSet nested =
                first(SqlTypes.array(SqlTypes.array(SqlTypes.BIGINT)), List.of(List.of(1L, 2L), List.of(3L)));
        assertThat(nested.getObject(1, long[][].class)).isDeepEqualTo(new long[][] {{1, 2}, {3}});
    }

    @Test
    void rowsAndMaps() throws SQLException {
        SqlType row = SqlTypes.row(
                List.of(new SqlType.Field("a", SqlTypes.INTEGER), new SqlType.Field("b", SqlTypes.VARCHAR)));
        ResultSet r = first(row, Arrays.asList(1, "x"), Arrays.asList(2, null));
        Struct struct = r.getObject(1, Struct.class);
        assertThat(struct.getAttributes()).containsExactly(1, "x");
        assertThat(r.getString(1)).isEqualTo("{a: 1, b: x}");
        assertThat(r.next()).isTrue();
        assertThat(((Struct) r.getObject(1)).getAttributes()).containsExactly(2, null);
        ResultSet map = first(SqlTypes.map(SqlTypes.VARCHAR, SqlTypes.DOUBLE), Map.of("k", 1.5));
        assertThat(map.getObject(1)).isEqualTo(Map.of("k", 1.5));
        assertThat(map.getObject(1, Map.class)).isEqualTo(Map.of("k", 1.5));
        assertThat(map.getString(1)).isEqualTo("{k: 1.5}");
    }

    @Test
    void nulls_areNullOrZero_andWasNull() throws SQLException {
        List<SqlType> types = List.of(
                SqlTypes.NULL,
                SqlTypes.BOOLEAN,
                SqlTypes.INTEGER,
                SqlTypes.BIGINT,
                SqlTypes.decimal(12, 2),
                SqlTypes.decimal(38, 2),
                SqlTypes.REAL,
                SqlTypes.DOUBLE,
                SqlTypes.VARCHAR,
                SqlTypes.VARBINARY,
                SqlTypes.UUID,
                SqlTypes.DATE,
                SqlTypes.TIME,
                SqlTypes.TIMESTAMP,
                SqlTypes.TIMESTAMP_WITH_TIME_ZONE,
                SqlTypes.INTERVAL_YEAR_MONTH,
                SqlTypes.INTERVAL_DAY_SECOND,
                SqlTypes.array(SqlTypes.INTEGER),
                SqlTypes.map(SqlTypes.INTEGER, SqlTypes.INTEGER),
                SqlTypes.row(List.of(new SqlType.Field("f", SqlTypes.INTEGER))));
        for (SqlType type : types) {
            ResultSet r = first(type, new Object[] {null});
            assertThat(r.getObject(1)).as(type.toString()).isNull();
            assertThat(r.wasNull()).isTrue();
            assertThat(r.getString(1)).isNull();
            assertThat(r.getLong(1)).isZero();
            assertThat(r.getDouble(1)).isZero();
            assertThat(r.getBoolean(1)).isFalse();
            assertThat(r.getBigDecimal(1)).isNull();
            assertThat(r.getBytes(1)).isNull();
            assertThat(r.getDate(1)).isNull();
            assertThat(r.getTimestamp(1, Calendar.getInstance())).isNull();
            assertThat(r.getObject(1, LocalDate.class)).isNull();
            assertThat(r.getArray(1)).isNull();
            assertThat(r.getCharacterStream(1)).isNull();
            assertThat(r.wasNull()).isTrue();
        }
        ResultSet r = first(SqlTypes.INTEGER, 1, null);
        r.getInt(1);
        assertThat(r.wasNull()).isFalse();
    }

    @Test
    void dictionaryStrings_areOneObjectAnEntry_acrossBatches() throws SQLException {
        Dictionary dictionary = new Dictionary(BytesVector.of("a", "bb"), 2);
        Dictionary other = new Dictionary(BytesVector.of("ccc"), 1);
        session.batches(
                "q",
                List.of(new ColumnDef("c", SqlTypes.VARCHAR)),
                () -> List.of(
                        new Batch(new ColumnVector[] {new DictionaryVector(new int[] {0, 1, 0}, dictionary)}, 3),
                        new Batch(new ColumnVector[] {new DictionaryVector(new int[] {1}, dictionary)}, 1),
                        new Batch(new ColumnVector[] {BytesVector.of("plain")}, 1),
                        new Batch(new ColumnVector[] {new DictionaryVector(new int[] {0}, other)}, 1)));
        ResultSet r = connection.createStatement().executeQuery("q");
        java.util.List<String> read = new java.util.ArrayList<>();
        while (r.next()) {
            read.add(r.getString(1));
        }
        assertThat(read).containsExactly("a", "bb", "a", "bb", "plain", "ccc");
        assertThat(read.get(0)).isSameAs(read.get(2));
        assertThat(read.get(1)).isSameAs(read.get(3));
    }

    @Test
    void severalBatches_withEmptyOnesBetween() throws SQLException {
        session.batches(
                "q",
                List.of(new ColumnDef("c", SqlTypes.BIGINT)),
                () -> List.of(
                        new Batch(new ColumnVector[] {new LongVector(new long[0])}, 0),
                        new Batch(new ColumnVector[] {new LongVector(new long[] {1, 2})}, 2),
                        new Batch(new ColumnVector[] {new LongVector(new long[0])}, 0),
                        new Batch(new ColumnVector[] {new LongVector(new long[] {3})}, 1)));
        ResultSet r = connection.createStatement().executeQuery("q");
        long sum = 0;
        while (r.next()) {
            sum = sum * 10 + r.getLong(1);
        }
        assertThat(sum).isEqualTo(123);
        assertThat(r.next()).isFalse();
    }
}
