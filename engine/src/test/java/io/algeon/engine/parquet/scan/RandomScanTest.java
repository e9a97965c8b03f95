package io.algeon.engine.parquet.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.batch.BytesVector;
import io.algeon.engine.batch.ColumnVector;
import io.algeon.engine.batch.DictionaryVector;
import io.algeon.engine.filter.OrderBound;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.parquet.DuckDb;
import io.algeon.engine.parquet.scan.HandmadeFile.Page;
import io.algeon.engine.parquet.write.Compression;
import io.algeon.engine.parquet.write.ParquetWriteOptions;
import io.algeon.engine.parquet.write.ParquetWriter;
import io.algeon.engine.resident.HostCache;
import io.algeon.engine.scalar.Expr;
import io.algeon.engine.source.ScanBound;
import io.algeon.metadata.catalog.ColumnDef;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import io.algeon.metadata.type.TypeKind;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random files, read with random predicates, bounds and columns, give what is left of the whole file. Files differ in rows,
 * sizes of row groups and pages, order of values, NULLs, encodings, page versions and whether they have an index.
 */
class RandomScanTest {
    private static final long SEED = Long.getLong("algeon.seed", 20_261_130);
    private static final int SCANS = 8;
    private static final int[] SIZES = {0, 1, 63, 64, 65, 2_047, 2_048, 2_049, 4_500, 12_289, 20_000};

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
    void filesOfDuckDbAndOfOurs(int round) {
        Random random = new Random(SEED + round);
        int rows = SIZES[round % SIZES.length];
        Path theirs = DuckDb.write(
                folder.resolve("theirs.parquet"),
                query(rows, random),
                ", ROW_GROUP_SIZE " + 2048 * (1 + random.nextInt(8))
                        + (random.nextBoolean() ? ", PARQUET_VERSION V2" : "")
                        + (random.nextBoolean() ? ", COMPRESSION zstd" : ""));
        check(theirs, HostCache.none(), random, round);
        check(ours(theirs, "ours.parquet", random), HostCache.none(), random, round);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
    void filesWithPagesOfAnySizeVersionAndEncoding(int round) throws IOException {
        Random random = new Random(SEED + 1000 + round);
        check(handmade(SIZES[(round + 3) % SIZES.length], random), HostCache.none(), random, round);
    }

    /** Their pages are rewritten with wide codes when they are wanted again. */
    @Test
    void filesWhosePagesAreInTheCache() throws InterruptedException {
        Random random = new Random(SEED + 2000);
        List<Path> files = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            Path theirs = DuckDb.write(
                    folder.resolve("theirs" + i + ".parquet"),
                    query(SIZES[SIZES.length - 1 - i], random),
                    ", ROW_GROUP_SIZE " + 2048 * (1 + random.nextInt(8)));
            files.add(theirs);
            files.add(ours(theirs, "ours" + i + ".parquet", random));
        }
        // only files that have not changed for a while are kept
        TimeUnit.MILLISECONDS.sleep(2_100);
        for (int i = 0; i < files.size(); i++) {
            HostCache cache = new HostCache(MemoryBudget.root("engine", 1L << 30, "memory_limit"), 1L << 28);
            check(files.get(i), cache, random, i);
        }
    }

    // ---- Files

    /** Values by their row's number, in order, nearly so, or not at all. */
    private static String query(int rows, Random random) {
        List<String> columns = new ArrayList<>();
        String[] types = {
            "INTEGER",
            "BIGINT",
            "DECIMAL(9,2)",
            "DECIMAL(30,3)",
            "REAL",
            "DOUBLE",
            "DATE",
            "TIMESTAMP",
            "VARCHAR",
            "VARCHAR",
            "BLOB",
            "BOOLEAN",
            "SMALLINT"
        };
        for (int i = 0; i < types.length; i++) {
            columns.add(column(types[i], rows, random) + " AS c" + i);
        }
        return "SELECT n, " + String.join(", ", columns) + " FROM range(" + rows + ") r(n)";
    }

