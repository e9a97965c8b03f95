package io.algeon.tck.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs statements against a private in-memory database and gives rows as text, the way a reader would write them down. */
final class Sql {
    private Sql() {}

    /** Rows, cells separated by {@code |}; NULL is {@code NULL}. */
    static List<String> rows(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:")) {
            return rows(connection, sql);
        }
    }

    /** Runs a statement of any kind to its end. */
    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
                try (ResultSet result = statement.getResultSet()) {
                    while (result.next()) {
                        result.getString(1);
                    }
                }
            }
        }
    }

    static List<String> rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            List<String> rows = new ArrayList<>();
            while (result.next()) {
                List<String> cells = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    String cell = result.getString(column);
                    cells.add(cell == null ? "NULL" : cell);
                }
                rows.add(String.join("|", cells));
            }
            return rows;
        }
    }

    /** The only cell of the only row, as text. */
    static @Nullable String value(String expression) throws SQLException {
        return rows("SELECT " + expression).get(0);
    }

    /** Type of an expression as the result's metadata names it. */
    static String type(String expression) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT " + expression)) {
            String name = result.getMetaData().getColumnTypeName(1);
            return name.equals("DECIMAL")
                    ? name + "(" + result.getMetaData().getPrecision(1) + ","
                            + result.getMetaData().getScale(1) + ")"
                    : name;
        }
    }

    /** The error that a statement gives, also if it only fails while its rows are read. */
    static SQLException error(String sql) throws SQLException {
        try {
            List<String> rows = rows(sql);
            throw new AssertionError("no error, but rows " + rows + " from " + sql);
        } catch (SQLException e) {
            return e;
        }
    }
}
