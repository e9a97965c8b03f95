package io.algeon.tck.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of every format that change under tables, statistics, plans and results: a query gives what the files hold when it
 * begins, or an error, never a mixture and never what they held before.
 */
class ChangedFilesTest {
    private static final List<String> FORMATS = List.of("csv", "csv.gz", "ndjson", "arrow", "arrows", "parquet");
    private static final int ROWS = 60_000;

    /** For each format two versions of equal size; the numbers of the second are larger by one. */
    @TempDir
    static Path versions;

    @TempDir
    Path folder;

    private FileFixture files;

    @BeforeAll
    static void writeVersions() throws SQLException, IOException {
        FileFixture fixture = new FileFixture(versions);
        for (String format : FORMATS) {
            for (int version = 0; version < 2; version++) {
                fixture.update("COPY (SELECT 1000000 + i + " + version + " AS x, 'name ' || MOD(i, 7) AS name"
                        + " FROM generate_series(1, " + ROWS + ") AS t(i)) TO 'v" + version + "." + format + "' "
                        + (format.equals("parquet") ? "(COMPRESSION none)" : ""));
            }
        }
    }

    @BeforeEach
    void copyFirstVersions() throws IOException {
        files = new FileFixture(folder);
        for (String format : FORMATS) {
            Files.copy(version(0, format), file(format));
            // long ago: what is known of it is kept
            Files.setLastModifiedTime(file(format), FileTime.fromMillis(1_700_000_000_000L));
        }
    }

    private static Path version(int number, String format) {
        return versions.resolve("v" + number + "." + format);
    }

    private Path file(String format) {
        return folder.resolve("t." + format);
    }

    private static String from(String format) {
        return " FROM 't." + format + "'";
    }

    private static String sumOf(int version) {
        return String.valueOf((1_000_000L + version) * ROWS + (ROWS + 1L) * ROWS / 2);
    }

    private static String one(Connection connection, String sql) throws SQLException {
        return String.join(",", FileFixture.rows(connection, sql));
    }

    /** Only what has not changed for two seconds is kept. */
    private static void settle() throws InterruptedException {
        TimeUnit.MILLISECONDS.sleep(2_100);
    }

    private void replaceInPlace(String format) throws IOException {
        FileTime time = Files.getLastModifiedTime(file(format));
        Files.write(file(format), Files.readAllBytes(version(1, format)));
        Files.setLastModifiedTime(file(format), time);
    }

