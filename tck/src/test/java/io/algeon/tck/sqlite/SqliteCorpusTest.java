package io.algeon.tck.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * SQLite's logic tests give the answers that they state: select1 to select4 and evidence whole, of the millions of others a
 * sample. {@code -Dalgeon.seed=N} takes another sample; {@code -Dalgeon.sqlite=all} runs everything, which takes hours;
 * {@code -Dalgeon.sqlite=random/expr} the files under a folder.
 */
class SqliteCorpusTest {
    private static final long SEED = Long.getLong("algeon.seed", 20_260_101L);
    private static final String SCOPE = System.getProperty("algeon.sqlite", "");

    /** Files about statements that SQLite alone has: triggers, REINDEX, REPLACE. */
    private static final String SQLITE_ALONE = ".*(trigger|reindex|replace)\\.test";

    /** One file in so many of random and index, and one query in so many of each. */
    private static final int FILES = 20;

    private static final double QUERIES = 0.02;

    @ParameterizedTest
    @ValueSource(strings = {"select1", "select2", "select3", "select4", "select5"})
    void select_givesTheStatedRows(String name) throws IOException, SQLException {
        LogicRun run = new LogicRun(1, SEED);
        run(run, "test/" + name + ".test");
        report(name, run);
    }

    @Test
    void evidence_givesTheStatedRows() throws IOException, SQLException {
        LogicRun run = new LogicRun(1, SEED);
        for (String file : files("test/evidence/")) {
            if (!file.matches(SQLITE_ALONE)) {
                run(run, file);
            }
        }
        report("evidence", run);
    }

    @Test
    void sampleOfRandomAndIndex_givesTheStatedRows() throws IOException, SQLException {
        boolean whole = !SCOPE.isEmpty();
        LogicRun run = new LogicRun(whole ? 1 : QUERIES, SEED);
        Random random = new Random(SEED);
        List<String> files = files("test/random/");
        files.addAll(files("test/index/"));
        for (String file : files) {
            boolean chosen = whole ? SCOPE.equals("all") || file.contains(SCOPE) : random.nextInt(FILES) == 0;
            if (chosen) {
                run(run, file);
            }
        }
        report("random and index", run);
    }

    private static void run(LogicRun run, String file) throws IOException, SQLException {
        try (InputStream stream =
                Objects.requireNonNull(SqliteCorpusTest.class.getClassLoader().getResourceAsStream(file), file)) {
            run.run(file, stream);
        }
    }

    private static List<String> files(String folder) throws IOException {
        URL url = Objects.requireNonNull(SqliteCorpusTest.class.getClassLoader().getResource("test/select1.test"));
        JarURLConnection connection = (JarURLConnection) url.openConnection();
        connection.setUseCaches(false);
        List<String> files = new ArrayList<>();
        try (JarFile jar = connection.getJarFile()) {
            for (JarEntry entry : jar.stream().toList()) {
                if (entry.getName().startsWith(folder) && entry.getName().endsWith(".test")) {
                    files.add(entry.getName());
                }
            }
        }
        files.sort(String::compareTo);
        return files;
    }

    private static void report(String name, LogicRun run) {
        System.out.println("SQLite " + name + ": " + run.statements() + " statements, " + run.queries() + " queries, "
                + run.failed() + " failed, " + run.refused() + " divisions by zero or overflows, seed " + SEED);
        assertThat(run.failures())
                .as("failures of " + run.failed() + ", seed " + SEED)
                .isEmpty();
        assertThat(run.queries()).isPositive();
        assertThat(run.refused()).as("divisions by zero or overflows").isLessThan(1 + run.queries() / 100);
    }
}
