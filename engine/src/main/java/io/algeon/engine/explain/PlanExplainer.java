package io.algeon.engine.explain;

import io.algeon.engine.device.Fragment;
import io.algeon.engine.device.FragmentReport;
import io.algeon.engine.exec.NodeStatistics;
import io.algeon.engine.exec.OperatorStatistics;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.function.FunctionStatistics;
import io.algeon.engine.pipeline.DynamicFilterPlan;
import io.algeon.engine.pipeline.QueryPipelines;
import io.algeon.engine.pipeline.ScanSource;
import io.algeon.engine.placement.Placement;
import io.algeon.engine.plan.DataChange;
import io.algeon.engine.plan.PlanNode;
import io.algeon.metadata.catalog.TableDef;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Shows a plan as lines of text or as one JSON document. Nodes are numbered in preorder, as
 * {@link io.algeon.engine.pipeline.PipelineBuilder} numbers them; a repeated sub-plan is shown once.
 */
public final class PlanExplainer {
    private final PlanNode plan;
    private final Placement placement;
    private final DynamicFilterPlan dynamicFilters;
    private final Set<Integer> shownShared = new HashSet<>();
    private @Nullable QueryPipelines pipelines;
    private @Nullable NodeStatistics statistics;
    private Duration total = Duration.ZERO;
    private int threads = 1;
    private int nextNode;
    private @Nullable DataChange change;
    private long changedRows = -1;

    public PlanExplainer(Placement placement) {
        this.plan = placement.plan();
        this.placement = placement;
        this.dynamicFilters = DynamicFilterPlan.of(plan);
    }

    /** Adds what an execution of the plan measured. Times of nodes are sums over its threads, the total is not. */
    public void measured(QueryPipelines newPipelines, NodeStatistics newStatistics, Duration newTotal, int newThreads) {
        pipelines = newPipelines;
        statistics = newStatistics;
        total = newTotal;
        threads = newThreads;
    }

    /** Tells what becomes of the plan's rows. */
    public void change(DataChange newChange) {
        change = newChange;
    }

    /** Adds how many rows were changed. */
    public void changed(long rows) {
        changedRows = rows;
    }

    private static String name(DataChange change) {
        return change instanceof DataChange.Insert
                ? "Insert"
                : change instanceof DataChange.Update
                        ? "Update"
                        : change instanceof DataChange.Delete ? "Delete" : "Merge";
    }

    private static String details(DataChange change) {
        TableDef table = change.target().definition();
        DataChange.Conflict conflict = change instanceof DataChange.Insert insert ? insert.conflict() : null;
        return table.schema() + "." + table.name()
                + (conflict == null ? "" : conflict.doesNothing() ? " on conflict do nothing" : " on conflict update");
    }

    /** The plan as an indented tree, a line a node. */
    public List<String> text() {
        List<String> lines = new ArrayList<>();
        restart();
        DataChange above = change;
        if (above != null) {
            lines.add(name(above) + " " + details(above)
                    + (changedRows < 0 ? "  [" : "  [changed " + changedRows + ", ") + Placement.CPU + "]");
        }
        text(plan, above == null ? 0 : 1, Placement.CPU, lines);
        if (statistics != null) {
            lines.add("Total " + milliseconds(total.toNanos())
                    + (threads == 1 ? " on 1 thread, " : " on " + threads + " threads (operators: sum of all), ")
                    + bytes(statistics.bytesRead()) + " read, "
                    + bytes(statistics.bytesCached()) + " cached");
        }
        lines.add("Runs on " + placement);
        return lines;
    }

    private void restart() {
        nextNode = 0;
        shownShared.clear();
    }

    private void text(PlanNode node, int depth, String device, List<String> lines) {
        int number = nextNode++;
        StringBuilder line = new StringBuilder("  ".repeat(depth)).append(NodeText.name(node));
        String details = details(node, number);
        if (!details.isEmpty()) {
            line.append(' ').append(details);
        }
        boolean repeated = node instanceof PlanNode.Shared shared && !shownShared.add(shared.id());
        if (repeated) {
            line.append(" (shown above)");
        }
        line.append("  [");
        List<String> facts = new ArrayList<>();
        facts.add("rows ~" + Math.round(node.estimatedRows()));
        measurements(node, number).forEach((name, value) -> facts.add(measurementText(name, value)));
        String reason = placement.reasons().get(node);
        facts.add(reason == null ? device : device + ": " + reason);
        line.append(String.join(", ", facts)).append(']');
        lines.add(line.toString());
        if (!repeated) {
            String below = below(node, device);
            node.inputs().forEach(input -> text(input, depth + 1, below, lines));
        }
    }

