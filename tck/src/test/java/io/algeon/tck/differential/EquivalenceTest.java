package io.algeon.tck.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.compare.ResultRows;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Queries that say the same in other words, or of the same rows elsewhere, give the same rows. {@code -Dalgeon.seed=N} repeats a
 * run, {@code -Dalgeon.checks=N} sets the checks of each kind.
 */
class EquivalenceTest {
    private static final int CHECKS = Integer.getInteger("algeon.checks", 40);
    private static final long SEED = Long.getLong("algeon.seed", 20_261_130L);

    @TempDir
    static Path directory;

    private static Connection files;
    private static Connection own;

    private final Random random = new Random(SEED);
    private final RandomTerms terms = new RandomTerms(random);
    private final List<String> differences = new ArrayList<>();
    private int compared;

    @BeforeAll
    static void open() throws SQLException {
        try (Connection oracle = DriverManager.getConnection("jdbc:duckdb:")) {
            RandomTables.create(oracle, directory, SEED);
        }
        files = DriverManager.getConnection("jdbc:algeon:" + directory);
        own = DriverManager.getConnection("jdbc:algeon:");
        try (Statement statement = own.createStatement()) {
            for (RandomTables.Table table : RandomTables.TABLES) {
                statement.execute(RandomStatements.definition(table.name(), true));
                statement.execute("CREATE INDEX by_k_of_" + table.name() + " ON " + table.name() + " (k)");
                // twice as many rows, half of which leave again
                String source = " FROM '" + directory.resolve(table.name() + ".parquet") + "' AS s";
                for (int shift : new int[] {0, 1_000_000}) {
                    statement.execute(
                            "INSERT INTO " + table.name() + " SELECT " + RandomStatements.moved(shift) + source);
                }
                statement.execute("DELETE FROM " + table.name() + " WHERE id >= 1000000");
            }
        }
    }

    @AfterAll
    static void close() throws SQLException {
        files.close();
        own.close();
    }

    private String table() {
        return List.of("plain", "skewed", "few", "few", "one", "none", "nulls").get(random.nextInt(7));
    }

    private String smallTable() {
        return List.of("few", "few", "one", "none", "nulls").get(random.nextInt(5));
    }

    private String key() {
        return List.of("code", "k", "flag", "tiny", "label", "day").get(random.nextInt(6));
    }

    private String condition(String alias) {
        return terms.condition(List.of(alias), random.nextInt(3)).in(Dialect.ALGEON);
    }

    @Test
    void tablesOfOnesOwn_answerAsFilesDo() {
        RandomQueries queries = new RandomQueries(SEED);
        RandomWindows windows = new RandomWindows(random);
        for (int i = 0; i < 4 * CHECKS; i++) {
            String sql = (i % 5 == 0 ? windows.next() : queries.next()).algeon();
            compare(files, sql, own, sql);
        }
        finish();
    }

    @Test
    void rowNumbers_ofKeysAndIndexes_areThoseOfAScan() {
        for (int i = 0; i < CHECKS; i++) {
            String table = table();
            int from = random.nextInt(70);
            int count = 1 + random.nextInt(4);
            StringBuilder list = new StringBuilder();
            for (int j = 0; j < count; j++) {
                list.append(j == 0 ? "" : ", ").append(from + j * (1 + random.nextInt(50)));
            }
            String column = random.nextBoolean() ? "id" : "k";
            String condition = condition("t");
            compare(
                    own,
                    "SELECT t.* FROM " + table + " AS t WHERE t." + column + " IN (" + list + ") AND " + condition,
                    own,
                    "SELECT t.* FROM " + table + " AS t WHERE t." + column + " + 0 IN (" + list + ") AND " + condition);
        }
        finish();
    }

    @Test
    void groupingSets_areTheUnionOfTheirGroups() {
        for (int i = 0; i < CHECKS; i++) {
            String from = " FROM " + table() + " AS t WHERE " + condition("t");
            String a = "t." + key();
            String b = "t.price";
            String calls = ", COUNT(*), SUM(t.n), MIN(t.label)";
            String rollup = "SELECT " + a + ", " + b + calls + from + " GROUP BY ROLLUP (" + a + ", " + b + ")";
            String union = "SELECT " + a + ", " + b + calls + from + " GROUP BY " + a + ", " + b + " UNION ALL SELECT "
                    + a + ", NULL" + calls + from + " GROUP BY " + a + " UNION ALL SELECT NULL, NULL" + calls + from;
            compare(files, rollup, files, union);
        }
        finish();
    }

    @Test
    void membership_existence_andJoinsWithDistinctRows_agree() {
        for (int i = 0; i < CHECKS; i++) {
            String outer = table();
            String inner = smallTable();
            String column = key();
            String condition = condition("i");
            String in = "SELECT o.id FROM " + outer + " AS o WHERE o." + column + " IN (SELECT i." + column + " FROM "
                    + inner + " AS i WHERE " + condition + ")";
            compare(
                    files,
                    in,
                    files,
                    "SELECT o.id FROM " + outer + " AS o WHERE EXISTS (SELECT 1 FROM " + inner + " AS i WHERE i."
                            + column + " = o." + column + " AND " + condition + ")");
            compare(
                    files,
                    in,
                    files,
                    "SELECT o.id FROM " + outer + " AS o JOIN (SELECT DISTINCT i." + column + " AS x FROM " + inner
                            + " AS i WHERE " + condition + ") AS d ON d.x = o." + column);
            compare(
                    files,
                    "SELECT o.id FROM " + outer + " AS o WHERE NOT EXISTS (SELECT 1 FROM " + inner + " AS i WHERE i."
                            + column + " = o." + column + " AND " + condition + ")",
                    files,
                    "SELECT o.id FROM " + outer + " AS o LEFT JOIN (SELECT i." + column + " AS x, 1 AS one FROM "
                            + inner + " AS i WHERE " + condition + ") AS d ON d.x = o." + column
                            + " WHERE d.one IS NULL");
        }
        finish();
    }

