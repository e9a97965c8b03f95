package io.algeon.tck.gpu;

import io.algeon.tck.compare.ResultRows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Assumptions;

/** What the tests of this package share. */
final class EmulatedGpu {
    /** Floating sums differ in their last digits. */
    static final double TOLERANCE = 1e-8;

    private static final int CONTROLS = 0x414C0000;
    private static final int COUNTERS = 0x414C0100;
    private static final int LOG = 0x414D0000;
    private static final int SCHEDULE = 0;
    private static final int STREAMS = 2;
    private static final int FAIL_CALL = 8;
    private static final int FAIL_CODE = 9;
    private static final int REPAIR = 10;
    private static final int LOGGING = 12;

    private EmulatedGpu() {}

    /** Skips the test, loudly, if there is no emulated device: it is built with cuda-ops where g++ is installed. */
    static void require() {
        String library = System.getProperty("algeon.cuda.library");
        boolean built = library != null && Files.exists(Path.of(library));
        if (!built) {
            System.out.println("SKIPPED: no emulated GPU at " + library + "; is g++ installed?");
        }
        Assumptions.assumeTrue(built, "no emulated GPU at " + library);
        // the driver has to load it before the controls here do
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:")) {
            text(connection, "SELECT name FROM information_schema.devices");
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /**
     * Writes the rows of a query as {@code name.parquet}, and keeps them as a table.
     *
     * @param writer a connection to the oracle, which writes files and computes rows in other ways than we do
     */
    static void write(Connection writer, Path directory, String name, String query, int rowsAGroup)
            throws SQLException {
        execute(writer, "CREATE TABLE " + name + " AS " + query);
        execute(
                writer,
                "COPY " + name + " TO '" + directory.resolve(name + ".parquet") + "' (FORMAT parquet, ROW_GROUP_SIZE "
                        + rowsAGroup + ")");
    }

    static ResultRows rows(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            return ResultRows.read(result);
        }
    }

    /** The first column of a result, a line a row. */
    static String text(Connection connection, String sql) throws SQLException {
        StringBuilder lines = new StringBuilder();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            while (result.next()) {
                lines.append(result.getString(1)).append('\n');
            }
        }
        return lines.toString();
    }

    /** The rows that a query gives in a mode. */
    static ResultRows rows(Connection connection, String mode, String sql) throws SQLException {
        execute(connection, "SET execution_mode = '" + mode + "'");
        return rows(connection, sql);
    }

    /** How the rows of the GPU differ from those of the CPU. */
    static Optional<String> difference(Connection connection, String sql) throws SQLException {
        ResultRows expected = rows(connection, "cpu_only", sql);
        return rows(connection, "native_required", sql).differenceFrom(expected, TOLERANCE);
    }

    /** The cache of columns has a stream; each query has one while it runs. */
    static final long STREAMS_AT_REST = 1;

    /** Schedules of threads and blocks: forward, reverse, random. */
    static final int SCHEDULES = 3;

    static void schedule(int schedule) {
        control(SCHEDULE, schedule);
    }

    /** When streams do what was submitted: at once, when somebody waits, at any time. */
    enum Streams {
        EAGER,
        LAZY,
        RANDOM
    }

    static void streams(Streams when) {
        control(STREAMS, when.ordinal());
    }

    /** What is logged. */
    enum Happening {
        NOTHING,
        COPY_TO_DEVICE,
        COPY_TO_HOST,
        LAUNCH,
        STREAM_WAITS,
        HOST_WAITS,
        COPIED_TO_DEVICE,
        COPIED_TO_HOST,
        RAN
    }

    /**
     * An entry of the log.
     *
     * @param stream its number
     * @param value bytes of a copy, the number of a launch, or that of the stream that is waited for
     */
    record Logged(Happening what, int stream, long value) {}

    /** Begins a log of what is submitted and done. */
    static void beginLog() {
        control(LOGGING, 1);
    }

    /** Ends the log, and gives it. */
    static List<Logged> endLog() {
        control(LOGGING, 0);
        int entries = (int) counter(12);
        List<Logged> log = new ArrayList<>(entries);
        long[] entry = new long[1];
        for (int i = 0; i < entries; i++) {
            JCudaDriver.cuCtxGetLimit(entry, LOG + i);
            log.add(new Logged(
                    Happening.values()[(int) (entry[0] >>> 56)],
                    (int) (entry[0] >>> 40) & 0xFFFF,
                    entry[0] & ((1L << 40) - 1)));
        }
        return log;
    }

    /** The n-th call of the driver from now on, from 1, fails with a code; 0: none. */
    static void fail(long call, int code) {
        control(FAIL_CODE, code);
        control(FAIL_CALL, call);
    }

    /** Mends a context that a fatal error has broken. */
    static void repair() {
        control(FAIL_CALL, 0);
        control(REPAIR, 0);
    }

    private static void control(int number, long value) {
        int result = JCudaDriver.cuCtxSetLimit(CONTROLS + number, value);
        if (result != 0) {
            throw new IllegalStateException("control " + number + ": " + result);
        }
    }

    /** Whether the emulated device runs the PTX text that ships, and not the kernels' sources. */
    static boolean runsPtx() {
        return System.getProperty("algeon.cuda.library", "").contains("/ptx/");
    }

    /** Calls of the driver so far. */
    static long calls() {
        return counter(0);
    }

    /** Kernels that were launched so far. */
    static long launches() {
        return counter(1);
    }

    /** Streams that are open: each query has one. */
    static long streams() {
        return counter(8);
    }

    private static long counter(int number) {
        long[] value = new long[1];
        int result = JCudaDriver.cuCtxGetLimit(value, COUNTERS + number);
        if (result != 0) {
            throw new IllegalStateException("counter " + number + ": " + result);
        }
        return value[0];
    }
}
