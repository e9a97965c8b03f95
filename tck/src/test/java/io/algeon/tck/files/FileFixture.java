package io.algeon.tck.files;

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
import java.util.ArrayList;
import java.util.List;

/** A folder of files, and what the driver and DuckDB read from them. */
final class FileFixture {
    final Path folder;

    FileFixture(Path folder) {
        this.folder = folder;
    }

    Path write(String name, String text) throws IOException {
        return write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    Path write(String name, byte[] bytes) throws IOException {
        Path path = folder.resolve(name);
        Files.createDirectories(path.getParent());
        return Files.write(path, bytes);
    }

    Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:algeon:" + folder);
    }

    /** Rows in order, cells separated by {@code |}; NULL is {@code NULL}. */
    List<String> rows(String sql) throws SQLException {
        try (Connection connection = connect()) {
            return rows(connection, sql);
        }
    }

    /** Names and types of a query's columns. */
    String types(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            ResultSetMetaData columns = result.getMetaData();
            List<String> types = new ArrayList<>();
            for (int i = 1; i <= columns.getColumnCount(); i++) {
                String type = columns.getColumnTypeName(i);
                types.add(columns.getColumnLabel(i) + " "
                        + (type.equals("DECIMAL")
                                ? "DECIMAL(" + columns.getPrecision(i) + "," + columns.getScale(i) + ")"
                                : type));
            }
            return String.join(", ", types);
        }
    }

    long update(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }

    /** The error that a statement gives. An SQLException is iterable too, which assertions cannot decide on. */
    Throwable error(String sql) {
        return failure(sql);
    }

    /** The SQLState of the error that a statement gives. */
    String state(String sql) {
        return failure(sql).getSQLState();
    }

    private SQLException failure(String sql) {
        try {
            throw new AssertionError("no error, but " + rows(sql) + " from " + sql);
        } catch (SQLException e) {
            return e;
        }
    }

    static List<String> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            List<String> rows = new ArrayList<>();
            if (!statement.execute(sql)) {
                return rows;
            }
            try (ResultSet result = statement.getResultSet()) {
                int columns = result.getMetaData().getColumnCount();
                while (result.next()) {
                    List<String> cells = new ArrayList<>();
                    for (int i = 1; i <= columns; i++) {
                        cells.add(String.valueOf(result.getString(i)).replace("null", "NULL"));
                    }
                    rows.add(String.join("|", cells));
                }
            }
            return rows;
        }
    }

    /** Rows as DuckDB reads them. */
    static List<String> duckDb(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:")) {
            return rows(connection, sql);
        }
    }
}
