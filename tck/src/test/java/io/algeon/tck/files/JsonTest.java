package io.algeon.tck.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code read_json} makes of values, and what its errors say. */
class JsonTest {
    @TempDir
    Path folder;

    private FileFixture files;

    @BeforeEach
    void open() {
        files = new FileFixture(folder);
    }

    @Test
    void keys_areColumns() throws SQLException, IOException {
        files.write("l.json", """
                {"id":1,"name":"A\\u00e4\\ud83d\\ude00","tags":["x","y"],"pos":{"lat":1.5,"lon":2},"d":"2024-01-02","mix":1}
                {"id":2,"pos":{"lat":2.5},"tags":[],"mix":"s","more":[{"k":1},{"k":2,"z":true}]}
                {"id":null,"tags":null,"d":"2024-02-03","mix":{"a":[1,2]}}
                """);
        assertThat(files.rows("SELECT id, name, d, mix FROM l"))
                .containsExactly("1|Aä😀|2024-01-02|1", "2|NULL|NULL|s", "NULL|NULL|2024-02-03|{\"a\":[1,2]}");
        assertThat(files.rows("SELECT t.pos.lat, t.pos.lon, CARDINALITY(tags) FROM l AS t"))
                .containsExactly("1.5|2|2", "2.5|NULL|0", "NULL|NULL|NULL");
        assertThat(files.types("SELECT id, d, pos, tags FROM l"))
                .isEqualTo("id INTEGER, d DATE, pos ROW(lat DOUBLE, lon INTEGER), tags VARCHAR ARRAY");
    }

    @Test
    void arraysSequencesAndScalars_areRead() throws SQLException, IOException {
        files.write("a.json", "[\n {\"a\": 1, \"b\": [1, 2]},\n {\"a\": 2.5}\n]\n");
        files.write("s.json", "{\"a\": 1,\n \"b\": 2}\n{\"a\": 3,\n\"b\": 4}");
        files.write("v.json", "1\n2\n");
        files.write("e.json", "");
        files.write("f.json", "[]");
        assertThat(files.rows("SELECT a, CARDINALITY(b) FROM a")).containsExactly("1|2", "2.5|NULL");
        assertThat(files.rows("SELECT a, b FROM s")).containsExactly("1|2", "3|4");
        assertThat(files.rows("SELECT SUM(json) FROM v")).containsExactly("3");
        assertThat(files.rows("SELECT * FROM e")).isEmpty();
        assertThat(files.rows("SELECT * FROM f")).isEmpty();
    }

    @Test
    void manyLines_areReadSideBySide() throws SQLException, IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 60_000; i++) {
            text.append("{\"i\":")
                    .append(i)
                    .append(",\"s\":\"")
                    .append("ä".repeat(i % 50))
                    .append("\"}\n");
        }
        Path path = files.write("m.ndjson", text.toString());
        String query = "SELECT COUNT(*), SUM(i), SUM(LENGTH(s)), MAX(s) FROM read_json('" + path + "')";
        assertThat(files.rows(query)).isEqualTo(FileFixture.duckDb(query));
    }

    @Test
    void errors_sayLineAndColumn() throws SQLException, IOException {
        files.write("b.json", "{\"a\":1}\n{\"a\":}\n{\"a\":3}\n");
        assertThat(files.state("SELECT * FROM b")).isEqualTo("22P02");
        assertThat(files.error("SELECT * FROM b")).hasMessageContainingAll("Line 2", "column 6", "b.json");
        assertThat(files.rows("SELECT a FROM read_json('b.json', ignore_errors => true)"))
                .containsExactly("1", "3");
        files.write("t.json", "{\"a\":1}\n".repeat(200_000) + "{\"a\":\"x\"}\n");
        assertThat(files.error("SELECT SUM(a) FROM t"))
                .hasMessageContainingAll("\"x\"", "'a'", "INTEGER", "line 200001", "sample_size");
        assertThat(files.rows("SELECT COUNT(*), MAX(a) FROM read_json('t.json', sample_size => -1)"))
                .containsExactly("200001|x");
        assertThat(files.rows("SELECT MAX(a) FROM read_json('t.json', columns => MAP['a', 'VARCHAR'])"))
                .containsExactly("x");
    }
}
