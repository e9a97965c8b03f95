package io.algeon.engine.parquet.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import io.algeon.engine.parquet.DuckDb;
import io.algeon.engine.parquet.scan.ScanFixture;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.parquet.ColumnChunk;
import io.algeon.metadata.parquet.FooterReader;
import io.algeon.metadata.parquet.ParquetFile;
import io.algeon.metadata.parquet.ParquetRowGroup;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What we write is read back by another engine. */
class ParquetWriterTest {
    private static final List<SqlType> TYPES = List.of(
            SqlTypes.NULL,
            SqlTypes.BOOLEAN,
            SqlTypes.TINYINT,
            SqlTypes.SMALLINT,
            SqlTypes.INTEGER,
            SqlTypes.BIGINT,
            SqlTypes.decimal(4, 1),
            SqlTypes.decimal(9, 8),
            SqlTypes.decimal(18, 2),
            SqlTypes.decimal(19, 0),
            SqlTypes.decimal(38, 10),
            SqlTypes.REAL,
            SqlTypes.DOUBLE,
            SqlTypes.character(4),
            SqlTypes.VARCHAR,
            SqlTypes.VARBINARY,
            SqlTypes.UUID,
            SqlTypes.DATE,
            SqlTypes.time(0),
            SqlTypes.TIME,
            SqlTypes.timestamp(3),
            SqlTypes.TIMESTAMP,
            SqlTypes.timestamp(9),
            SqlTypes.TIMESTAMP_WITH_TIME_ZONE,
            SqlTypes.INTERVAL_DAY_SECOND,
            SqlTypes.INTEGER.withNullable(false),
            SqlTypes.VARCHAR.withNullable(false),
            SqlTypes.array(SqlTypes.INTEGER),
            SqlTypes.array(SqlTypes.array(SqlTypes.BIGINT).withNullable(false)),
            SqlTypes.map(SqlTypes.VARCHAR.withNullable(false), SqlTypes.array(SqlTypes.decimal(20, 2))),
            SqlTypes.row(List.of(
                            new SqlType.Field("a", SqlTypes.INTEGER),
                            new SqlType.Field(
                                    "b",
                                    SqlTypes.array(SqlTypes.row(List.of(
                                            new SqlType.Field("c", SqlTypes.BIGINT),
                                            new SqlType.Field("d", SqlTypes.BOOLEAN)))))))
                    .withNullable(false));

    @TempDir
    Path folder;

    private final MemoryBudget budget = MemoryBudget.root("test", 1L << 30, "memory_limit");

    private static List<ColumnDef> columns() {
        return IntStream.range(0, TYPES.size())
                .mapToObj(i -> new ColumnDef("c" + i, TYPES.get(i)))
                .toList();
    }

    /** How a column is shown as {@link RandomColumn} does. */
    private static String shown(ColumnDef column) {
        String name = column.name();
        return switch (column.type().kind()) {
            case DECIMAL -> "CAST(" + name + " AS VARCHAR)";
            case REAL -> "CAST(" + name + " AS DOUBLE)";
            case VARBINARY -> "hex(" + name + ")";
            case TIME ->
                "left(CAST(" + name + " AS VARCHAR) || CASE WHEN contains(CAST(" + name
                        + " AS VARCHAR), '.') THEN '' ELSE '.' END || '000000', 15)";
            case TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE ->
                column.type().precision() > 6
                        ? "strftime(" + name + ", '%Y-%m-%d %H:%M:%S.%n')"
                        : "strftime(CAST(" + name + " AS TIMESTAMP), '%Y-%m-%d %H:%M:%S.%f')";
            case INTERVAL_DAY_SECOND -> "epoch_ms(" + name + ") * 1000";
            default -> name;
        };
    }

    private Path write(List<ColumnDef> columns, List<Batch> batches, ParquetWriteOptions options) {
        Path file = folder.resolve("out.parquet");
        try (ParquetWriter writer = ParquetWriter.create(file, columns, options, budget.reservation("writer"))) {
            batches.forEach(writer::write);
            writer.finish();
        }
        assertThat(budget.reservedBytes()).isZero();
        return file;
    }

