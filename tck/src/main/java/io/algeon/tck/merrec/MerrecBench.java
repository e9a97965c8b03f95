package io.algeon.tck.merrec;

import io.algeon.tck.compare.LibraryOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;

/**
 * Runs the workloads, and with {@code --against libraries} the same with DuckDB, scipy and igraph, in turn, on the same files
 * with the same threads; compares the answers.
 */
public final class MerrecBench {
    static final String USAGE = """
            Usage: tck/bench merrec [options]
              --scale N            1: fifteen million events (default 0.01)
              --against libraries  compare with DuckDB JDBC, scipy and igraph (Debian's python3-scipy, python3-igraph)
              --only a,b           these workloads only
              --threads N          threads (default: all processors)
              --runs N             timed runs, the best counts (default 3)
              --data DIR           directory of the generated files (default tck/target/data)""";

    private final List<String> failures = new ArrayList<>();
    private final LibraryOptions options;

    private MerrecBench(List<String> arguments) {
        options = LibraryOptions.parse(
                arguments,
                "--scale",
                0.01,
                MerrecWorkload.ALL.stream().map(MerrecWorkload::name),
                (name, value) -> false);
    }

    /** Runs; the arguments are those after {@code merrec}. Returns the exit status: 0 if all answers agree. */
    public static int run(List<String> arguments) throws SQLException, IOException, InterruptedException {
        MerrecBench bench;
        try {
            bench = new MerrecBench(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(USAGE);
            return 2;
        }
        bench.run();
        return bench.failures.isEmpty() ? 0 : 1;
    }

    private void run() throws SQLException, IOException, InterruptedException {
        String label = options.label();
        Path directory = options.data().resolve("merrec-" + label).toAbsolutePath();
        MerrecData.generate(directory, options.size(), table -> System.err.println("generated " + table));
        Properties properties = new Properties();
        properties.setProperty("threads", Integer.toString(options.threads()));
        System.out.printf("MerRec-like, scale %s, %d threads%n", label, options.threads());
        System.out.println(
                options.libraries()
                        ? "workload              algeon ms  libraries ms  ratio"
                        : "workload              algeon ms");
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:" + directory, properties)) {
            for (MerrecWorkload workload : MerrecWorkload.ALL) {
                if (options.includes(workload.name())) {
                    run(workload, connection, directory.resolve("merrec_events.parquet"));
                }
            }
        }
        failures.forEach(System.out::println);
    }

    private void run(MerrecWorkload workload, Connection connection, Path events)
            throws SQLException, IOException, InterruptedException {
        double best = Double.POSITIVE_INFINITY;
        double theirs = Double.POSITIVE_INFINITY;
        List<List<Double>> rows = List.of();
        LibraryPipeline.Result result = null;
        for (int run = 0; run <= options.runs(); run++) {
            long start = System.nanoTime();
            rows = rows(connection, workload.sql());
            // the first run warms up
            best = run == 0 ? best : Math.min(best, (System.nanoTime() - start) / 1e6);
            if (options.libraries() && run < Math.max(1, options.runs())) {
                result = new LibraryPipeline(events, options.threads()).run(workload);
                theirs = Math.min(theirs, result.milliseconds());
            }
        }
        System.out.printf(Locale.ROOT, "%-20s %10.0f", workload.name(), best);
        if (result != null) {
            System.out.printf(Locale.ROOT, " %13.0f %6.2f  %s", theirs, theirs / best, stages(result));
            compare(workload.name(), rows, result.rows());
        }
        System.out.println();
        for (String line : stages(connection, workload.sql())) {
            System.out.println("    " + line);
        }
    }

    private static String stages(LibraryPipeline.Result result) {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "sql %.0f", result.relational()));
        result.stages()
                .forEach((name, value) -> text.append(
                        name.equals("modularity")
                                ? String.format(Locale.ROOT, ", modularity %.4f", value)
                                : String.format(Locale.ROOT, ", %s %.0f", name, 1000 * value)));
        return text.toString();
    }

    /** What EXPLAIN ANALYZE says of the functions. */
    private static List<String> stages(Connection connection, String sql) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet plan = statement.executeQuery("EXPLAIN ANALYZE " + sql)) {
            while (plan.next()) {
                String line = plan.getString(1).strip();
                if (line.startsWith("Function ") || line.startsWith("Total ")) {
                    lines.add(line);
                }
            }
        }
        return lines;
    }

    private static List<List<Double>> rows(Connection connection, String sql) throws SQLException {
        List<List<Double>> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<Double> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(result.getDouble(i));
                }
                rows.add(row);
            }
        }
        return rows;
    }

    /** Components and top rows have to be the same; of communities, which are not unique, the modularities are shown. */
    private void compare(String name, List<List<Double>> ours, List<List<Double>> theirs) {
        if (name.equals("shopping-worlds")) {
            return;
        }
        if (ours.size() != theirs.size()) {
            failures.add(name + ": " + ours.size() + " rows here, " + theirs.size() + " there");
            return;
        }
        double tolerance = name.contains("pagerank") || name.contains("tie") ? 2e-3 : 1e-9;
        int different = 0;
        for (int i = 0; i < ours.size(); i++) {
            List<Double> there = theirs.get(i);
            for (int j = 0; j < there.size(); j++) {
                double here = ours.get(i).get(j);
                if (Math.abs(here - there.get(j)) > tolerance * Math.max(Math.abs(here), 1e-300)) {
                    different++;
                    break;
                }
            }
        }
        if (different > 0) {
            failures.add(name + ": " + different + " of " + ours.size() + " rows differ: " + ours.get(0) + " ... and "
                    + theirs.get(0) + " ...");
        }
    }
}