    private void replaceByRename(String format) throws IOException {
        FileTime time = Files.getLastModifiedTime(file(format));
        Path next = Files.copy(version(1, format), folder.resolve(".next." + format));
        Files.setLastModifiedTime(next, time);
        Files.move(next, file(format), StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void fileOfTheSameSizeAndTime_givesItsNewRows() throws SQLException, IOException, InterruptedException {
        settle();
        try (Connection connection = files.connect()) {
            for (String format : FORMATS) {
                boolean renamed = format.length() % 2 == 0;
                List<String> queries = List.of(
                        "SELECT CAST(sum(x) AS BIGINT)" + from(format),
                        "SELECT count(*)" + from(format) + " WHERE x = " + (1_000_001 + ROWS),
                        "SELECT max(x)" + from(format),
                        "SELECT x" + from(format) + " ORDER BY x LIMIT 1");
                List<PreparedStatement> prepared = new ArrayList<>();
                for (String query : queries) {
                    prepared.add(connection.prepareStatement(query));
                    one(connection, query);
                }
                if (renamed) {
                    replaceByRename(format);
                } else {
                    replaceInPlace(format);
                }
                List<String> expected =
                        List.of(sumOf(1), "1", String.valueOf(1_000_001 + ROWS), String.valueOf(1_000_002));
                for (int i = 0; i < queries.size(); i++) {
                    try (PreparedStatement statement = prepared.get(i);
                            ResultSet result = statement.executeQuery()) {
                        result.next();
                        assertThat(result.getString(1))
                                .as("%s, %s, prepared before", format, queries.get(i))
                                .isEqualTo(expected.get(i));
                    }
                    assertThat(one(connection, queries.get(i)))
                            .as("%s, %s", format, queries.get(i))
                            .isEqualTo(expected.get(i));
                }
            }
        }
    }

    @Test
    void fileWrittenManyTimesASecond_givesItsNewestRows() throws SQLException, IOException {
        try (Connection connection = files.connect()) {
            for (String format : FORMATS) {
                for (int round = 0; round < 8; round++) {
                    int version = 1 - round % 2;
                    Files.write(file(format), Files.readAllBytes(version(version, format)));
                    assertThat(one(connection, "SELECT CAST(sum(x) AS BIGINT)" + from(format)))
                            .as("%s, round %d", format, round)
                            .isEqualTo(sumOf(version));
                }
            }
        }
    }

    @Test
    void growingFolder_givesItsNewFiles_andForgetsThoseThatAreGone()
            throws SQLException, IOException, InterruptedException {
        for (String format : FORMATS) {
            Files.createDirectory(folder.resolve("many-" + format));
            Files.copy(version(0, format), folder.resolve("many-" + format).resolve("a." + format));
        }
        settle();
        try (Connection connection = files.connect()) {
            for (String format : FORMATS) {
                Path many = folder.resolve("many-" + format);
                String sql = "SELECT count(*), min(x) FROM '" + many.getFileName() + "/*." + format + "'";
                assertThat(one(connection, sql)).isEqualTo(ROWS + "|1000001");
                Files.copy(version(1, format), many.resolve("b." + format));
                assertThat(one(connection, sql)).as(format).isEqualTo(2 * ROWS + "|1000001");
                Files.delete(many.resolve("a." + format));
                assertThat(one(connection, sql)).as(format).isEqualTo(ROWS + "|1000002");
                Files.delete(many.resolve("b." + format));
                assertThat(stateOf(connection, sql)).as(format).isEqualTo("58P01");
            }
        }
    }

    @Test
    void fileChangedDuringAScan_givesItsOldRowsOrAnError() throws SQLException, IOException {
        try (Connection connection = files.connect()) {
            for (String format : FORMATS) {
                for (String change : List.of("replace", "rename", "cut", "append", "delete")) {
                    Files.copy(version(0, format), file(format), StandardCopyOption.REPLACE_EXISTING);
                    long sum = 0;
                    try (Statement statement = connection.createStatement();
                            ResultSet result = statement.executeQuery("SELECT x" + from(format))) {
                        while (result.next()) {
                            if (result.getRow() == 10) {
                                change(format, change);
                            }
                            sum += result.getLong(1);
                        }
                        assertThat(String.valueOf(sum))
                                .as("%s, %s", format, change)
                                .isEqualTo(sumOf(0));
                    } catch (SQLException e) {
                        assertThat(e.getMessage())
                                .as("%s, %s", format, change)
                                .contains("t." + format)
                                .containsAnyOf("changed", "does not exist");
                        assertThat(e.getSQLState())
                                .as("%s, %s: %s", format, change, e.getMessage())
                                .isNotEqualTo("XX000");
                    }
                }
            }
        }
    }

    private void change(String format, String change) throws IOException {
        Path file = file(format);
        switch (change) {
            case "replace" -> Files.write(file, Files.readAllBytes(version(1, format)));
            case "rename" -> replaceByRename(format);
            case "cut" -> Files.write(file, new byte[] {1}, StandardOpenOption.TRUNCATE_EXISTING);
            case "append" -> Files.write(file, new byte[] {1}, StandardOpenOption.APPEND);
            default -> Files.delete(file);
        }
    }

    @Test
    void columnsOfAnotherType_areReadAsTheyAreNow_orRefused() throws SQLException, IOException, InterruptedException {
        settle();
        try (Connection connection = files.connect()) {
            for (String format : FORMATS) {
                String sql = "SELECT max(x)" + from(format);
                try (PreparedStatement prepared = connection.prepareStatement(sql)) {
                    assertThat(one(connection, sql)).isEqualTo(String.valueOf(1_000_000 + ROWS));
                    Files.delete(file(format));
                    files.update("COPY (SELECT 'words' AS x, 2 AS y) TO 't." + format + "'");
                    assertThat(one(connection, sql)).as(format).isEqualTo("words");
                    try (ResultSet result = prepared.executeQuery()) {
                        result.next();
                        assertThat(result.getString(1)).as(format).isEqualTo("words");
                    } catch (SQLException e) {
                        assertThat(e.getMessage()).as(format).contains("another schema");
                    }
                }
                Files.delete(file(format));
                assertThat(stateOf(connection, sql)).as(format).isEqualTo("58P01");
            }
        }
    }

    private static String stateOf(Connection connection, String sql) {
        try {
            return "none, but rows " + one(connection, sql);
        } catch (SQLException e) {
            return e.getSQLState();
        }
    }
}
