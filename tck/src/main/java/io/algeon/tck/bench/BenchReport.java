package io.algeon.tck.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Collects the figures and prints them as a table and as JSON. */
final class BenchReport {
    private record Row(QueryTiming ours, Optional<QueryTiming> theirs, int rows) {}

    private final BenchOptions options;
    private final List<Row> rows = new ArrayList<>();
    private final Map<Integer, String> failures = new LinkedHashMap<>();

    BenchReport(BenchOptions options) {
        this.options = options;
    }

    void add(QueryTiming ours, Optional<QueryTiming> theirs, int rowCount) {
        rows.add(new Row(ours, theirs, rowCount));
    }

    void failed(int query, String reason) {
        failures.put(query, reason);
    }

    Map<Integer, String> failures() {
        return failures;
    }

    private boolean compared() {
        return !options.against().isEmpty();
    }

    void print(PrintStream out) {
        out.printf(
                Locale.ROOT,
                "%n%s, scale %s, %d threads, medians of %d runs, milliseconds%n%n",
                Workload.of(options.workload()).title(),
                options.scale(),
                options.threads(),
                options.runs());
        out.println("query      rows   planning      first     median" + (compared() ? "     duckdb    ratio" : "")
                + (options.cpu() ? "        cpu" + (compared() ? " duckdb cpu    ratio" : "") + "  warm plan" : ""));
        for (Row row : rows) {
            out.printf(
                    Locale.ROOT,
                    "Q%-4d %9d %10.1f %10.1f %10.1f",
                    row.ours.query(),
                    row.rows,
                    row.ours.planning(),
                    row.ours.first(),
                    row.ours.median());
            row.theirs.ifPresent(theirs ->
                    out.printf(Locale.ROOT, " %10.1f %8.2f", theirs.median(), row.ours.median() / theirs.median()));
            if (options.cpu()) {
                out.printf(Locale.ROOT, " %10.1f", row.ours.medianCpu());
                row.theirs.ifPresent(theirs -> out.printf(
                        Locale.ROOT, " %10.1f %8.2f", theirs.medianCpu(), row.ours.medianCpu() / theirs.medianCpu()));
                out.printf(Locale.ROOT, " %10.1f", row.ours.warmPlanning());
            }
            out.println(failures.containsKey(row.ours.query()) ? "   ROWS DIFFER" : "");
        }
        out.printf(Locale.ROOT, "%ntotal of medians: %.1f ms", total(true));
        if (compared()) {
            out.printf(
                    Locale.ROOT,
                    "; duckdb %.1f ms; ratio %.2f; geometric mean of the ratios %.2f",
                    total(false),
                    total(true) / total(false),
                    geometricMean());
        }
        if (options.cpu()) {
            out.printf(
                    Locale.ROOT,
                    "%ntotal of medians of processor time: %.1f ms",
                    rows.stream().mapToDouble(row -> row.ours.medianCpu()).sum());
            if (compared()) {
                out.printf(
                        Locale.ROOT,
                        "; duckdb %.1f ms",
                        rows.stream()
                                .mapToDouble(row ->
                                        row.theirs.map(QueryTiming::medianCpu).orElse(0.0))
                                .sum());
            }
        }
        out.printf(
                Locale.ROOT,
                "%nplanning, first time in this process: %.1f ms in all%n",
                rows.stream().mapToDouble(row -> row.ours.planning()).sum());
        out.printf(Locale.ROOT, "peak heap of the process: %.0f MiB", peakHeap() / 1048576.0);
        peakResident().ifPresent(kib -> out.printf(Locale.ROOT, "; peak resident memory: %.0f MiB", kib / 1024.0));
        out.println();
        failures.forEach((query, reason) -> out.println("Q" + query + " FAILED: " + reason));
    }

    private double total(boolean ours) {
        return rows.stream()
                .mapToDouble(row -> ours
                        ? row.ours.median()
                        : row.theirs.map(QueryTiming::median).orElse(0.0))
                .sum();
    }

    private double geometricMean() {
        return Math.exp(rows.stream()
                .mapToDouble(row ->
                        Math.log(row.ours.median() / row.theirs.orElseThrow().median()))
                .average()
                .orElse(0));
    }

    private static long peakHeap() {
        long bytes = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                bytes += pool.getPeakUsage().getUsed();
            }
        }
        return bytes;
    }

    /** KiB; Linux only. */
    private static OptionalLong peakResident() {
        Path status = Path.of("/proc/self/status");
        if (!Files.isReadable(status)) {
            return OptionalLong.empty();
        }
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                    .findFirst();
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    String json() {
        StringBuilder json = new StringBuilder();
        json.append(String.format(
                Locale.ROOT,
                "{\"workload\":\"%s\",\"scale\":%s,\"threads\":%d,\"runs\":%d,\"queries\":[",
                options.workload(),
                options.scale(),
                options.threads(),
                options.runs()));
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            json.append(i == 0 ? "" : ",")
                    .append(String.format(
                            Locale.ROOT,
                            "{\"query\":%d,\"rows\":%d,\"planning_ms\":%.3f,\"first_ms\":%.3f,\"runs_ms\":%s,\"cpu_ms\":%s",
                            row.ours.query(),
                            row.rows,
                            row.ours.planning(),
                            row.ours.first(),
                            row.ours.runs(),
                            row.ours.cpu()));
            row.theirs.ifPresent(theirs -> json.append(",\"duckdb_runs_ms\":").append(theirs.runs()));
            json.append(",\"same_rows\":")
                    .append(!failures.containsKey(row.ours.query()))
                    .append('}');
        }
        return json.append("],\"failed\":")
                .append(failures.keySet())
                .append("}\n")
                .toString();
    }
}
