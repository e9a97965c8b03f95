package io.algeon.tck.files;

import io.algeon.tck.compare.LibraryOptions;
import io.algeon.tck.compare.ResultRows;
import io.algeon.tck.compare.Timing;
import io.algeon.tck.tpch.TpchData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Times reading and writing of {@code lineitem} in every form, and with {@code --against duckdb} the same in DuckDB in turn,
 * rows compared. Both find out by themselves how files are written: no types are given.
 */
public final class FilesBench {
    static final String USAGE = """
            Usage: tck/bench files [options]
              --sf N            scale factor (default 0.1)
              --against duckdb  compare with DuckDB JDBC over the same files
              --forms a,b       of csv, quoted, gzip, json, arrow, parquet (default: all)
              --only a,b        of sniff, count, sum, find, group, all, q1, q6, table, to-parquet, to-csv, to-gzip, to-json
              --threads N       threads of both (default: all processors)
              --runs N          timed runs, the median counts (default 5)
              --warmup N        runs before those, not timed (default 3)
              --data DIR        directory of the generated files (default tck/target/data)
              --set NAME=VALUE  a connection property of this driver; may be repeated""";

    private static final double TOLERANCE = 1e-9;

    private double scale = 0.1;
    private boolean against;
    private List<String> forms = List.of();
    private List<String> only = List.of();
    private int threads = Runtime.getRuntime().availableProcessors();
    private int runs = 5;
    private int warmup = 3;
    private Path data = Path.of("tck/target/data");
    private final Properties properties = new Properties();
    private final List<String> failures = new ArrayList<>();
    private double logarithms;
    private int compared;

    private FilesBench() {}

    /** Runs; the arguments are those after {@code files}. Returns the exit status: 0 if all rows agree. */
    public static int run(List<String> arguments) throws SQLException, IOException {
        FilesBench bench = new FilesBench();
        try {
            bench.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.println(USAGE);
            return 2;
        }
        bench.run();
        bench.failures.forEach(System.out::println);
        return bench.failures.isEmpty() ? 0 : 1;
    }

