package io.algeon.tck.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code read_csv} finds out about files, what options change, and what its errors say. */
class CsvTest {
    @TempDir
    Path folder;

    private FileFixture files;

    @BeforeEach
    void open() {
        files = new FileFixture(folder);
    }

    @Test
    void types_areThoseOfTheValues() throws SQLException, IOException {
        files.write("t.csv", """
                id,big,price,ratio,day,at,zoned,ok,zip,text,none
                1,12345678901,12.50,0.5,2024-01-31,2024-01-31 10:11:12,2024-01-31T10:11:12Z,true,01234,a,
                -2,2,0.99,1e-3,2024-02-29,2024-02-29T23:59:59.25,2024-02-29T23:59:59+02:00,FALSE,99999,"b, ""c""\",
                """);
        assertThat(files.types("SELECT * FROM t"))
                .isEqualTo("id INTEGER, big BIGINT, price DECIMAL(18,2), ratio DOUBLE, day DATE, at TIMESTAMP,"
                        + " zoned TIMESTAMP WITH TIME ZONE, ok BOOLEAN, zip VARCHAR, text VARCHAR, none VARCHAR");
        assertThat(files.rows("SELECT id, big, price, ratio, day, ok, zip, text, none FROM t ORDER BY id"))
                .containsExactly(
                        "-2|2|0.99|0.001|2024-02-29|false|99999|b, \"c\"|NULL",
                        "1|12345678901|12.50|0.5|2024-01-31|true|01234|a|NULL");
        assertThat(files.rows("SELECT at, zoned FROM t WHERE id = -2"))
                .containsExactly("2024-02-29 23:59:59.25|2024-02-29 21:59:59+00");
    }

    @Test
    void delimiterQuoteAndLineEnds_areFound() throws SQLException, IOException {
        files.write("semicolon.csv", "a;b\r\n1;x,y\r\n2;z,w\r\n");
        files.write("tab.tsv", "a\tb\n1\tx\n");
        files.write("pipe.csv", "1|2|x\n3|4|y\n");
        files.write("single.csv", "a,b\n1,'x,y'\n2,'z'\n");
        files.write("return.csv", "a,b\r1,2\r3,4\r");
        files.write("backslash.csv", "a,b\n1,\"say \\\"hi\\\", twice\"\n");
        files.write("lines.csv", "a,b\n1,\"x\n\ny\"\n2,z\n");
        assertThat(files.rows("SELECT * FROM semicolon")).containsExactly("1|x,y", "2|z,w");
        assertThat(files.rows("SELECT * FROM tab")).containsExactly("1|x");
        assertThat(files.rows("SELECT column0 + column1, column2 FROM pipe")).containsExactly("3|x", "7|y");
        assertThat(files.rows("SELECT b FROM single")).containsExactly("x,y", "z");
        assertThat(files.rows("SELECT SUM(a), SUM(b) FROM return")).containsExactly("4|6");
        assertThat(files.rows("SELECT b FROM backslash")).containsExactly("say \"hi\", twice");
        assertThat(files.rows("SELECT a, b FROM lines")).containsExactly("1|x\n\ny", "2|z");
    }

