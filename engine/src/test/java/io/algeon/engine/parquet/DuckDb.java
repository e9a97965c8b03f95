package io.algeon.engine.parquet;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Another engine, which writes files that we read and reads files that we write. */
public final class DuckDb {
    private DuckDb() {}

    /** Writes a query's result to a file; {@code options} starts with a comma, or is empty. */
    public static Path write(Path file, String query, String options) {
        query("COPY (" + query + ") TO '" + file + "' (FORMAT parquet" + options + ")");
        return file;
    }

    /** Rows of a query, values as text joined by bars, NULL as {@code null}. */
    public static List<String> query(String sql) {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 1; SET TimeZone = 'UTC'");
            List<String> rows = new ArrayList<>();
            if (!statement.execute(sql)) {
                return rows;
            }
            ResultSet result = statement.getResultSet();
            while (result.next()) {
                StringBuilder row = new StringBuilder();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.append(i == 1 ? "" : "|").append(result.getString(i));
                }
                rows.add(row.toString());
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
