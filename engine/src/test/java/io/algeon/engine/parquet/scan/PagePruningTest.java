package io.algeon.engine.parquet.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.batch.Batch;
import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DoubleVector;
import io.algeon.engine.batch.LongVector;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.parquet.write.ParquetWriteOptions;
import io.algeon.engine.parquet.write.ParquetWriter;
import io.algeon.engine.resident.HostCache;
import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import io.algeon.metadata.parquet.ColumnChunk;
import io.algeon.metadata.type.SqlTypes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Page indexes rule pages out, and nothing else; large row groups are read in parts. */
final class PagePruningTest {
    private static final long SEED = 4242;
    private static final int ROWS = 300_000;
    private static final List<ColumnDef> COLUMNS = List.of(
            new ColumnDef("sorted", SqlTypes.BIGINT.withNullable(false)),
            new ColumnDef("holes", SqlTypes.BIGINT),
            new ColumnDef("scattered", SqlTypes.BIGINT),
            new ColumnDef("text", SqlTypes.VARCHAR),
            new ColumnDef("number", SqlTypes.DOUBLE));

    @TempDir
    static Path folder;

    private static Path file;
    private static List<List<String>> all;

    @BeforeAll
    static void write() throws InterruptedException {
        file = folder.resolve("pages.parquet");
        Random random = new Random(SEED);
        MemoryBudget budget = MemoryBudget.root("test", 1L << 30, "memory_limit");
        // One row group: it is divided when it is read. Pages of 7,001 rows lie across windows.
        ParquetWriteOptions options =
                ParquetWriteOptions.DEFAULT.withRowGroupRows(ROWS).withPages(7_001, 1 << 20);
        try (ParquetWriter writer = ParquetWriter.create(file, COLUMNS, options, budget.reservation("writer"))) {
            for (int from = 0; from < ROWS; from += Batch.ROWS) {
                writer.write(batch(from, Math.min(Batch.ROWS, ROWS - from), random));
            }
            writer.finish();
        }
        all = new ScanFixture(file).rows();
        TimeUnit.MILLISECONDS.sleep(2_100);
    }

    private static Batch batch(int from, int count, Random random) {
        LongVector sorted = new LongVector(count);
        LongVector holes = new LongVector(count);
        LongVector scattered = new LongVector(count);
        BytesVector text = new BytesVector(count, 0);
        DoubleVector number = new DoubleVector(count);
        for (int row = 0; row < count; row++) {
            long n = from + row;
            sorted.values()[row] = n / 3;
            holes.values()[row] = n * 7;
            scattered.values()[row] = random.nextLong();
            text.set(row, ("t" + (1_000_000 + n / 5)).getBytes(StandardCharsets.UTF_8));
            number.values()[row] = n % 50_000 == 0 ? Double.NaN : n / 8.0;
            if (n / 20_000 % 3 == 1 || n % 11 == 0) {
                holes.setNull(row, count);
            }
        }
        return new Batch(new ColumnVector[] {sorted, holes, scattered, text, number}, count);
    }

    private static Expr call(String function, Expr... operands) {
        return new Expr.Call(function, List.of(operands), SqlTypes.BOOLEAN);
    }

    private static Expr literal(Object value, Expr like) {
        return new Expr.Literal(value, like.type());
    }

    private static List<List<String>> expected(Predicate<List<String>> condition) {
        return all.stream().filter(condition).toList();
    }

    @Test
    void everyRowIsReadOnce() {
        assertThat(all).hasSize(ROWS);
        for (int i = 0; i < ROWS; i += 997) {
            assertThat(all.get(i).get(0)).isEqualTo(String.valueOf(i / 3));
        }
    }

