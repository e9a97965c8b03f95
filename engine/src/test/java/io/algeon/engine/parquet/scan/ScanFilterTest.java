package io.algeon.engine.parquet.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.scalar.Expr;
import io.algeon.metadata.type.SqlType;
import io.algeon.metadata.type.SqlTypes;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Predicates of a scan: exact results, against DuckDB's, and how little is read for them. */
final class ScanFilterTest {
    private static final long SEED = 777;
    private static final int ROWS = 20_000;

    @TempDir
    static Path folder;

    private static DuckDbFiles duckDb;

    private static final String QUERY = "SELECT n, n * 2654435761 % 100003 AS scattered, (n % 10)::INTEGER AS few,"
            + " CASE WHEN n % 7 = 0 THEN NULL ELSE (n % 25)::INTEGER END AS holes,"
            + " CASE WHEN n % 3 = 0 THEN NULL ELSE n * 7919 % 10007 END AS plain_holes,"
            + " ['red', 'green', 'blue', ''][(n // 3 % 4 + 1)::BIGINT] AS colour,"
            + " CASE WHEN n % 11 = 0 THEN NULL ELSE 'name ' || n % 5000 END AS name,"
            + " n % 2 = 0 AS even, [n, n + 1] AS list FROM range(" + ROWS + ") r(n)";

    @BeforeAll
    static void open() throws SQLException {
        duckDb = new DuckDbFiles();
        duckDb.write(QUERY, folder.resolve("V1.parquet"), "ROW_GROUP_SIZE 6144, PARQUET_VERSION V1");
        duckDb.write(QUERY, folder.resolve("V2.parquet"), "ROW_GROUP_SIZE 6144, PARQUET_VERSION V2");
    }

    @AfterAll
    static void close() throws SQLException {
        duckDb.close();
    }

    private record Condition(Expr expr, String sql) {}

    private static Expr call(String function, Expr... operands) {
        return new Expr.Call(function, List.of(operands), SqlTypes.BOOLEAN);
    }

    private static Expr literal(Expr like, Object value) {
        return new Expr.Literal(value, like.type());
    }

    /** A random comparison, IS NULL or IN over one column. */
    private static Condition simple(ScanFixture scan, Random random) {
        String[] names = {"n", "scattered", "few", "holes", "plain_holes", "colour", "name"};
        String name = names[random.nextInt(names.length)];
        Expr ref = scan.ref(name);
        Object value;
        switch (name) {
            case "n" -> value = (long) random.nextInt(ROWS + 100);
            case "scattered" -> value = (long) random.nextInt(100_003);
            case "plain_holes" -> value = (long) random.nextInt(10_007);
            case "few" -> value = random.nextInt(12) - 1;
            case "holes" -> value = random.nextInt(26);
            case "colour" -> value = new String[] {"red", "green", "blue", "", "none"}[random.nextInt(5)];
            default -> value = "name " + random.nextInt(5000);
        }
        String shown = value instanceof String text ? "'" + text + "'" : value.toString();
        String[][] functions = {
            {"equal", "="},
            {"not_equal", "<>"},
            {"less", "<"},
            {"less_or_equal", "<="},
            {"greater", ">"},
            {"greater_or_equal", ">="}
        };
        int kind = random.nextInt(9);
        if (kind < functions.length) {
            return random.nextInt(4) == 0
                    ? new Condition(
                            call(functions[kind][0], literal(ref, value), ref), shown + functions[kind][1] + name)
                    : new Condition(
                            call(functions[kind][0], ref, literal(ref, value)), name + functions[kind][1] + shown);
        }
        if (kind == 6) {
            return new Condition(call("is_null", ref), name + " IS NULL");
        }
        if (kind == 7) {
            return new Condition(call("is_not_null", ref), name + " IS NOT NULL");
        }
        return new Condition(
                new Expr.InSet(ref, List.of(new Expr.Literal(value, ref.type())), false, SqlTypes.BOOLEAN),
                name + " IN (" + shown + ")");
    }

    private static Condition condition(ScanFixture scan, Random random) {
        if (random.nextInt(3) > 0) {
            return simple(scan, random);
        }
        Condition left = simple(scan, random);
        Condition right = simple(scan, random);
        return random.nextBoolean()
                ? new Condition(
                        new Expr.And(List.of(left.expr, right.expr), SqlTypes.BOOLEAN),
                        "(" + left.sql + " AND " + right.sql + ")")
                : new Condition(
                        new Expr.Or(List.of(left.expr, right.expr), SqlTypes.BOOLEAN),
                        "(" + left.sql + " OR " + right.sql + ")");
    }

