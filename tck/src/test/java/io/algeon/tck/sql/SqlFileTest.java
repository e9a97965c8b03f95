package io.algeon.tck.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The SQL files under {@code sql/}: specifications with their answers. A file is a list of blocks, separated by empty lines:
 * {@code query} (rows in any order) or {@code query ordered}, the statement, a line {@code ----}, the rows (cells separated by
 * {@code |}); or {@code error SQLSTATE} and the statement. Lines that begin with {@code #} are comments.
 */
class SqlFileTest {
    private record Block(int line, String kind, String sql, List<String> rows) {}

    @TestFactory
    Stream<DynamicTest> files() throws IOException, URISyntaxException {
        Path root = Path.of(
                Objects.requireNonNull(SqlFileTest.class.getResource("/sql")).toURI());
        List<DynamicTest> tests = new ArrayList<>();
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path file : paths.filter(path -> path.toString().endsWith(".test"))
                    .sorted()
                    .toList()) {
                for (Block block : parse(Files.readAllLines(file))) {
                    tests.add(DynamicTest.dynamicTest(
                            root.relativize(file) + ":" + block.line() + " "
                                    + block.sql().replace('\n', ' '),
                            () -> run(block)));
                }
            }
        }
        return tests.stream();
    }

    private static void run(Block block) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:")) {
            if (block.kind().startsWith("error ")) {
                SQLException error = null;
                try {
                    Sql.rows(connection, block.sql());
                } catch (SQLException e) {
                    error = e;
                }
                assertThat((Throwable) error).as("an error").isNotNull();
                assertThat(error.getSQLState()).isEqualTo(block.kind().substring("error ".length()));
                return;
            }
            List<String> rows = Sql.rows(connection, block.sql());
            if (block.kind().equals("query ordered")) {
                assertThat(rows).containsExactlyElementsOf(block.rows());
            } else {
                assertThat(rows).containsExactlyInAnyOrderElementsOf(block.rows());
            }
        }
    }

    private static List<Block> parse(List<String> lines) {
        List<Block> blocks = new ArrayList<>();
        int at = 0;
        while (at < lines.size()) {
            if (lines.get(at).isBlank() || lines.get(at).startsWith("#")) {
                at++;
                continue;
            }
            int start = at;
            String kind = lines.get(at++);
            StringBuilder sql = new StringBuilder();
            while (at < lines.size()
                    && !lines.get(at).isBlank()
                    && !lines.get(at).equals("----")) {
                sql.append(sql.isEmpty() ? "" : "\n").append(lines.get(at++));
            }
            List<String> rows = new ArrayList<>();
            if (at < lines.size() && lines.get(at).equals("----")) {
                at++;
                while (at < lines.size() && !lines.get(at).isBlank()) {
                    rows.add(lines.get(at++));
                }
            }
            blocks.add(new Block(start + 1, kind, sql.toString(), rows));
        }
        return blocks;
    }
}
