package io.algeon.samples.demo;

import io.algeon.engine.QueryReport;
import io.algeon.samples.text.TextTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

/** Runs some of the TPC-H queries over a directory of Parquet files and prints what comes out, and what it took. */
public final class Demo {
    private static final List<String> QUERIES = List.of("q1", "q3", "q5", "q13", "q18", "q21");

    private Demo() {}

    /** The only argument is the directory. */
    public static void main(String[] arguments) throws SQLException, IOException {
        Path directory = Path.of(arguments[0]);
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        String url = "jdbc:algeon:" + directory;
        out.println("DriverManager.getConnection(\"" + url + "\")");
        long opening = System.nanoTime();
        try (Connection connection = DriverManager.getConnection(url)) {
            out.printf(Locale.ROOT, "%nTables (connected in %.0f ms)%n%n", millisSince(opening));
            printTables(connection, directory, out);
            for (String query : QUERIES) {
                run(connection, query, out);
            }
            out.println("EXPLAIN ANALYZE of the last query");
            out.println();
            explain(connection, text(QUERIES.get(QUERIES.size() - 1)), out);
        }
    }

    private static void printTables(Connection connection, Path directory, PrintStream out)
            throws SQLException, IOException {
        try (ResultSet tables = connection.getMetaData().getTables(null, null, "%", null)) {
            while (tables.next()) {
                String name = tables.getString("TABLE_NAME");
                Path file = directory.resolve(name + ".parquet");
                if (!Files.exists(file)) {
                    continue;
                }
                try (Statement statement = connection.createStatement();
                        ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM " + name)) {
                    count.next();
                    out.printf(
                            Locale.ROOT,
                            "  %-10s %,10d rows  %8.1f KiB%n",
                            name,
                            count.getLong(1),
                            Files.size(file) / 1024.0);
                }
            }
        }
        out.println();
    }

    private static void run(Connection connection, String query, PrintStream out) throws SQLException, IOException {
        String sql = text(query);
        out.println(sql.lines().findFirst().orElse(query).substring(3));
        out.println();
        long start = System.nanoTime();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            long rows = TextTable.print(result, out);
            double millis = millisSince(start);
            QueryReport report = result.unwrap(QueryReport.class);
            out.printf(
                    Locale.ROOT,
                    "%n  %d rows in %.0f ms; %.1f KiB read, %.1f KiB cached; ran on %s (%s)%n%n",
                    rows,
                    millis,
                    report.bytesRead() / 1024.0,
                    report.bytesCached() / 1024.0,
                    report.device(),
                    report.deviceReason());
        }
    }

    private static void explain(Connection connection, String sql, PrintStream out) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("EXPLAIN ANALYZE " + sql)) {
            while (result.next()) {
                out.println("  " + result.getString(1));
            }
        }
    }

    private static String text(String query) throws IOException {
        try (InputStream stream = Demo.class.getResourceAsStream("/demo/" + query + ".sql")) {
            if (stream == null) {
                throw new IOException("The query " + query + " is missing from the sample's resources.");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static double millisSince(long start) {
        return (System.nanoTime() - start) / 1e6;
    }
}