    private static String column(String type, int rows, Random random) {
        int most = Math.max(1, Math.min(rows, type.equals("SMALLINT") ? 30_000 : rows));
        String number = switch (random.nextInt(5)) {
            case 0 -> "n";
            case 1 -> "(" + most + " - n)";
            case 2 -> "(n // 1000 * 1000 + hash(n, " + random.nextInt(99) + ") % 1000)";
            case 3 -> "(hash(n, " + random.nextInt(99) + ") % " + most + ")";
            default -> "(hash(n // " + (1 + random.nextInt(300)) + ") % 7)";
        };
        String value = switch (type) {
            case "DATE" -> "(DATE '1999-12-30' + (" + number + ")::INTEGER)";
            case "TIMESTAMP" -> "make_timestamp((" + number + ")::BIGINT * 1000003)";
            case "VARCHAR" ->
                "('" + (random.nextBoolean() ? "a prefix longer than eight " : "é") + "' || " + number + ")";
            case "BLOB" -> "encode('b' || " + number + ")";
            case "BOOLEAN" -> number + " % 1000 = 0";
            case "REAL", "DOUBLE" ->
                "CASE WHEN " + number + " % 5003 = 0 THEN 'NaN' WHEN " + number
                        + " % 1009 = 0 THEN '-0.0'::DOUBLE ELSE (" + number + ")::DOUBLE / 3 - 50 END";
            default -> number;
        };
        String holes = switch (random.nextInt(4)) {
            case 0 -> "n % 13 = 5";
            case 1 -> "n // 3000 % 2 = 1";
            case 2 -> "n > " + rows / 2;
            default -> "false";
        };
        return "CASE WHEN " + holes + " THEN NULL ELSE (" + value + ")::" + type + " END";
    }

    /** The same rows, with pages of other sizes, and an index. */
    private Path ours(Path theirs, String name, Random random) {
        ScanFixture source = new ScanFixture(theirs);
        Path file = folder.resolve(name);
        Compression[] codecs = Compression.values();
        ParquetWriteOptions options = ParquetWriteOptions.DEFAULT
                .withRowGroupRows(500 + random.nextInt(20_000))
                .withPages(20 + random.nextInt(random.nextBoolean() ? 100 : 4_000), 1 << 10 + random.nextInt(10))
                .withCompression(codecs[random.nextInt(codecs.length)]);
        MemoryBudget budget = MemoryBudget.root("test", 1L << 30, "memory_limit");
        try (ParquetWriter writer = ParquetWriter.create(file, source.columns, options, budget.reservation("writer"))) {
            source.forEachBatch(all(source), writer::write);
            writer.finish();
        }
        return file;
    }

    private static List<Integer> all(ScanFixture scan) {
        return IntStream.range(0, scan.columns.size()).boxed().toList();
    }

    /** One row group without statistics, with pages of each column cut anywhere. */
    private Path handmade(int rows, Random random) throws IOException {
        List<SchemaElement> schema = new ArrayList<>();
        SchemaElement root = new SchemaElement("root");
        root.setNum_children(4);
        schema.add(root);
        schema.add(element("n", Type.INT64, false));
        schema.add(element("c0", Type.INT64, true));
        schema.add(element("c1", Type.DOUBLE, true));
        SchemaElement text = element("c2", Type.BYTE_ARRAY, true);
        text.setConverted_type(ConvertedType.UTF8);
        schema.add(text);
        HandmadeFile file = new HandmadeFile(schema, rows);
        Encoding[] integers = {
            Encoding.PLAIN, Encoding.RLE_DICTIONARY, Encoding.DELTA_BINARY_PACKED, Encoding.BYTE_STREAM_SPLIT
        };
        Encoding[] texts = {
            Encoding.PLAIN, Encoding.RLE_DICTIONARY, Encoding.DELTA_LENGTH_BYTE_ARRAY, Encoding.DELTA_BYTE_ARRAY
        };
        Encoding[] numbers = {Encoding.PLAIN, Encoding.RLE_DICTIONARY, Encoding.BYTE_STREAM_SPLIT};
        List<Object> n = new ArrayList<>();
        List<Object> c0 = new ArrayList<>();
        List<Object> c1 = new ArrayList<>();
        List<Object> c2 = new ArrayList<>();
        for (long i = 0; i < rows; i++) {
            n.add(i);
            c0.add(i % 17 == 3 || i / 500 % 5 == 1 ? null : (Object) (i / 11));
            c1.add(random.nextInt(9) == 0 ? null : (Object) (random.nextInt(200) / 4.0));
            c2.add(i / 700 % 3 == 1 ? null : ("text " + random.nextInt(50)).getBytes(StandardCharsets.UTF_8));
        }
        file.chunk(Type.INT64, 0, "n", 0, 0, pages(n, false, integers, random));
        file.chunk(Type.INT64, 0, "c0", 0, 1, pages(c0, true, integers, random));
        file.chunk(Type.DOUBLE, 0, "c1", 0, 1, pages(c1, true, numbers, random));
        file.chunk(Type.BYTE_ARRAY, 0, "c2", 0, 1, pages(c2, true, texts, random));
        return file.write(folder.resolve("handmade.parquet"));
    }

