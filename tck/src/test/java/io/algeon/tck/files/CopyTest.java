package io.algeon.tck.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** COPY TO and FROM: what is written, what others read of it, and that nothing half-done is ever seen. */
class CopyTest {
    private static final String EVERY_TYPE =
            "SELECT * FROM (SELECT 1 AS id, true AS bo, CAST(1 AS TINYINT) AS ti, CAST(-2 AS SMALLINT) AS si,"
                    + " CAST(9223372036854775807 AS BIGINT) AS bi, 12.50 AS de,"
                    + " CAST(12345678901234567890.123 AS DECIMAL(38, 3)) AS wi, CAST(1.5 AS REAL) AS re, 0.1e0 AS db,"
                    + " 'ünï \"q\", x' AS tx, DATE '2024-02-29' AS da, TIME '23:59:59.5' AS tm,"
                    + " TIMESTAMP '2024-02-29 01:02:03.456789' AS ts, X'00FF' AS by, ARRAY[1, NULL, 3] AS ar"
                    + " UNION ALL SELECT 2, CAST(NULL AS BOOLEAN), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,"
                    + " NULL, NULL, NULL"
                    + " UNION ALL SELECT 3, false, 0, 0, 0, 0.00, 0, 0, 0, '', DATE '1969-12-31', TIME '00:00:00',"
                    + " TIMESTAMP '0001-01-01 00:00:00', X'', ARRAY[5]) AS t ORDER BY id";

    @TempDir
    Path folder;

    private FileFixture files;

