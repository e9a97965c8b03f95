package io.algeon.metadata.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCategory;
import io.algeon.metadata.error.ErrorCode;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.parquet.format.CompressionCodec;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Footers of files that another engine wrote, and of files that nobody should have written. */
class FooterReaderTest {
    @TempDir
    Path folder;

    private Path write(String name, String query, String options) throws SQLException {
        Path file = folder.resolve(name);
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (" + query + ") TO '" + file + "' (FORMAT parquet" + options + ")");
        }
        return file;
    }

    private static List<String> types(ParquetFile file) {
        return file.fields().stream()
                .map(field -> field.name() + " " + field.type())
                .toList();
    }

    @Test
    void everyDuckDbTypeHasItsSqlType() throws SQLException {
        Path path = write("types.parquet", """
                SELECT true AS b, 1::TINYINT AS i8, 1::SMALLINT AS i16, 1::INTEGER AS i32, 1::BIGINT AS i64,
                  1::UTINYINT AS u8, 1::USMALLINT AS u16, 1::UINTEGER AS u32, 1::UBIGINT AS u64,
                  1.5::DECIMAL(4,1) AS d4, 1.5::DECIMAL(9,2) AS d9, 1.5::DECIMAL(18,3) AS d18, 1.5::DECIMAL(38,10) AS d38,
                  1.5::FLOAT AS f, 1.5::DOUBLE AS d, 'x' AS s, 'ab'::BLOB AS bin, uuid() AS u, DATE '2020-02-03' AS dt,
                  TIME '01:02:03' AS t, TIMESTAMP '2020-02-03 04:05:06' AS ts, TIMESTAMP_MS '2020-02-03 04:05:06' AS tms,
                  TIMESTAMP_NS '2020-02-03 04:05:06' AS tns, TIMESTAMPTZ '2020-02-03 04:05:06+00' AS tz,
                  INTERVAL 3 DAYS AS iv, [1, 2] AS l, {'a': 1, 'b': 'x'} AS r, MAP {'k': 1.5::DOUBLE} AS m,
                  [[1], NULL, []] AS ll, [{'x': 1}] AS lr
                """, "");
        ParquetFile file = FooterReader.read(path);
        assertThat(types(file))
                .containsExactly(
                        "b BOOLEAN",
                        "i8 TINYINT",
                        "i16 SMALLINT",
                        "i32 INTEGER",
                        "i64 BIGINT",
                        "u8 SMALLINT",
                        "u16 INTEGER",
                        "u32 BIGINT",
                        "u64 DECIMAL(20, 0)",
                        "d4 DECIMAL(4, 1)",
                        "d9 DECIMAL(9, 2)",
                        "d18 DECIMAL(18, 3)",
                        "d38 DECIMAL(38, 10)",
                        "f REAL",
                        "d DOUBLE",
                        "s VARCHAR",
                        "bin VARBINARY",
                        "u UUID",
                        "dt DATE",
                        "t TIME(6)",
                        "ts TIMESTAMP(6)",
                        "tms TIMESTAMP(3)",
                        "tns TIMESTAMP(9)",
                        "tz TIMESTAMP(6) WITH TIME ZONE",
                        "iv INTERVAL DAY TO SECOND",
                        "l INTEGER ARRAY",
                        "r ROW(a INTEGER, b VARCHAR)",
                        "m MAP(VARCHAR, DOUBLE)",
                        "ll INTEGER ARRAY ARRAY",
                        "lr ROW(x INTEGER) ARRAY");
    }

    @Test
    void levelsOfNestedListsAreTheFilesOwn() throws SQLException {
        Path path = write("lists.parquet", "SELECT [[1], NULL, []] AS ll UNION ALL SELECT NULL", "");
        ParquetNode.Repeated outer =
                (ParquetNode.Repeated) FooterReader.read(path).fields().get(0);
        ParquetNode.Repeated inner = (ParquetNode.Repeated) outer.element();
        assertThat(List.of(outer.definitionLevel(), outer.elementLevel(), outer.repetitionLevel()))
                .containsExactly(1, 2, 1);
        assertThat(List.of(inner.definitionLevel(), inner.elementLevel(), inner.repetitionLevel()))
                .containsExactly(3, 4, 2);
        assertThat(inner.element().definitionLevel()).isEqualTo(5);
    }

    @Test
    void chunksAndTheirStatisticsAreInStoredForm() throws SQLException {
        Path path = write("stats.parquet", """
                SELECT i::INTEGER AS i, i::BIGINT * 1000000000 AS l, (i - 100)::DECIMAL(12,2) AS d,
                  (i - 100)::DECIMAL(30,2) AS w, 'name' || (i % 7) AS s, DATE '2020-01-01' + (i % 5)::INTEGER AS dt,
                  CASE WHEN i % 2 = 0 THEN i::DOUBLE / 2 END AS f, (i + 3000000000)::UINTEGER AS u,
                  TIMESTAMP_MS '2020-01-01 00:00:00' AS tms, (i % 2 = 0) AS b
                FROM range(5000) t(i)
                """, ", ROW_GROUP_SIZE 2048, COMPRESSION zstd");
        ParquetFile file = FooterReader.read(path);
        assertThat(file.rowCount()).isEqualTo(5000);
        assertThat(file.rowGroups()).hasSize(3);
        assertThat(file.createdBy()).contains("DuckDB");
        ParquetRowGroup second = file.rowGroups().get(1);
        assertThat(second.firstRow()).isEqualTo(2048);
        assertThat(second.rowCount()).isEqualTo(2048);
        ColumnChunk i = second.chunks().get(0);
        assertThat(i.codec()).isEqualTo(CompressionCodec.ZSTD);
        assertThat(i.statistics().min()).isEqualTo(2048);
        assertThat(i.statistics().max()).isEqualTo(4095);
        assertThat(i.statistics().nullCount()).isZero();
        assertThat(second.chunks().get(1).statistics().max()).isEqualTo(4095L * 1000000000);
        assertThat(second.chunks().get(2).statistics().min()).isEqualTo(194800L);
        assertThat(second.chunks().get(4).statistics().min()).isEqualTo("name0".getBytes(StandardCharsets.UTF_8));
        assertThat(second.chunks().get(4).onlyDictionaryEncoded()).isTrue();
        assertThat(second.chunks().get(4).dictionaryPageOffset()).isPositive();
        assertThat(second.chunks().get(5).statistics().max())
                .isEqualTo((int) LocalDate.of(2020, 1, 5).toEpochDay());
        ChunkStatistics doubles = second.chunks().get(6).statistics();
        assertThat(doubles.nullCount()).isEqualTo(1024);
        assertThat(doubles.max()).isEqualTo(2047.0);
        assertThat(second.chunks().get(7).statistics().max()).isEqualTo(3000004095L);
        assertThat(second.chunks().get(8).statistics().max())
                .isEqualTo(LocalDate.of(2020, 1, 1).toEpochDay() * 86_400_000_000L);
        assertThat(second.chunks().get(9).statistics().max()).isEqualTo(true);
        Object wide = second.chunks().get(3).statistics().min();
        assertThat(wide == null || wide.equals(BigInteger.valueOf(194800))).isTrue();
    }

    @Test
    void aFileWithoutRowsHasASchema() throws SQLException {
        ParquetFile file = FooterReader.read(write("empty.parquet", "SELECT 1 AS a WHERE false", ""));
        assertThat(file.rowCount()).isZero();
        assertThat(types(file)).containsExactly("a INTEGER");
    }

    @Test
    void whatIsNoParquetFileIsNamedWithItsPath() throws IOException, SQLException {
        Path text = Files.writeString(folder.resolve("text.parquet"), "a,b\n1,2\n3,4\n5,6\n");
        assertCode(() -> FooterReader.read(text), ErrorCode.SOURCE_CORRUPT, text.toString(), "PAR1");
        Path empty = Files.createFile(folder.resolve("zero.parquet"));
        assertCode(() -> FooterReader.read(empty), ErrorCode.SOURCE_CORRUPT, empty.toString(), "is empty");
        Path none = folder.resolve("none.parquet");
        assertCode(() -> FooterReader.read(none), ErrorCode.SOURCE_NOT_FOUND, none.toString());
        assertCode(() -> FooterReader.read(folder), ErrorCode.SOURCE_UNREADABLE, folder.toString());
    }

    private static void assertCode(ThrowingCallable call, ErrorCode code, String... parts) {
        assertThatThrownBy(call).isInstanceOfSatisfying(EngineException.class, e -> {
            assertThat(e.code()).isEqualTo(code);
            assertThat(e.getMessage()).contains(parts);
        });
    }

    @Test
    void damagedFootersGiveSourceErrorsOnly() throws SQLException, IOException {
        Path path = write(
                "damaged.parquet",
                "SELECT i, 's' || i AS s, [i] AS l, {'a': i} AS r FROM range(3000) t(i)",
                ", ROW_GROUP_SIZE 2048");
        byte[] whole = Files.readAllBytes(path);
        int footer = FooterReader.read(path).footerBytes();
        long seed = 20260101;
        Random random = new Random(seed);
        for (int round = 0; round < 1500; round++) {
            byte[] bytes = whole.clone();
            if (round % 10 == 0) {
                bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            } else {
                for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
                    int at = bytes.length - 8 - footer + random.nextInt(footer + 8);
                    bytes[at] = (byte) (round % 3 == 0 ? random.nextInt(256) : bytes[at] ^ 1 << random.nextInt(8));
                }
            }
            Files.write(path, bytes);
            try {
                FooterReader.read(path);
            } catch (EngineException e) {
                assertThat(e.code().category())
                        .as("seed %d round %d: %s", seed, round, e.getMessage())
                        .isEqualTo(ErrorCategory.SOURCE);
            } catch (RuntimeException | Error e) {
                fail("seed " + seed + " round " + round, e);
            }
        }
    }
}
