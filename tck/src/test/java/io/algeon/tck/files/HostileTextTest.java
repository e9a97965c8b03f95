package io.algeon.tck.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text files that were made to be hard to read: rows, or an error that says where and what to do. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HostileTextTest {
    private static final int ROWS = 60_000;

    @TempDir
    Path folder;

    private FileFixture files;

    @BeforeEach
    void open() {
        files = new FileFixture(folder);
    }

    private void isRefused(String sql, String... parts) {
        Throwable error = files.error(sql);
        assertThat(error).isInstanceOf(SQLException.class).hasMessageContainingAll(parts);
        assertThat(((SQLException) error).getSQLState()).isNotEqualTo("XX000");
    }

    /** Rows of a number and a text that fill some parts. */
    private static StringBuilder manyRows() {
        StringBuilder rows = new StringBuilder();
        for (int i = 0; i < ROWS; i++) {
            rows.append(i).append(",text ").append(i).append(" of many\n");
        }
        return rows;
    }

    @ParameterizedTest
    @CsvSource({
        "'7,\"never closed', has a quote that is never closed",
        "'7,8,9', has 3 fields instead of 2",
        "'7', has 1 field instead of 2",
        "'x7,8', is no INTEGER",
        "'7,\"a\"b', has text behind a closing quote"
    })
    void rowInTheMiddleOfParts_isToldWithItsLine(String row, String problem) throws SQLException, IOException {
        StringBuilder rows = manyRows();
        files.write("t.csv", "a,b\n" + rows + row + "\n" + rows);
        isRefused(
                "SELECT sum(a), max(b) FROM read_csv('t.csv', types => MAP['a', 'INTEGER'])",
                "t.csv",
                "ine " + (ROWS + 2),
                problem,
                "ignore_errors => true");
        assertThat(files.rows("SELECT count(*) FROM read_csv('t.csv', types => MAP['a', 'INTEGER'],"
                        + " ignore_errors => true, parallel => false) WHERE a >= 0"))
                .first()
                .isIn(String.valueOf(ROWS), String.valueOf(2 * ROWS));
    }

    @Test
    void bytesThatAreNoText_areToldWithTheirLine() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] rows = manyRows().toString().getBytes(StandardCharsets.UTF_8);
        bytes.writeBytes("a,b\n".getBytes(StandardCharsets.UTF_8));
        bytes.writeBytes(rows);
        bytes.writeBytes(new byte[] {'7', ',', (byte) 0xc3, '\n'});
        bytes.writeBytes(rows);
        files.write("t.csv", bytes.toByteArray());
        isRefused("SELECT max(b) FROM 't.csv'", "'b'", "is not valid UTF-8", "line " + (ROWS + 2), "encoding =>");
    }

    @Test
    void marksLineEndsAndZeroBytes_giveRows() throws SQLException, IOException {
        files.write("mark.csv", "\ufeffa,b\r\n1,x\n2,y\r\n3,z");
        files.write("wide.csv", "\ufeffa,b\n1,\u00fc\n".getBytes(StandardCharsets.UTF_16LE));
        files.write("zero.csv", "a,b\n1,x\0y\n2,\0\n");
        files.write("mark.json", "\ufeff{\"a\":1}\r\n\r\n  {\"a\":2 } \n");
        assertThat(files.rows("SELECT a, b FROM 'mark.csv'")).containsExactly("1|x", "2|y", "3|z");
        assertThat(files.rows("SELECT a, b FROM 'wide.csv'")).containsExactly("1|\u00fc");
        assertThat(files.rows("SELECT b FROM 'zero.csv'")).containsExactly("x\0y", "\0");
        assertThat(files.rows("SELECT a FROM 'mark.json'")).containsExactly("1", "2");
    }

    @Test
    void filesWithNothingInThem_areToldOrHaveNoRows() throws SQLException, IOException {
        files.write("empty.csv", "");
        files.write("mark.csv", "\ufeff");
        files.write("header.csv", "a,b\n");
        files.write("empty.json", "");
        isRefused("SELECT * FROM 'empty.csv'", "holds no rows", "columns =>");
        isRefused("SELECT * FROM 'mark.csv'", "holds no rows", "columns =>");
        assertThat(files.rows("SELECT * FROM 'header.csv'")).isEmpty();
        assertThat(files.rows("SELECT * FROM 'empty.json'")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {250, 10_000, 1_000_000})
    void deepJson_isRefused(int depth) throws IOException {
        files.write("array.json", "{\"a\":" + "[".repeat(depth) + "1" + "]".repeat(depth) + "}\n");
        files.write("object.json", "{\"a\":1}\n" + "{\"a\":".repeat(depth) + "1" + "}".repeat(depth) + "\n");
        files.write("open.json", "[".repeat(depth));
        isRefused("SELECT * FROM 'array.json'", "Line 1", "deeper than 200 levels");
        isRefused("SELECT count(*) FROM 'object.json'", "Line 2, column", "deeper than 200 levels");
        isRefused("SELECT a FROM read_json('object.json', columns => MAP['a', 'VARCHAR'])", "Line 2", "deeper");
        isRefused("SELECT * FROM 'open.json'", "deeper than 200 levels");
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"a\":', ends within a value",
        "'{\"a\":1} x', text follows the value",
        "'{\"a\":\"\u0001\"}', control character",
        "'{\"a\":tru}', 'true'",
        "'{\"a\":\"\\q\"}', unknown escape",
        "'{a:1}', a key in quotes",
        "'{\"a\":1,}', a key in quotes",
        "'{\"a\" 1}', ':'",
        "'{\"a\":-}', a number is malformed",
        "'{\"a\":1.}', a number is malformed",
        "'{\"a\":1}}', text follows the value",
        "'[1]', an object is expected"
    })
    void lineThatIsNoJson_isToldOrLeftOut(String line, String problem) throws SQLException, IOException {
        String rows = "{\"a\":1,\"b\":\"some text\"}\n".repeat(ROWS);
        files.write("t.ndjson", rows + line + "\n" + rows);
        for (String query : List.of("SELECT count(*) FROM ", "SELECT sum(a) FROM ", "SELECT max(b) FROM ")) {
            isRefused(
                    query + "'t.ndjson'",
                    "t.ndjson",
                    "Line " + (ROWS + 1) + ", column",
                    problem,
                    "ignore_errors => true");
        }
        assertThat(files.rows("SELECT count(*), sum(a) FROM read_json('t.ndjson', ignore_errors => true)"))
                .containsExactly(2 * ROWS + "|" + 2 * ROWS);
    }

    @Test
    void keysThatAreNoNames_getSome() throws SQLException, IOException {
        files.write("t.json", "{\"\":1,\"A\":2,\"a\":3,\"a.b\":4}\n{\"a\":5}\n");
        assertThat(files.types("SELECT * FROM 't.json'"))
                .isEqualTo("column0 INTEGER, A INTEGER, a_1 INTEGER, a.b INTEGER");
        assertThat(files.rows("SELECT * FROM 't.json'")).containsExactly("1|2|3|4", "NULL|NULL|5|NULL");
        isRefused("SELECT * FROM read_json('t.json', columns => MAP['', 'INTEGER'])", "columns that have names");
    }

    @Test
    void numberBeyondAllDoubles_isRefused() throws IOException {
        files.write("t.json", "{\"a\":1.5}\n{\"a\":1e400}\n");
        isRefused("SELECT a FROM 't.json'", "1e400", "is no DOUBLE", "line 2");
    }

    @Test
    void longRow_isRefused_unlessAllowed() throws SQLException, IOException {
        files.write("t.csv", "a,b\n1," + "x".repeat(20 << 20) + "\n2,y\n");
        isRefused("SELECT * FROM 't.csv'", "Line 2", "is longer than 16777216 bytes", "max_line_size");
        assertThat(files.rows("SELECT a, char_length(b) FROM read_csv('t.csv', max_line_size => 30000000)"))
                .containsExactly("1|" + (20 << 20), "2|1");
    }

    @Test
    void headerOfVeryManyNames_isRead() throws SQLException, IOException {
        StringBuilder text = new StringBuilder();
        for (int row = -1; row < 3; row++) {
            for (int i = 0; i < 50_000; i++) {
                text.append(i > 0 ? "," : "").append(row < 0 ? "c" : "").append(i);
            }
            text.append('\n');
        }
        files.write("t.csv", text.toString());
        assertThat(files.rows("SELECT count(*), sum(c49999) FROM 't.csv'")).containsExactly("3|149997");
    }

    @ParameterizedTest
    @CsvSource({"0,csv", "10,csv", "44,csv", "34,csv", "49,json", "91,json", "123,json"})
    void bomb_isReadOrRefusedInLittleMemory(int letter, String extension) throws IOException {
        byte[] block = new byte[1 << 20];
        Arrays.fill(block, (byte) letter);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            for (int i = 0; i < 100; i++) {
                gzip.write(block);
            }
        }
        files.write("t." + extension + ".gz", bytes.toByteArray());
        Throwable error = catchThrowable(() -> assertThat(files.rows("SELECT count(*) FROM 't." + extension + ".gz'"))
                .hasSize(1));
        if (error != null) {
            assertThat(error).isInstanceOf(SQLException.class).hasMessageContaining("t." + extension + ".gz");
            assertThat(((SQLException) error).getSQLState()).isNotEqualTo("XX000");
        }
    }

    /** Seeded: pieces of CSV in any order; both ways of reading agree, or both give an error. */
    @Test
    void piecesInAnyOrder_areReadAlikeInPartsAndInOneGo() throws SQLException, IOException {
        long seed = Long.getLong("algeon.seed", 11L);
        Random random = new Random(seed);
        List<String> pieces = List.of(
                "1,a\n", "2,\"b,\"\n", "3,\"c\nd\"\r\n", "4,\"\"\"\"\n", "5,\"\"\n", "6,\" \"\n", "7,\"e\"\"\n\"\n");
        for (int round = 0; round < 12; round++) {
            StringBuilder text = new StringBuilder("n,t\n");
            List<String> some = pieces.subList(0, 2 + random.nextInt(pieces.size() - 1));
            while (text.length() < 3 << 20) {
                text.append(some.get(random.nextInt(some.size())).repeat(1 + random.nextInt(200)));
            }
            String name = "pieces" + round + ".csv";
            files.write(name, text.toString());
            String call = "SELECT count(*), sum(n), sum(char_length(t)) FROM read_csv('" + name
                    + "', quote => '\"', parallel => ";
            assertThat(files.rows(call + "true)"))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(files.rows(call + "false)"));
        }
    }
}
