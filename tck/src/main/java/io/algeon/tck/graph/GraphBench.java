package io.algeon.tck.graph;

import io.algeon.tck.compare.LibraryOptions;
import io.algeon.tck.compare.Timing;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

/**
 * Runs every function on every shape, and with {@code --against libraries} the same with scipy and igraph in turn. Timed are, here,
 * one statement from the Parquet file to its last row; there, from arrays in memory to the result, building of the matrix or
 * graph included, but neither reading files nor numbering of ids, which are dense already.
 */
public final class GraphBench {
    static final String USAGE = """
            Usage: tck/bench graph [options]
              --edges N            millions of edges (default 1)
              --against libraries  compare with scipy and igraph (Debian's python3-scipy, python3-igraph)
              --only a,b           these functions only
              --shapes a,b         of power-law, uniform, bipartite, communities (default: all)
              --threads N          threads (default: all processors)
              --runs N             timed runs, fewer if they take more than half a minute; the best counts (default 3)
              --data DIR           directory of the generated files (default tck/target/data)""";

    private static final long ENOUGH_NANOSECONDS = 30_000_000_000L;

    private final List<String> failures = new ArrayList<>();
    private final LibraryOptions options;
    private List<EdgeShape> shapes = List.of(EdgeShape.values());

    private GraphBench(List<String> arguments) {
        options = LibraryOptions.parse(
                arguments, "--edges", 1, GraphTask.ALL.stream().map(GraphTask::name), (name, value) -> {
                    if (!name.equals("--shapes")) {
                        return false;
                    }
                    shapes = Arrays.stream(value.split(",")).map(EdgeShape::of).toList();
                    return true;
                });
    }

    /** Runs; the arguments are those after {@code graph}. Returns the exit status: 0 if all answers agree. */
    public static int run(List<String> arguments) throws SQLException, IOException, InterruptedException {
        GraphBench bench;
        try {
            bench = new GraphBench(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(USAGE);
            return 2;
        }
        for (EdgeShape shape : bench.shapes) {
            bench.run(shape);
        }
        bench.failures.forEach(System.out::println);
        return bench.failures.isEmpty() ? 0 : 1;
    }

    private void run(EdgeShape shape) throws SQLException, IOException, InterruptedException {
        String label = options.label();
        Path directory = options.data()
                .resolve("graph-" + shape.key() + "-" + label + "m")
                .toAbsolutePath();
        EdgeData.generate(directory, shape, (int) Math.round(1e6 * options.size()));
        Properties properties = new Properties();
        properties.setProperty("threads", Integer.toString(options.threads()));
        System.out.printf("%s, %s million edges, %d threads%n", shape.key(), label, options.threads());
        System.out.println("  function                      ms    cpu ms   ");
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:" + directory, properties)) {
            for (GraphTask task : GraphTask.ALL) {
                if (task.fits(shape) && options.includes(task.name())) {
                    run(task, shape, connection, directory);
                }
            }
        }
    }

    private void run(GraphTask task, EdgeShape shape, Connection connection, Path directory)
            throws SQLException, IOException, InterruptedException {
        double best = Double.POSITIVE_INFINITY;
        double busy = Double.POSITIVE_INFINITY;
        List<Column> answer = List.of();
        long begin = System.nanoTime();
        for (int run = 0; run <= options.runs(); run++) {
            long start = System.nanoTime();
            long processor = Timing.processorNanoseconds();
            answer = answer(connection, task.sql());
            boolean enough = System.nanoTime() - begin > ENOUGH_NANOSECONDS;
            // the first run warms up, unless it is the only one
            if (run > 0 || enough) {
                best = Math.min(best, (System.nanoTime() - start) / 1e6);
                busy = Math.min(busy, (Timing.processorNanoseconds() - processor) / 1e6);
            }
            if (enough) {
                break;
            }
        }
        System.out.printf(
                Locale.ROOT, "  %-22s %9.0f %9.0f   %s%n", task.name(), best, busy, stages(connection, task.sql()));
        if (options.libraries()) {
            for (int i = 0; i < answer.size(); i++) {
                EdgeData.raw(
                        directory.resolve("answer" + i + ".bin"), answer.get(i).trimmed());
            }
            double theirs = Double.POSITIVE_INFINITY;
            for (String line : libraries(task, directory)) {
                String[] words = line.split(" ", 4);
                if (!words[1].equals("inf")) {
                    theirs = Math.min(theirs, Double.parseDouble(words[1]));
                }
                System.out.printf("    %-20s %9s %9s   %s%n", words[0], words[1], words[2], words[3]);
                if (words[3].startsWith("DIFFERENT")) {
                    failures.add(shape.key() + " " + task.name() + ": " + line);
                }
            }
            System.out.printf(
                    Locale.ROOT,
                    "      ratio %.2f%s%n",
                    theirs / best,
                    theirs < best ? "  SLOWER than the best of the libraries" : "");
        }
    }

    /** Lines of library, milliseconds by the clock, of the processor, and verdict. */
    private List<String> libraries(GraphTask task, Path directory) throws IOException, InterruptedException {
        Path script = Files.createTempFile("graph", ".py");
        try {
            try (java.io.InputStream stream = GraphBench.class.getResourceAsStream("libraries.py")) {
                Files.write(script, java.util.Objects.requireNonNull(stream).readAllBytes());
            }
            Process process = new ProcessBuilder(
                            System.getProperty("graph.python", "/usr/bin/python3"),
                            script.toString(),
                            task.name(),
                            directory.toString(),
                            Integer.toString(options.runs()))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                failures.add(task.name() + ": python failed");
            }
            return output.lines().toList();
        } finally {
            Files.delete(script);
        }
    }

    private static String stages(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet plan = statement.executeQuery("EXPLAIN ANALYZE " + sql)) {
            while (plan.next()) {
                String line = plan.getString(1).strip();
                if (line.startsWith("Function ")) {
                    return line.substring(line.indexOf(')') + 1).strip();
                }
            }
        }
        return "";
    }

    /** The bits of a column's values. */
    private static final class Column {
        private long[] values = new long[1 << 16];
        private int size;

        void add(long value) {
            if (size == values.length) {
                values = Arrays.copyOf(values, 2 * size);
            }
            values[size++] = value;
        }

        long[] trimmed() {
            return Arrays.copyOf(values, size);
        }
    }

    private static List<Column> answer(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            ResultSetMetaData data = rows.getMetaData();
            List<Column> columns = new ArrayList<>();
            boolean[] real = new boolean[data.getColumnCount()];
            for (int i = 0; i < real.length; i++) {
                columns.add(new Column());
                real[i] = data.getColumnType(i + 1) == Types.DOUBLE;
            }
            while (rows.next()) {
                for (int i = 0; i < real.length; i++) {
                    columns.get(i)
                            .add(real[i] ? Double.doubleToRawLongBits(rows.getDouble(i + 1)) : rows.getLong(i + 1));
                }
            }
            return columns;
        }
    }
}