    private static SchemaElement element(String name, Type type, boolean optional) {
        SchemaElement element = new SchemaElement(name);
        element.setType(type);
        element.setRepetition_type(optional ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED);
        return element;
    }

    private static List<Page> pages(List<Object> values, boolean optional, Encoding[] encodings, Random random) {
        List<Page> pages = new ArrayList<>();
        int most = 1 + random.nextInt(random.nextBoolean() ? 60 : 5_000);
        Encoding only = random.nextInt(3) == 0 ? null : encodings[random.nextInt(encodings.length)];
        for (int from = 0; from < values.size(); ) {
            int to = Math.min(values.size(), from + 1 + random.nextInt(most));
            Encoding encoding = only != null ? only : encodings[random.nextInt(encodings.length)];
            pages.add(HandmadeFile.flat(
                    values.subList(from, to), optional, encoding, random.nextBoolean(), Encoding.RLE));
            from = to;
        }
        return pages;
    }

    // ---- Scans

    private static void check(Path file, HostCache cache, Random random, int round) {
        ScanFixture whole = new ScanFixture(file);
        List<List<String>> rows = whole.rows();
        for (int i = 0; i < SCANS; i++) {
            ScanFixture scan = new ScanFixture(file);
            scan.cache = cache;
            List<Integer> output = new ArrayList<>(all(scan));
            output.removeIf(column -> column > 0 && random.nextInt(3) == 0);
            Predicate<List<String>> wanted = where(scan, rows, random);
            List<List<String>> expected = project(rows.stream().filter(wanted), output);
            if (random.nextInt(3) == 0) {
                assertThat(scan.inParts(random).rows(output))
                        .as("in parts, seed %d, round %d, scan %d of %s", SEED, round, i, file.getFileName())
                        .containsExactlyInAnyOrderElementsOf(expected);
                continue;
            }
            if (rows.isEmpty() || random.nextBoolean()) {
                assertThat(scan.rows(output))
                        .as("seed %d, round %d, scan %d of %s", SEED, round, i, file.getFileName())
                        .isEqualTo(expected);
                continue;
            }
            Set<List<String>> mayCome = new HashSet<>(expected);
            Predicate<List<String>> needed = wanted.and(bound(scan, rows, random));
            Set<List<String>> missing = new HashSet<>(project(rows.stream().filter(needed), output));
            List<List<String>> given = scan.rows(output);
            String place = "bounded, seed %d, round %d, scan %d of %s".formatted(SEED, round, i, file.getFileName());
            assertThat(mayCome.containsAll(given)).as(place).isTrue();
            given.forEach(missing::remove);
            assertThat(missing).as(place).isEmpty();
            assertThat(new HashSet<>(given)).as(place).hasSameSizeAs(given);
        }
    }

    private static List<List<String>> project(java.util.stream.Stream<List<String>> rows, List<Integer> output) {
        return rows.map(row -> output.stream().map(row::get).toList()).toList();
    }

