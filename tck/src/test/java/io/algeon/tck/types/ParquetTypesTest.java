package io.algeon.tck.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every type that another engine writes comes out of getObject as docs/types.md says. */
class ParquetTypesTest {
    @TempDir
    static Path directory;

    private static int files;

    private interface Check {
        void check(ResultSet row) throws SQLException;
    }

    /** Writes one row of {@code expression} and one of NULL with the oracle, and reads both back. */
    private static void roundTrip(String expression, String typeName, Check check) throws SQLException {
        String name = "t" + files++;
        try (Connection oracle = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = oracle.createStatement()) {
            statement.execute("COPY (SELECT * FROM (SELECT 1 AS id, " + expression
                    + " AS v UNION ALL SELECT 2, NULL) ORDER BY id) TO '" + directory.resolve(name + ".parquet")
                    + "' (FORMAT parquet)");
        }
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:" + directory);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT v FROM " + name + " ORDER BY id")) {
            assertThat(row.getMetaData().getColumnTypeName(1)).startsWith(typeName);
            assertThat(row.next()).isTrue();
            check.check(row);
            assertThat(row.wasNull()).isFalse();
            assertThat(row.next()).isTrue();
            assertThat(row.getObject(1)).isNull();
            assertThat(row.wasNull()).isTrue();
            assertThat(row.next()).isFalse();
        }
    }

    @Test
    void integers() throws SQLException {
        roundTrip(
                "(-128)::TINYINT",
                "TINYINT",
                row -> assertThat(row.getObject(1)).isEqualTo(-128));
        roundTrip(
                "32767::SMALLINT",
                "SMALLINT",
                row -> assertThat(row.getObject(1)).isEqualTo(32767));
        roundTrip(
                "(-2147483648)::INTEGER",
                "INTEGER",
                row -> assertThat(row.getObject(1)).isEqualTo(Integer.MIN_VALUE));
        roundTrip(
                "9223372036854775807::BIGINT",
                "BIGINT",
                row -> assertThat(row.getObject(1)).isEqualTo(Long.MAX_VALUE));
        roundTrip("255::UTINYINT", "SMALLINT", row -> assertThat(row.getInt(1)).isEqualTo(255));
        roundTrip(
                "65535::USMALLINT", "INTEGER", row -> assertThat(row.getInt(1)).isEqualTo(65535));
        roundTrip(
                "4294967295::UINTEGER",
                "BIGINT",
                row -> assertThat(row.getLong(1)).isEqualTo(4294967295L));
        roundTrip(
                "18446744073709551615::UBIGINT",
                "DECIMAL",
                row -> assertThat(row.getBigDecimal(1)).isEqualTo(new BigDecimal("18446744073709551615")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"DECIMAL(4,1)", "DECIMAL(9,1)", "DECIMAL(18,1)", "DECIMAL(19,1)", "DECIMAL(38,1)"})
    void decimals(String type) throws SQLException {
        roundTrip(
                "(-12.5)::" + type,
                "DECIMAL",
                row -> assertThat(row.getObject(1)).isEqualTo(new BigDecimal("-12.5")));
    }

    @Test
    void floats() throws SQLException {
        roundTrip("1.5::FLOAT", "REAL", row -> assertThat(row.getObject(1)).isEqualTo(1.5f));
        roundTrip("-0.1::DOUBLE", "DOUBLE", row -> assertThat(row.getObject(1)).isEqualTo(-0.1));
        roundTrip("'NaN'::DOUBLE", "DOUBLE", row -> assertThat(row.getDouble(1)).isNaN());
    }

    @Test
    void textAndBytes() throws SQLException {
        roundTrip("'héllo 😀'", "VARCHAR", row -> assertThat(row.getObject(1)).isEqualTo("héllo 😀"));
        roundTrip("''", "VARCHAR", row -> assertThat(row.getString(1)).isEmpty());
        roundTrip(
                "'\\x00\\xFF'::BLOB",
                "VARBINARY",
                row -> assertThat(row.getBytes(1)).containsExactly((byte) 0, (byte) 255));
        roundTrip(
                "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::UUID",
                "UUID",
                row -> assertThat(row.getObject(1)).isEqualTo(UUID.fromString("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")));
        roundTrip("TRUE", "BOOLEAN", row -> assertThat(row.getObject(1)).isEqualTo(true));
    }

    @Test
    void datesAndTimes() throws SQLException {
        roundTrip("DATE '1900-02-28'", "DATE", row -> {
            assertThat(row.getObject(1)).isEqualTo(java.sql.Date.valueOf("1900-02-28"));
            assertThat(row.getObject(1, LocalDate.class)).isEqualTo(LocalDate.of(1900, 2, 28));
        });
        roundTrip(
                "TIME '13:14:15.123456'",
                "TIME",
                row -> assertThat(row.getObject(1, LocalTime.class)).isEqualTo(LocalTime.parse("13:14:15.123456")));
        roundTrip("TIMESTAMP '1969-12-31 23:59:59.999999'", "TIMESTAMP", row -> {
            assertThat(row.getObject(1, LocalDateTime.class))
                    .isEqualTo(LocalDateTime.parse("1969-12-31T23:59:59.999999"));
            assertThat(row.getString(1)).isEqualTo("1969-12-31 23:59:59.999999");
        });
        roundTrip(
                "'2024-01-01 00:00:00.123456789'::TIMESTAMP_NS",
                "TIMESTAMP",
                row -> assertThat(row.getTimestamp(1))
                        .isEqualTo(java.sql.Timestamp.valueOf("2024-01-01 00:00:00.123456789")));
        roundTrip(
                "'2024-01-01 00:00:00.123'::TIMESTAMP_MS",
                "TIMESTAMP",
                row -> assertThat(row.getObject(1, LocalDateTime.class))
                        .isEqualTo(LocalDateTime.parse("2024-01-01T00:00:00.123")));
        roundTrip("'2024-06-01 12:00:00+02'::TIMESTAMPTZ", "TIMESTAMP", row -> {
            assertThat(row.getObject(1, Instant.class)).isEqualTo(Instant.parse("2024-06-01T10:00:00Z"));
            assertThat(row.getObject(1, OffsetDateTime.class).withOffsetSameInstant(ZoneOffset.UTC))
                    .isEqualTo(OffsetDateTime.parse("2024-06-01T10:00:00Z"));
        });
    }

    @Test
    void nestedValues() throws SQLException {
        roundTrip("[1, NULL, 3]", "", row -> {
            Array array = row.getArray(1);
            assertThat((Object[]) array.getArray()).containsExactly(1, null, 3);
        });
        roundTrip(
                "[]::INTEGER[]",
                "",
                row -> assertThat((Object[]) row.getArray(1).getArray()).isEmpty());
        roundTrip("[['a'], ['b', 'c']]", "", row -> {
            Object[] outer = (Object[]) row.getArray(1).getArray();
            assertThat(outer).hasSize(2);
        });
        roundTrip("{'x': 7, 'y': 'z'}", "", row -> {
            Struct struct = (Struct) row.getObject(1);
            assertThat(struct.getAttributes()).containsExactly(7, "z");
        });
        roundTrip(
                "MAP {'k': 1, 'l': 2}", "", row -> assertThat(row.getObject(1)).isEqualTo(Map.of("k", 1, "l", 2)));
        roundTrip(
                "[0.5::FLOAT, 1.5::FLOAT]",
                "",
                row -> assertThat(row.getObject(1, float[].class)).containsExactly(0.5f, 1.5f));
    }
}
