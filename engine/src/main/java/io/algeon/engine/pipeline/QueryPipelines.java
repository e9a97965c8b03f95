package io.algeon.engine.pipeline;

import io.algeon.engine.device.Fragment;
import io.algeon.engine.exec.Pipeline;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.operator.function.FunctionStatistics;
import java.util.List;
import java.util.Map;

/**
 * The pipelines of one execution of a plan.
 *
 * @param pipelines by id
 * @param nodeCount plan nodes; they are numbered in preorder, a repeated sub-plan counting as one node
 * @param scans sources that read tables, by node number
 * @param budgets of the nodes that keep rows, by node number
 * @param functions calls of table functions, by node number
 * @param fragments on a device, by the number of their download; to be closed after everything else
 */
public record QueryPipelines(
        List<Pipeline> pipelines,
        int nodeCount,
        Map<Integer, ScanSource> scans,
        Map<Integer, MemoryBudget> budgets,
        Map<Integer, FunctionStatistics> functions,
        Map<Integer, Fragment> fragments) {
    public QueryPipelines {
        pipelines = List.copyOf(pipelines);
        scans = Map.copyOf(scans);
        budgets = Map.copyOf(budgets);
        functions = Map.copyOf(functions);
        fragments = Map.copyOf(fragments);
    }

    /** Rows that the scans will read, before predicates. */
    public long scannedRows() {
        return scans.values().stream().mapToLong(ScanSource::rows).sum();
    }

    /** Whether work is done that takes longer than its rows are many. */
    public boolean hasHeavyWork() {
        return functions.size() > 0 && pipelines.size() > functions.size();
    }

    /** Share of the work that is done, 0 to 1: of the scans, and of each table function; 1 if there is none. */
    public double progress() {
        long all = 0;
        long done = 0;
        for (ScanSource scan : scans.values()) {
            all += scan.partCount();
            done += scan.doneParts();
        }
        double read = all == 0 ? 1 : (double) done / all;
        double computed = 0;
        for (FunctionStatistics function : functions.values()) {
            computed += function.progress();
        }
        int calls = functions.size();
        for (Fragment fragment : fragments.values()) {
            for (double share : fragment.progress()) {
                computed += share;
                calls++;
            }
        }
        return (read + computed) / (1 + calls);
    }
}
