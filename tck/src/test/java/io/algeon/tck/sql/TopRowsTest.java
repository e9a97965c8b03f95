package io.algeon.tck.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** First rows in some order: those that sorting everything gives, with little of the files read. */
class TopRowsTest {
    private static final long SEED = Long.getLong("algeon.seed", 77);
    private static final int ROWS = 30_000;
    private static final String[] KEYS = {"n", "few", "scattered", "amount", "ratio", "day", "name", "long_name", "wide"
    };

    @TempDir
    static Path directory;

    private static Connection connection;

    @BeforeAll
    static void write() throws SQLException {
        try (Connection oracle = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = oracle.createStatement()) {
            String query = "SELECT n, n % 7 AS few, (hash(n) % 100000)::BIGINT AS scattered,"
                    + " CASE WHEN n % 5 = 1 THEN NULL ELSE ((n * 7919) % 20011)::DECIMAL(12,2) END AS amount,"
                    + " CASE WHEN n % 3000 = 7 THEN 'NaN'::DOUBLE WHEN n % 11 = 3 THEN NULL ELSE n / 7.0 - 900 END AS ratio,"
                    + " CASE WHEN n // 4000 = 2 THEN NULL ELSE DATE '2020-01-01' + ((" + ROWS
                    + " - n) // 30)::INTEGER END AS day,"
                    + " CASE WHEN n % 9 = 0 THEN NULL ELSE 'k' || (n * 31) % 1009 END AS name,"
                    + " 'with a long beginning ' || (n * 17) % 30011 AS long_name,"
                    + " (n * 1000000007)::DECIMAL(30,4) * 1000000000000 AS wide FROM range(" + ROWS + ") t(n)";
            statement.execute("COPY (" + query + " WHERE n < 11000) TO '" + directory.resolve("rows-1.parquet")
                    + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
            statement.execute("COPY (" + query + " WHERE n >= 11000) TO '" + directory.resolve("rows-2.parquet")
                    + "' (FORMAT parquet, ROW_GROUP_SIZE 6144)");
        }
        connection = DriverManager.getConnection("jdbc:algeon:" + directory);
        Sql.execute(connection, "CREATE TEMPORARY TABLE kept AS SELECT * FROM 'rows-*.parquet'");
        // our own files have a page index
        Sql.execute(
                connection,
                "COPY (SELECT * FROM kept ORDER BY n) TO '" + directory.resolve("own.parquet")
                        + "' (FORMAT PARQUET, ROW_GROUP_SIZE 25000)");
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void firstRowsOfPartitions_areThoseThatRankingAllGives(int threads) throws SQLException {
        Random random = new Random(SEED + threads);
        Sql.execute(connection, "SET threads = " + threads);
        int[] most = {0, 1, 2, 3, 63, 64, 65, 2047, 2049, 40_000};
        String[] partitions = {"", "few", "name", "scattered", "few, name", "day"};
        String[] directions = {"", " DESC", " NULLS FIRST", " DESC NULLS LAST"};
        for (int round = 0; round < 60; round++) {
            String partition = partitions[random.nextInt(partitions.length)];
            String order = KEYS[random.nextInt(KEYS.length)]
                    + directions[random.nextInt(directions.length)]
                    + (random.nextBoolean() ? ", " + KEYS[random.nextInt(KEYS.length)] : "");
            String over = " OVER (" + (partition.isEmpty() ? "" : "PARTITION BY " + partition) + " ORDER BY " + order;
            int first = most[random.nextInt(most.length)];
            String ranked = " FROM (SELECT *, RANK()" + over + ") AS r, DENSE_RANK()" + over + ") AS d, ROW_NUMBER()"
                    + over + ", n) AS c FROM " + (random.nextBoolean() ? "kept" : "'rows-*.parquet'") + ") AS ranked";
            String condition = List.of(
                            "r <= " + first, "c <= " + first, "r < " + first, first + " >= c", "r = " + first)
                    .get(random.nextInt(5));
            List<String> expected = Sql.rows(
                    connection, "SELECT *" + ranked + " WHERE CASE WHEN " + condition + " THEN TRUE ELSE FALSE END");
            List<String> actual = Sql.rows(connection, "SELECT *" + ranked + " WHERE " + condition);
            assertThat(actual)
                    .as("seed " + SEED + ": " + ranked + " WHERE " + condition)
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void rowsBehindTheFirstOfTheirPartition_areNotCollected() throws SQLException {
        String query =
                "SELECT * FROM (SELECT n, few, RANK() OVER (PARTITION BY few ORDER BY scattered, n) AS r FROM kept)"
                        + " AS ranked WHERE r <= 3";
        String plan = String.join("\n", Sql.rows(connection, "EXPLAIN " + query));
        assertThat(plan).contains("rank() by few order scattered, n first 3");
        String counted = query.replace("RANK()", "COUNT(*)");
        assertThat(String.join("\n", Sql.rows(connection, "EXPLAIN " + counted)))
                .doesNotContain(" first ");
        String unbounded = query.replace("r <= 3", "r >= 3");
        assertThat(String.join("\n", Sql.rows(connection, "EXPLAIN " + unbounded)))
                .doesNotContain(" first ");
        String other = "SELECT * FROM (SELECT n, RANK() OVER (ORDER BY n) AS r, SUM(n) OVER (ORDER BY n ROWS BETWEEN 1"
                + " FOLLOWING AND 2 FOLLOWING) AS s FROM kept) AS ranked WHERE r <= 3 ORDER BY r";
        assertThat(Sql.rows(connection, other)).hasSize(3).first().asString().contains("3");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void anyOrder_givesTheRowsOfAFullSort(int threads) throws SQLException {
        Random random = new Random(SEED + threads);
        Sql.execute(connection, "SET threads = " + threads);
        Set<String> all = new HashSet<>(Sql.rows(connection, "SELECT * FROM kept"));
        for (int round = 0; round < 40; round++) {
            List<String> keys = new ArrayList<>();
            List<String> order = new ArrayList<>();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                String key = KEYS[random.nextInt(KEYS.length)];
                if (keys.contains(key)) {
                    continue;
                }
                keys.add(key);
                order.add(key
                        + (random.nextBoolean() ? " DESC" : "")
                        + new String[] {"", " NULLS FIRST", " NULLS LAST"}[random.nextInt(3)]);
            }
            int limit = new int[] {0, 1, 2, 10, 100, 2_500}[random.nextInt(6)];
            int offset = random.nextInt(3) == 0 ? random.nextInt(3_000) : 0;
            String where = new String[] {"", " WHERE few = 3", " WHERE scattered < 300", " WHERE name LIKE 'k1%'"}
                    [random.nextInt(4)];
            String file = random.nextBoolean() ? "'rows-*.parquet'" : "own";
            String from = switch (random.nextInt(5)) {
                case 0 -> file + " f JOIN (VALUES (1), (3), (4)) v(k) ON few = k" + where;
                case 1 -> file + " f LEFT JOIN (VALUES (1), (3)) v(k) ON few = k" + where;
                case 2 ->
                    "(SELECT * FROM " + file + " WHERE n < 9000 UNION ALL SELECT * FROM " + file + " WHERE n >= 9000) f"
                            + where;
                default -> file + " f" + where;
            };
            String same = from.replace(file, "kept");
            String by = " ORDER BY " + String.join(", ", order);
            String sql = "SELECT f.* FROM " + from + by + " LIMIT " + limit + " OFFSET " + offset;
            List<String> rows = Sql.rows(connection, sql);
            String columns = "SELECT " + String.join(", ", keys) + " FROM ";
            List<String> sorted = Sql.rows(connection, columns + same + by);
            List<String> expected =
                    sorted.subList(Math.min(offset, sorted.size()), Math.min(offset + limit, sorted.size()));
            assertThat(Sql.rows(connection, columns + from + by + " LIMIT " + limit + " OFFSET " + offset))
                    .as("seed %d: %s", SEED, sql)
                    .isEqualTo(expected);
            assertThat(rows).as("seed %d: %s", SEED, sql).hasSameSizeAs(expected);
            assertThat(all.containsAll(rows)).as("seed %d: %s", SEED, sql).isTrue();
            assertThat(new HashSet<>(rows)).as("seed %d: %s", SEED, sql).hasSameSizeAs(rows);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"n", "n DESC", "long_name", "long_name DESC, n", "wide DESC", "scattered, name"})
    void firstRows_needFewRowsOfTheScan(String order) throws SQLException {
        String plan = plan("SELECT * FROM own ORDER BY " + order + " LIMIT 5");
        assertThat(number(plan, "(\\d+) rows beyond the limit")).isGreaterThan(ROWS / 3);
    }

    @Test
    void orderOfTheFile_leavesRowGroupsUnread() throws SQLException {
        for (String order : List.of("n", "n DESC", "day DESC NULLS LAST", "wide DESC")) {
            String plan = plan("SELECT * FROM 'rows-*.parquet' ORDER BY " + order + " LIMIT 5");
            assertThat(number(plan, "(\\d+) row groups beyond the limit"))
                    .as(plan)
                    .isGreaterThan(3);
        }
    }

    @Test
    void expressionsThatMayFail_areEvaluatedForTheResultOnly() throws SQLException {
        assertThat(Sql.rows(connection, "SELECT n, 10 / (n - 20000) FROM own ORDER BY n LIMIT 3"))
                .containsExactly("0|0", "1|0", "2|0");
        assertThatThrownBy(() -> Sql.rows(connection, "SELECT n, 10 / (n - 1) FROM own ORDER BY n LIMIT 3"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("zero");
        // the key is needed of all rows
        assertThatThrownBy(() -> Sql.rows(connection, "SELECT n FROM own ORDER BY 10 / (n - 20000), n LIMIT 3"))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining("zero");
    }

    @Test
    void boundOfAPreparedStatement_isNewEachTime() throws SQLException {
        try (java.sql.PreparedStatement statement =
                connection.prepareStatement("SELECT n FROM own WHERE n >= ? ORDER BY n LIMIT ?")) {
            for (int first : new int[] {20_000, 5, 29_999, 0}) {
                statement.setInt(1, first);
                statement.setInt(2, 2);
                try (java.sql.ResultSet result = statement.executeQuery()) {
                    assertThat(result.next()).isTrue();
                    assertThat(result.getInt(1)).isEqualTo(first);
                }
            }
        }
    }

    private static String plan(String sql) throws SQLException {
        return String.join("\n", Sql.rows(connection, "EXPLAIN ANALYZE " + sql));
    }

    private static long number(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return Long.parseLong(matcher.group(1));
    }
}
