package io.algeon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.catalog.DirectoryCatalog;
import io.algeon.engine.parquet.DuckDb;
import io.algeon.engine.parquet.FooterCache;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cache makes the second query read nothing, and never gives what a file no longer holds. */
final class ResidentCacheTest {
    private static final int ROWS = 20_000;

    /** Two versions of a file, of the same size; the second one's numbers are larger by one. */
    @TempDir
    static Path versions;

    private static byte[] first;
    private static byte[] second;

    @TempDir
    Path directory;

    private final Engine engine = new Engine();
    private EngineSession session;
    private Path file;

    @BeforeAll
    static void writeVersions() throws IOException {
        first = Files.readAllBytes(write(versions.resolve("first.parquet"), 0));
        second = Files.readAllBytes(write(versions.resolve("second.parquet"), 1));
        assertThat(second).hasSameSizeAs(first);
    }

    private static Path write(Path path, int added) {
        return DuckDb.write(
                path,
                "SELECT 1000000 + i + " + added + " AS x, 'name ' || i % 7 AS name FROM range(" + ROWS + ") t(i)",
                ", ROW_GROUP_SIZE 2048, DICTIONARY_SIZE_LIMIT 100");
    }

    @BeforeEach
    void open() throws IOException, InterruptedException {
        file = directory.resolve("t.parquet");
        Files.write(file, first);
        settle();
        FooterCache footers = new FooterCache(16 << 20, engine.runtime().hostCache);
        session = engine.open(new DirectoryCatalog(directory, footers));
    }

    @AfterEach
    void nothingIsLeft() {
        session.close();
        engine.runtime().hostCache.clear();
        assertThat(engine.runtime().budget.reservedBytes()).isZero();
        engine.runtime().close();
    }

