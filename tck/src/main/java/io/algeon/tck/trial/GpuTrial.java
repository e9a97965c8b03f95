package io.algeon.tck.trial;

import io.algeon.engine.QueryReport;
import io.algeon.engine.device.FragmentReport;
import io.algeon.tck.compare.ResultRows;
import io.algeon.tck.tpch.TpchData;
import io.algeon.tck.tpch.TpchQueries;
import io.algeon.tck.tpch.TpchTable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Generates TPC-H data, runs every query on the CPU and on the GPU, compares the rows and prints a line a query as it goes.
 * Ends before its time is over, with as many lines as it got to: what it printed until then counts.
 *
 * <p>Arguments: a folder for the data, the scale factor, seconds, the GB/s of copies within the device (0: not known).
 */
public final class GpuTrial {
    /** Floating sums differ in their last digits. */
    private static final double TOLERANCE = 1e-8;

    private static final int WARM_RUNS = 3;
    private static final long SETTLED_MILLIS = 2_500;

    private final Connection connection;
    private final long deadline;
    private final double bandwidth;
    private final PrintStream out;

    private GpuTrial(Connection connection, long deadline, double bandwidth, PrintStream out) {
        this.connection = connection;
        this.deadline = deadline;
        this.bandwidth = bandwidth;
        this.out = out;
    }

    /** Runs the trial; exit status 1 if a query's rows differ or a query fails, 2 if there is no GPU. */
    public static void main(String[] arguments) throws Exception {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        Path data = Path.of(arguments[0]);
        double scale = Double.parseDouble(arguments[1]);
        long deadline = System.nanoTime() + Long.parseLong(arguments[2]) * 1_000_000_000L;
        double bandwidth = arguments.length > 3 ? Double.parseDouble(arguments[3]) : 0;
        generate(data, scale, out);
        try (Connection connection = DriverManager.getConnection("jdbc:algeon:" + data)) {
            System.exit(new GpuTrial(connection, deadline, bandwidth, out).run());
        }
    }

    private static void generate(Path data, double scale, PrintStream out) throws IOException, InterruptedException {
        Path last = data.resolve("complete-" + scale);
        if (Files.exists(last)) {
            return;
        }
        long start = System.nanoTime();
        Files.createDirectories(data);
        TpchData.generate(data, scale, table -> {});
        Files.createFile(last);
        // nothing is kept of files that changed just now
        Thread.sleep(SETTLED_MILLIS);
        out.printf(
                Locale.ROOT,
                "generated %d tables of scale %s in %.1f s%n",
                TpchTable.values().length,
                scale,
                (System.nanoTime() - start) / 1e9);
    }

    private int run() throws SQLException {
        boolean usable = false;
        try (Statement statement = connection.createStatement();
                ResultSet devices = statement.executeQuery("SELECT * FROM information_schema.devices")) {
            while (devices.next()) {
                out.printf(
                        "%s: %s, %s, %s. %s%n",
                        devices.getString("name"),
                        devices.getString("kind"),
                        devices.getString("status"),
                        devices.getString("reason"),
                        devices.getString("remedy"));
                usable |= devices.getString("name").startsWith("gpu")
                        && devices.getString("status").equals("usable");
            }
        }
        if (!usable) {
            return 2;
        }
        out.println(
                "cold: with copies of all columns; warm: with resident columns; kernel ms and GB/s: of a warm run that takes the"
                        + " times of kernels, columns read once over them"
                        + (bandwidth == 0 ? "" : "; share: of the " + bandwidth + " GB/s of copies within the device"));
        out.println(
                "query   cpu ms  cold ms  warm ms  device ms  kernel ms  launches  MB up  copy ms  MB down  MB resident"
                        + "   GB/s  share  rows");
        int agreed = 0;
        int failed = 0;
        for (int query : TpchQueries.numbers()) {
            if (isOver()) {
                break;
            }
            switch (query(query)) {
                case AGREED -> agreed++;
                case FAILED -> failed++;
                case CUT_SHORT -> {}
            }
        }
        int all = TpchQueries.numbers().size();
        if (agreed + failed < all) {
            out.println("out of time");
        }
        out.println(
                agreed + " of " + all + " queries have the same rows on the CPU and on the GPU, " + failed + " failed");
        return failed == 0 ? 0 : 1;
    }

