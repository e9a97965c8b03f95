package io.algeon.tck.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files cut off or changed in random places: rows or a clean error, never a hang, a crash or an internal error. */
class DamagedFilesTest {
    /** Damage, bad rows and values, files that are none, unsupported features that damage makes up, no room for a bogus size. */
    private static final Set<String> CLEAN = Set.of(
            "XX001", "22P04", "22P02", "42703", "0A000", "42804", "53200", "58030", "42P01", "22008", "22003", "22018");

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"csv", "json", "arrow", "arrows", "csv.gz"})
    void damage_isToldOrHarmless(String extension) throws SQLException, IOException {
        long seed = Long.getLong("algeon.seed", 7L);
        Random random = new Random(seed);
        FileFixture files = new FileFixture(folder);
        String query = "SELECT i AS id, CASE WHEN MOD(i, 3) = 0 THEN NULL ELSE 'text, \"' || i || 'ü' END AS t,"
                + " ARRAY[i, 2] AS a, i * 1.25 AS x, DATE '2024-01-01' + i AS d"
                + " FROM UNNEST(ARRAY[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) AS u(i)";
        files.update("COPY (" + query + ") TO 'good." + extension + "'");
        byte[] good = Files.readAllBytes(folder.resolve("good." + extension));
        try (Connection connection = files.connect()) {
            for (int i = 0; i < 60; i++) {
                byte[] bytes = good.clone();
                if (i % 3 == 0) {
                    bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
                } else {
                    for (int flips = 1 + random.nextInt(4); flips > 0; flips--) {
                        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
                    }
                }
                String name = "bad" + i + "." + extension;
                files.write(name, bytes);
                int number = i;
                Assertions.assertTimeoutPreemptively(
                        Duration.ofSeconds(20), () -> read(connection, name, extension, seed, number));
            }
        }
    }

    private static void read(Connection connection, String name, String extension, long seed, int number) {
        String function =
                extension.startsWith("arrow") ? "read_arrow" : extension.startsWith("csv") ? "read_csv" : "read_json";
        try {
            List<String> rows = FileFixture.rows(connection, "SELECT * FROM " + function + "('" + name + "')");
            assertThat(rows.size()).isLessThan(10_000);
        } catch (SQLException e) {
            assertThat(CLEAN)
                    .as("%s, seed %d, file %d: %s", extension, seed, number, e.getMessage())
                    .contains(e.getSQLState());
        }
    }
}
