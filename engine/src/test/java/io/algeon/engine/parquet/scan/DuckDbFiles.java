package io.algeon.engine.parquet.scan;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Writes Parquet files with DuckDB and reads them back with it, as the reference. */
final class DuckDbFiles implements AutoCloseable {
    private final Connection connection;

    DuckDbFiles() throws SQLException {
        connection = DriverManager.getConnection("jdbc:duckdb:");
        execute("SET threads = 1");
        execute("SET TimeZone = 'UTC'");
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    void write(String query, Path file, String options) throws SQLException {
        execute("COPY (" + query + ") TO '" + file + "' (FORMAT parquet" + (options.isEmpty() ? "" : ", ") + options
                + ")");
    }

    /** Rows as text; NULL is "NULL". */
    List<List<String>> query(String sql) throws SQLException {
        List<List<String>> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    Object value = result.getObject(i);
                    String text = value instanceof BigDecimal number ? number.toPlainString() : result.getString(i);
                    row.add(text == null ? "NULL" : text);
                }
                rows.add(row);
            }
        }
        return rows;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