    private boolean isOver() {
        return System.nanoTime() > deadline;
    }

    private enum Outcome {
        AGREED,
        FAILED,
        CUT_SHORT
    }

    private record Run(
            ResultRows rows, double milliseconds, @Nullable FragmentReport work) {}

    private Outcome query(int number) {
        String sql = TpchQueries.text(number);
        try {
            execute("SET execution_mode = 'cpu_only'");
            timed(sql);
            Run cpu = timed(sql);
            execute("SET execution_mode = 'native_required'");
            execute("SET cache_cap_bytes = 0");
            execute("SET cache_cap_bytes = '50%'");
            Run cold = timed(sql);
            Run warm = timed(sql);
            for (int i = 1; i < WARM_RUNS && !isOver(); i++) {
                Run again = timed(sql);
                warm = again.milliseconds() < warm.milliseconds() ? again : warm;
            }
            Optional<String> difference = cold.rows().differenceFrom(cpu.rows(), TOLERANCE);
            if (difference.isEmpty()) {
                difference = warm.rows().differenceFrom(cpu.rows(), TOLERANCE);
            }
            FragmentReport work = warm.work();
            FragmentReport first = cold.work();
            double deviceMillis = work == null ? 0 : work.deviceNanoseconds() / 1e6;
            double touched = work == null ? 0 : work.bytesResident() + work.bytesToDevice();
            double kernelMillis = measured(sql, "kernelMilliseconds");
            execute("SET cache_cap_bytes = 0");
            execute("SET cache_cap_bytes = '50%'");
            double copyMillis = measured(sql, "copyToDeviceMilliseconds");
            double rate = kernelMillis == 0 ? 0 : touched / kernelMillis / 1e6;
            out.printf(
                    Locale.ROOT,
                    "Q%-4d %8.1f %8.1f %8.1f %10.1f %10.2f %9d %6.1f %8.2f %8.1f %12.1f %6.1f %5.0f%%  %s%n",
                    number,
                    cpu.milliseconds(),
                    cold.milliseconds(),
                    warm.milliseconds(),
                    deviceMillis,
                    kernelMillis,
                    work == null ? 0 : work.launches(),
                    first == null ? 0 : first.bytesToDevice() / 1e6,
                    copyMillis,
                    first == null ? 0 : first.bytesToHost() / 1e6,
                    work == null ? 0 : work.bytesResident() / 1e6,
                    rate,
                    bandwidth == 0 ? 0 : 100 * rate / bandwidth,
                    difference.map(text -> "DIFFER: " + text).orElse("agree"));
            return difference.isEmpty() ? Outcome.AGREED : Outcome.FAILED;
        } catch (SQLTimeoutException late) {
            return Outcome.CUT_SHORT;
        } catch (SQLException failed) {
            out.printf("Q%-4d failed: %s%n", number, failed.getMessage());
            return Outcome.FAILED;
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** A time by the device's clock, in a run that takes it: the sum over all fragments. */
    private double measured(String sql, String name) throws SQLException {
        double sum = 0;
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(secondsLeft());
            try (ResultSet result = statement.executeQuery("EXPLAIN (ANALYZE, FORMAT JSON) " + sql)) {
                while (result.next()) {
                    Matcher found =
                            Pattern.compile("\"" + name + "\": ([0-9.]+)").matcher(result.getString(1));
                    while (found.find()) {
                        sum += Double.parseDouble(found.group(1));
                    }
                }
            }
        }
        return sum;
    }

    private int secondsLeft() {
        return (int) Math.max(1, (deadline - System.nanoTime()) / 1_000_000_000L);
    }

    private Run timed(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(secondsLeft());
            long start = System.nanoTime();
            ResultRows rows;
            try (ResultSet result = statement.executeQuery(sql)) {
                rows = ResultRows.read(result);
            }
            double milliseconds = (System.nanoTime() - start) / 1e6;
            return new Run(
                    rows, milliseconds, statement.unwrap(QueryReport.class).deviceWork());
        }
    }
}
