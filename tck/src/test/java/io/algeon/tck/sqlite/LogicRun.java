package io.algeon.tck.sqlite;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Runs files of logic tests, each in a database of its own, and keeps count. */
final class LogicRun {
    private static final int KEPT_FAILURES = 20;

    /** Division by zero and overflow, of which SQLite makes NULL and floating-point numbers, and this database errors. */
    private static final Set<String> ERRORS_HERE = Set.of("22012", "22003");

    private static final Pattern NUMBER = Pattern.compile("[+-]?\\d+(?:\\.\\d*)?(?:[eE][+-]?\\d+)?");

    private final Random sample;
    private final double share;
    private final List<String> failures = new ArrayList<>();
    private int queries;
    private int statements;
    private int failed;
    private int refused;

    /**
     * @param share of the queries to run; statements are run all
     * @param seed decides which
     */
    LogicRun(double share, long seed) {
        this.share = share;
        this.sample = new Random(seed);
    }

    int queries() {
        return queries;
    }

    int statements() {
        return statements;
    }

    int failed() {
        return failed;
    }

    /** Queries that divide by zero or overflow, which are errors here and not in SQLite. */
    int refused() {
        return refused;
    }

    /** The first failures, with file and line. */
    List<String> failures() {
        return failures;
    }

    void run(String name, InputStream stream) throws IOException, SQLException {
        try (LogicFile file = new LogicFile(name.substring(name.lastIndexOf('/') + 1), stream);
                Connection connection = DriverManager.getConnection("jdbc:algeon:");
                Statement statement = connection.createStatement()) {
            for (LogicRecord step = file.next(); step != null; step = file.next()) {
                if (step instanceof LogicRecord.Query query) {
                    if (share >= 1 || sample.nextDouble() < share) {
                        queries++;
                        note(name, query, query.sql(), check(statement, query));
                    }
                } else if (step instanceof LogicRecord.Statement change) {
                    statements++;
                    note(name, change, change.sql(), execute(statement, change));
                }
            }
        }
    }

    private void note(String name, LogicRecord step, String sql, @Nullable String failure) {
        if (failure != null) {
            failed++;
            if (failures.size() < KEPT_FAILURES) {
                failures.add(name + ":" + step.line() + " " + sql + "\n    " + failure);
            }
        }
    }

    private static @Nullable String execute(Statement statement, LogicRecord.Statement change) {
        try {
            statement.execute(change.sql());
            return change.fails() ? "no error, where one is expected" : null;
        } catch (SQLException e) {
            return change.fails() ? null : e.getSQLState() + " " + e.getMessage();
        }
    }

    private @Nullable String check(Statement statement, LogicRecord.Query query) {
        List<String> values = new ArrayList<>();
        int columns;
        try (ResultSet result = statement.executeQuery(query.sql())) {
            columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                for (int column = 1; column <= columns; column++) {
                    char type =
                            query.types().charAt(Math.min(column, query.types().length()) - 1);
                    values.add(text(result, column, type));
                }
            }
        } catch (SQLException e) {
            if (ERRORS_HERE.contains(e.getSQLState())) {
                refused++;
                return null;
            }
            return e.getSQLState() + " " + e.getMessage();
        }
        sort(values, columns, query.sort());
        if (values.size() != query.count()) {
            return values.size() + " values, expected " + query.count();
        }
        if (query.hash().isEmpty()) {
            return values.equals(query.expected())
                    ? null
                    : "values " + abridged(values) + ", expected " + abridged(query.expected());
        }
        String hash = hash(values);
        return hash.equals(query.hash())
                ? null
                : "values hash to " + hash + ", expected " + query.hash() + "; they are " + abridged(values);
    }

    private static String abridged(List<String> values) {
        return values.size() <= 12 ? values.toString() : values.subList(0, 12) + "...";
    }

    private static void sort(List<String> values, int columns, String sort) {
        if (sort.equals("valuesort")) {
            Collections.sort(values);
        } else if (sort.equals("rowsort")) {
            List<String[]> rows = new ArrayList<>();
            for (int i = 0; i < values.size(); i += columns) {
                rows.add(values.subList(i, i + columns).toArray(new String[0]));
            }
            rows.sort(Arrays::compare);
            values.clear();
            rows.forEach(row -> values.addAll(Arrays.asList(row)));
        }
    }

    /** A value as the test program prints it. */
    private static String text(ResultSet result, int column, char type) throws SQLException {
        Object value = result.getObject(column);
        if (value == null) {
            return "NULL";
        }
        return switch (type) {
            case 'I' -> {
                if (value instanceof Boolean truth) {
                    yield truth ? "1" : "0";
                }
                yield number(value).setScale(0, RoundingMode.DOWN).toPlainString();
            }
            case 'R' -> String.format(Locale.ROOT, "%.3f", number(value));
            default -> {
                String text = result.getString(column);
                yield text.isEmpty() ? "(empty)" : text.replaceAll("[^ -~]", "@");
            }
        };
    }

    /** The number that a value begins with, as C reads it: 0 for other text. */
    private static BigDecimal number(Object value) {
        Matcher number = NUMBER.matcher(value.toString());
        return number.lookingAt() ? new BigDecimal(number.group()) : BigDecimal.ZERO;
    }

    private static String hash(List<String> values) {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            for (String value : values) {
                digest.update(value.getBytes(StandardCharsets.UTF_8));
                digest.update((byte) '\n');
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
