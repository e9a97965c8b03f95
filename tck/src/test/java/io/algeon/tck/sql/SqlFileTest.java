package io.algeon.tck.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
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
 *
 * <p>A file that has a block {@code statement}, or {@code statement N} for one that changes N rows, runs as a whole on one
 * connection; the blocks of others are tests of their own.
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
                List<Block> blocks = parse(Files.readAllLines(file));
                if (blocks.stream().anyMatch(block -> block.kind().startsWith("statement"))) {
                    tests.add(DynamicTest.dynamicTest(root.relativize(file).toString(), () -> runInOrder(blocks)));
                    continue;
                }
                for (Block block : blocks) {
                    tests.add(DynamicTest.dynamicTest(
                            root.relativize(file) + ":" + block.line() + " "
                                    + block.sql().replace('\n', ' '),
                            () -> run(block)));
                }
            }
        }
        return tests.stream();
    }

    private static void runInOrder(List<Block> blocks) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:")) {
            for (Block block : blocks) {
                try {
                    run(block, connection);
                } catch (SQLException | AssertionError failure) {
                    throw new AssertionError("line " + block.line() + ": " + block.sql() + "\n" + failure, failure);
                }
            }
        }
    }

    private static void run(Block block) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:")) {
            run(block, connection);
        }
    }

    private static void run(Block block, Connection connection) throws SQLException {
        if (block.kind().startsWith("statement")) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(block.sql());
                String count = block.kind().substring("statement".length()).strip();
                if (!count.isEmpty()) {
                    assertThat(statement.getLargeUpdateCount()).isEqualTo(Long.parseLong(count));
                }
            }
            return;
        }
        if (block.kind().startsWith("error ")) {
            SQLException error = null;
            try {
                Sql.execute(connection, block.sql());
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
