package io.algeon.tck.bench;

import com.sun.management.OperatingSystemMXBean;
import io.algeon.tck.compare.ResultRows;
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

    /**
     * Milliseconds of an execution.
     *
     * @param cpu processor time of the whole process: the engine, and the JVM's compiler and collector
     */
    record Run(double wall, double cpu) {}

    private static long processTime() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /** Milliseconds of this thread that planning takes once it has been done many times; the plan cache is evaded. */
    double planning(String sql) throws SQLException {
        List<Double> times = new ArrayList<>();
        for (int round = 0; round < PLANNINGS; round++) {
            long start = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            connection.prepareStatement(sql + " -- " + round).close();
            times.add(milliseconds(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - start));
        }
        return QueryTiming.median(times.subList(PLANNINGS / 2, PLANNINGS));
    }

    /** Plans (or finds the plan) and executes, reading every value. */
    Run run(String sql) throws SQLException {
        long startCpu = processTime();
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
        return new Run(milliseconds(System.nanoTime() - start), milliseconds(processTime() - startCpu));
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
