package io.algeon.tck.bench;

import io.algeon.tck.compare.ResultRows;
import io.algeon.tck.compare.Timing;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** One engine under test, through plain JDBC. */
final class BenchEngine implements AutoCloseable {
    private static final int PLANNINGS = 30;

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

    /** Milliseconds of this thread that planning takes once it has been done many times; the plan cache is evaded. */
    double planning(String sql) throws SQLException {
        List<Double> times = new ArrayList<>();
        for (int round = 0; round < PLANNINGS; round++) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            connection.prepareStatement(sql + " -- " + round).close();
            times.add(milliseconds(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start));
        }
        return Timing.median(times.subList(PLANNINGS / 2, PLANNINGS));
    }

    /** Plans (or finds the plan) and executes, reading every value. */
    Timing run(String sql) throws SQLException {
        return Timing.of(connection, sql);
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
