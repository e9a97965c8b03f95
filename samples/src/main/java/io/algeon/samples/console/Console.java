package io.algeon.samples.console;

import io.algeon.samples.text.TextTable;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import sqlline.SqlLine;

/**
 * An SQL console for a JDBC URL. With statements (options {@code -e} and {@code -f}, or a pipe) it prints their results and ends;
 * at a terminal it hands over to sqlline. Results go to standard output, errors and what is said about the run to standard error;
 * the exit status is 1 if a statement failed.
 */
public final class Console {
    private static final PrintStream OUT = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    private static final PrintStream ERR = new PrintStream(System.err, true, StandardCharsets.UTF_8);

    private Console() {}

    /** Arguments: the URL, {@code terminal} or {@code pipe} for what standard input is, then the options. */
    public static void main(String[] arguments) throws IOException {
        String url = arguments[0];
        boolean terminal = arguments[1].equals("terminal");
        StringBuilder script = new StringBuilder();
        List<String> sqllineOptions = new ArrayList<>();
        boolean scripted = false;
        for (int i = 2; i < arguments.length; i++) {
            if (arguments[i].equals("-e") && i + 1 < arguments.length) {
                script.append(arguments[++i]).append(";\n");
                scripted = true;
            } else if (arguments[i].equals("-f") && i + 1 < arguments.length) {
                script.append(Files.readString(Path.of(arguments[++i]))).append(";\n");
                scripted = true;
            } else {
                sqllineOptions.add(arguments[i]);
            }
        }
        if (!scripted && !terminal) {
            script.append(new String(System.in.readAllBytes(), StandardCharsets.UTF_8));
            scripted = true;
        }
        System.exit(run(url, scripted ? script.toString() : null, sqllineOptions));
    }

    private static int run(String url, String script, List<String> sqllineOptions) throws IOException {
        try (Connection connection = DriverManager.getConnection(url)) {
            if (script != null && script.lines().noneMatch(line -> line.startsWith("!"))) {
                int failed = 0;
                for (String statement : Statements.split(script)) {
                    failed += execute(connection, statement) ? 0 : 1;
                }
                return failed == 0 ? 0 : 1;
            }
            DatabaseMetaData database = connection.getMetaData();
            ERR.println(database.getDatabaseProductName() + " " + database.getDatabaseProductVersion() + " on " + url
                    + ". Statements end with ;  !tables lists tables, !help the commands, !quit leaves.");
        } catch (SQLException refused) {
            ERR.println("Error: " + refused.getMessage());
            return 1;
        }
        return sqlline(url, script, sqllineOptions);
    }

    private static boolean execute(Connection connection, String sql) {
        long start = System.nanoTime();
        try (Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return true;
            }
            try (ResultSet result = statement.getResultSet()) {
                long rows = TextTable.print(result, OUT);
                OUT.println();
                OUT.flush();
                double millis = (System.nanoTime() - start) / 1e6;
                ERR.printf(Locale.ROOT, "%,d %s in %,.0f ms%n%n", rows, rows == 1 ? "row" : "rows", millis);
            }
            return true;
        } catch (SQLException failure) {
            OUT.flush();
            ERR.println("Error: " + failure.getMessage() + " [" + failure.getSQLState() + "]");
            return false;
        }
    }

    private static int sqlline(String url, String script, List<String> options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "--isolation=TRANSACTION_NONE", "--verbose=false", "-d", "io.algeon.jdbc.AlgeonDriver", "-u", url));
        arguments.addAll(List.of("-n", "", "-p", ""));
        if (script != null) {
            arguments.addAll(List.of("--color=false", "--silent=true"));
        }
        arguments.addAll(options);
        ByteArrayInputStream input =
                script == null ? null : new ByteArrayInputStream(script.getBytes(StandardCharsets.UTF_8));
        return SqlLine.start(arguments.toArray(new String[0]), input, script == null)
                .ordinal();
    }
}
