package io.algeon.tck.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several files as one table: globs, lists, folders, columns of folders, differing columns. */
class FileSetsTest {
    @TempDir
    Path folder;

    private FileFixture files;

    @BeforeEach
    void open() {
        files = new FileFixture(folder);
    }

    @Test
    void globsAndLists_areOneTable() throws SQLException, IOException {
        files.write("s/a-1.csv", "x\n1\n");
        files.write("s/a-2.csv", "x\n2\n");
        files.write("s/b-1.csv", "x\n4\n");
        assertThat(files.rows("SELECT SUM(x) FROM 's/a-*.csv'")).containsExactly("3");
        assertThat(files.rows("SELECT SUM(x) FROM read_csv('s/*.csv')")).containsExactly("7");
        assertThat(files.rows("SELECT SUM(x) FROM read_csv(ARRAY['s/b-1.csv', 's/a-2.csv'])"))
                .containsExactly("6");
        assertThat(files.rows("SELECT SUM(x) FROM read_csv('s/b-1.csv', 's/a-1.csv')"))
                .containsExactly("5");
        assertThat(files.rows("SELECT x, filename LIKE '%a-2.csv', file_row_number"
                        + " FROM read_csv('s/*.csv', filename => true, file_row_number => true) ORDER BY x"))
                .containsExactly("1|false|0", "2|true|0", "4|false|0");
        assertThat(files.state("SELECT * FROM read_csv('s/none-*.csv')")).isEqualTo("58P01");
    }

    @Test
    void hiddenColumns_tellWhereRowsComeFrom() throws SQLException, IOException {
        files.write("s/1.csv", "x\n1\n2\n");
        files.write("s/2.csv", "x\n4\n");
        files.update("COPY (SELECT 7 AS x) TO 'p.parquet'");
        files.update("COPY (SELECT 8 AS x) TO 'j.json'");
        files.update("COPY (SELECT 9 AS x) TO 'a.arrow'");
        files.update("COPY (SELECT 3 AS filename) TO 'own.parquet'");
        assertThat(files.rows("SELECT filename LIKE '%s/2.csv', SUM(x) FROM s GROUP BY filename ORDER BY 2"))
                .containsExactly("false|3", "true|4");
        assertThat(files.rows("SELECT *, row_number FROM s WHERE s.filename LIKE '%1.csv' ORDER BY row_number"))
                .containsExactly("1|0", "2|1");
        for (String name : List.of("p", "j", "a")) {
            assertThat(files.rows(
                            "SELECT t.*, t.FILE_ROW_NUMBER, t.filename LIKE '%/" + name + ".%' FROM " + name + " t"))
                    .as(name)
                    .hasSize(1)
                    .allMatch(row -> row.endsWith("|0|true"));
        }
        assertThat(files.rows("SELECT * FROM s WHERE x = 4")).containsExactly("4");
        assertThat(files.rows("SELECT filename FROM own")).containsExactly("3");
        assertThat(files.rows("SELECT filename FROM read_csv('s/2.csv') AS t(filename)"))
                .containsExactly("4");
        assertThat(files.rows("SELECT x, f LIKE '%2.csv' FROM (SELECT x, filename AS f FROM s) AS q WHERE x = 4"))
                .containsExactly("4|true");
        assertThat(files.state("SELECT filename FROM s, p")).isEqualTo("42702");
        assertThat(files.state("SELECT *, s.filename FROM s JOIN p USING (x)")).isEqualTo("0A000");
        assertThat(files.error("SELECT filename, y FROM s")).hasMessageContaining("'y'");
        assertThat(files.state("SELECT filename FROM (VALUES (1)) AS v(x)")).isEqualTo("42703");
    }

    @Test
    void foldersOfPartitions_areTypedAndPruned() throws SQLException, IOException {
        for (String year : List.of("2023", "2024")) {
            files.write("h/year=" + year + "/p.csv", "x\n" + year + "\n");
        }
        assertThat(files.rows("SELECT SUM(year), SUM(x) FROM h WHERE year > 2023"))
                .containsExactly("2024|2024");
        assertThat(String.join("\n", files.rows("EXPLAIN ANALYZE SELECT * FROM h WHERE year = 2024")))
                .contains("1 pruned");
        assertThat(files.types("SELECT year FROM h")).isEqualTo("year BIGINT");
    }

    @Test
    void differingFiles_areRefusedOrFitted() throws SQLException, IOException {
        files.write("d/1.csv", "a,b\n1,x\n");
        files.write("d/2.csv", "b,c\ny,2.5\n");
        files.update("COPY (SELECT 1 AS a, 'x' AS b) TO 'd/1.parquet'");
        files.update("COPY (SELECT 2.5 AS c, CAST(7 AS BIGINT) AS a) TO 'd/2.parquet'");
        files.update("COPY (SELECT 1 AS a, 'x' AS b) TO 'd/1.arrow'");
        files.update("COPY (SELECT 2.5 AS c, CAST(7 AS BIGINT) AS a) TO 'd/2.arrow'");
        files.write("d/1.json", "{\"a\":1,\"b\":\"x\"}\n");
        files.write("d/2.json", "{\"c\":2.5,\"a\":7}\n");
        for (String format : List.of("csv", "parquet", "arrow", "json")) {
            assertThat(files.error("SELECT * FROM read_" + format + "('d/*." + format + "')"))
                    .as(format)
                    .hasMessageContainingAll("2." + format, "union_by_name");
            assertThat(files.state("SELECT * FROM read_" + format + "('d/*." + format + "')"))
                    .isEqualTo("42804");
            List<String> fitted = files.rows("SELECT a, b, c FROM read_" + format + "('d/*." + format
                    + "', union_by_name => true) ORDER BY c NULLS FIRST");
            assertThat(fitted)
                    .as(format)
                    .containsExactly("1|x|NULL", format.equals("csv") ? "NULL|y|2.5" : "7|NULL|2.5");
        }
    }

    @Test
    void rowNumbersOfParquet_goOnOverRowGroups() throws SQLException {
        files.update("COPY (SELECT i FROM UNNEST(ARRAY[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) AS u(i) ORDER BY i)"
                + " TO 'r.parquet' (ROW_GROUP_SIZE 1)");
        assertThat(files.rows("SELECT COUNT(*) FROM read_parquet('r.parquet', file_row_number => true)"
                        + " WHERE i = file_row_number"))
                .containsExactly("10");
    }
}
