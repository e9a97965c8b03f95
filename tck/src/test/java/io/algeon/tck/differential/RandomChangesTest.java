package io.algeon.tck.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random changes of a table and of a map beside it, which must hold the same rows after each of them. {@code
 * -Dalgeon.seed=... -Dalgeon.changes=...} repeats and lengthens.
 */
class RandomChangesTest {
    private record Row(@Nullable Integer a, @Nullable String s) {}

    private static final int[] SIZES = {0, 1, 2, 63, 64, 65, 2047, 2048, 2049, 5000};

    private final long seed = Long.getLong("algeon.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private TreeMap<Integer, Row> rows = new TreeMap<>();
    private int nextId;

    @Test
    void aTableAndAMap_holdTheSameRows() throws SQLException {
        int changes = Integer.getInteger("algeon.changes", 30);
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER, s VARCHAR)");
            statement.execute("CREATE INDEX by_a ON t (a)");
            // more than one group of rows
            fill(connection, 66_000);
            compare(statement, "filled");
            for (int i = 0; i < changes; i++) {
                String done =
                        random.nextInt(4) == 0 ? transaction(connection, statement) : change(connection, statement);
                compare(statement, "change " + i + ": " + done);
            }
        }
    }

    private String change(Connection connection, Statement statement) throws SQLException {
        int modulus = 2 + random.nextInt(9);
        int rest = random.nextInt(modulus);
        switch (random.nextInt(9)) {
            case 0, 1 -> {
                int count = SIZES[random.nextInt(SIZES.length)];
                fill(connection, count);
                return "insert " + count;
            }
            case 2 -> {
                long expected = rows.keySet().stream()
                        .filter(id -> id % modulus == rest)
                        .count();
                rows.keySet().removeIf(id -> id % modulus == rest);
                assertThat(statement.executeUpdate("DELETE FROM t WHERE id % " + modulus + " = " + rest))
                        .isEqualTo((int) expected);
                return "delete % " + modulus;
            }
            case 3 -> {
                statement.executeUpdate(
                        "UPDATE t SET a = COALESCE(a, 0) + 1, s = CASE WHEN id % 2 = 0 THEN NULL ELSE s || '!'"
                                + " END WHERE id % " + modulus + " = " + rest);
                rows.replaceAll((id, row) -> id % modulus != rest
                        ? row
                        : new Row((row.a == null ? 0 : row.a) + 1, id % 2 == 0 || row.s == null ? null : row.s + "!"));
                return "update % " + modulus;
            }
            case 4 -> {
                // keys move, also onto each other's places
                int shift = 1 + random.nextInt(3);
                statement.executeUpdate("UPDATE t SET id = id + " + shift);
                TreeMap<Integer, Row> moved = new TreeMap<>();
                rows.forEach((id, row) -> moved.put(id + shift, row));
                rows = moved;
                nextId += shift;
                return "shift " + shift;
            }
            case 5 -> {
                int from = random.nextInt(nextId + 1);
                statement.executeUpdate("INSERT INTO t SELECT v.id, -1, 'up' FROM (SELECT DISTINCT id + " + modulus
                        + " AS id FROM t WHERE id BETWEEN " + from + " AND " + (from + 500)
                        + ") AS v ON CONFLICT (id) DO UPDATE SET a = t.a + excluded.a, s = excluded.s WHERE t.a > 0");
                Map<Integer, Row> before = new HashMap<>(rows);
                for (int id : before.keySet()) {
                    if (id >= from && id <= from + 500) {
                        Row present = before.get(id + modulus);
                        if (present == null) {
                            rows.put(id + modulus, new Row(-1, "up"));
                        } else if (present.a != null && present.a > 0) {
                            rows.put(id + modulus, new Row(present.a - 1, "up"));
                        }
                    }
                }
                nextId += modulus;
                return "upsert from " + from;
            }
            case 6 -> {
                statement.executeUpdate("MERGE INTO t USING (SELECT id, a FROM t WHERE id % 7 = 3) AS s ON t.id = s.id"
                        + " WHEN MATCHED AND s.a % 2 = 0 THEN DELETE WHEN MATCHED THEN UPDATE SET a = 0");
                rows.entrySet()
                        .removeIf(entry ->
                                entry.getKey() % 7 == 3 && entry.getValue().a != null && entry.getValue().a % 2 == 0);
                rows.replaceAll((id, row) -> id % 7 == 3 ? new Row(0, row.s) : row);
                return "merge";
            }
            case 7 -> {
                if (random.nextInt(6) == 0) {
                    statement.execute("TRUNCATE TABLE t");
                    rows.clear();
                    return "truncate";
                }
                int id = random.nextInt(nextId + 1);
                statement.executeUpdate("DELETE FROM t WHERE id = " + id);
                rows.remove(id);
                return "delete " + id;
            }
            default -> {
                statement.execute("ALTER TABLE t ADD COLUMN extra INTEGER DEFAULT 3");
                assertThat(number(statement, "SELECT COALESCE(SUM(extra), 0) FROM t"))
                        .isEqualTo(3L * rows.size());
                statement.execute("ALTER TABLE t DROP COLUMN extra");
                return "alter";
            }
        }
    }

    private void fill(Connection connection, int count) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?)")) {
            for (int i = 0; i < count; i++) {
                Row row = new Row(
                        random.nextInt(5) == 0 ? null : random.nextInt(50),
                        random.nextInt(5) == 0 ? null : "é" + random.nextInt(random.nextBoolean() ? 10 : 100_000));
                insert.setInt(1, nextId);
                insert.setObject(2, row.a);
                insert.setString(3, row.s);
                insert.addBatch();
                rows.put(nextId++, row);
            }
            insert.executeBatch();
        }
    }

    private String transaction(Connection connection, Statement statement) throws SQLException {
        StringBuilder done = new StringBuilder("transaction");
        TreeMap<Integer, Row> before = new TreeMap<>(rows);
        int idBefore = nextId;
        connection.setAutoCommit(false);
        done.append(", ").append(change(connection, statement));
        if (random.nextBoolean()) {
            Savepoint savepoint = connection.setSavepoint();
            TreeMap<Integer, Row> middle = new TreeMap<>(rows);
            int idMiddle = nextId;
            done.append(", ").append(change(connection, statement));
            compare(statement, done.toString());
            connection.rollback(savepoint);
            rows = middle;
            nextId = idMiddle;
            compare(statement, done + ", back");
            done.append(", back, ").append(change(connection, statement));
        }
        compare(statement, done.toString());
        if (random.nextBoolean()) {
            connection.rollback();
            rows = before;
            nextId = idBefore;
            done.append(", rollback");
        }
        connection.setAutoCommit(true);
        return done.toString();
    }

    private void compare(Statement statement, String after) throws SQLException {
        String where = "seed " + seed + ", " + after;
        int seen = 0;
        try (ResultSet result = statement.executeQuery("SELECT id, a, s FROM t")) {
            while (result.next()) {
                Row row = rows.get(result.getInt(1));
                assertThat(row).as(where).isNotNull();
                Integer a = result.getObject(2, Integer.class);
                if (!Objects.equals(a, row.a) || !Objects.equals(result.getString(3), row.s)) {
                    assertThat(a + "|" + result.getString(3)).as(where).isEqualTo(row.a + "|" + row.s);
                }
                seen++;
            }
        }
        assertThat(seen).as(where).isEqualTo(rows.size());
        assertThat(number(statement, "SELECT COUNT(*) FROM t")).as(where).isEqualTo(rows.size());
        int a = random.nextInt(50);
        assertThat(number(statement, "SELECT COUNT(*) FROM t WHERE a = " + a))
                .as(where)
                .isEqualTo(rows.values().stream()
                        .filter(row -> row.a != null && row.a == a)
                        .count());
        for (int i = 0; i < 5; i++) {
            int id = random.nextInt(nextId + 1);
            assertThat(number(statement, "SELECT COUNT(a) FROM (SELECT 1 AS a FROM t WHERE id = " + id + ") AS x"))
                    .as(where)
                    .isEqualTo(rows.containsKey(id) ? 1 : 0);
        }
        int least = random.nextInt(nextId + 1);
        assertThat(number(statement, "SELECT COUNT(*) FROM t WHERE id >= " + least + " AND s IS NOT NULL"))
                .as(where)
                .isEqualTo(rows.tailMap(least).values().stream()
                        .filter(row -> row.s != null)
                        .count());
    }

    private static long number(Statement statement, String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            assertThat(result.next()).isTrue();
            return result.getLong(1);
        }
    }
}