    /** Only what has not changed for two seconds is kept. */
    private static void settle() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(2_100);
    }

    private List<List<Object>> rows(String sql) {
        try (QueryExecution execution = session.prepare(sql).execute(List.of(), Duration.ZERO, 0)) {
            List<List<Object>> rows = new ArrayList<>();
            for (Batch batch = execution.next(); batch != null; batch = execution.next()) {
                for (int row = 0; row < batch.rowCount(); row++) {
                    List<Object> values = new ArrayList<>();
                    for (int i = 0; i < batch.columnCount(); i++) {
                        values.add(
                                batch.column(i) instanceof LongVector longs
                                        ? longs.values()[row]
                                        : batch.column(i).toString());
                    }
                    rows.add(values);
                }
            }
            return rows;
        }
    }

    private long sum() {
        return (Long) rows("SELECT CAST(sum(x) AS BIGINT) FROM t").get(0).get(0);
    }

    private static long sumOf(int added) {
        return (1_000_000L + added) * ROWS + (ROWS - 1L) * ROWS / 2;
    }

    private QueryReport report(String sql) {
        try (QueryExecution execution = session.prepare(sql).execute(List.of(), Duration.ZERO, 0)) {
            while (execution.next() != null) {
                // to the end
            }
            return execution.report();
        }
    }

    @Test
    void second_query_reads_nothing_and_says_so() {
        QueryReport cold = report("SELECT sum(x), min(name) FROM t");
        assertThat(cold.bytesRead()).isPositive();
        assertThat(cold.bytesCached()).isZero();
        QueryReport warm = report("SELECT avg(x), count(DISTINCT name) FROM t");
        assertThat(warm.bytesRead()).isZero();
        assertThat(warm.bytesCached()).isGreaterThan(ROWS * 8L / 2);
        List<List<Object>> columns = rows("SELECT bytes, hits, entries FROM information_schema.resident_cache"
                + " WHERE file LIKE '%t.parquet' AND column_name IN ('x', 'name')");
        assertThat(columns)
                .hasSize(2)
                .allSatisfy(column -> assertThat(column)
                        .allSatisfy(number -> assertThat((Long) number).isPositive()));
    }

    @Test
    void setting_of_zero_frees_everything() {
        sum();
        assertThat(engine.runtime().hostCache.usedBytes()).isPositive();
        session.set(SessionSetting.HOST_CACHE_CAP_BYTES, "0");
        assertThat(engine.runtime().hostCache.usedBytes()).isZero();
        assertThat(engine.runtime().budget.reservedBytes()).isZero();
        assertThat(report("SELECT sum(x) FROM t").bytesRead()).isPositive();
        assertThat(report("SELECT sum(x) FROM t").bytesRead()).isPositive();
        session.set(SessionSetting.HOST_CACHE_CAP_BYTES, "64MB");
        assertThat(sum()).isEqualTo(sumOf(0));
        assertThat(report("SELECT sum(x) FROM t").bytesRead()).isZero();
    }

    @Test
    void file_rewritten_in_place_with_the_same_size_and_time_gives_its_new_rows() throws IOException {
        FileTime time = Files.getLastModifiedTime(file);
        assertThat(sum()).isEqualTo(sumOf(0));
        Files.write(file, second);
        Files.setLastModifiedTime(file, time);
        assertThat(sum()).isEqualTo(sumOf(1));
    }

    @Test
    void file_rewritten_many_times_a_second_gives_its_newest_rows() throws IOException {
        for (int round = 0; round < 20; round++) {
            Files.write(file, round % 2 == 0 ? second : first);
            assertThat(sum()).as("round %d", round).isEqualTo(sumOf(round % 2 == 0 ? 1 : 0));
        }
    }

    @Test
    void file_renamed_over_with_the_same_size_and_time_gives_its_new_rows() throws IOException, InterruptedException {
        Path next = directory.resolve(".next");
        Files.write(next, second);
        Files.setLastModifiedTime(next, Files.getLastModifiedTime(file));
        settle();
        assertThat(sum()).isEqualTo(sumOf(0));
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
        assertThat(sum()).isEqualTo(sumOf(1));
    }

    @Test
    void growing_folder_reads_only_what_is_new() throws IOException, InterruptedException {
        Path folder = Files.createDirectory(directory.resolve("parts"));
        Files.write(folder.resolve("a.parquet"), first);
        settle();
        String sql = "SELECT CAST(sum(x) AS BIGINT) FROM parts";
        assertThat(rows(sql).get(0)).containsExactly(sumOf(0));
        long read = report(sql).bytesRead();
        assertThat(read).isZero();
        Files.write(folder.resolve("b.parquet"), second);
        QueryReport grown = report(sql);
        assertThat(grown.bytesRead()).isPositive();
        assertThat(grown.bytesCached()).isPositive();
        assertThat(rows(sql).get(0)).containsExactly(sumOf(0) + sumOf(1));
        Files.delete(folder.resolve("a.parquet"));
        assertThat(rows(sql).get(0)).containsExactly(sumOf(1));
    }

    @Test
    void file_replaced_during_a_scan_gives_its_old_rows_or_an_error() throws IOException {
        for (boolean cached : new boolean[] {false, true}) {
            Files.write(file, first);
            if (cached) {
                session.set(SessionSetting.HOST_CACHE_CAP_BYTES, "64MB");
                sum();
            } else {
                session.set(SessionSetting.HOST_CACHE_CAP_BYTES, "0");
            }
            try (QueryExecution execution = session.prepare("SELECT x FROM t").execute(List.of(), Duration.ZERO, 0)) {
                long sum = 0;
                try {
                    for (Batch batch = execution.next(); batch != null; batch = execution.next()) {
                        for (int row = 0; row < batch.rowCount(); row++) {
                            sum += ((LongVector) batch.column(0)).values()[row];
                        }
                        Files.write(file, second);
                    }
                    assertThat(sum).isEqualTo(sumOf(0));
                } catch (EngineException changed) {
                    assertThat(changed.code()).isEqualTo(ErrorCode.SOURCE_CHANGED);
                }
            }
            assertThat(sum()).isEqualTo(sumOf(1));
        }
    }
}
