package io.algeon.tck.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigDecimal;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tables of one's own through {@code java.sql}: counts, batches, generated keys, transactions, metadata. */
class TablesTest {
    private Connection connection;
    private Statement statement;

    @BeforeEach
    void connect() throws SQLException {
        connection = DriverManager.getConnection("jdbc:algeon:mem:tables");
        statement = connection.createStatement();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    private static List<String> rows(ResultSet result) throws SQLException {
        List<String> rows = new ArrayList<>();
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
            StringBuilder row = new StringBuilder();
            for (int i = 1; i <= columns; i++) {
                row.append(i == 1 ? "" : "|").append(result.getString(i));
            }
            rows.add(row.toString());
        }
        return rows;
    }

    private List<String> query(String sql) throws SQLException {
        try (ResultSet result = statement.executeQuery(sql)) {
            return rows(result);
        }
    }

    @Test
    void batch_takesAnotherNumberOfASequenceForEachRow() throws SQLException {
        statement.execute("CREATE SEQUENCE numbers");
        statement.execute("CREATE TABLE numbered (id BIGINT DEFAULT nextval('numbers') PRIMARY KEY, x INTEGER)");
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO numbered (x) VALUES (?)")) {
            for (int i = 0; i < 5000; i++) {
                insert.setInt(1, i);
                insert.addBatch();
            }
            insert.executeBatch();
        }
        try (ResultSet rows =
                statement.executeQuery("SELECT count(DISTINCT id), min(id), max(id) - min(id) FROM numbered")) {
            rows.next();
            assertThat(rows.getLong(1)).isEqualTo(5000);
            assertThat(rows.getLong(2)).isPositive();
        }
    }

    @Test
    void everyType_comesBackAsItWentIn() throws SQLException {
        statement.execute("CREATE TABLE every (a BOOLEAN, b TINYINT, c SMALLINT, d INTEGER, e BIGINT, f DECIMAL(12, 3),"
                + " g DECIMAL(38, 2), h REAL, i DOUBLE, j VARCHAR, k CHAR(5), l VARBINARY, m UUID, n DATE, o TIME(6),"
                + " p TIMESTAMP(6), q TIMESTAMP WITH TIME ZONE, r INTERVAL DAY TO SECOND, s INTEGER ARRAY, t INT[],"
                + " u ROW(x INTEGER, y VARCHAR))");
        UUID uuid = UUID.randomUUID();
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO every VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, TIME '10:20:30.5', ?,"
                        + " TIMESTAMP WITH TIME ZONE '2024-01-02 03:04:05 UTC', INTERVAL '1 02:03:04' DAY TO SECOND,"
                        + " ARRAY[1, NULL, 3], ARRAY[7], ROW(1, 'é😀'))")) {
            insert.setBoolean(1, true);
            insert.setByte(2, (byte) -128);
            insert.setShort(3, (short) 32767);
            insert.setInt(4, Integer.MIN_VALUE);
            insert.setLong(5, Long.MAX_VALUE);
            insert.setBigDecimal(6, new BigDecimal("-123456789.125"));
            insert.setBigDecimal(7, new BigDecimal("123456789012345678901234567890.25"));
            insert.setFloat(8, 1.5f);
            insert.setDouble(9, -0.25);
            insert.setString(10, "é😀");
            insert.setString(11, "abc");
            insert.setBytes(12, new byte[] {0, -1, 7});
            insert.setObject(13, uuid);
            insert.setObject(14, LocalDate.of(1969, 12, 31));
            insert.setObject(15, LocalDateTime.of(2024, 2, 29, 1, 2, 3));
            assertThat(insert.executeUpdate()).isOne();
            for (int i = 1; i <= 15; i++) {
                insert.setNull(i, Types.NULL);
            }
            assertThat(insert.executeUpdate()).isOne();
        }
        try (ResultSet result = statement.executeQuery("SELECT * FROM every WHERE d IS NOT NULL")) {
            assertThat(result.next()).isTrue();
            assertThat(result.getBoolean("a")).isTrue();
            assertThat(result.getInt("b")).isEqualTo(-128);
            assertThat(result.getInt("c")).isEqualTo(32767);
            assertThat(result.getInt("d")).isEqualTo(Integer.MIN_VALUE);
            assertThat(result.getLong("e")).isEqualTo(Long.MAX_VALUE);
            assertThat(result.getBigDecimal("f")).isEqualTo(new BigDecimal("-123456789.125"));
            assertThat(result.getBigDecimal("g")).isEqualTo(new BigDecimal("123456789012345678901234567890.25"));
            assertThat(result.getFloat("h")).isEqualTo(1.5f);
            assertThat(result.getDouble("i")).isEqualTo(-0.25);
            assertThat(result.getString("j")).isEqualTo("é😀");
            assertThat(result.getString("k")).isEqualTo("abc");
            assertThat(result.getBytes("l")).containsExactly(0, -1, 7);
            assertThat(result.getObject("m", UUID.class)).isEqualTo(uuid);
            assertThat(result.getObject("n", LocalDate.class)).isEqualTo(LocalDate.of(1969, 12, 31));
            assertThat(result.getObject("p", LocalDateTime.class)).isEqualTo(LocalDateTime.of(2024, 2, 29, 1, 2, 3));
            assertThat(result.getString("s")).isEqualTo("[1, NULL, 3]");
            assertThat(result.getString("u")).contains("é😀");
        }
        assertThat(query("SELECT COUNT(*), COUNT(a), COUNT(f), COUNT(m), COUNT(p) FROM every"))
                .containsExactly("2|1|1|1|1");
    }

    @Test
    void generatedKeys_areThoseAskedFor() throws SQLException {
        statement.execute(
                "CREATE TABLE keyed (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, x INTEGER, y INTEGER DEFAULT 7)");
        assertThat(statement.executeUpdate("INSERT INTO keyed (x) VALUES (1), (2)", Statement.RETURN_GENERATED_KEYS))
                .isEqualTo(2);
        assertThat(rows(statement.getGeneratedKeys())).containsExactly("1", "2");
        assertThat(statement.executeUpdate("INSERT INTO keyed (x) VALUES (3)", new String[] {"ID", "y"}))
                .isOne();
        assertThat(rows(statement.getGeneratedKeys())).containsExactly("3|7");
        statement.executeUpdate("INSERT INTO keyed (x) VALUES (4); ", new int[] {2});
        assertThat(rows(statement.getGeneratedKeys())).containsExactly("4");
        statement.executeUpdate("INSERT INTO keyed (x) VALUES (5)");
        assertThat(rows(statement.getGeneratedKeys())).isEmpty();
        try (PreparedStatement insert =
                connection.prepareStatement("INSERT INTO keyed (x) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
            assertThat(insert.getMetaData()).isNull();
            for (int i = 0; i < 3; i++) {
                insert.setInt(1, i);
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).containsExactly(1, 1, 1);
            assertThat(rows(insert.getGeneratedKeys())).containsExactly("6", "7", "8");
        }
    }

    @Test
    void batch_withARefusedRow_keepsWhatCameBefore() throws SQLException {
        statement.execute("CREATE TABLE b (id INTEGER PRIMARY KEY, x DECIMAL(5, 2))");
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO b VALUES (?, ? + 1)")) {
            for (int id : new int[] {1, 2, 1, 4}) {
                insert.setInt(1, id);
                insert.setBigDecimal(2, new BigDecimal("1.255"));
                insert.addBatch();
            }
            BatchUpdateException refused = catchThrowableOfType(BatchUpdateException.class, insert::executeBatch);
            assertThat(refused.getUpdateCounts()).containsExactly(1, 1);
            assertThat(refused.getSQLState()).isEqualTo("23505");
        }
        assertThat(query("SELECT COUNT(*) FROM b")).containsExactly("2");
        try (PreparedStatement update = connection.prepareStatement("UPDATE b SET x = ? WHERE id = ?")) {
            for (int id = 1; id <= 3; id++) {
                update.setInt(1, id * 10);
                update.setInt(2, id);
                update.addBatch();
            }
            assertThat(update.executeBatch()).containsExactly(1, 1, 0);
        }
        assertThat(query("SELECT SUM(x) FROM b")).containsExactly("30.00");
    }

    @Test
    void aLargeBatch_isOneAppend() throws SQLException {
        statement.execute("CREATE TABLE large (id BIGINT PRIMARY KEY, s VARCHAR, d DATE)");
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO large VALUES (?, ?, ?)")) {
            for (int i = 0; i < 10_000; i++) {
                insert.setLong(1, i);
                insert.setString(2, i % 3 == 0 ? null : "s" + i % 10);
                insert.setObject(3, LocalDate.ofEpochDay(i));
                insert.addBatch();
            }
            assertThat(insert.executeBatch()).hasSize(10_000).containsOnly(1);
        }
        assertThat(query("SELECT COUNT(*), COUNT(s), COUNT(DISTINCT s), MAX(id), MAX(d) FROM large"))
                .containsExactly("10000|6666|10|9999|1997-05-18");
        try (PreparedStatement look = connection.prepareStatement("SELECT s, id FROM large WHERE id = ?")) {
            for (int i = 0; i < 10_000; i += 777) {
                look.setInt(1, i);
                try (ResultSet result = look.executeQuery()) {
                    assertThat(result.next()).isTrue();
                    assertThat(result.getInt(2)).isEqualTo(i);
                    assertThat(result.next()).isFalse();
                }
            }
            look.setLong(1, -1);
            assertThat(rows(look.executeQuery())).isEmpty();
            look.setNull(1, Types.BIGINT);
            assertThat(rows(look.executeQuery())).isEmpty();
        }
        assertThat(query("EXPLAIN ANALYZE SELECT * FROM large WHERE id = 77").get(0))
                .contains("large");
    }

    @Test
    void otherSessions_seeWhatIsCommitted_andConflictsAreTold() throws SQLException {
        statement.execute("CREATE TABLE shared (id INTEGER PRIMARY KEY, n INTEGER)");
        statement.execute("INSERT INTO shared VALUES (1, 0), (2, 0)");
        try (Connection other = DriverManager.getConnection("jdbc:algeon:mem:tables");
                Statement second = other.createStatement()) {
            connection.setAutoCommit(false);
            other.setAutoCommit(false);
            statement.executeUpdate("UPDATE shared SET n = n + 1 WHERE id = 1");
            assertThat(rows(second.executeQuery("SELECT n FROM shared WHERE id = 1")))
                    .containsExactly("0");
            second.executeUpdate("UPDATE shared SET n = n + 10 WHERE id = 2");
            connection.commit();
            assertThat(rows(second.executeQuery("SELECT SUM(n) FROM shared"))).containsExactly("10");
            other.commit();
            assertThat(query("SELECT SUM(n) FROM shared")).containsExactly("11");

            connection.commit();
            statement.executeUpdate("UPDATE shared SET n = 5 WHERE id = 1");
            second.executeUpdate("UPDATE shared SET n = 6 WHERE id = 1");
            connection.commit();
            SQLException conflict = catchThrowableOfType(SQLTransactionRollbackException.class, other::commit);
            assertThat(conflict.getSQLState()).isEqualTo("40001");
            assertThat(rows(second.executeQuery("SELECT n FROM shared WHERE id = 1")))
                    .containsExactly("5");
            other.commit();

            statement.executeUpdate("INSERT INTO shared VALUES (3, 0)");
            second.executeUpdate("INSERT INTO shared VALUES (3, 1)");
            connection.commit();
            assertThat(catchThrowableOfType(SQLException.class, other::commit).getSQLState())
                    .isEqualTo("40001");
        }
    }

    @Test
    void anOpenResult_keepsItsState_whileTheTableIsChangedAndDropped() throws SQLException {
        statement.execute("CREATE TABLE seen AS SELECT * FROM (VALUES (1), (2), (3)) AS v(x)");
        try (Statement reader = connection.createStatement();
                ResultSet result = reader.executeQuery("SELECT x FROM seen ORDER BY x")) {
            statement.execute("DELETE FROM seen WHERE x = 2");
            statement.execute("INSERT INTO seen VALUES (4)");
            statement.execute("DROP TABLE seen");
            assertThat(rows(result)).containsExactly("1", "2", "3");
        }
        try (PreparedStatement prepared = connection.prepareStatement("SELECT 1 AS one WHERE 1 = ?")) {
            statement.execute("CREATE TABLE seen (y VARCHAR)");
            prepared.setInt(1, 1);
            assertThat(rows(prepared.executeQuery())).containsExactly("1");
        }
        try (PreparedStatement prepared = connection.prepareStatement("SELECT * FROM seen")) {
            statement.execute("ALTER TABLE seen ADD COLUMN z INTEGER DEFAULT 1");
            statement.execute("INSERT INTO seen VALUES ('a', 2)");
            assertThat(rows(prepared.executeQuery())).containsExactly("a|2");
        }
    }

    @Test
    void savepoints_undoWhatCameAfter() throws SQLException {
        statement.execute("CREATE TABLE s (x INTEGER)");
        connection.setAutoCommit(false);
        statement.executeUpdate("INSERT INTO s VALUES (1)");
        Savepoint first = connection.setSavepoint();
        statement.executeUpdate("INSERT INTO s VALUES (2)");
        Savepoint second = connection.setSavepoint("second");
        statement.executeUpdate("INSERT INTO s VALUES (3)");
        connection.rollback(second);
        assertThat(query("SELECT x FROM s ORDER BY x")).containsExactly("1", "2");
        statement.executeUpdate("INSERT INTO s VALUES (4)");
        connection.rollback(first);
        statement.executeUpdate("INSERT INTO s VALUES (5)");
        assertThat(catchThrowableOfType(SQLException.class, () -> connection.rollback(second))
                        .getSQLState())
                .isEqualTo("3B001");
        connection.setAutoCommit(true);
        assertThat(query("SELECT x FROM s ORDER BY x")).containsExactly("1", "5");
    }

    @Test
    void constraints_nameThemselves_columnsAndValues() throws SQLException {
        statement.execute("CREATE TABLE named (a INTEGER, b VARCHAR, CONSTRAINT my_key PRIMARY KEY (a, b))");
        statement.execute("INSERT INTO named VALUES (1, 'x')");
        SQLException twice = catchThrowableOfType(
                SQLIntegrityConstraintViolationException.class,
                () -> statement.execute("INSERT INTO named VALUES (1, 'x')"));
        assertThat((Throwable) twice).hasMessageContainingAll("my_key", "(a, b) = (1, x)", "named");
        SQLException missing = catchThrowableOfType(
                SQLIntegrityConstraintViolationException.class,
                () -> statement.execute("INSERT INTO named (a) VALUES (1)"));
        assertThat(missing.getSQLState()).isEqualTo("23502");
        assertThat((Throwable) missing).hasMessageContaining("'b'");
    }

    @Test
    void metadata_tellsKeysIndexesDefaultsAndKinds() throws SQLException {
        statement.execute("CREATE TABLE parent (id INTEGER PRIMARY KEY, code VARCHAR(8) UNIQUE)");
        statement.execute("CREATE TABLE child (id BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,"
                + " parent_id INTEGER NOT NULL REFERENCES parent, note VARCHAR DEFAULT 'none')");
        statement.execute("CREATE INDEX child_note ON child (note)");
        statement.execute("CREATE VIEW seen AS SELECT * FROM child");
        statement.execute("CREATE TEMPORARY TABLE passing (x INTEGER)");
        DatabaseMetaData meta = connection.getMetaData();
        assertThat(rows(meta.getPrimaryKeys(null, null, "child"))).containsExactly("tables|main|child|id|1|child_pkey");
        assertThat(rows(meta.getImportedKeys(null, "main", "child")))
                .singleElement()
                .asString()
                .contains("parent|id", "child|parent_id", "child_parent_id_fkey", "parent_pkey");
        assertThat(rows(meta.getExportedKeys(null, null, "parent"))).hasSize(1);
        assertThat(rows(meta.getCrossReference(null, null, "parent", null, null, "child")))
                .hasSize(1);
        assertThat(rows(meta.getIndexInfo(null, null, "child", false, true))).hasSize(3);
        assertThat(rows(meta.getIndexInfo(null, null, "child", true, true))).hasSize(1);
        assertThat(rows(meta.getTables(null, null, "%", new String[] {"VIEW", "LOCAL TEMPORARY"})))
                .anySatisfy(row -> assertThat(row).contains("|seen|VIEW|"))
                .anySatisfy(row -> assertThat(row).contains("|passing|LOCAL TEMPORARY|"));
        try (ResultSet columns = meta.getColumns(null, null, "child", null)) {
            assertThat(columns.next()).isTrue();
            assertThat(columns.getString("IS_AUTOINCREMENT")).isEqualTo("YES");
            assertThat(columns.getString("IS_NULLABLE")).isEqualTo("NO");
            assertThat(columns.next()).isTrue();
            assertThat(columns.getInt("NULLABLE")).isEqualTo(DatabaseMetaData.columnNoNulls);
            assertThat(columns.next()).isTrue();
            assertThat(columns.getString("COLUMN_DEF")).isEqualTo("'none'");
        }
        assertThat(meta.supportsTransactions()).isTrue();
        assertThat(meta.supportsSavepoints()).isTrue();
        assertThat(meta.getDefaultTransactionIsolation()).isEqualTo(Connection.TRANSACTION_REPEATABLE_READ);
    }

    @Test
    void foreignKeys_tellTheirActions() throws SQLException {
        statement.execute("CREATE TABLE one (id INT PRIMARY KEY, x INT, y INT, CONSTRAINT xy UNIQUE (x, y))");
        statement.execute(
                "CREATE TABLE two (id INT REFERENCES one ON DELETE CASCADE, a INT, b INT, CONSTRAINT ab FOREIGN KEY"
                        + " (a, b) REFERENCES one (x, y) ON UPDATE SET NULL ON DELETE SET DEFAULT DEFERRABLE INITIALLY DEFERRED)");
        DatabaseMetaData meta = connection.getMetaData();
        List<String> expected = List.of(
                "tables|main|one|x|tables|main|two|a|1|2|4|ab|xy|5",
                "tables|main|one|y|tables|main|two|b|2|2|4|ab|xy|5",
                "tables|main|one|id|tables|main|two|id|1|3|0|two_id_fkey|one_pkey|7");
        assertThat(rows(meta.getImportedKeys(null, null, "two"))).isEqualTo(expected);
        assertThat(rows(meta.getExportedKeys(null, null, "one"))).isEqualTo(expected);
        assertThat(rows(meta.getCrossReference(null, null, "one", null, null, "two")))
                .isEqualTo(expected);
        assertThat(rows(meta.getCrossReference(null, null, "two", null, null, "one")))
                .isEmpty();
    }

    @Test
    void aPrivateDatabase_isItsConnections() throws SQLException {
        try (Connection first = DriverManager.getConnection("jdbc:algeon:");
                Connection second = DriverManager.getConnection("jdbc:algeon:");
                Statement one = first.createStatement();
                Statement two = second.createStatement()) {
            one.execute("CREATE TABLE mine (x INTEGER)");
            assertThat(catchThrowableOfType(SQLException.class, () -> two.execute("SELECT * FROM mine"))
                            .getSQLState())
                    .isEqualTo("42P01");
        }
    }

    @Test
    void cancel_stopsAChange_whichChangesNothing() throws Exception {
        statement.execute("CREATE TABLE target (x BIGINT)");
        statement.execute("CREATE TABLE numbers AS SELECT 1 AS n");
        for (int i = 0; i < 12; i++) {
            statement.execute("INSERT INTO numbers SELECT n + 1 FROM numbers");
        }
        statement.setQueryTimeout(1);
        SQLException stopped = catchThrowableOfType(
                SQLException.class,
                () -> statement.executeUpdate(
                        "INSERT INTO target SELECT a.n * b.n * c.n FROM numbers a, numbers b, numbers c"));
        assertThat(stopped.getSQLState()).isEqualTo("57014");
        statement.setQueryTimeout(0);
        assertThat(query("SELECT COUNT(*) FROM target")).containsExactly("0");
    }
}
