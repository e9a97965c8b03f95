package io.algeon.engine.pipeline;

import io.algeon.engine.exec.Pipeline;
import io.algeon.engine.memory.MemoryBudget;
import java.util.List;
import java.util.Map;

/**
 * The pipelines of one execution of a plan.
 *
 * @param pipelines by id
 * @param nodeCount plan nodes; they are numbered in preorder, a repeated sub-plan counting as one node
 * @param scans sources that read tables, by node number
 * @param budgets of the nodes that keep rows, by node number
 */
public record QueryPipelines(
        List<Pipeline> pipelines, int nodeCount, Map<Integer, ScanSource> scans, Map<Integer, MemoryBudget> budgets) {
    public QueryPipelines {
        pipelines = List.copyOf(pipelines);
        scans = Map.copyOf(scans);
        budgets = Map.copyOf(budgets);
    }

    /** Rows that the scans will read, before predicates. */
    public long scannedRows() {
        return scans.values().stream().mapToLong(ScanSource::rows).sum();
    }

    /** Share of the morsels that have been read, 0 to 1; 1 if there are none. */
    public double progress() {
        long all = 0;
        long done = 0;
        for (ScanSource scan : scans.values()) {
            all += scan.scan().morselCount();
            done += scan.doneMorsels();
        }
        return all == 0 ? 1 : (double) done / all;
    }
}
