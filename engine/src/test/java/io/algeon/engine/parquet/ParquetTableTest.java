package io.algeon.engine.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.catalog.ColumnStatistics;
import io.algeon.metadata.catalog.TableStatistics;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.file.Folder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetTableTest {
    @TempDir
    Path folder;

    private final FooterCache footers = new FooterCache(1 << 20);

    private ParquetTable open() {
        return ParquetTable.open("main", "t", folder.toString(), folder, () -> Folder.files(folder), footers);
    }

    private Path write(String name, String query) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return DuckDb.write(file, query, ", ROW_GROUP_SIZE 2048");
    }

    private static List<String> columns(ParquetTable table) {
        return table.definition().columns().stream()
                .map(column ->
                        column.name() + " " + column.type() + (column.type().nullable() ? "" : " NOT NULL"))
                .toList();
    }

    @Test
    void filesOfOneSchemaInAnyColumnOrderAreOneTable() throws IOException {
        write("a.parquet", "SELECT i, 's' || i AS s FROM range(10) t(i)");
        write("b.parquet", "SELECT 's' || i AS s, CASE WHEN i > 3 THEN i END AS i FROM range(5) t(i)");
        ParquetTable table = open();
        assertThat(columns(table)).containsExactly("i BIGINT", "s VARCHAR");
        assertThat(table.snapshot().rowCount()).isEqualTo(15);
    }

    @Test
    void aDifferingFileIsNamedWithColumnAndTypes() throws IOException {
        write("a.parquet", "SELECT 1::INTEGER AS i, 2 AS j");
        Path other = write("b.parquet", "SELECT 1::BIGINT AS i, 2 AS j");
        assertMismatch(other, "'i'", "BIGINT", "INTEGER");
        write("b.parquet", "SELECT 1::INTEGER AS i");
        assertMismatch(other, "'j'", "missing");
        write("b.parquet", "SELECT 1::INTEGER AS i, 2 AS j, 3 AS k");
        assertMismatch(other, "'k'", "no such column");
    }

    private void assertMismatch(Path other, String... parts) {
        assertThatThrownBy(this::open).isInstanceOfSatisfying(EngineException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_SCHEMA_MISMATCH);
            assertThat(e.getMessage()).contains(other.toString()).contains(parts);
        });
    }

    @Test
    void folderNamesAreColumnsAtTheEnd() throws IOException {
        write("year=2023/m=1/a.parquet", "SELECT 1 AS x, 99 AS year");
        write("year=2024/m=__HIVE_DEFAULT_PARTITION__/a.parquet", "SELECT 2 AS x, 99 AS year UNION ALL SELECT 3, 99");
        ParquetTable table = open();
        assertThat(table.definition().columns().stream().map(ColumnDef::name)).containsExactly("x", "year", "m");
        ColumnStatistics year = table.statistics().columns().get(1);
        assertThat(year.min()).isEqualTo(2023L);
        assertThat(year.max()).isEqualTo(2024L);
        assertThat(year.distinctCount()).hasValue(2);
        assertThat(table.statistics().columns().get(2).nullFraction().getAsDouble())
                .isEqualTo(2.0 / 3, within(1e-9));
    }

    @Test
    void snapshotsSeeNewAndChangedFiles() throws IOException {
        Path first = write("a.parquet", "SELECT i FROM range(10) t(i)");
        ParquetTable table = open();
        long version = table.version();
        write("b.parquet", "SELECT i FROM range(5) t(i)");
        assertThat(table.snapshot().rowCount()).isEqualTo(15);
        assertThat(table.version()).isEqualTo(version);
        write("c.parquet", "SELECT i FROM range(1000) t(i)");
        assertThat(table.version()).isNotEqualTo(version);
        Files.delete(first);
        assertThat(table.snapshot().rowCount()).isEqualTo(1005);
        write("c.parquet", "SELECT 'x' AS i");
        Files.delete(folder.resolve("b.parquet"));
        assertThat(table.isCurrent()).isFalse();
        assertThatThrownBy(table::snapshot)
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_SCHEMA_MISMATCH));
    }

    @Test
    void aSampleOfRowsTellsKeysFromColumnsThatRepeat() throws IOException {
        write("a.parquet", """
                SELECT i AS key, i * 4 + i % 3 AS sparse_key, (i // 4) * 1000 AS sorted, (hash(i) % 5000)::INTEGER * 1000 AS random,
                  CASE WHEN i % 2 = 0 THEN (hash(i) % 5000)::DECIMAL(12, 2) END AS nullable
                FROM range(100000) t(i)""");
        ParquetTable table = open();
        assertThat(distinct(table, 0)).isEqualTo(100_000);
        assertThat(distinct(table, 1)).isEqualTo(100_000);
        assertThat(distinct(table, 2)).isBetween(24_000.0, 26_000.0);
        assertThat(distinct(table, 3)).isBetween(4_500.0, 5_500.0);
        assertThat(distinct(table, 4)).isBetween(4_500.0, 5_500.0);
        assertThat(distinct(table, 0, 3)).as("a key and another column").isEqualTo(100_000);
        assertThat(distinct(table, 0, 1, 2))
                .as("columns that determine each other")
                .isEqualTo(100_000);
    }

    private static double distinct(ParquetTable table, Integer... columns) {
        return table.distinct(List.of(columns)).orElseThrow();
    }

    @Test
    void combinationsOfColumns_areCountedByTheSample() throws IOException {
        write("a.parquet", """
                SELECT (hash(i) % 3000)::INTEGER AS a, (hash(i) % 3000 // 10)::INTEGER AS determined, 'n' || (hash(i * 7) % 40) AS free,
                  CASE WHEN hash(i) % 2 = 0 THEN 1.5 END AS half, [i] AS nested
                FROM range(200000) t(i)""");
        ParquetTable table = open();
        assertThat(distinct(table, 0, 1)).isBetween(2_800.0, 3_200.0);
        assertThat(distinct(table, 0, 2)).isBetween(90_000.0, 130_000.0);
        assertThat(distinct(table, 0, 3))
                .as("a value determines whether the other is NULL")
                .isBetween(2_800.0, 3_200.0);
        assertThat(table.distinct(List.of(4))).isEmpty();
        assertThat(table.distinct(List.of(0, 4))).isEmpty();
    }

    @Test
    void distinctValues_ofFewAndNoRows_areExact() throws IOException {
        write("a.parquet", "SELECT i % 7 AS a, i % 5 AS b, 'x' AS c, NULL::INTEGER AS d FROM range(3000) t(i)");
        ParquetTable table = open();
        assertThat(distinct(table, 0, 1)).isEqualTo(35);
        assertThat(distinct(table, 0, 2, 3)).isEqualTo(7);
        assertThat(distinct(table, 3)).isZero();
        write("a.parquet", "SELECT i % 7 AS a, i % 5 AS b, 'x' AS c, NULL::INTEGER AS d FROM range(0) t(i)");
        assertThat(open().distinct(List.of(0, 1)).orElse(0)).isZero();
    }

    @Test
    void statisticsComeFromFootersAndDictionaries() throws IOException {
        write("a.parquet", """
                SELECT i AS key, (i * 7919 % 100) AS hundred, 'name ' || (i % 25) AS s, DATE '2020-01-01' + (i // 1000)::INTEGER AS clustered,
                  CASE WHEN i % 4 = 0 THEN 1.5 * i END AS f, (i * 7919 % 300)::DECIMAL(10,2) AS d, i % 2 = 0 AS b
                FROM range(20000) t(i)""");
        TableStatistics statistics = open().statistics();
        assertThat(statistics.rowCount()).isEqualTo(20000);
        List<ColumnStatistics> columns = statistics.columns();
        assertThat(columns.get(0).distinctCount()).hasValue(20000);
        assertThat(columns.get(0).min()).isEqualTo(0L);
        assertThat(columns.get(0).max()).isEqualTo(19999L);
        assertThat(columns.get(0).exactRange()).isTrue();
        assertThat(columns.get(1).distinctCount()).hasValue(100);
        assertThat(columns.get(2).distinctCount()).hasValue(25);
        assertThat(columns.get(2).averageBytes().getAsDouble()).isEqualTo(6.6, within(0.5));
        assertThat(columns.get(2).min()).isEqualTo("name 0");
        assertThat(columns.get(3).min()).isEqualTo(LocalDate.of(2020, 1, 1).toEpochDay());
        assertThat(columns.get(3).distinctCount().getAsLong()).isBetween(15L, 20L);
        assertThat(columns.get(4).nullFraction().getAsDouble()).isEqualTo(0.75, within(1e-9));
        assertThat(columns.get(5).distinctCount().getAsLong()).isBetween(290L, 310L);
        assertThat(columns.get(6).distinctCount()).hasValue(2);
    }
}