    @Test
    void encodings_areFound() throws SQLException, IOException {
        files.write("mark.csv", "\ufeffid,n\n1,é\n");
        files.write("latin.csv", "id,n\n1,é\n".getBytes(StandardCharsets.ISO_8859_1));
        files.write("wide.csv", "\ufeffid,n\n1,日本\n".getBytes(StandardCharsets.UTF_16LE));
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream stream = new GZIPOutputStream(zipped)) {
            stream.write("id,n\n1,é\n2,x\n".getBytes(StandardCharsets.UTF_8));
        }
        files.write("zip.csv.gz", zipped.toByteArray());
        assertThat(files.rows("SELECT id, n FROM mark")).containsExactly("1|é");
        assertThat(files.rows("SELECT id, n FROM latin")).containsExactly("1|é");
        assertThat(files.rows("SELECT id, n FROM wide")).containsExactly("1|日本");
        assertThat(files.rows("SELECT id, n FROM zip")).containsExactly("1|é", "2|x");
    }

    @Test
    void europeanNumbersAndDates_areFound() throws SQLException, IOException {
        files.write("eu.csv", "d;v;t\n31.12.2024;1234,5;31.12.2024 23:59\n01.02.2025;-0,25;01.02.2025 00:00\n");
        assertThat(files.types("SELECT * FROM eu")).isEqualTo("d DATE, v DOUBLE, t TIMESTAMP");
        assertThat(files.rows("SELECT d, v, EXTRACT(MINUTE FROM t) FROM eu"))
                .containsExactly("2024-12-31|1234.5|59", "2025-02-01|-0.25|0");
        files.write("us.csv", "d\n12/31/2024\n01/02/2025\n");
        assertThat(files.rows("SELECT d FROM us")).containsExactly("2024-12-31", "2025-01-02");
    }

    @Test
    void raggedRowsCommentsAndPreambles_areFound() throws SQLException, IOException {
        files.write("ragged.csv", "a,b,c\n1,2\n3,4,5\n6\n");
        files.write("comment.csv", "# made by hand\na,b\n1,2\n# more\n3,4\n");
        files.write("title.csv", "Report of the year\n\na,b,c\n1,2,3\n");
        assertThat(files.rows("SELECT * FROM ragged")).containsExactly("1|2|NULL", "3|4|5", "6|NULL|NULL");
        assertThat(files.rows("SELECT * FROM comment")).containsExactly("1|2", "3|4");
        assertThat(files.rows("SELECT a, b, c FROM title")).containsExactly("1|2|3");
    }

    @Test
    void headers_areToldFromRows() throws SQLException, IOException {
        files.write("text.csv", "name,city\nBob,Paris\nEve,Rome\n");
        files.write("none.csv", "1,x\n2,y\n");
        files.write("only.csv", "a,b,c\n");
        files.write("same.csv", "a,a,,a\n1,2,3,4\n");
        assertThat(files.rows("SELECT name, city FROM text")).containsExactly("Bob|Paris", "Eve|Rome");
        assertThat(files.rows("SELECT column0, column1 FROM none")).containsExactly("1|x", "2|y");
        assertThat(files.types("SELECT * FROM only")).isEqualTo("a VARCHAR, b VARCHAR, c VARCHAR");
        assertThat(files.rows("SELECT * FROM only")).isEmpty();
        assertThat(files.types("SELECT * FROM same")).isEqualTo("a INTEGER, a_1 INTEGER, column2 INTEGER, a_2 INTEGER");
    }

    @Test
    void options_override() throws SQLException, IOException {
        files.write("o.csv", "x|1,5|NA|02.01.2024\ny|2,5|3|03.01.2024\n");
        assertThat(files.rows(
                        "SELECT * FROM read_csv('o.csv', delim => '|', header => false, nullstr => ARRAY['NA', ''],"
                                + " decimal_separator => ',', dateformat => '%d.%m.%Y',"
                                + " names => ARRAY['a', 'b', 'c', 'd'])"))
                .containsExactly("x|1.5|NULL|2024-01-02", "y|2.5|3|2024-01-03");
        assertThat(files.types("SELECT * FROM read_csv('o.csv', delim => '|', header => false,"
                        + " columns => 'a VARCHAR, b VARCHAR, c VARCHAR, d VARCHAR')"))
                .isEqualTo("a VARCHAR, b VARCHAR, c VARCHAR, d VARCHAR");
        files.write("p.csv", "id,v\n1,2\n");
        assertThat(files.types("SELECT * FROM read_csv('p.csv', types => MAP['v', 'DECIMAL(10, 3)'])"))
                .isEqualTo("id INTEGER, v DECIMAL(10,3)");
        assertThat(files.types("SELECT * FROM read_csv('p.csv', all_varchar => true)"))
                .isEqualTo("id VARCHAR, v VARCHAR");
        assertThat(files.rows("SELECT * FROM read_csv('p.csv', skip => 1, header => false)"))
                .containsExactly("1|2");
    }

    @Test
    void whatWasFound_isShownByExplain() throws SQLException, IOException {
        files.write("e.csv", "a;b\n1;01/02/2024\n2;31/12/2024\n");
        assertThat(String.join("\n", files.rows("EXPLAIN SELECT * FROM e")))
                .contains("delimiter ';'", "quote '\"'", "header", "UTF-8", "a INTEGER", "b DATE", "%d/%m/%Y");
    }

    @Test
    void errors_sayFileLineColumnValueAndRemedy() throws SQLException, IOException {
        StringBuilder text = new StringBuilder("id,v\n");
        for (int i = 0; i < 100_000; i++) {
            text.append(i).append(',').append(i == 70_000 ? "oops" : i).append('\n');
        }
        files.write("bad.csv", text.toString());
        assertThat(files.state("SELECT SUM(v) FROM bad")).isEqualTo("22P04");
        assertThat(files.error("SELECT SUM(v) FROM bad"))
                .hasMessageContainingAll("'oops'", "'v'", "line 70002", "bad.csv", "ignore_errors");
        assertThat(files.rows("SELECT COUNT(*), SUM(v) FROM read_csv('bad.csv', ignore_errors => true)"))
                .containsExactly("99999|" + (99_999L * 100_000 / 2 - 70_000));
        files.write("wide.csv", "a,b\n" + "1,2\n".repeat(50_000) + "1,2,3\n" + "1,2\n".repeat(50_000));
        assertThat(files.error("SELECT COUNT(*) FROM wide"))
                .hasMessageContainingAll("Line 50002", "3 fields instead of 2");
        assertThat(files.error("SELECT * FROM read_csv('wide.csv', delimeter => ','))"))
                .hasMessageContaining("line 1");
        assertThat(files.error("SELECT * FROM read_csv('wide.csv', delimeter => ',')"))
                .hasMessageContainingAll("delimeter", "delim");
    }

    @Test
    void rejectedRows_areATable() throws SQLException, IOException {
        files.write("r.csv", "id,v\n1,2\nx,3\n4,5,6\n7,8\n");
        try (Connection connection = files.connect()) {
            String read =
                    "SELECT * FROM read_csv('r.csv', columns => 'id INTEGER, v INTEGER', rejects_table => 'rejects')";
            assertThat(FileFixture.rows(connection, read)).containsExactly("1|2", "7|8");
            assertThat(FileFixture.rows(
                            connection,
                            "SELECT file LIKE '%r.csv', line, \"column\", value FROM rejects ORDER BY line"))
                    .containsExactly("true|3|id|x", "true|4||4,5,6");
            FileFixture.rows(connection, read);
            assertThat(FileFixture.rows(connection, "SELECT COUNT(*) FROM rejects"))
                    .containsExactly("2");
        }
    }

    @Test
    void changedFiles_areReadAgain() throws SQLException, IOException {
        files.write("c.csv", "a\n1\n");
        try (Connection connection = files.connect()) {
            assertThat(FileFixture.rows(connection, "SELECT * FROM c")).containsExactly("1");
            files.write("c.csv", "a\n1\n2\n");
            assertThat(FileFixture.rows(connection, "SELECT * FROM c")).containsExactly("1", "2");
            files.write("c.csv", "b,c\nx,1\n");
            assertThat(FileFixture.rows(connection, "SELECT b, c FROM c")).containsExactly("x|1");
        }
    }
}