    private void parse(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i += 2) {
            String name = arguments.get(i);
            if (i + 1 == arguments.size()) {
                throw new IllegalArgumentException(name + " needs a value.");
            }
            String value = arguments.get(i + 1);
            switch (name) {
                case "--sf" -> scale = Double.parseDouble(value);
                case "--against" -> {
                    if (!value.equals("duckdb")) {
                        throw new IllegalArgumentException("--against takes duckdb, not " + value + ".");
                    }
                    against = true;
                }
                case "--forms" ->
                    forms = LibraryOptions.known(
                            name,
                            value,
                            Stream.of(FileForm.values()).map(FileForm::key).toList());
                case "--only" ->
                    only = LibraryOptions.known(
                            name,
                            value,
                            Stream.of(FileTask.values()).map(FileTask::key).toList());
                case "--threads" -> threads = Integer.parseInt(value);
                case "--runs" -> runs = Integer.parseInt(value);
                case "--warmup" -> warmup = Integer.parseInt(value);
                case "--data" -> data = Path.of(value);
                case "--set" -> {
                    int equals = value.indexOf('=');
                    if (equals < 1) {
                        throw new IllegalArgumentException("--set takes NAME=VALUE, not " + value + ".");
                    }
                    properties.setProperty(value.substring(0, equals), value.substring(equals + 1));
                }
                default -> throw new IllegalArgumentException("There is no option " + name + ".");
            }
        }
        properties.setProperty("threads", Integer.toString(threads));
    }

    private void run() throws SQLException, IOException {
        Path tables = data.resolve("tpch-sf" + TpchData.label(scale));
        TpchData.generate(tables, scale, table -> System.err.println("generated " + table));
        Path directory = Files.createDirectories(data.resolve("files-sf" + TpchData.label(scale)))
                .toAbsolutePath()
                .normalize();
        Path parquet = FileForm.PARQUET.file(directory);
        if (!Files.exists(parquet)) {
            Files.copy(tables.resolve("lineitem.parquet"), parquet);
        }
        Path scratch = Files.createTempDirectory("files-bench");
        try (Connection algeon = DriverManager.getConnection("jdbc:algeon:", properties);
                Connection duckdb = against ? openDuckDb() : null) {
            System.out.printf(
                    Locale.ROOT,
                    "lineitem, scale %s, %d threads, medians of %d runs, milliseconds%n",
                    scale,
                    threads,
                    runs);
            for (FileForm form : FileForm.values()) {
                if (forms.isEmpty() || forms.contains(form.key())) {
                    form.generate(algeon, directory);
                    run(form, directory, scratch, algeon, duckdb);
                }
            }
            if (compared > 0) {
                System.out.printf(
                        Locale.ROOT, "%ngeometric mean of the ratios %.2f%n", Math.exp(logarithms / compared));
            }
        } finally {
            try (Stream<Path> left = Files.list(scratch)) {
                for (Path file : left.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(scratch);
        }
    }

    private Connection openDuckDb() throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET threads = " + threads);
        }
        return connection;
    }

    private void run(FileForm form, Path directory, Path scratch, Connection algeon, @Nullable Connection duckdb)
            throws SQLException, IOException {
        Path file = form.file(directory);
        System.out.printf(
                Locale.ROOT,
                "%n%s, %.0f MiB       first      wall       cpu%s%n",
                form.key(),
                Files.size(file) / 1048576.0,
                duckdb == null ? "" : "    duckdb       cpu   ratio   cpu");
        for (FileTask task : FileTask.values()) {
            if (task.fits(form) && (only.isEmpty() || only.contains(task.key()))) {
                run(task, form, file, scratch, algeon, form.duckDbReads() ? duckdb : null);
            }
        }
    }

    private void run(
            FileTask task, FileForm form, Path file, Path scratch, Connection algeon, @Nullable Connection duckdb)
            throws SQLException, IOException {
        Path ourTarget = scratch.resolve("algeon");
        Path theirTarget = scratch.resolve("duckdb");
        String ours = task.sql(file, ourTarget);
        String theirs = task.sql(file, theirTarget);
        List<Timing> ourTimes = new ArrayList<>();
        List<Timing> theirTimes = new ArrayList<>();
        Timing first = null;
        for (int i = 0; i < warmup + runs; i++) {
            if (task == FileTask.SNIFF) {
                // what is known of a file is known until it changes
                Files.setLastModifiedTime(file, FileTime.fromMillis(1_600_000_000_000L + 1000L * i));
            }
            Timing our = Timing.of(algeon, ours);
            first = first == null ? our : first;
            Timing their = duckdb == null ? null : Timing.of(duckdb, theirs);
            if (i >= warmup) {
                ourTimes.add(our);
                if (their != null) {
                    theirTimes.add(their);
                }
            }
        }
        Timing our = median(ourTimes);
        System.out.printf(
                Locale.ROOT,
                "  %-12s %9.1f %9.1f %9.1f",
                task.key(),
                first == null ? 0 : first.wall(),
                our.wall(),
                our.cpu());
        if (duckdb != null) {
            Timing their = median(theirTimes);
            System.out.printf(
                    Locale.ROOT,
                    " %9.1f %9.1f   %5.2f %5.2f",
                    their.wall(),
                    their.cpu(),
                    our.wall() / their.wall(),
                    our.cpu() / their.cpu());
            logarithms += Math.log(our.wall() / their.wall());
            compared++;
            Optional<String> difference = rows(algeon, task.isQuery() ? ours : task.check(ourTarget))
                    .differenceFrom(rows(duckdb, task.isQuery() ? theirs : task.check(theirTarget)), TOLERANCE);
            if (difference.isPresent()) {
                System.out.print("   ROWS DIFFER");
                failures.add(form.key() + " " + task.key() + ": " + difference.get());
            }
        }
        if (task.name().startsWith("TO_")) {
            System.out.printf(Locale.ROOT, "   %.0f MiB", size(scratch, "algeon") / 1048576.0);
            if (duckdb != null) {
                System.out.printf(Locale.ROOT, ", duckdb %.0f MiB", size(scratch, "duckdb") / 1048576.0);
            }
        }
        System.out.println();
        try (Stream<Path> written = Files.list(scratch)) {
            for (Path path : written.toList()) {
                Files.delete(path);
            }
        }
    }

    private static long size(Path directory, String prefix) throws IOException {
        try (Stream<Path> written = Files.list(directory)) {
            for (Path path : written.toList()) {
                if (path.getFileName().toString().startsWith(prefix)) {
                    return Files.size(path);
                }
            }
        }
        return 0;
    }

    private static ResultRows rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            return ResultRows.read(rows);
        }
    }

    private static Timing median(List<Timing> times) {
        return new Timing(
                Timing.median(times.stream().map(Timing::wall).toList()),
                Timing.median(times.stream().map(Timing::cpu).toList()));
    }
}