    @Test
    void rangesOfRows_areThoseOfAFullScan() {
        Random random = new Random(SEED);
        for (int round = 0; round < 12; round++) {
            ScanFixture scan = new ScanFixture(file);
            long low = random.nextInt(ROWS / 3);
            long high = low + random.nextInt(9_000);
            Expr sorted = scan.ref("sorted");
            Expr holes = scan.ref("holes");
            Expr text = scan.ref("text");
            Expr number = scan.ref("number");
            List<Expr> conjuncts = new ArrayList<>();
            conjuncts.add(call("greater_or_equal", sorted, literal(low, sorted)));
            conjuncts.add(call("less", sorted, literal(high, sorted)));
            Predicate<List<String>> condition =
                    row -> Long.parseLong(row.get(0)) >= low && Long.parseLong(row.get(0)) < high;
            switch (round % 4) {
                case 0 -> {
                    conjuncts.add(call("is_null", holes));
                    condition = condition.and(row -> row.get(1).equals("NULL"));
                }
                case 1 -> {
                    conjuncts.add(call("greater", holes, literal(low * 21 + 5_000, holes)));
                    condition = condition.and(
                            row -> !row.get(1).equals("NULL") && Long.parseLong(row.get(1)) > low * 21 + 5_000);
                }
                case 2 -> {
                    String bound = "t" + (1_000_000 + low * 3 / 5 + 400);
                    conjuncts.add(call("less_or_equal", text, literal(bound, text)));
                    condition = condition.and(row -> row.get(3).compareTo(bound) <= 0);
                }
                default -> {
                    conjuncts.add(call("greater_or_equal", number, literal(high * 3 / 8.0 - 100, number)));
                    condition = condition.and(row -> Double.isNaN(Double.parseDouble(row.get(4)))
                            || Double.parseDouble(row.get(4)) >= high * 3 / 8.0 - 100);
                }
            }
            assertThat(scan.where(conjuncts.toArray(new Expr[0])).rows())
                    .as("round %d", round)
                    .isEqualTo(expected(condition));
        }
    }

    @Test
    void fewRows_needFewPages() {
        HostCache cache = new HostCache(MemoryBudget.root("engine", 1L << 30, "memory_limit"), 1 << 28);
        long[] cached = new long[2];
        for (int round = 0; round < 2; round++) {
            ScanFixture scan = new ScanFixture(file);
            scan.cache = cache;
            Expr text = scan.ref("text");
            Expr number = scan.ref("number");
            scan.where(
                    call("equal", text, literal("t1030000", text)), // five rows, one of which is not a number
                    call("less", number, literal(1e9, number)));
            assertThat(scan.rows()).hasSize(4);
            cached[round] = scan.statistics.bytesCached;
        }
        // Every page is asked for once: a page of each of the five columns is, or two.
        assertThat(cached[0]).isZero();
        assertThat(cached[1]).isBetween(1L, 10L * 7_001 * 12);
        assertThat(cached[1]).isLessThan(ROWS * 8L / 2);
    }

    @Test
    void damagedIndex_isNotUsed() throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        ScanFixture good = new ScanFixture(file);
        Random random = new Random(SEED);
        Path damaged = folder.resolve("damaged.parquet");
        ColumnChunk chunk = good.file.rowGroups().get(0).chunks().get(0);
        for (int round = 0; round < 30; round++) {
            byte[] copy = bytes.clone();
            // Lengths and types, not the bounds, which nothing could tell from others.
            int at = (int) chunk.offsetIndexOffset() + (round == 0 ? 0 : random.nextInt(12));
            copy[at] ^= (byte) (1 << random.nextInt(8));
            Files.write(damaged, copy);
            ScanFixture scan = new ScanFixture(damaged);
            Expr sorted = scan.ref("sorted");
            // What the pages hold, or an error of the source: never a crash, never much memory.
            try {
                assertThat(scan.where(call("equal", sorted, literal(77L, sorted)))
                                .rows())
                        .hasSizeLessThanOrEqualTo(3);
            } catch (EngineException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.SOURCE_CORRUPT);
            }
        }
    }
}