    /** The device of a node's inputs. */
    private String below(PlanNode node, String device) {
        return node instanceof PlanNode.Download
                ? placement.accelerator()
                : node instanceof PlanNode.Upload ? Placement.CPU : device;
    }

    private String details(PlanNode node, int number) {
        // names that the planner made begin with a zero, which no terminal shows
        String details = NodeText.details(node).replace('\u0000', '$');
        String restricted = dynamicFilters.ofScan(number).stream()
                .map(restriction -> node.output().get(restriction.column()).name())
                .distinct()
                .collect(Collectors.joining(", "));
        String filtered = restricted.isEmpty() ? details : details + " filtered by joins on " + restricted;
        return dynamicFilters
                .boundOfScan(number)
                .map(bound -> filtered + " bounded by the first rows on "
                        + node.output().get(bound.column()).name())
                .orElse(filtered);
    }

    private static String measurementText(String name, Number value) {
        return switch (name) {
            case "actualRows" -> "actual " + value;
            case "milliseconds" -> String.format(Locale.ROOT, "%.2f ms", value.doubleValue());
            case "kernels" -> value + " kernels";
            case "deviceMilliseconds" -> String.format(Locale.ROOT, "%.2f ms on the device", value.doubleValue());
            case "kernelMilliseconds" -> String.format(Locale.ROOT, "%.2f ms in kernels", value.doubleValue());
            case "copyToDeviceMilliseconds" ->
                String.format(Locale.ROOT, "%.2f ms of copies there", value.doubleValue());
            case "copyToHostMilliseconds" -> String.format(Locale.ROOT, "%.2f ms of copies back", value.doubleValue());
            case "columnsResident" -> value + " cache hits";
            case "bytesToDevice" -> bytes(value.longValue()) + " to the device";
            case "bytesResident" -> bytes(value.longValue()) + " there already";
            case "bytesToHost" -> bytes(value.longValue()) + " back";
            case "deviceMemoryBytes" -> bytes(value.longValue()) + " device memory";
            case "memoryBytes" -> bytes(value.longValue()) + " memory";
            case "bytesRead" -> bytes(value.longValue()) + " read";
            case "bytesCached" -> bytes(value.longValue()) + " cached";
            case "bytesSpilled" -> bytes(value.longValue()) + " spilled";
            case "rowGroups" -> value + " row groups";
            case "rowsRemovedByJoinKeys" -> value + " rows removed by join keys";
            case "prunedRowGroups" -> value + " pruned";
            case "bytesDecompressed" -> bytes(value.longValue()) + " decompressed";
            case "pagesDecompressed" -> value + " pages decompressed";
            case "rowGroupsBeyondLimit" -> value + " row groups beyond the limit";
            case "pagesBeyondLimit" -> value + " pages beyond the limit";
            case "rowsBeyondLimit" -> value + " rows beyond the limit";
            default ->
                name.endsWith("Milliseconds")
                        ? String.format(
                                Locale.ROOT, "%s %.2f ms", name.replace("Milliseconds", ""), value.doubleValue())
                        : value + " " + name;
        };
    }

    /** What is known of a node, in the order in which it is shown; keys are those of the JSON form. */
    private Map<String, Number> measurements(PlanNode node, int number) {
        Map<String, Number> facts = new LinkedHashMap<>();
        if (statistics == null || pipelines == null || number >= statistics.size()) {
            return facts;
        }
        for (Fragment fragment : pipelines.fragments().values()) {
            long rows = fragment.rows(node);
            if (rows >= 0) {
                facts.put("actualRows", rows);
                facts.putAll(fragment.facts(node));
                return facts;
            }
        }
        OperatorStatistics counters = statistics.of(number);
        facts.put("actualRows", counters.rows);
        facts.put("milliseconds", counters.nanoseconds / 1e6);
        Fragment fragment = pipelines.fragments().get(number);
        if (fragment != null) {
            FragmentReport done = fragment.report();
            facts.put("kernels", done.launches());
            facts.put("deviceMilliseconds", done.deviceNanoseconds() / 1e6);
            if (done.times().areKnown()) {
                facts.put("kernelMilliseconds", done.times().kernels() / 1e6);
                facts.put("copyToDeviceMilliseconds", done.times().toDevice() / 1e6);
                facts.put("copyToHostMilliseconds", done.times().toHost() / 1e6);
            }
            facts.put("bytesToDevice", done.bytesToDevice());
            facts.put("columnsResident", done.columnsResident());
            facts.put("bytesResident", done.bytesResident());
            facts.put("bytesToHost", done.bytesToHost());
            facts.put("deviceMemoryBytes", done.peakBytes());
        }
        MemoryBudget budget = pipelines.budgets().get(number);
        if (budget != null) {
            facts.put("memoryBytes", budget.peakBytes());
        }
        ScanSource scan = pipelines.scans().get(number);
        if (scan != null) {
            facts.put("bytesRead", counters.bytesRead);
            if (counters.bytesCached > 0) {
                facts.put("bytesCached", counters.bytesCached);
            }
            if (counters.bytesDecompressed > 0) {
                facts.put("bytesDecompressed", counters.bytesDecompressed);
                facts.put("pagesDecompressed", counters.pagesDecompressed);
            }
            facts.put("rowGroups", scan.scan().morselCount());
            facts.put("prunedRowGroups", scan.scan().prunedMorsels());
            if (!dynamicFilters.ofScan(number).isEmpty()) {
                facts.put("rowsRemovedByJoinKeys", counters.rowsFiltered);
            }
            if (dynamicFilters.boundOfScan(number).isPresent()) {
                facts.put("rowGroupsBeyondLimit", counters.rowGroupsBeyondLimit);
                facts.put("pagesBeyondLimit", counters.pagesBeyondLimit);
                facts.put("rowsBeyondLimit", counters.rowsBeyondLimit);
            }
        }
        FunctionStatistics function = pipelines.functions().get(number);
        if (function != null) {
            facts.putAll(function.facts());
        }
        if (counters.bytesSpilled > 0) {
            facts.put("bytesSpilled", counters.bytesSpilled);
        }
        return facts;
    }