    @Test
    void setOperations_addUp() {
        for (int i = 0; i < CHECKS; i++) {
            String column = key();
            String a = "SELECT t." + column + " AS x, t.flag FROM " + table() + " AS t WHERE " + condition("t");
            String b = "SELECT t." + column + " AS x, t.flag FROM " + table() + " AS t WHERE " + condition("t");
            compare(files, a, files, "(" + a + " EXCEPT ALL " + b + ") UNION ALL (" + a + " INTERSECT ALL " + b + ")");
            compare(
                    files,
                    a + " UNION " + b,
                    files,
                    "(" + a + " EXCEPT " + b + ") UNION ALL (" + b + " EXCEPT " + a + ") UNION ALL (" + a
                            + " INTERSECT " + b + ")");
        }
        finish();
    }

    @Test
    void windows_areSubqueriesOverTheirFrames() {
        for (int i = 0; i < CHECKS / 2; i++) {
            String table = smallTable();
            String key = key();
            int before = random.nextInt(9);
            String condition = condition("t");
            String rows = "(SELECT t.*, ROW_NUMBER() OVER (PARTITION BY t." + key + " ORDER BY t.id) AS rn FROM "
                    + table + " AS t WHERE " + condition + ")";
            compare(
                    files,
                    "SELECT t.id, SUM(t.n) OVER w, COUNT(t.price) OVER w, MAX(t.label) OVER w FROM " + table
                            + " AS t WHERE " + condition + " WINDOW w AS (PARTITION BY t." + key
                            + " ORDER BY t.id ROWS BETWEEN " + before + " PRECEDING AND CURRENT ROW)",
                    files,
                    "WITH r AS " + rows
                            + " SELECT a.id, SUM(b.n), COUNT(b.price), MAX(b.label) FROM r AS a JOIN r AS b ON b."
                            + key + " IS NOT DISTINCT FROM a." + key + " AND b.rn BETWEEN a.rn - " + before
                            + " AND a.rn GROUP BY a.id");
        }
        finish();
    }

    @Test
    void laterals_areJoins() {
        for (int i = 0; i < CHECKS; i++) {
            String outer = table();
            String inner = smallTable();
            String condition = condition("i");
            String column = key();
            compare(
                    files,
                    "SELECT o.id, l.id, l.v FROM " + outer + " AS o CROSS JOIN LATERAL (SELECT i.id, i.n AS v FROM "
                            + inner + " AS i WHERE i." + column + " = o." + column + " AND " + condition + ") AS l",
                    files,
                    "SELECT o.id, i.id, i.n FROM " + outer + " AS o JOIN " + inner + " AS i ON i." + column + " = o."
                            + column + " AND " + condition);
            compare(
                    files,
                    "SELECT o.id, l.c, l.m FROM " + outer
                            + " AS o, LATERAL (SELECT COUNT(*) AS c, MIN(i.label) AS m FROM " + inner
                            + " AS i WHERE i.k = o.k AND " + condition + ") AS l",
                    files,
                    "SELECT o.id, COALESCE(g.c, 0), g.m FROM " + outer + " AS o LEFT JOIN (SELECT i.k, COUNT(*) AS c,"
                            + " MIN(i.label) AS m FROM " + inner + " AS i WHERE " + condition
                            + " GROUP BY i.k) AS g ON g.k = o.k");
        }
        finish();
    }

    @Test
    void cutsOfOrderedRows_areThoseOfTheirNumbers() {
        for (int i = 0; i < CHECKS; i++) {
            String table = table();
            String order = "t." + key() + List.of("", " DESC", " NULLS FIRST").get(random.nextInt(3)) + ", t.id";
            int offset = random.nextInt(80);
            int limit = random.nextInt(90);
            String condition = condition("t");
            compare(
                    files,
                    "SELECT t.id, t.label FROM " + table + " AS t WHERE " + condition + " ORDER BY " + order + " LIMIT "
                            + limit + " OFFSET " + offset,
                    files,
                    "SELECT id, label FROM (SELECT t.id, t.label, ROW_NUMBER() OVER (ORDER BY " + order
                            + ") AS rn FROM "
                            + table + " AS t WHERE " + condition + ") AS s WHERE rn > " + offset + " AND rn <= "
                            + (offset + limit));
        }
        finish();
    }

    private void compare(Connection left, String leftSql, Connection right, String rightSql) {
        compared += 2;
        Outcome one = outcome(left, leftSql);
        Outcome other = outcome(right, rightSql);
        if (one.rows == null || other.rows == null) {
            // what overflows or cannot be cast does so in both
            if (one.rows != other.rows || !one.error.startsWith("22")) {
                differences.add(leftSql + "\n  and " + rightSql + "\n    " + one.error + " and " + other.error);
            }
            return;
        }
        other.rows
                .differenceFrom(one.rows, 1e-9)
                .ifPresent(text -> differences.add(leftSql + "\n  and " + rightSql + "\n    " + text));
    }

    private record Outcome(@Nullable ResultRows rows, String error) {}

    private static Outcome outcome(Connection connection, String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return new Outcome(ResultRows.read(result), "");
        } catch (SQLException e) {
            return new Outcome(null, e.getSQLState() + " " + e.getMessage());
        }
    }

    private void finish() {
        System.out.println(
                "equivalences: " + compared + " queries, " + differences.size() + " differences, seed " + SEED);
        assertThat(differences).as("seed " + SEED).isEmpty();
    }
}
