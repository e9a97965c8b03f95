package io.algeon.engine.parquet.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.IntVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.parquet.write.Compression;
import io.algeon.engine.parquet.write.ParquetWriteOptions;
import io.algeon.engine.parquet.write.ParquetWriter;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.type.PhysicalKind;
import io.algeon.metadata.type.SqlTypes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Damaged files give an error of the source, or rows; never another exception, and never much memory. */
final class CorruptFilesTest {
    private static final long SEED = Long.getLong("algeon.seed", 31337);

    /** Of each kind of file: thousands in all; {@code -Dalgeon.rounds=3000} for a long run. */
    private static final int ROUNDS = Integer.getInteger("algeon.rounds", 250);

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
                    + " TIMESTAMP '2020-01-01 00:00:00' + INTERVAL 1 SECOND * i AS t,"
                    + " MAP {'k' || i % 3: i, 'l': NULL} AS m, [{'v': [i, 2], 'w': 'deep'}, NULL] AS n,"
                    + " ('bytes' || i)::BLOB AS u, i::UTINYINT AS v FROM range(250) r(i)";

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
        damage(Files.readAllBytes(original));
    }

    /** Of our own writer: with page indexes, which predicates read. */
    @ParameterizedTest
    @EnumSource(Compression.class)
    void damagedFileWithPageIndexes_givesErrorOfTheSourceOrRows(Compression compression) throws IOException {
        Path original = folder.resolve("own.parquet");
        List<ColumnDef> columns = List.of(
                new ColumnDef("a", SqlTypes.INTEGER),
                new ColumnDef("b", SqlTypes.BIGINT),
                new ColumnDef("c", SqlTypes.VARCHAR));
        ParquetWriteOptions options = ParquetWriteOptions.DEFAULT
                .withCompression(compression)
                .withRowGroupRows(1_000)
                .withPages(100, 1 << 20);
        MemoryBudget budget = MemoryBudget.root("test", 1L << 30, "memory_limit");
        try (ParquetWriter writer = ParquetWriter.create(original, columns, options, budget.reservation("writer"))) {
            IntVector a = new IntVector(2_000);
            LongVector b = new LongVector(2_000);
            BytesVector c = new BytesVector(2_000, 0);
            for (int row = 0; row < 2_000; row++) {
                a.values()[row] = row % 13;
                b.values()[row] = row * 1_000_003L;
                c.set(row, ("word " + row % 300).getBytes(StandardCharsets.UTF_8));
                if (row % 7 == 0) {
                    b.setNull(row, 2_000);
                }
            }
            writer.write(new Batch(new ColumnVector[] {a, b, c}, 2_000));
            writer.finish();
        }
        damage(Files.readAllBytes(original));
    }

    private void damage(byte[] good) throws IOException {
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
                scan(damaged);
            } catch (EngineException e) {
                errors++;
                assertThat(e.code()).as("round %d, seed %d: %s", round, SEED, e).isIn(EXPECTED);
                assertThat(e)
                        .hasMessageContaining(
                                e.code() == ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED ? "needs" : "damaged.parquet");
            } catch (RuntimeException | Error e) {
                fail("round " + round + ", seed " + SEED, e);
            }
        }
        assertThat(errors).isPositive();
    }

    /** Once as a whole, once with predicates, which read indexes and Bloom filters as well. */
    private static void scan(Path file) {
        ScanFixture scan = new ScanFixture(file, 256L << 20);
        scan.rows();
        List<Expr> predicates = new ArrayList<>();
        for (ColumnDef column : scan.columns) {
            if (column.name().equals("b") && column.type().physicalKind() == PhysicalKind.INT64) {
                predicates.add(call("greater", scan.ref("b"), 400_000_000L));
            } else if (column.name().equals("c") && column.type().kind().isCharacter()) {
                predicates.add(call("equal", scan.ref("c"), "word 5"));
            }
        }
        scan.where(predicates.toArray(new Expr[0])).rows();
    }

    private static Expr call(String function, Expr column, Object value) {
        return new Expr.Call(function, List.of(column, new Expr.Literal(value, column.type())), SqlTypes.BOOLEAN);
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
