package io.algeon.engine.parquet.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.filter.IntegerKeys;
import io.algeon.engine.filter.KeyFilter;
import io.algeon.engine.filter.StringKeys;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.parquet.DuckDb;
import io.algeon.engine.source.DynamicFilter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys that a join gives to a scan while the query runs. */
class KeyFilterScanTest {
    private static final int ROWS = 40_000;

    @TempDir
    static Path folder;

    private static Path file;

    @BeforeAll
    static void write() {
        file = DuckDb.write(
                folder.resolve("rows.parquet"),
                "SELECT n, n * 2654435761 % 100003 AS scattered, (n % 10)::INTEGER AS few,"
                        + " CASE WHEN n % 7 = 0 THEN NULL ELSE (n % 25)::INTEGER END AS holes,"
                        + " CASE WHEN n % 3 = 0 THEN NULL ELSE n * 7919 % 10007 END AS plain_holes,"
                        + " ['red', 'green', 'blue', ''][(n // 3 % 4 + 1)::BIGINT] AS colour,"
                        + " CASE WHEN n % 11 = 0 THEN NULL ELSE 'name ' || n END AS name FROM range(" + ROWS + ") r(n)",
                ", ROW_GROUP_SIZE 12288");
    }

    static DynamicFilter filter(int column, KeyFilter keys) {
        return new DynamicFilter(column, () -> Optional.of(keys));
    }

    static IntegerKeys integers(long... values) {
        IntegerKeys.Builder builder = Objects.requireNonNull(IntegerKeys.Builder.prepare(
                LongStream.of(values).min().orElse(Long.MAX_VALUE),
                LongStream.of(values).max().orElse(Long.MIN_VALUE),
                values.length,
                MemoryBudget.root("test", 1 << 20, "memory_limit").reservation("a test")));
        LongStream.of(values).forEach(builder::add);
        return builder.build();
    }

    private static StringKeys strings(String... values) {
        Set<String> set = Set.of(values);
        return new StringKeys(
                (data, from, length) -> set.contains(new String(data, from, length, StandardCharsets.UTF_8)),
                set.isEmpty());
    }

    private static List<String> expected(String condition) {
        return DuckDb.query("SELECT n, name FROM '" + file + "' WHERE " + condition + " ORDER BY n");
    }

    private static List<String> rows(ScanFixture scan) {
        return scan.rows(List.of(0, 6)).stream()
                .map(row -> String.join("|", row).replace("NULL", "null"))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void integerKeys_keepTheirRowsOnly(int column) {
        ScanFixture scan = new ScanFixture(file);
        String name = scan.columns.get(column).name();
        long[] keys = {3, 4, 9, 17, 2004, 9999, 20_000};
        String list = "(3, 4, 9, 17, 2004, 9999, 20000)";
        assertThat(rows(scan.filteredBy(filter(column, integers(keys))))).isEqualTo(expected(name + " IN " + list));
        assertThat(scan.statistics.rowsFiltered)
                .isEqualTo(ROWS - expected(name + " IN " + list).size());
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 6})
    void stringKeys_keepTheirRowsOnly(int column) {
        ScanFixture scan = new ScanFixture(file);
        String name = scan.columns.get(column).name();
        assertThat(rows(scan.filteredBy(filter(column, strings("red", "", "name 5", "name 39999", "nobody")))))
                .isEqualTo(expected(name + " IN ('red', '', 'name 5', 'name 39999', 'nobody')"));
    }

    @Test
    void severalFilters_holdTogether() {
        ScanFixture scan = new ScanFixture(file)
                .filteredBy(filter(2, integers(1, 3, 5)), filter(5, strings("blue")), filter(3, integers(1, 2, 3, 6)));
        assertThat(rows(scan)).isEqualTo(expected("few IN (1, 3, 5) AND colour = 'blue' AND holes IN (1, 2, 3, 6)"));
    }

    @Test
    void rowGroupsWithoutAKey_areNotRead() {
        ScanFixture scan = new ScanFixture(file).filteredBy(filter(0, integers(10, 39_990)));
        assertThat(rows(scan)).isEqualTo(expected("n IN (10, 39990)"));
        long some = scan.statistics.bytesRead;
        ScanFixture all = new ScanFixture(file);
        rows(all);
        assertThat(some).isLessThan(all.statistics.bytesRead / 2);
    }

    @Test
    void noKeys_nothingIsRead() {
        for (KeyFilter keys : List.of(integers(), strings())) {
            ScanFixture scan = new ScanFixture(file).filteredBy(filter(keys instanceof StringKeys ? 5 : 0, keys));
            assertThat(rows(scan)).isEmpty();
            assertThat(scan.statistics.bytesRead).isZero();
            assertThat(scan.statistics.rowsFiltered).isEqualTo(ROWS);
        }
    }

    @Test
    void filterThatDropsLittle_isSwitchedOff() {
        long[] nearlyAll = LongStream.range(0, 9).toArray();
        ScanFixture scan = new ScanFixture(file).filteredBy(filter(2, integers(nearlyAll)));
        // it may give more rows than asked for, never fewer
        Set<String> rows = new HashSet<>(rows(scan));
        assertThat(rows).hasSizeGreaterThan(36_000);
        assertThat(rows.containsAll(expected("few < 9"))).isTrue();
        assertThat(scan.statistics.rowsFiltered).isPositive();
    }

    @Test
    void unknownKeys_restrictNothing() {
        ScanFixture scan = new ScanFixture(file).filteredBy(new DynamicFilter(0, Optional::empty));
        assertThat(rows(scan)).hasSize(ROWS);
    }
}