    private void roundTrip(int rows, RandomColumn.Shape shape, double nulls, ParquetWriteOptions options, long seed) {
        Random random = new Random(seed);
        RandomColumn source = new RandomColumn(random, nulls, shape);
        List<ColumnDef> columns = columns();
        List<Batch> batches = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int from = 0; from < rows; from += Batch.ROWS) {
            int count = Math.min(Batch.ROWS, rows - from);
            ColumnVector[] vectors = new ColumnVector[columns.size()];
            List<List<@Nullable String>> shown = new ArrayList<>();
            for (int c = 0; c < vectors.length; c++) {
                shown.add(new ArrayList<>());
                vectors[c] = source.make(columns.get(c).type(), count, shown.get(c));
            }
            batches.add(new Batch(vectors, count));
            for (int row = 0; row < count; row++) {
                int at = row;
                expected.add(String.join(
                        "|",
                        shown.stream()
                                .map(column -> String.valueOf(column.get(at)))
                                .toList()));
            }
        }
        Path file = write(columns, batches, options);
        String query =
                String.join(", ", columns.stream().map(ParquetWriterTest::shown).toList());
        List<String> rowsRead = DuckDb.query("SELECT " + query + " FROM '" + file + "'");
        assertThat(rowsRead.size()).as("rows, seed %d", seed).isEqualTo(expected.size());
        for (int i = 0; i < rows; i++) {
            assertThat(rowsRead.get(i)).as("row %d, seed %d", i, seed).isEqualTo(expected.get(i));
        }
        assertOwnReaderAgrees(file, columns, batches, seed);
    }

    private static void assertOwnReaderAgrees(Path file, List<ColumnDef> columns, List<Batch> batches, long seed) {
        List<List<String>> written = new ArrayList<>();
        for (Batch batch : batches) {
            for (int row = 0; row < batch.rowCount(); row++) {
                List<String> texts = new ArrayList<>();
                for (int c = 0; c < columns.size(); c++) {
                    texts.add(ScanFixture.text(batch.column(c), columns.get(c).type(), row));
                }
                written.add(texts);
            }
        }
        List<List<String>> read = new ScanFixture(file).rows();
        assertThat(read.size()).as("rows, seed %d", seed).isEqualTo(written.size());
        for (int i = 0; i < written.size(); i++) {
            assertThat(read.get(i)).as("row %d, seed %d", i, seed).isEqualTo(written.get(i));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 63, 64, 65, 2047, 2048, 2049, 7000})
    void everyTypeComesBack(int rows) {
        for (RandomColumn.Shape shape : RandomColumn.Shape.values()) {
            roundTrip(rows, shape, 0.2, ParquetWriteOptions.DEFAULT, 1000 + rows);
        }
        roundTrip(rows, RandomColumn.Shape.MANY, 0, ParquetWriteOptions.DEFAULT, 2000 + rows);
    }

    @Test
    void allNullColumnsComeBack() {
        roundTrip(3000, RandomColumn.Shape.MANY, 1.1, ParquetWriteOptions.DEFAULT, 3);
    }

    @ParameterizedTest
    @EnumSource
    void everyCompressionWithManyPagesAndRowGroupsComesBack(Compression compression) {
        ParquetWriteOptions options = new ParquetWriteOptions(compression, 4096, 500, 4000);
        roundTrip(9000, RandomColumn.Shape.FEW, 0.1, options, 4);
        roundTrip(5000, RandomColumn.Shape.MANY, 0.1, options, 5);
    }

    private static Batch longs(IntStream values) {
        long[] array = values.asLongStream().toArray();
        return new Batch(new ColumnVector[] {new LongVector(array)}, array.length);
    }

    @Test
    void chunksSayWhatIsInThem() {
        List<Batch> batches = IntStream.range(0, 30)
                .mapToObj(b -> longs(IntStream.range(b * 2048, (b + 1) * 2048).map(i -> i / 4)))
                .toList();
        Path file = write(
                List.of(new ColumnDef("n", SqlTypes.BIGINT)),
                batches,
                ParquetWriteOptions.DEFAULT.withRowGroupRows(20480).withPages(5000, 1 << 20));
        ParquetFile footer = FooterReader.read(file);
        assertThat(footer.createdBy()).isEqualTo("algeon version 0.1.0");
        assertThat(footer.rowGroups().stream().map(ParquetRowGroup::rowCount)).containsExactly(20480L, 20480L, 20480L);
        ColumnChunk chunk = footer.rowGroups().get(1).chunks().get(0);
        assertThat(chunk.statistics().min()).isEqualTo(5120L);
        assertThat(chunk.statistics().max()).isEqualTo(10239L);
        assertThat(chunk.statistics().maxExact()).isTrue();
        assertThat(chunk.statistics().nullCount()).isZero();
        assertThat(chunk.onlyDictionaryEncoded()).isTrue();
        assertThat(chunk.hasPageIndex()).isTrue();
        assertThat(DuckDb.query("SELECT count(*), sum(n) FROM '" + file + "' WHERE n BETWEEN 6000 AND 6002"))
                .containsExactly("12|72012");
        assertThat(DuckDb.query(
                        "SELECT encodings, stats_min_value, stats_max_value, compression FROM parquet_metadata('" + file
                                + "') LIMIT 1"))
                .containsExactly("PLAIN, RLE, RLE_DICTIONARY|0|5119|SNAPPY");
    }

    @Test
    void longBoundsAreCutToValidText() {
        String prefix = "é".repeat(40);
        Path file = write(
                List.of(new ColumnDef("s", SqlTypes.VARCHAR)),
                List.of(new Batch(new ColumnVector[] {BytesVector.of(prefix + "b", prefix + "a", null)}, 3)),
                ParquetWriteOptions.DEFAULT);
        ColumnChunk chunk = FooterReader.read(file).rowGroups().get(0).chunks().get(0);
        assertThat(chunk.statistics().min()).isEqualTo("é".repeat(32).getBytes(StandardCharsets.UTF_8));
        assertThat(chunk.statistics().max()).isEqualTo(("é".repeat(31) + "ê").getBytes(StandardCharsets.UTF_8));
        assertThat(chunk.statistics().minExact()).isFalse();
        assertThat(chunk.statistics().maxExact()).isFalse();
        assertThat(DuckDb.query("SELECT count(*) FROM '" + file + "' WHERE s = '" + prefix + "b'"))
                .containsExactly("1");
    }

    @Test
    void anUnfinishedFileLeavesNothing() throws IOException {
        Path file = folder.resolve("t.parquet");
        Files.writeString(file, "before");
        try (ParquetWriter writer = ParquetWriter.create(
                file,
                List.of(new ColumnDef("n", SqlTypes.BIGINT)),
                ParquetWriteOptions.DEFAULT,
                budget.reservation("writer"))) {
            writer.write(longs(IntStream.range(0, 100)));
        }
        assertThat(Files.readString(file)).isEqualTo("before");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactly(file);
        }
        assertThat(budget.reservedBytes()).isZero();
    }

    @Test
    void whatCannotBeWrittenSaysWhy() {
        Path missing = folder.resolve("none/t.parquet");
        assertCode(ErrorCode.SOURCE_UNWRITABLE, missing.toString(), () -> open(missing, SqlTypes.BIGINT));
        assertCode(
                ErrorCode.UNSUPPORTED_TYPE,
                "'n'",
                () -> open(folder.resolve("t.parquet"), SqlTypes.INTERVAL_YEAR_MONTH));
        assertCode(ErrorCode.NULL_NOT_ALLOWED, "'n'", () -> {
            try (ParquetWriter writer = open(folder.resolve("t.parquet"), SqlTypes.VARCHAR.withNullable(false))) {
                writer.write(new Batch(new ColumnVector[] {BytesVector.of("a", null)}, 2));
            }
        });
        Reservation small = MemoryBudget.root("test", 10_000, "memory_limit").reservation("writer");
        assertCode(ErrorCode.QUERY_MEMORY_LIMIT_EXCEEDED, "memory_limit", () -> {
            try (ParquetWriter writer = ParquetWriter.create(
                    folder.resolve("t.parquet"),
                    List.of(new ColumnDef("n", SqlTypes.BIGINT)),
                    ParquetWriteOptions.DEFAULT,
                    small)) {
                writer.write(longs(IntStream.range(0, 2048)));
            }
        });
        assertThat(folder.toFile().list()).isEmpty();
        assertThat(budget.reservedBytes()).isZero();
    }

    private ParquetWriter open(Path file, SqlType type) {
        return ParquetWriter.create(
                file, List.of(new ColumnDef("n", type)), ParquetWriteOptions.DEFAULT, budget.reservation("writer"));
    }

    private static void assertCode(ErrorCode code, String part, Runnable action) {
        assertThatThrownBy(action::run).isInstanceOfSatisfying(EngineException.class, e -> {
            assertThat(e.code()).as(e.getMessage()).isEqualTo(code);
            assertThat(e.getMessage()).contains(part);
        });
    }
}
