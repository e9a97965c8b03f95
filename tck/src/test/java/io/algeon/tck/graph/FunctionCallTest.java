package io.algeon.tck.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every way to call a table function, and to call it wrongly. */
class FunctionCallTest {
    private static Connection connection;
    private static Statement statement;

    @BeforeAll
    static void open() throws SQLException {
        connection = DriverManager.getConnection("jdbc:algeon:");
        statement = connection.createStatement();
        statement.execute("CREATE TABLE e(src BIGINT, dst BIGINT, weight DOUBLE)");
        statement.execute("INSERT INTO e VALUES (1, 2, 0.5), (2, 3, 1), (3, 1, 2), (-4, -5, 1)");
        statement.execute("CREATE VIEW v AS SELECT src, dst FROM e");
        statement.execute("CREATE VIEW degrees AS SELECT * FROM cugraph_degrees(v)");
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
    }

    private static String rows(ResultSet result) throws SQLException {
        List<String> rows = new ArrayList<>();
        int columns = result.getMetaData().getColumnCount();
        while (result.next()) {
            List<String> row = new ArrayList<>();
            for (int i = 1; i <= columns; i++) {
                row.add(result.getString(i));
            }
            rows.add(String.join(" ", row));
        }
        return String.join(" / ", rows);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // relations
                "cugraph_out_degrees(e)                                            | -5 0 / -4 1 / 1 1 / 2 1 / 3 1",
                "cugraph_out_degrees(edges => e)                                   | -5 0 / -4 1 / 1 1 / 2 1 / 3 1",
                "cugraph_out_degrees(TABLE e)                                      | -5 0 / -4 1 / 1 1 / 2 1 / 3 1",
                "cugraph_out_degrees(edges => TABLE main.e)                        | -5 0 / -4 1 / 1 1 / 2 1 / 3 1",
                "cugraph_out_degrees(v)                                            | -5 0 / -4 1 / 1 1 / 2 1 / 3 1",
                "cugraph_out_degrees((FROM v))                                     | -5 0 / -4 1 / 1 1 / 2 1 / 3 1",
                "TABLE(cugraph_out_degrees((SELECT dst, src FROM e WHERE src > 1))) | 1 0 / 2 1 / 3 1",
                "CUGRAPH_OUT_DEGREES(EDGES => (VALUES (1, 2), (1, 3)))             | 1 2 / 2 0 / 3 0",
                "cugraph_out_degrees((WITH w AS (SELECT * FROM e) SELECT * FROM w WHERE src < 0)) | -5 0 / -4 1",
                "cugraph_out_degrees((SELECT src, dst FROM e ORDER BY weight LIMIT 1)) | 1 1 / 2 0",
                "cugraph_out_degrees((SELECT 9 AS x, 1 AS SRC, 2 AS \"Dst\"))       | 1 1 / 2 0",
                "cugraph_out_degrees((SELECT a.src, b.dst FROM e a JOIN e b ON a.dst = b.src)) | 1 1 / 2 1 / 3 1",
                // functions of functions
                "cugraph_in_degrees(cugraph_weakly_connected_components(e))        | -5 2 / -4 0 / 1 3 / 2 0 / 3 0",
                "cugraph_in_degrees(edges => cugraph_weakly_connected_components(edges => e)) |"
                        + " -5 2 / -4 0 / 1 3 / 2 0 / 3 0",
                "cugraph_in_degrees((SELECT vertex, label FROM cugraph_weakly_connected_components(v) WHERE vertex > 1))"
                        + " | 1 2 / 2 0 / 3 0",
                // ids
                "cugraph_out_degrees((SELECT CAST(1 AS TINYINT) AS src, CAST(-2 AS BIGINT) AS dst)) | -2 0 / 1 1",
                "cugraph_out_degrees((VALUES (-9223372036854775808, 9223372036854775807))) |"
                        + " -9223372036854775808 1 / 9223372036854775807 0",
                "cugraph_out_degrees((VALUES ('ä', '漢字'), ('漢字', '😀'), ('', 'ä')))  | ` 1 / ä 1 / 漢字 1 / 😀 0`",
                "cugraph_out_degrees((SELECT CAST('a' AS CHAR(3)) AS src, 'b' AS dst)) | a 1 / b 0",
                // options
                "cugraph_out_degrees(e, false)                                     | -5 1 / -4 1 / 1 2 / 2 2 / 3 2",
                "cugraph_out_degrees(e, directed => DEFAULT, self_loops => 'DROP') | -5 0 / -4 1 / 1 1 / 2 1 / 3 1",
                "cugraph_out_degrees((VALUES (1, 1), (1, 1)), parallel_edges => 'keep', vertices => (VALUES (7))) | 1 2 / 7 0",
                "cugraph_bfs(v, source => 1 - 5)                                   | -5 1 -4 / -4 0 null",
                "cugraph_bfs((VALUES ('a', 'b')), source => CAST('a' AS CHAR(5)))  | a 0 null / b 1 a",
                "cugraph_bfs(e, sources => (SELECT src AS vertex FROM e WHERE false)) | ``",
                "cugraph_jaccard(e, pairs => (SELECT 1 AS first, 3 AS second WHERE false)) | ``",
                // where a table may stand
                "degrees WHERE out_degree = 0                                      | -5 1 0",
                "(VALUES (1)) AS x(i), LATERAL cugraph_out_degrees(e) AS d WHERE d.vertex = x.i | 1 1 1",
                "(VALUES (1)) AS x(i) CROSS JOIN LATERAL TABLE(cugraph_out_degrees(e)) AS d WHERE d.vertex = x.i | 1 1 1",
                "(VALUES (2)) AS x(i), LATERAL generate_series(1, x.i) AS s(g)     | 2 1 / 2 2",
                "cugraph_out_degrees(e) AS d(id, n) WHERE n = 0                    | -5 0",
                "degrees AS a JOIN cugraph_out_degrees(v) AS b ON a.vertex = b.vertex AND a.vertex = 1 | 1 1 1 1 1",
                "(SELECT vertex FROM degrees WHERE vertex > 2 UNION SELECT label FROM cugraph_weakly_connected_components(e))"
                        + " AS u | -5 / 1 / 3",
            })
    void call_isARelation(String from, String expected) throws SQLException {
        String found = rows(statement.executeQuery("SELECT * FROM " + from));
        assertThat(found.split(" / ")).containsExactlyInAnyOrder(expected.split(" / "));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "pagerank(edges => (VALUES (1, 2)))             | Did you mean cugraph_pagerank?",
                "cugraph_louvian(e)                             | Did you mean cugraph_louvain?",
                "cugraph_sssp(e, source => 1)                   | There is no table function 'cugraph_sssp'",
                "main.cugraph_degrees(edges => e)               | write cugraph_degrees(...).",
                "cugraph_pagerank(e, alpa => 0.5)               | no argument 'alpa' (line 1, column 35). Did you mean alpha?",
                "cugraph_pagerank(e, alpha => 0.5, alpha => 1)  | is given twice",
                "cugraph_pagerank(e, alpha => 1.5)              | option alpha of cugraph_pagerank is 1.5; it takes 0 to 1.",
                "cugraph_pagerank(e, alpha => NULL)             | it is then 0.85.",
                "cugraph_pagerank(e, alpha => (SELECT 1))       | It takes a constant or a parameter: a number.",
                "cugraph_pagerank(e, max_iterations => 1)       | did not converge: after 1 iteration the change was",
                "cugraph_pagerank(edges => 5)                   | It takes a relation: a query in parentheses",
                "cugraph_pagerank()                             | edges => (SELECT src, dst FROM ...)",
                "cugraph_pagerank((VALUES (1, 2, -1.5)))        | negative weight -1.5 between 1 and 2;",
                "cugraph_pagerank((VALUES (1, 2, -1.5)), directed => false) | negative weight -1.5 between 1 and 2;",
                "cugraph_leiden((VALUES (1, 2, -1), (2, 3, 1), (2, 4, 1))) | negative weight -1.0 between 1 and 2;",
                "cugraph_degrees((SELECT DATE '2020-01-01' AS src, 2 AS dst)) | 'src' is DATE. Cast it, for example CAST(src AS VARCHAR).",
                "cugraph_degrees((SELECT CAST(1 AS DECIMAL(9)) AS src, 2 AS dst)) | 'src' is DECIMAL(9, 0). Cast it",
                "cugraph_degrees((SELECT 1 AS src, 'a' AS dst)) | edges.src is INTEGER, edges.dst is VARCHAR",
                "cugraph_degrees((SELECT src FROM e))           | has the columns (src BIGINT). It takes src, dst, optionally weight",
                "cugraph_degrees((VALUES (1, CAST(NULL AS INT)), (2, NULL))) | dst of the argument edges of cugraph_degrees is NULL in 2 rows",
                "cugraph_bfs(e)                                 | cugraph_bfs has no source.",
                "cugraph_bfs(e, source => 'a')                  | is a text, but the ids of the graph are integers",
                "cugraph_bfs((VALUES ('a', 'b')), source => 1)  | is a number, but the ids of the graph are texts",
                "cugraph_bfs(e, source => 77)                   | The argument source of cugraph_bfs has the id 77, which is no vertex",
                "e, LATERAL cugraph_degrees((SELECT e.src, 2))  | refers to an outer query",
            })
    void wrongCall_saysWhatAndHowToMend(String from, String message) {
        assertThatThrownBy(() -> rows(statement.executeQuery("SELECT * FROM " + from)))
                .isInstanceOf(SQLException.class)
                .hasMessageContaining(message);
    }

    @Test
    void parameters_standInEdgesAndOptions_andTakeTheTypeOfTheIds() throws SQLException {
        String edges = "(SELECT src || ? AS src, dst || ? AS dst FROM e WHERE weight <= ?)";
        try (PreparedStatement prepared = connection.prepareStatement(
                "SELECT * FROM cugraph_bfs(" + edges + ", source => ?, depth_limit => ?) ORDER BY 2")) {
            assertThat(prepared.getParameterMetaData().getParameterTypeName(4)).isEqualTo("VARCHAR");
            prepared.setString(1, "é");
            prepared.setString(2, "é");
            prepared.setInt(3, 1);
            prepared.setString(4, "1é");
            prepared.setLong(5, 5);
            assertThat(rows(prepared.executeQuery())).isEqualTo("1é 0 null / 2é 1 1é / 3é 2 2é");
            prepared.setString(4, "9");
            assertThatThrownBy(() -> rows(prepared.executeQuery())).hasMessageContaining("has the id '9'");
        }
    }

    @Test
    void results_canBeStored() throws SQLException {
        statement.execute("CREATE TABLE kept AS SELECT * FROM cugraph_out_degrees(e)");
        statement.execute("INSERT INTO kept SELECT vertex, partition FROM cugraph_leiden(e, seed => 1)");
        statement.execute("DELETE FROM kept WHERE vertex IN (SELECT vertex FROM cugraph_bfs(e, source => 1))");
        assertThat(rows(statement.executeQuery("SELECT * FROM kept ORDER BY vertex, degree")))
                .isEqualTo("-5 0 / -5 1 / -4 1 / -4 1");
        statement.execute("DROP TABLE kept");
    }

    @Test
    void validation_tellsOfChangesAndSettingsToo_andRunsNothing() throws SQLException {
        String check =
                "SELECT valid, error_code, output_columns, device, estimated_bytes > 0 FROM algeon_validate_call(?)";
        try (PreparedStatement prepared = connection.prepareStatement(check)) {
            prepared.setString(1, "SELECT * FROM cugraph_leiden(e)");
            assertThat(rows(prepared.executeQuery())).isEqualTo("true null vertex BIGINT, partition BIGINT cpu true");
            prepared.setString(1, "INSERT INTO e SELECT vertex, partition, 1 FROM cugraph_leiden(e) RETURNING src");
            assertThat(rows(prepared.executeQuery())).isEqualTo("true null src BIGINT cpu true");
            prepared.setString(1, "CREATE TABLE made AS SELECT * FROM cugraph_leiden(e)");
            assertThat(rows(prepared.executeQuery())).isEqualTo("true null  cpu true");
            prepared.setString(1, "SET nonsense = 1");
            assertThat(rows(prepared.executeQuery())).isEqualTo("false property_invalid null null null");
            prepared.setString(1, "SELECT * FROM cugraph_leiden(made)");
            assertThat(rows(prepared.executeQuery())).isEqualTo("false object_not_found null null null");
        }
        assertThat(rows(statement.executeQuery("SELECT count(*) FROM e"))).isEqualTo("4");
    }
}
