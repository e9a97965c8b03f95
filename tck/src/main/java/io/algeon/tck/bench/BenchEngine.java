package io.algeon.tck.bench;

import io.algeon.tck.compare.ResultRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** One engine under test, through plain JDBC. */
final class BenchEngine implements AutoCloseable {
    private final String name;
    private final Connection connection;

    BenchEngine(String name, Connection connection) {
        this.name = name;
        this.connection = connection;
    }

    String name() {
        return name;
    }

    /** Planning and first execution, with the rows. */
    FirstRun first(String sql) throws SQLException {
        long start = System.nanoTime();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            long prepared = System.nanoTime();
            try (ResultSet result = statement.executeQuery()) {
                ResultRows rows = ResultRows.read(result);
                return new FirstRun(milliseconds(prepared - start), milliseconds(System.nanoTime() - prepared), rows);
            }
        }
    }

    record FirstRun(double planning, double execution, ResultRows rows) {}

    /** Plans (or finds the plan) and executes, reading every value. */
    double run(String sql) throws SQLException {
        long start = System.nanoTime();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            long seen = 0;
            while (result.next()) {
                for (int column = 1; column <= columns; column++) {
                    seen += result.getObject(column) == null ? 0 : 1;
                }
            }
            if (seen < 0) {
                throw new IllegalStateException("values were not read");
            }
        }
        return milliseconds(System.nanoTime() - start);
    }

    /** Lines of a query whose rows are text, such as EXPLAIN. */
    List<String> lines(String sql) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                lines.add(result.getString(1));
            }
        }
        return lines;
    }

    private static double milliseconds(long nanoseconds) {
        return nanoseconds / 1e6;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
