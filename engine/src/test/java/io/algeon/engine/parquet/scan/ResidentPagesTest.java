package io.algeon.engine.parquet.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.resident.HostCache;
import io.algeon.engine.resident.ResidentColumn;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scans with a cache give the same rows as without one, and read nothing the second time. */
final class ResidentPagesTest {
    private static final List<String> FORMS = List.of(
            "PARQUET_VERSION V1, COMPRESSION snappy",
            "PARQUET_VERSION V2, COMPRESSION zstd",
            "PARQUET_VERSION V1, COMPRESSION uncompressed",
            "PARQUET_VERSION V1, COMPRESSION snappy, DICTIONARY_SIZE_LIMIT 1");

    @TempDir
    static Path folder;

    @BeforeAll
    static void write() throws SQLException, InterruptedException {
        try (DuckDbFiles duckDb = new DuckDbFiles()) {
            for (int i = 0; i < FORMS.size(); i++) {
                duckDb.write(
                        "SELECT CASE WHEN i % 5 = 0 THEN NULL ELSE i END::INTEGER AS a, i * 1000003 AS b,"
                                + " 'word ' || i % 8 AS c, 'text ' || i AS d, i % 2 = 0 AS e, (i % 7)::DOUBLE AS f,"
                                + " [i, NULL, i + 1] AS h, {'x': i % 3, 'y': 'q' || i} AS s FROM range(9000) r(i)",
                        folder.resolve(i + ".parquet"), FORMS.get(i) + ", ROW_GROUP_SIZE 4096");
            }
            duckDb.write(
                    "SELECT i // 37 AS ascending, CASE WHEN i % 500 < 3 THEN NULL ELSE i // 37 END AS holes,"
                            + " CASE WHEN i = 5000 THEN 0 ELSE i // 37 END AS broken, -(i // 37) AS descending,"
                            + " i * 7919 % 243 AS scattered FROM range(9000) r(i)",
                    folder.resolve("ordered.parquet"), "ROW_GROUP_SIZE 4096");
        }
        // Only files that have not changed for a while are kept.
        TimeUnit.MILLISECONDS.sleep(2_100);
    }

    private ScanFixture scan(int form, HostCache cache) {
        ScanFixture scan = new ScanFixture(folder.resolve(form + ".parquet"));
        scan.cache = cache;
        return scan;
    }

    private static HostCache cache(long bytes) {
        return new HostCache(MemoryBudget.root("engine", 1L << 30, "memory_limit"), bytes);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void secondScan_readsNothingAndGivesTheSameRows(int form) {
        HostCache cache = cache(100 << 20);
        List<List<String>> expected = scan(form, HostCache.none()).rows();
        ScanFixture first = scan(form, cache);
        assertThat(first.rows()).isEqualTo(expected);
        assertThat(first.statistics.bytesRead).isPositive();
        ScanFixture second = scan(form, cache);
        assertThat(second.rows()).isEqualTo(expected);
        if (form == 2) {
            assertThat(second.statistics.bytesCached).isZero();
            assertThat(cache.usedBytes()).isLessThan(100_000);
        } else {
            assertThat(second.statistics.bytesRead).isZero();
            assertThat(second.statistics.bytesCached).isPositive();
        }
        assertThat(cache.columns())
                .extracting(ResidentColumn::column)
                .contains("a", "b", "c", "d", "e", "f", "h.list.element", "s.x", "s.y");
    }

    @Test
    void keysAmongCodesInOrder_areFoundWithoutUnpackingTheOthers() {
        HostCache cache = cache(100 << 20);
        long[] keys = {-200, -7, 0, 3, 55, 110, 111, 242};
        Set<String> wanted = LongStream.of(keys).mapToObj(Long::toString).collect(Collectors.toSet());
        List<List<String>> all = new ScanFixture(folder.resolve("ordered.parquet")).rows();
        for (int round = 0; round < 3; round++) {
            for (int column = 0; column < 5; column++) {
                int tested = column;
                ScanFixture scan = new ScanFixture(folder.resolve("ordered.parquet"));
                scan.cache = cache;
                assertThat(scan.rows(List.of(column))).hasSize(all.size());
                assertThat(scan.filteredBy(KeyFilterScanTest.filter(column, KeyFilterScanTest.integers(keys)))
                                .rows())
                        .as("round %s column %s", round, column)
                        .isEqualTo(all.stream()
                                .filter(row -> wanted.contains(row.get(tested)))
                                .toList());
            }
        }
    }

    @Test
    void pagesWantedAgain_takeAByteACode_ifHalfOfTheCacheIsFree() {
        List<Integer> column = List.of(scan(0, HostCache.none()).column("c"));
        List<List<String>> expected = scan(0, HostCache.none()).rows(column);
        for (long capBytes : new long[] {1 << 20, 9_000}) {
            HostCache cache = cache(capBytes);
            List<Long> used = new ArrayList<>();
            for (int round = 0; round < 4; round++) {
                assertThat(scan(0, cache).rows(column)).isEqualTo(expected);
                used.add(cache.usedBytes());
            }
            assertThat(cache.columns().stream().mapToLong(ResidentColumn::bytes).sum())
                    .isEqualTo(cache.usedBytes());
            assertThat(used.get(3)).isEqualTo(used.get(1)).isLessThanOrEqualTo(capBytes);
            if (capBytes > 9_000) {
                assertThat(used.get(1)).isGreaterThan(used.get(0) + 4_000);
            }
        }
    }

    @Test
    void cacheThatIsTooSmall_givesTheSameRows() {
        HostCache cache = cache(100_000);
        List<List<String>> expected = scan(0, HostCache.none()).rows();
        for (int round = 0; round < 4; round++) {
            assertThat(scan(0, cache).rows()).isEqualTo(expected);
        }
        assertThat(cache.usedBytes()).isBetween(1L, 200_000L);
    }

    @Test
    void rowGroupsWithTheSameEntries_shareOneDictionary() {
        HostCache cache = cache(100 << 20);
        ScanFixture scan = scan(0, cache);
        int column = scan.column("c");
        assertThat(scan.dictionaries(column)).hasSize(1);
        assertThat(scan(0, cache).dictionaries(column)).isEqualTo(scan.dictionaries(column));
    }
}