    @ParameterizedTest
    @ValueSource(strings = {"V1", "V2"})
    void randomPredicates_giveTheRowsThatPass(String version) throws SQLException {
        Path file = folder.resolve(version + ".parquet");
        Random random = new Random(SEED);
        for (int round = 0; round < 60; round++) {
            ScanFixture scan = new ScanFixture(file);
            List<Condition> conditions = new ArrayList<>();
            for (int i = random.nextInt(3); i >= 0; i--) {
                conditions.add(condition(scan, random));
            }
            List<Integer> columns = IntStream.range(0, scan.columns.size() - (random.nextInt(4) == 0 ? 0 : 1))
                    .boxed()
                    .filter(c -> random.nextInt(3) > 0)
                    .toList();
            String where =
                    String.join(" AND ", conditions.stream().map(c -> c.sql).toList());
            List<String> names =
                    columns.stream().map(c -> scan.columns.get(c).name()).toList();
            List<List<String>> expected = duckDb.query("SELECT " + (names.isEmpty() ? "1" : String.join(", ", names))
                    + " FROM '" + file + "' WHERE " + where);
            List<List<String>> actual = scan.where(
                            conditions.stream().map(c -> c.expr).toArray(Expr[]::new))
                    .rows(columns);
            if (names.isEmpty()) {
                assertThat(actual).as("%s, seed %d", where, SEED).hasSameSizeAs(expected);
            } else if (!actual.equals(expected)) {
                assertThat(actual).as("%s, seed %d", where, SEED).isEqualTo(expected);
            }
        }
    }

    @Test
    void predicateOverTwoColumns_isApplied() throws SQLException {
        Path file = folder.resolve("V1.parquet");
        ScanFixture scan = new ScanFixture(file);
        assertThat(scan.where(call("less", scan.ref("holes"), scan.ref("few"))).rows(List.of(0, 3)))
                .isEqualTo(duckDb.query("SELECT n, holes FROM '" + file + "' WHERE holes < few"));
    }

    @Test
    void rowGroups_areRuledOutByStatisticsAndParameters() {
        ScanFixture scan = new ScanFixture(folder.resolve("V1.parquet"));
        SqlType type = scan.ref("n").type();
        List<List<String>> rows = scan.where(
                        call("greater_or_equal", scan.ref("n"), new Expr.Parameter(0, type)),
                        call("less", scan.ref("n"), new Expr.Parameter(1, type)))
                .parameters(7000L, 7003L)
                .rows(List.of(0));
        assertThat(rows).containsExactly(List.of("7000"), List.of("7001"), List.of("7002"));
        assertThat(scan.prunedMorsels).isEqualTo(3);
        assertThat(scan.statistics.bytesRead).isLessThan(60_000);
    }

    @Test
    void columnsOfRowsThatAreRemoved_areNotRead() {
        ScanFixture scan = new ScanFixture(folder.resolve("V1.parquet"));
        scan.where(call("equal", scan.ref("colour"), literal(scan.ref("colour"), "none")))
                .rows(List.of(0, 1, 2, 3, 4, 6));
        long colourOnly = scan.file.rowGroups().stream()
                .mapToLong(group -> group.chunks().get(5).compressedBytes())
                .sum();
        assertThat(scan.statistics.bytesRead).isLessThanOrEqualTo(colourOnly);
    }

    @Test
    void selectiveScan_fillsBatches() {
        ScanFixture scan = new ScanFixture(folder.resolve("V1.parquet"));
        assertThat(scan.where(call("equal", scan.ref("few"), literal(scan.ref("few"), 3)))
                        .rows(List.of(0, 5, 6)))
                .hasSize(ROWS / 10);
        assertThat(scan.batches).isEqualTo(4);
    }

    @Test
    void constantColumns_areGivenTestedAndPruned() {
        ScanFixture scan = new ScanFixture(folder.resolve("V1.parquet"))
                .constant("year", SqlTypes.INTEGER, 2024)
                .constant("region", SqlTypes.VARCHAR, "eu")
                .constant("nothing", SqlTypes.BIGINT, null)
                .constant("no_text", SqlTypes.VARCHAR, null);
        int first = scan.column("year");
        List<Integer> columns = List.of(0, first, first + 1, first + 2, first + 3);
        assertThat(scan.where(
                                call("less", scan.ref("n"), literal(scan.ref("n"), 2L)),
                                call("equal", scan.ref("year"), literal(scan.ref("year"), 2024)))
                        .rows(columns))
                .containsExactly(
                        List.of("0", "2024", "eu", "NULL", "NULL"), List.of("1", "2024", "eu", "NULL", "NULL"));
        assertThat(scan.where(call("not_equal", scan.ref("region"), literal(scan.ref("region"), "eu")))
                        .rows(columns))
                .isEmpty();
        assertThat(scan.prunedMorsels).isZero();
        assertThat(scan.where(call("equal", scan.ref("region"), literal(scan.ref("region"), "us")))
                        .rows(columns))
                .isEmpty();
        assertThat(scan.prunedMorsels).isEqualTo(4);
        assertThat(scan.where(call("is_not_null", scan.ref("nothing"))).rows(columns))
                .isEmpty();
        assertThat(scan.prunedMorsels).isEqualTo(4);
    }

    @Test
    void limit_stopsEarly() {
        ScanFixture scan = new ScanFixture(folder.resolve("V1.parquet"));
        assertThat(scan.limit(10).rows(List.of(0))).hasSize(2048);
        ScanFixture none = new ScanFixture(folder.resolve("V1.parquet"));
        assertThat(none.limit(0).rows(List.of(0))).isEmpty();
    }

    @Test
    void scanWithoutColumns_countsRows() {
        assertThat(new ScanFixture(folder.resolve("V1.parquet")).rows(List.of()))
                .hasSize(ROWS);
    }
}