    /** The plan as a JSON object; nodes have {@code operator}, {@code details}, {@code inputs} and their numbers. */
    public String json() {
        restart();
        StringBuilder json = new StringBuilder("{\"device\": ");
        quoted(placement.device(), json);
        json.append(", \"deviceReason\": ");
        quoted(placement.reason(), json);
        if (statistics != null) {
            json.append(", \"milliseconds\": ").append(decimal(total.toNanos() / 1e6));
            json.append(", \"threads\": ").append(threads);
            json.append(", \"bytesRead\": ").append(statistics.bytesRead());
            json.append(", \"bytesCached\": ").append(statistics.bytesCached());
        }
        json.append(", \"plan\": ");
        DataChange above = change;
        if (above != null) {
            json.append("{\"operator\": ");
            quoted(name(above), json);
            json.append(", \"details\": ");
            quoted(details(above), json);
            json.append(", \"device\": ");
            quoted(Placement.CPU, json);
            if (changedRows >= 0) {
                json.append(", \"changedRows\": ").append(changedRows);
            }
            json.append(", \"inputs\": [");
        }
        json(plan, Placement.CPU, json);
        return json.append(above == null ? "}" : "]}}").toString();
    }

    private void json(PlanNode node, String device, StringBuilder json) {
        int number = nextNode++;
        json.append("{\"operator\": ");
        quoted(NodeText.name(node), json);
        json.append(", \"details\": ");
        quoted(details(node, number), json);
        json.append(", \"estimatedRows\": ").append(Math.round(node.estimatedRows()));
        json.append(", \"device\": ");
        quoted(device, json);
        String reason = placement.reasons().get(node);
        if (reason != null) {
            json.append(", \"deviceReason\": ");
            quoted(reason, json);
        }
        measurements(node, number)
                .forEach((name, value) -> json.append(", \"")
                        .append(name)
                        .append("\": ")
                        .append(value instanceof Double ? decimal(value.doubleValue()) : value));
        json.append(", \"inputs\": [");
        if (!(node instanceof PlanNode.Shared shared && !shownShared.add(shared.id()))) {
            for (int i = 0; i < node.inputs().size(); i++) {
                json.append(i == 0 ? "" : ", ");
                json(node.inputs().get(i), below(node, device), json);
            }
        }
        json.append("]}");
    }

    private static void quoted(String text, StringBuilder json) {
        json.append('"');
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '"' || character == '\\') {
                json.append('\\').append(character);
            } else if (character < ' ') {
                json.append(String.format(Locale.ROOT, "\\u%04x", (int) character));
            } else {
                json.append(character);
            }
        }
        json.append('"');
    }

    private static String milliseconds(long nanoseconds) {
        return String.format(Locale.ROOT, "%.2f ms", nanoseconds / 1e6);
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }

    private static String bytes(long bytes) {
        if (bytes < 1024) {
            return bytes + " B";
        }
        return bytes < 1024 * 1024
                ? String.format(Locale.ROOT, "%.1f KiB", bytes / 1024.0)
                : String.format(Locale.ROOT, "%.1f MiB", bytes / (1024.0 * 1024.0));
    }
}
