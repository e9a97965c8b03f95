package io.algeon.engine.parquet.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Damaged files give an error of the source, or rows; never another exception, and never much memory. */
final class CorruptFilesTest {
    private static final long SEED = 31337;
    private static final int ROUNDS = 250;
    private static final Set<ErrorCode> EXPECTED = EnumSet.of(
            ErrorCode.SOURCE_CORRUPT,
            ErrorCode.SOURCE_UNSUPPORTED,
            ErrorCode.SOURCE_CHANGED,
            ErrorCode.UNSUPPORTED_TYPE,
            ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED);

    @TempDir
    Path folder;

    private static final String QUERY =
            "SELECT CASE WHEN i % 5 = 0 THEN NULL ELSE i END::INTEGER AS a, i * 1000003 AS b,"
                    + " 'word ' || i % 9 AS c, 'text ' || i AS d, i % 2 = 0 AS e, (i / 7)::DOUBLE AS f,"
                    + " (i * 12345)::DECIMAL(30, 2) AS g, [i, NULL, i + 1] AS h, {'x': i, 'y': 'q' || i} AS s,"
                    + " TIMESTAMP '2020-01-01 00:00:00' + INTERVAL 1 SECOND * i AS t FROM range(600) r(i)";

    @ParameterizedTest
    @CsvSource({
        "V1, uncompressed",
        "V2, uncompressed",
        "V1, snappy",
        "V2, snappy",
        "V1, zstd",
        "V1, gzip",
        "V2, lz4_raw"
    })
    void damagedFile_givesErrorOfTheSourceOrRows(String version, String codec) throws SQLException, IOException {
        Path original = folder.resolve("original.parquet");
        try (DuckDbFiles duckDb = new DuckDbFiles()) {
            duckDb.write(
                    QUERY, original, "PARQUET_VERSION " + version + ", COMPRESSION " + codec + ", ROW_GROUP_SIZE 300");
        }
        byte[] good = Files.readAllBytes(original);
        Random random = new Random(SEED);
        Path damaged = folder.resolve("damaged.parquet");
        int errors = 0;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = good.clone();
            if (round % 20 == 0) {
                bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            } else {
                for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                }
            }
            Files.write(damaged, bytes);
            try {
                new ScanFixture(damaged, 256L << 20).rows();
            } catch (EngineException e) {
                errors++;
                assertThat(e.code()).as("round %d, seed %d: %s", round, SEED, e).isIn(EXPECTED);
                assertThat(e)
                        .hasMessageContaining(e.code() == ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED ? "needs" : "damaged");
            } catch (RuntimeException | Error e) {
                fail("round " + round + ", seed " + SEED, e);
            }
        }
        assertThat(errors).isPositive();
    }

    @Test
    void damagedPage_isReportedWithItsPlace() throws SQLException, IOException {
        Path file = folder.resolve("page.parquet");
        try (DuckDbFiles duckDb = new DuckDbFiles()) {
            duckDb.write(
                    "SELECT i AS number FROM range(100) r(i)", file, "COMPRESSION snappy, DICTIONARY_SIZE_LIMIT 1");
        }
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, 4, 60, (byte) 0xff);
        Files.write(file, bytes);
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> new ScanFixture(file).rows())
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_CORRUPT))
                .withMessageContainingAll("page.parquet", "column 'number'", "row group 0", "at byte 4");
    }

    @Test
    void fileReplacedAfterItsFooterWasRead_isReported() throws SQLException, IOException {
        Path file = folder.resolve("changing.parquet");
        try (DuckDbFiles duckDb = new DuckDbFiles()) {
            duckDb.write("SELECT i AS number FROM range(100) r(i)", file, "");
        }
        ScanFixture scan = new ScanFixture(file);
        Files.write(file, new byte[] {0}, StandardOpenOption.APPEND);
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(scan::rows)
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_CHANGED));
    }

    @Test
    void pageLargerThanTheBudget_isRefused() throws SQLException {
        Path file = folder.resolve("large.parquet");
        try (DuckDbFiles duckDb = new DuckDbFiles()) {
            duckDb.write("SELECT 'text ' || hash(i) AS number FROM range(100000) r(i)", file, "");
        }
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> new ScanFixture(file, 1 << 20).rows())
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED));
    }
}
