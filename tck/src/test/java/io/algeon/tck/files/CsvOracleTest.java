package io.algeon.tck.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random CSV files, read by the driver and by DuckDB, with quotes, line ends in quotes and parts read side by side. */
class CsvOracleTest {
    @TempDir
    Path folder;

    @Test
    void randomFiles_areReadAsDuckDbDoes() throws SQLException, IOException {
        long seed = Long.getLong("algeon.seed", 20261130L);
        Random random = new Random(seed);
        FileFixture files = new FileFixture(folder);
        try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
                Connection own = files.connect()) {
            for (int file = 0; file < 12; file++) {
                int rows = file == 0 ? 60_000 : new int[] {1, 63, 64, 65, 2047, 2048, 2049, 5000}[random.nextInt(8)];
                Path path = files.write("f" + file + ".csv", text(random, rows));
                String query = "SELECT COUNT(*), COUNT(i), SUM(i), SUM(n), MIN(d), MAX(d), COUNT(s), MIN(s), MAX(s),"
                        + " SUM(LENGTH(s)) FROM read_csv('" + path + "', header = true, delim = ',')";
                assertThat(FileFixture.rows(own, query.replace("SUM(n)", "CAST(SUM(n) AS DECIMAL(30, 2))")))
                        .as("seed %d, file %d", seed, file)
                        .isEqualTo(FileFixture.rows(
                                duck,
                                query.replace("SUM(n)", "SUM(CAST(n AS DECIMAL(18, 2)))")
                                        .replace("'" + path + "'", "'" + path + "', nullstr = ''")));
            }
        }
    }

    private static String text(Random random, int rows) {
        StringBuilder text = new StringBuilder("i,n,d,s\n");
        String[] words = {
            "a", "two words", "with, comma", "with \"quotes\"", "two\nlines", "ünïcödé", "日本語", "x".repeat(300)
        };
        for (int row = 0; row < rows; row++) {
            text.append(random.nextInt(10) == 0 ? "" : String.valueOf(random.nextInt(2_000_000) - 1_000_000))
                    .append(',')
                    .append(random.nextInt(100_000))
                    .append('.')
                    .append(10 + random.nextInt(90))
                    .append(',')
                    .append(java.time.LocalDate.of(2000, 1, 1).plusDays(random.nextInt(9000)))
                    .append(',');
            String word = words[random.nextInt(words.length)];
            boolean quoted = random.nextBoolean() || !word.matches("[\\p{L} ]*");
            text.append(random.nextInt(10) == 0 ? "" : quoted ? '"' + word.replace("\"", "\"\"") + '"' : word)
                    .append('\n');
        }
        return text.toString();
    }
}