    @BeforeEach
    void open() {
        files = new FileFixture(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x.parquet", "x.arrow", "x.arrows"})
    void everyType_comesBack(String name) throws SQLException {
        assertThat(files.update("COPY (" + EVERY_TYPE + ") TO '" + name + "'")).isEqualTo(3);
        assertThat(files.rows("SELECT * FROM '" + name + "' ORDER BY id")).isEqualTo(files.rows(EVERY_TYPE));
        assertThat(files.types("SELECT * FROM '" + name + "'")).isEqualTo(files.types(EVERY_TYPE));
    }

    @Test
    void parquet_isReadByDuckDb() throws SQLException {
        files.update("COPY (" + EVERY_TYPE + ") TO 'x.parquet' (COMPRESSION zstd, ROW_GROUP_SIZE 1000)");
        String columns = "id, bo, ti, si, bi, de, wi, CAST(re AS DECIMAL(9, 3)), CAST(db AS DECIMAL(9, 3)), tx, da,"
                + " CAST(ts AS VARCHAR), ";
        String duck =
                "SELECT " + columns + "CAST(ar AS VARCHAR) FROM '" + folder.resolve("x.parquet") + "' ORDER BY id";
        List<String> own = files.rows("SELECT " + columns + "ar FROM 'x.parquet' ORDER BY id");
        assertThat(FileFixture.duckDb(duck)).hasSize(3).isEqualTo(own);
    }

    @Test
    void csvAndJson_areReadByDuckDb() throws SQLException {
        String query = "SELECT i AS id, CASE WHEN MOD(i, 3) = 0 THEN NULL ELSE 'a \"b\", ' || i END AS t, i * 1.5 AS x"
                + " FROM UNNEST(ARRAY[1, 2, 3, 4, 5, 6, 7]) AS u(i)";
        for (String name : List.of("c.csv", "c.csv.gz", "j.json", "j.ndjson.gz")) {
            assertThat(files.update("COPY (" + query + ") TO '" + name + "'"))
                    .as(name)
                    .isEqualTo(7);
            String read = "SELECT COUNT(*), COUNT(t), MAX(t), CAST(SUM(x) AS DECIMAL(10, 2)) FROM '";
            assertThat(FileFixture.duckDb(read + folder.resolve(name) + "'"))
                    .as(name)
                    .containsExactly("7|5|a \"b\", 7|42.00");
            assertThat(files.rows(read + name + "'")).as(name).containsExactly("7|5|a \"b\", 7|42.00");
        }
        files.update("COPY (SELECT 1 AS a, 'x;y' AS b) TO 'o.csv' WITH (FORMAT csv, DELIMITER ';', HEADER false,"
                + " QUOTE '''', FORCE_QUOTE (a))");
        assertThat(folder.resolve("o.csv")).hasContent("'1';'x;y'");
        files.update("COPY (SELECT CAST(NULL AS INTEGER) AS a, '' AS b) TO 'n.csv' (NULL 'NA')");
        assertThat(folder.resolve("n.csv")).hasContent("a,b\nNA,\n");
        files.update("COPY (SELECT 1 AS a) TO 'a.json' (ARRAY true)");
        assertThat(folder.resolve("a.json")).content().isEqualToIgnoringWhitespace("[{\"a\":1}]");
    }

    @Test
    void bytesAndNanoseconds_comeBackFromText() throws SQLException {
        for (String name : List.of("n.csv", "n.json")) {
            files.update("COPY (SELECT X'00ff5c' AS b, TIME '10:00:00.123456789' AS t,"
                    + " TIMESTAMP '2024-02-29 10:00:00.123456789' AS ts) TO '" + name + "'");
            assertThat(files.rows("SELECT t, ts FROM '" + name + "'"))
                    .as(name)
                    .containsExactly("10:00:00.123456789|2024-02-29 10:00:00.123456789");
            String function = name.endsWith("csv") ? "read_csv" : "read_json";
            assertThat(files.rows("SELECT b, octet_length(b), t, ts FROM " + function + "('" + name
                            + "', columns => MAP['b', 'VARBINARY', 't', 'TIME(9)', 'ts', 'TIMESTAMP(9)'])"))
                    .as(name)
                    .containsExactly("\\x00ff5c|3|10:00:00.123456789|2024-02-29 10:00:00.123456789");
        }
        assertThat(FileFixture.duckDb("SELECT b FROM '" + folder.resolve("n.json") + "'"))
                .containsExactly("\\x00ff5c");
    }

    @Test
    void emptyResults_haveColumns() throws SQLException {
        for (String name : List.of("e.parquet", "e.csv", "e.arrow")) {
            assertThat(files.update("COPY (SELECT 1 AS a, 'x' AS b WHERE 1 = 0) TO '" + name + "'"))
                    .isZero();
            assertThat(files.rows("SELECT a, b FROM '" + name + "'")).isEmpty();
        }
        assertThat(FileFixture.duckDb("SELECT COUNT(a) FROM '" + folder.resolve("e.parquet") + "'"))
                .containsExactly("0");
    }

    @Test
    void partitions_areFolders() throws SQLException, IOException {
        String query = "SELECT i, MOD(i, 3) AS k, CASE WHEN MOD(i, 2) = 0 THEN 'a/b' END AS t"
                + " FROM UNNEST(ARRAY[1, 2, 3, 4, 5, 6]) AS u(i)";
        assertThat(files.update("COPY (" + query + ") TO 'p' (FORMAT parquet, PARTITION_BY (k, t))"))
                .isEqualTo(6);
        assertThat(folder.resolve("p/k=1/t=a%2Fb")).isDirectory();
        assertThat(folder.resolve("p/k=1/t=__HIVE_DEFAULT_PARTITION__")).isDirectory();
        assertThat(files.rows("SELECT i, k, t FROM 'p' ORDER BY i"))
                .containsExactly("1|1|NULL", "2|2|a/b", "3|0|NULL", "4|1|a/b", "5|2|NULL", "6|0|a/b");
        assertThat(FileFixture.duckDb("SELECT SUM(i), SUM(k) FROM '" + folder.resolve("p/*/*/*.parquet") + "'"))
                .containsExactly("21|6");
        assertThat(files.error("COPY (" + query + ") TO 'p' (FORMAT parquet, PARTITION_BY k)"))
                .hasMessageContainingAll("not empty", "OVERWRITE");
        files.update("COPY (" + query + ") TO 'p' (FORMAT csv, PARTITION_BY k, OVERWRITE)");
        assertThat(files.rows("SELECT SUM(i), SUM(k) FROM 'p'")).containsExactly("21|6");
        files.update("COPY (" + query + ") TO 'p' (FORMAT csv, PARTITION_BY k, APPEND)");
        assertThat(files.rows("SELECT SUM(i), SUM(k) FROM 'p'")).containsExactly("42|12");
        assertThat(hidden()).isEmpty();
    }

    @Test
    void failures_leaveNothing() throws SQLException, IOException {
        files.write("old.csv", "a\n1\n");
        for (String name : List.of("f.parquet", "f.csv", "f.json", "f.arrow", "old.csv")) {
            String copy = "COPY (SELECT 10 / (i - 3) AS q FROM UNNEST(ARRAY[1, 2, 3]) AS u(i)) TO '" + name + "'";
            assertThat(files.state(copy)).isEqualTo("22012");
        }
        assertThat(folder.resolve("f.parquet")).doesNotExist();
        assertThat(folder.resolve("f.csv")).doesNotExist();
        assertThat(folder.resolve("old.csv")).hasContent("a\n1\n");
        assertThat(files.state("COPY (SELECT 1) TO 'no/such/x.csv'")).isEqualTo("58030");
        assertThat(files.error("COPY (SELECT 1) TO 'x.unknown'")).hasMessageContaining("FORMAT");
        assertThat(files.error("COPY (SELECT 1) TO 'x.csv' (FOO 1)")).hasMessageContaining("foo");
        assertThat(files.error("COPY (SELECT INTERVAL '1' MONTH AS m) TO 'x.parquet'"))
                .hasMessageContainingAll("'m'", "INTERVAL YEAR TO MONTH", "Cast");
        assertThat(hidden()).isEmpty();
    }

    @Test
    void cancelledCopies_leaveNothing() throws Exception {
        String numbers = "UNNEST(ARRAY[0, 1, 2, 3, 4, 5, 6, 7, 8, 9])";
        String endless = "SELECT a.x FROM " + numbers + " AS a(x), " + numbers + " AS b(x), " + numbers + " AS c(x), "
                + numbers + " AS d(x), " + numbers + " AS e(x), " + numbers + " AS f(x), " + numbers + " AS g(x), "
                + numbers + " AS h(x), " + numbers + " AS i(x), " + numbers + " AS j(x)";
        try (Connection connection = files.connect();
                Statement statement = connection.createStatement()) {
            CompletableFuture<SQLException> failed = CompletableFuture.supplyAsync(() -> {
                try {
                    statement.execute("COPY (" + endless + ") TO 'big.csv'");
                    return new SQLException("not cancelled");
                } catch (SQLException e) {
                    return e;
                }
            });
            while (hidden().isEmpty() && !failed.isDone()) {
                Thread.sleep(5);
            }
            // a statement that has not begun yet cannot be cancelled
            while (!failed.isDone()) {
                statement.cancel();
                Thread.sleep(20);
            }
            assertThat(failed.get().getSQLState()).isEqualTo("57014");
        }
        assertThat(hidden()).isEmpty();
        assertThat(folder.resolve("big.csv")).doesNotExist();
    }

    @Test
    void tables_areCopiedOutAndIn() throws SQLException {
        try (Connection connection = files.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TEMPORARY TABLE t (id INTEGER PRIMARY KEY, zip VARCHAR, price DECIMAL(10, 2), d DATE)");
            statement.execute("INSERT INTO t VALUES (1, '007', 1.50, DATE '2024-01-02'), (2, NULL, NULL, NULL)");
            for (String name : List.of("t.csv", "t.parquet", "t.json", "t.arrow")) {
                assertThat(statement.executeUpdate("COPY t TO '" + name + "'")).isEqualTo(2);
                statement.execute("DELETE FROM t");
                assertThat(statement.executeUpdate("COPY t FROM '" + name + "'"))
                        .isEqualTo(2);
                assertThat(FileFixture.rows(connection, "SELECT * FROM t ORDER BY id"))
                        .as(name)
                        .containsExactly("1|007|1.50|2024-01-02", "2|NULL|NULL|NULL");
            }
            statement.execute("COPY (SELECT 3, '0815') TO 'two.csv' (HEADER false)");
            assertThat(statement.executeUpdate("COPY t (id, zip) FROM 'two.csv' WITH (HEADER false)"))
                    .isEqualTo(1);
            assertThat(FileFixture.rows(connection, "SELECT zip FROM t WHERE id = 3"))
                    .containsExactly("0815");
        }
    }

    private List<String> hidden() throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            return all.map(path -> path.getFileName().toString())
                    .filter(name -> name.startsWith("."))
                    .toList();
        }
    }
}
