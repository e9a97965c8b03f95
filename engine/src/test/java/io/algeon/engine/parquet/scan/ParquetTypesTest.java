package io.algeon.engine.parquet.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every type in every encoding and codec that DuckDB writes, with and without NULLs, against DuckDB's own reading. */
final class ParquetTypesTest {
    @TempDir
    static Path folder;

    private static DuckDbFiles duckDb;

    /** Column, expression over i (a row number, or NULL) and how DuckDB shows the stored value. */
    private static final String[][] COLUMNS = {
        {"flag", "(i % 3 = 0)", "flag"},
        {"flags", "(i // 100 % 2 = 0)", "flags"},
        {"tiny", "(i % 200 - 100)::TINYINT", "tiny"},
        {"small", "(i % 60000 - 30000)::SMALLINT", "small"},
        {"number", "(i * 7919 % 1000003)::INTEGER", "number"},
        {"few", "(i % 7)::INTEGER", "few"},
        {"one", "1::INTEGER", "one"},
        {"big", "(i * 1234567890123 - 5000000000000)::BIGINT", "big"},
        {"rising", "(i * 3 + 1000000)::BIGINT", "rising"},
        {"utiny", "(i % 256)::UTINYINT", "utiny"},
        {"usmall", "(i * 31 % 65536)::USMALLINT", "usmall"},
        {"uint", "(4294967295 - i)::UINTEGER", "uint"},
        {"ubig", "(18446744073709551615 - i)::UBIGINT", "ubig"},
        {"single", "(i / 8)::FLOAT", "single::DOUBLE"},
        {"double", "(i * 1000003 % 100000 / 64)::DOUBLE", "double"},
        {"dec4", "(i % 2000 - 1000)::DECIMAL(4, 0)", "dec4"},
        {"dec9", "((i - 50000) / 100)::DECIMAL(9, 2)", "dec9"},
        {"dec18", "((i - 5000) * 1234567)::DECIMAL(18, 4)", "dec18"},
        {"dec38", "((i - 1000)::DECIMAL(38, 10) * 12345678901234)", "dec38"},
        {"text", "'row ' || i || repeat('x', (i % 40)::INTEGER)", "text"},
        {"word", "['alpha', 'beta', '', 'gämma ☃', 'delta'][(i % 5 + 1)::BIGINT]", "word"},
        {"long", "CASE WHEN i % 500 = 0 THEN repeat('long ' || i, 200) ELSE '' END", "long"},
        {"bin", "encode('b' || i % 1000)", "hex(bin)"},
        {"id", "('00000000-0000-0000-0000-' || lpad((i * 7 % 1000)::VARCHAR, 12, '8'))::UUID", "id"},
        {"day", "DATE '1960-01-01' + (i % 20000)::INTEGER", "(day - DATE '1970-01-01')"},
        {"clock", "TIME '00:00:00' + INTERVAL 1 SECOND * (i % 86400)", "epoch_us(clock)"},
        {"stamp", "TIMESTAMP '1999-12-31 23:59:59.123456' + INTERVAL 1 MINUTE * i", "epoch_us(stamp)"},
        {"stamp_s", "(TIMESTAMP '1899-12-31 23:59:59' + INTERVAL 1 MINUTE * i)::TIMESTAMP_S", "epoch_us(stamp_s)"},
        {"stamp_ms", "(TIMESTAMP '1999-12-31 23:59:59.123' + INTERVAL 1 MINUTE * i)::TIMESTAMP_MS", "epoch_us(stamp_ms)"
        },
        {"stamp_ns", "make_timestamp_ns(i * 1000003)", "epoch_ns(stamp_ns)"},
        {"instant", "TIMESTAMPTZ '2001-02-03 04:05:06Z' + INTERVAL 1 HOUR * i", "epoch_us(instant)"},
    };

    @BeforeAll
    static void open() throws SQLException {
        duckDb = new DuckDbFiles();
    }

    @AfterAll
    static void close() throws SQLException {
        duckDb.close();
    }

    private static String select(int rows, String nullable) {
        List<String> expressions = new ArrayList<>();
        for (String[] column : COLUMNS) {
            expressions.add(column[1] + " AS " + column[0]);
        }
        String number = switch (nullable) {
            case "none" -> "n";
            case "some" -> "CASE WHEN hash(n) % 4 = 0 THEN NULL ELSE n END";
            case "runs" -> "CASE WHEN n // 700 % 2 = 0 THEN NULL ELSE n END";
            case "all" -> "NULL::BIGINT";
            default -> throw new IllegalArgumentException(nullable);
        };
        return "SELECT " + String.join(", ", expressions) + " FROM (SELECT " + number + " AS i FROM range(" + rows
                + ") r(n))";
    }

    private static List<List<String>> expected(Path file) throws SQLException {
        List<String> shown = new ArrayList<>();
        for (String[] column : COLUMNS) {
            shown.add(column[2] + " AS " + column[0]);
        }
        return duckDb.query("SELECT " + String.join(", ", shown) + " FROM '" + file + "'");
    }

    private static void check(Path file) throws SQLException {
        List<List<String>> expected = expected(file);
        ScanFixture scan = new ScanFixture(file);
        List<List<String>> actual = scan.rows();
        assertThat(actual).hasSameSizeAs(expected);
        for (int row = 0; row < expected.size(); row++) {
            for (int column = 0; column < COLUMNS.length; column++) {
                String shown = expected.get(row).get(column);
                if (!actual.get(row).get(column).equals(shown)) {
                    assertThat(actual.get(row).get(column))
                            .as("column %s of row %d in %s", COLUMNS[column][0], row, file)
                            .isEqualTo(shown);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 2047, 2048, 2049, 9000})
    void everyType_ofEverySize_isRead(int rows) throws SQLException {
        for (String nullable : List.of("none", "some")) {
            Path file = folder.resolve("size-" + rows + nullable + ".parquet");
            duckDb.write(select(rows, nullable), file, "ROW_GROUP_SIZE 4096");
            check(file);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "V1, uncompressed, some", "V1, snappy, runs", "V1, gzip, all", "V1, zstd, none", "V1, lz4_raw, some",
        "V2, uncompressed, runs", "V2, snappy, some", "V2, gzip, none", "V2, zstd, all", "V2, lz4_raw, none"
    })
    void everyType_inEveryVersionAndCodec_isRead(String version, String codec, String nullable) throws SQLException {
        Path file = folder.resolve(version + codec + ".parquet");
        String options = "PARQUET_VERSION " + version + ", COMPRESSION " + codec;
        duckDb.write(select(5000, nullable), file, options);
        check(file);
    }

    @ParameterizedTest
    @ValueSource(strings = {"V1", "V2"})
    void everyType_withoutDictionaries_isRead(String version) throws SQLException {
        Path file = folder.resolve("plain" + version + ".parquet");
        duckDb.write(select(5000, "some"), file, "PARQUET_VERSION " + version + ", DICTIONARY_SIZE_LIMIT 1");
        check(file);
    }
}
