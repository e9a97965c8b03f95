package io.algeon.tck.bench;

import io.algeon.tck.compare.ResultRows;
import io.algeon.tck.compare.Timing;
import io.algeon.tck.files.FilesBench;
import io.algeon.tck.graph.GraphBench;
import io.algeon.tck.merrec.MerrecBench;
import io.algeon.tck.tpch.TpchData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

/** The runner's main program; {@link BenchOptions#USAGE} tells how it is called. */
public final class Bench {
    /** Allowed relative difference where an engine computes in floating point (averages in DuckDB). */
    private static final double TOLERANCE = 1e-9;

    private Bench() {}

    /** Exit status 0: all queries ran and their rows agree; 1: some did not; 2: wrong arguments. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0 && arguments[0].equals("merrec")) {
            System.exit(MerrecBench.run(List.of(arguments).subList(1, arguments.length)));
        }
        if (arguments.length > 0 && arguments[0].equals("graph")) {
            System.exit(GraphBench.run(List.of(arguments).subList(1, arguments.length)));
        }
        if (arguments.length > 0 && arguments[0].equals("files")) {
            System.exit(FilesBench.run(List.of(arguments).subList(1, arguments.length)));
        }
        if (arguments.length > 0 && arguments[0].equals("ceiling")) {
            MachineCeiling.print(
                    arguments.length > 1
                            ? Integer.parseInt(arguments[1])
                            : Runtime.getRuntime().availableProcessors(),
                    System.out);
            return;
        }
        BenchOptions options;
        try {
            options = BenchOptions.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(BenchOptions.USAGE);
            System.exit(2);
            return;
        }
        BenchReport report = run(options);
        report.print(System.out);
        Optional<Path> json = options.json();
        if (json.isPresent()) {
            Files.writeString(json.get(), report.json());
        }
        System.exit(report.failures().isEmpty() ? 0 : 1);
    }

    private static BenchReport run(BenchOptions options) throws SQLException, IOException {
        Workload workload = Workload.of(options.workload());
        Path directory = options.data()
                .resolve(String.format(Locale.ROOT, "%s-sf%s", workload.key(), TpchData.label(options.scale())));
        workload.generate(directory, options.scale(), table -> System.err.println("generated " + table));
        BenchReport report = new BenchReport(options);
        try (BenchEngine algeon = new BenchEngine("algeon", openAlgeon(directory, options));
                BenchEngine duckdb = options.against().isEmpty()
                        ? null
                        : new BenchEngine("duckdb", openDuckDb(directory, options))) {
            for (int query : options.only().isEmpty() ? workload.queries() : options.only()) {
                runQuery(query, algeon, duckdb, options, report);
            }
        }
        return report;
    }

    private static void runQuery(
            int query,
            BenchEngine algeon,
            @org.jspecify.annotations.Nullable BenchEngine duckdb,
            BenchOptions options,
            BenchReport report)
            throws SQLException {
        String sql = Workload.of(options.workload()).text(query);
        System.err.print("Q" + query + " ");
        BenchEngine.FirstRun first;
        try {
            first = algeon.first(sql);
        } catch (SQLException e) {
            report.failed(query, String.valueOf(e.getMessage()));
            return;
        }
        BenchEngine.FirstRun reference = null;
        if (duckdb != null) {
            reference = duckdb.first(sql);
            ResultRows expected = reference.rows();
            Optional<String> difference = first.rows().differenceFrom(expected, TOLERANCE);
            if (difference.isPresent()) {
                report.failed(query, difference.get());
            }
        }
        for (int i = 1; i < options.warmup(); i++) {
            algeon.run(sql);
            if (duckdb != null) {
                duckdb.run(sql);
            }
        }
        if (options.settled()) {
            CompilerRest.await(algeon, sql);
        }
        List<Timing> ours = new ArrayList<>();
        List<Timing> theirs = new ArrayList<>();
        for (int i = 0; i < options.runs(); i++) {
            ours.add(algeon.run(sql));
            if (duckdb != null) {
                theirs.add(duckdb.run(sql));
            }
        }
        report.add(
                timing(query, first, ours, options.cpu() ? algeon.planning(sql) : 0),
                reference == null ? Optional.empty() : Optional.of(timing(query, reference, theirs, 0)),
                first.rows().size());
    }

    private static QueryTiming timing(int query, BenchEngine.FirstRun first, List<Timing> runs, double warmPlanning) {
        return new QueryTiming(
                query,
                first.planning(),
                first.execution(),
                runs.stream().map(Timing::wall).toList(),
                runs.stream().map(Timing::cpu).toList(),
                warmPlanning);
    }

    private static Connection openAlgeon(Path directory, BenchOptions options) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("threads", Integer.toString(options.threads()));
        for (String property : options.properties()) {
            int equals = property.indexOf('=');
            properties.setProperty(property.substring(0, equals), property.substring(equals + 1));
        }
        if (!options.tables()) {
            return DriverManager.getConnection("jdbc:algeon:" + directory.toAbsolutePath(), properties);
        }
        Connection connection = DriverManager.getConnection("jdbc:algeon:", properties);
        load("algeon", connection, directory, options);
        return connection;
    }

    private static Connection openDuckDb(Path directory, BenchOptions options) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET threads = " + options.threads());
            statement.execute("SET default_null_order = 'nulls_last_on_asc_first_on_desc'");
            if (options.tables()) {
                load("duckdb", connection, directory, options);
                return connection;
            }
            for (String table : Workload.of(options.workload()).tables()) {
                statement.execute("CREATE VIEW " + table + " AS SELECT * FROM read_parquet('"
                        + directory.resolve(table + ".parquet").toAbsolutePath() + "')");
            }
        }
        return connection;
    }

    private static void load(String name, Connection connection, Path directory, BenchOptions options)
            throws SQLException {
        long start = System.nanoTime();
        Workload.of(options.workload()).load(connection, directory);
        System.err.printf(
                Locale.ROOT, "%s loaded its tables in %d ms%n", name, (System.nanoTime() - start) / 1_000_000);
    }
}
