package io.algeon.tck.compare;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Milliseconds of an execution.
 *
 * @param wall by the clock
 * @param cpu processor time of the whole process: the engine, and the JVM's compiler and collector
 */
public record Timing(double wall, double cpu) {
    /** Executes a statement, from planning (or finding the plan) to reading every value of its rows, if it has any. */
    public static Timing of(Connection connection, String sql) throws SQLException {
        long busy = processorNanoseconds();
        long start = System.nanoTime();
        try (Statement statement = connection.createStatement()) {
            if (statement.execute(sql)) {
                try (ResultSet rows = statement.getResultSet()) {
                    readAll(rows);
                }
            }
        }
        return new Timing((System.nanoTime() - start) / 1e6, (processorNanoseconds() - busy) / 1e6);
    }

    private static void readAll(ResultSet rows) throws SQLException {
        int columns = rows.getMetaData().getColumnCount();
        long seen = 0;
        while (rows.next()) {
            for (int column = 1; column <= columns; column++) {
                seen += rows.getObject(column) == null ? 0 : 1;
            }
        }
        if (seen < 0) {
            throw new IllegalStateException("values were not read");
        }
    }

    /** Processor time of this process so far. */
    public static long processorNanoseconds() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
    }

    /** The one in the middle, or between the two there. */
    public static double median(List<Double> values) {
        double[] sorted =
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
