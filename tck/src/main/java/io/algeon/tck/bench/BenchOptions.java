package io.algeon.tck.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Options of the runner.
 *
 * @param workload {@code tpch} or {@code tpcds}
 * @param scale scale factor
 * @param against engines to compare with; {@code duckdb} or nothing
 * @param only query numbers; empty: all
 * @param threads for both engines
 * @param runs timed executions a query
 * @param warmup executions before those, so that the JVM has compiled what they run
 * @param settled run on before those until the JVM's compiler rests
 * @param tables read tables in memory, made of the files before, in both engines
 * @param cpu report processor time as well, which other processes on the machine hardly change
 * @param json file for the figures
 * @param data directory that holds (or receives) the generated files
 * @param properties connection properties of this driver, {@code name=value}
 */
record BenchOptions(
        String workload,
        double scale,
        List<String> against,
        List<Integer> only,
        int threads,
        int runs,
        int warmup,
        boolean settled,
        boolean tables,
        boolean cpu,
        Optional<Path> json,
        Path data,
        List<String> properties) {

    private static final Set<String> FLAGS = Set.of("--cpu", "--settled", "--tables");

    static final String USAGE = """
            Usage: tck/bench tpch|tpcds [options]
                   tck/bench files [options]    reading and writing of files of all formats
                   tck/bench ceiling [THREADS]  what threads of this machine gain at all
              --sf N            scale factor (default 0.1)
              --against duckdb  compare with DuckDB JDBC over the same files
              --only 1,5        these queries only
              --threads N       worker threads of both engines (default: all processors)
              --runs N          timed runs a query, the median counts (default 5)
              --warmup N        runs before those, not timed (default 5)
              --settled         after those, runs until the JVM's compiler rests, 15 seconds at most
              --tables          over tables in memory, made of the files before, with primary keys (TPC-H)
              --cpu             processor time of the process a run, and of planning when it is warm, too
              --json FILE       write the figures as JSON too
              --data DIR        directory of the generated files (default tck/target/data)
              --set NAME=VALUE  a connection property of this driver; may be repeated""";

    static BenchOptions parse(String[] arguments) {
        if (arguments.length == 0 || !Workload.keys().contains(arguments[0])) {
            throw new IllegalArgumentException("The first argument names the workload: "
                    + String.join(", ", Workload.keys()) + ", files, merrec, graph, ceiling.");
        }
        double scale = 0.1;
        List<String> against = new ArrayList<>();
        List<Integer> only = new ArrayList<>();
        int threads = Runtime.getRuntime().availableProcessors();
        int runs = 5;
        int warmup = 5;
        boolean settled = false;
        boolean tables = false;
        boolean cpu = false;
        Optional<Path> json = Optional.empty();
        Path data = Path.of("tck/target/data");
        List<String> properties = new ArrayList<>();
        for (int i = 1; i < arguments.length; i += 2) {
            String name = arguments[i];
            if (FLAGS.contains(name)) {
                cpu |= name.equals("--cpu");
                settled |= name.equals("--settled");
                tables |= name.equals("--tables");
                i--;
                continue;
            }
            if (i + 1 == arguments.length) {
                throw new IllegalArgumentException(name + " needs a value.");
            }
            String value = arguments[i + 1];
            switch (name) {
                case "--sf" -> scale = Double.parseDouble(value);
                case "--against" -> against.add(value);
                case "--only" -> {
                    for (String number : value.split(",")) {
                        only.add(Integer.valueOf(number.strip()));
                    }
                }
                case "--threads" -> threads = Integer.parseInt(value);
                case "--runs" -> runs = Integer.parseInt(value);
                case "--warmup" -> warmup = Integer.parseInt(value);
                case "--json" -> json = Optional.of(Path.of(value));
                case "--data" -> data = Path.of(value);
                case "--set" -> properties.add(value);
                default -> throw new IllegalArgumentException("There is no option " + name + ".");
            }
        }
        if (!against.isEmpty() && !against.equals(List.of("duckdb"))) {
            throw new IllegalArgumentException("--against takes duckdb, not " + against + ".");
        }
        return new BenchOptions(
                arguments[0],
                scale,
                against,
                only,
                threads,
                runs,
                warmup,
                settled,
                tables,
                cpu,
                json,
                data,
                properties);
    }
}
