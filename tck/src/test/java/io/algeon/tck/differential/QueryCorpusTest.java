package io.algeon.tck.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.tck.compare.ResultRows;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Joins, sub-queries, groupings and set operations over small tables with NULLs and duplicates give the oracle's rows. */
class QueryCorpusTest {
    private static final double TOLERANCE = 1e-9;

    private static final List<String> TABLES = List.of(
            "t1(a, b, c)|(1,10,'x'),(2,20,'y'),(3,NULL,'z'),(NULL,40,'x'),(5,50,NULL),(2,21,'y'),(7,70,'w')",
            "t2(d, e, f)|(1,10,'x'),(2,25,'q'),(NULL,30,'z'),(4,40,'x'),(5,NULL,'u'),(2,21,'y')",
            "t3(g, h)|(1,100),(2,200),(3,300),(9,900)",
            "t0(k, v)|(1,1)");

    @TempDir
    static Path directory;

    private static Connection oracle;
    private static Connection algeon;

    @BeforeAll
    static void writeTablesAndOpen() throws SQLException {
        oracle = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = oracle.createStatement()) {
            for (String table : TABLES) {
                String definition = table.substring(0, table.indexOf('|'));
                String name = definition.substring(0, definition.indexOf('('));
                Path file = directory.resolve(name + ".parquet");
                statement.execute("COPY (SELECT * FROM (VALUES " + table.substring(table.indexOf('|') + 1) + ") "
                        + definition + (name.equals("t0") ? " WHERE k > 1" : "") + ") TO '" + file + "'");
                statement.execute("CREATE VIEW " + name + " AS SELECT * FROM '" + file + "'");
            }
        }
        algeon = DriverManager.getConnection("jdbc:algeon:" + directory);
    }

    @AfterAll
    static void close() throws SQLException {
        algeon.close();
        oracle.close();
    }

    static List<String> queries() throws IOException {
        InputStream stream =
                Objects.requireNonNull(QueryCorpusTest.class.getResourceAsStream("/differential/queries.sql"));
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#")).toList();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("queries")
    void query_givesTheRowsOfTheOracle(String sql) throws SQLException {
        assertThat(rows(algeon, sql).differenceFrom(rows(oracle, sql), TOLERANCE))
                .isEmpty();
    }

    private static ResultRows rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return ResultRows.read(result);
        }
    }
}
