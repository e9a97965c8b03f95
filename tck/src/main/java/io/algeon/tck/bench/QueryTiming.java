package io.algeon.tck.bench;

import io.algeon.tck.compare.Timing;
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
        return Timing.median(cpu);
    }

    double median() {
        return Timing.median(runs);
    }
}