    /** Up to three conjuncts, given to the scan, and what they mean. */
    private static Predicate<List<String>> where(ScanFixture scan, List<List<String>> rows, Random random) {
        Predicate<List<String>> all = row -> true;
        List<Expr> conjuncts = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0 && !rows.isEmpty(); i--) {
            int column = random.nextInt(scan.columns.size());
            ColumnDef definition = scan.columns.get(column);
            Expr ref = new Expr.InputRef(column, definition.type());
            String text = rows.get(random.nextInt(rows.size())).get(column);
            if (text.equals("NULL") || random.nextInt(8) == 0) {
                boolean isNull = random.nextBoolean();
                conjuncts.add(new Expr.Call(isNull ? "is_null" : "is_not_null", List.of(ref), SqlTypes.BOOLEAN));
                all = all.and(row -> row.get(column).equals("NULL") == isNull);
                continue;
            }
            String[] functions = {"equal", "less", "less_or_equal", "greater", "greater_or_equal"};
            List<IntPredicate> meanings = List.of(
                    order -> order == 0,
                    order -> order < 0,
                    order -> order <= 0,
                    order -> order > 0,
                    order -> order >= 0);
            int which = random.nextInt(functions.length);
            Expr literal = new Expr.Literal(value(text, definition.type()), definition.type());
            conjuncts.add(new Expr.Call(functions[which], List.of(ref, literal), SqlTypes.BOOLEAN));
            Comparator<String> order = order(definition.type());
            IntPredicate meaning = meanings.get(which);
            all = all.and(row -> !row.get(column).equals("NULL") && meaning.test(order.compare(row.get(column), text)));
        }
        scan.where(conjuncts.toArray(new Expr[0]));
        return all;
    }

    /** A bound at the value of some row, given to the scan, and the rows that are then still needed. */
    private static Predicate<List<String>> bound(ScanFixture scan, List<List<String>> rows, Random random) {
        int column = random.nextInt(scan.columns.size());
        SqlType type = scan.columns.get(column).type();
        boolean descending = random.nextBoolean();
        boolean nullsFirst = random.nextBoolean();
        boolean onlyKey = random.nextBoolean();
        OrderBound bound = new OrderBound(type, descending, nullsFirst, onlyKey);
        scan.boundedBy(new ScanBound(column, bound));
        int row = random.nextInt(rows.size());
        String last = rows.get(row).get(column);
        int[] at = {0};
        new ScanFixture(scan.file.identity().path()).forEachBatch(List.of(column), batch -> {
            if (row >= at[0] && row < at[0] + batch.rowCount()) {
                bound.tighten(batch.column(0).gather(new int[] {row - at[0]}, 1, empty(batch.column(0))), 0);
            }
            at[0] += batch.rowCount();
        });
        Comparator<String> values = descending ? order(type).reversed() : order(type);
        Comparator<String> order = (left, right) -> {
            if (left.equals("NULL") || right.equals("NULL")) {
                int nulls = Boolean.compare(left.equals("NULL"), right.equals("NULL"));
                return nullsFirst ? -nulls : nulls;
            }
            return values.compare(left, right);
        };
        return candidate -> {
            int place = order.compare(candidate.get(column), last);
            return place < 0 || place == 0 && !onlyKey;
        };
    }

    private static ColumnVector empty(ColumnVector like) {
        return like instanceof DictionaryVector coded
                ? new DictionaryVector(1, coded.dictionary())
                : like instanceof BytesVector ? new BytesVector(1, 0) : like.copy(1);
    }

    private static Object value(String text, SqlType type) {
        return switch (type.physicalKind()) {
            case BOOLEAN -> Boolean.valueOf(text);
            case INT32 -> Integer.valueOf(text);
            case INT64 -> new BigDecimal(text).unscaledValue().longValueExact();
            case INT128 -> new BigDecimal(text).unscaledValue();
            case FLOAT32 -> Float.valueOf(text);
            case FLOAT64 -> Double.valueOf(text);
            default ->
                type.kind() == TypeKind.VARBINARY
                        ? new Expr.Bytes(HexFormat.of().parseHex(text))
                        : text;
        };
    }

    private static Comparator<String> order(SqlType type) {
        return switch (type.physicalKind()) {
            case BOOLEAN -> Comparator.comparing(Boolean::valueOf);
            case FLOAT32, FLOAT64 -> Comparator.comparingDouble(text -> Double.parseDouble(text) + 0.0);
            case BYTES ->
                (left, right) -> Arrays.compareUnsigned(
                        left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
            default -> Comparator.comparing(BigDecimal::new);
        };
    }
}
