package io.algeon.tck.bench;

import java.util.Arrays;
import java.util.List;

/**
 * Times of one query on one engine, in milliseconds.
 *
 * @param planning first preparation of the statement in this process
 * @param first first execution, planning excluded
 * @param runs executions after that, planning included
 * @param cpu processor time of the process during each of them
 * @param warmPlanning processor time of planning the query again
 */
record QueryTiming(int query, double planning, double first, List<Double> runs, List<Double> cpu, double warmPlanning) {
    double medianCpu() {
        return median(cpu);
    }

    double median() {
        return median(runs);
    }

    static double median(List<Double> values) {
        double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }
}
