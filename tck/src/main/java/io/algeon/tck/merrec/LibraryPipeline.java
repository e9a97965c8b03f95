package io.algeon.tck.merrec;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * DuckDB for the relational step, Python with scipy and igraph for the graph. Counted are the statements that make DuckDB's
 * tables and the stages that the script measures; handing the arrays over, starting Python and importing are not.
 */
final class LibraryPipeline {
    /** What a run took, in milliseconds, and answered. */
    record Result(double relational, Map<String, Double> stages, List<List<Double>> rows) {
        double milliseconds() {
            double sum = relational;
            for (Map.Entry<String, Double> stage : stages.entrySet()) {
                sum += stage.getKey().equals("modularity") ? 0 : 1000 * stage.getValue();
            }
            return sum;
        }
    }

    private final Path events;
    private final int threads;
    private final String python;

    LibraryPipeline(Path events, int threads) {
        this.events = events;
        this.threads = threads;
        this.python = System.getProperty("merrec.python", "/usr/bin/python3");
    }

    Result run(MerrecWorkload workload) throws SQLException, IOException, InterruptedException {
        Path directory = Files.createTempDirectory("merrec");
        try {
            double relational = tables(workload, directory);
            Path script = directory.resolve("libraries.py");
            Files.writeString(script, MerrecWorkload.resource("libraries.py"));
            ProcessBuilder builder = new ProcessBuilder(
                    python,
                    script.toString(),
                    workload.name(),
                    directory.toString(),
                    System.getProperty("merrec.python.options", ""));
            builder.redirectError(ProcessBuilder.Redirect.INHERIT);
            Process process = builder.start();
            String output =
                    new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IOException("python failed for " + workload.name() + ": " + output);
            }
            return new Result(relational, stages(output), rows(output));
        } finally {
            try (java.util.stream.Stream<Path> files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(directory);
        }
    }

    private double tables(MerrecWorkload workload, Path directory) throws SQLException, IOException {
        try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
                Connection algeon = DriverManager.getConnection("jdbc:algeon:")) {
            double milliseconds = 0;
            try (Statement statement = duckdb.createStatement()) {
                statement.execute("SET threads = " + threads);
                statement.execute("CREATE VIEW merrec_events AS SELECT * FROM read_parquet('" + events + "')");
                for (Map.Entry<String, String> table : new TreeMap<>(workload.tables()).entrySet()) {
                    long start = System.nanoTime();
                    statement.execute("CREATE TABLE " + table.getKey() + " AS " + table.getValue());
                    milliseconds += (System.nanoTime() - start) / 1e6;
                }
                for (String table : workload.tables().keySet()) {
                    statement.execute("COPY " + table + " TO '" + directory.resolve(table + ".parquet") + "'");
                }
            }
            for (String table : workload.tables().keySet()) {
                List<Map.Entry<String, String>> columns = workload.columns().entrySet().stream()
                        .filter(column -> column.getValue().startsWith(table + "."))
                        .toList();
                write(algeon, directory, table, columns);
            }
            return milliseconds;
        }
    }

    /** Writes columns of a table, each to the file that its key names, in one order of rows. */
    private static void write(Connection algeon, Path directory, String table, List<Map.Entry<String, String>> columns)
            throws SQLException, IOException {
        if (columns.isEmpty()) {
            return;
        }
        List<OutputStream> streams = new ArrayList<>();
        List<ByteBuffer> buffers = new ArrayList<>();
        StringBuilder names = new StringBuilder();
        boolean[] real = new boolean[columns.size()];
        for (int i = 0; i < real.length; i++) {
            String source = columns.get(i).getValue().substring(table.length() + 1);
            real[i] = source.endsWith(" double");
            names.append(i == 0 ? "" : ", ")
                    .append('"')
                    .append(source.replace(" double", ""))
                    .append('"');
            streams.add(Files.newOutputStream(directory.resolve(columns.get(i).getKey())));
            buffers.add(ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN));
        }
        try (Statement statement = algeon.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT " + names + " FROM read_parquet('" + directory.resolve(table + ".parquet") + "')")) {
            while (rows.next()) {
                for (int i = 0; i < real.length; i++) {
                    ByteBuffer buffer = buffers.get(i);
                    buffer.putLong(real[i] ? Double.doubleToRawLongBits(rows.getDouble(i + 1)) : rows.getLong(i + 1));
                    if (!buffer.hasRemaining()) {
                        streams.get(i).write(buffer.array());
                        buffer.clear();
                    }
                }
            }
            for (int i = 0; i < real.length; i++) {
                streams.get(i).write(buffers.get(i).array(), 0, buffers.get(i).position());
            }
        } finally {
            for (OutputStream stream : streams) {
                stream.close();
            }
        }
    }

    private static Map<String, Double> stages(String json) {
        Map<String, Double> stages = new TreeMap<>();
        Matcher matcher = Pattern.compile("\"([a-z]+)\": (-?[0-9.e-]+)").matcher(json.substring(0, json.indexOf("}")));
        while (matcher.find()) {
            stages.put(matcher.group(1), Double.valueOf(matcher.group(2)));
        }
        return stages;
    }

    /** The numbers of each row. */
    private static List<List<Double>> rows(String json) {
        List<List<Double>> rows = new ArrayList<>();
        Matcher row = Pattern.compile("\\[([^\\[\\]]*)\\]").matcher(json.substring(json.indexOf("\"rows\"")));
        while (row.find()) {
            List<Double> cells = new ArrayList<>();
            for (String cell : row.group(1).split(",")) {
                String text = cell.strip();
                if (!text.isEmpty()) {
                    cells.add(text.startsWith("\"") ? Double.valueOf(Double.NaN) : Double.valueOf(text));
                }
            }
            rows.add(cells);
        }
        return rows;
    }
}
