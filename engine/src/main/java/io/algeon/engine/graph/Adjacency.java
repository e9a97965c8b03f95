package io.algeon.engine.graph;

import io.algeon.engine.exec.Crew;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Compressed sparse rows: the neighbours of vertex {@code v} are {@code targets[offsets[v] .. offsets[v + 1])}, in rising
 * order, with weights beside them if the graph has any. Immutable.
 */
public final class Adjacency {
    /** Work that is worth handing to another thread: some dozens of microseconds. */
    private static final int PART_ENTRIES = 1 << 16;

    private final int[] offsets;
    private final int[] targets;
    private final double @Nullable [] weights;

    Adjacency(int[] offsets, int[] targets, double @Nullable [] weights) {
        this.offsets = offsets;
        this.targets = targets;
        this.weights = weights;
    }

    public int[] offsets() {
        return offsets;
    }

    public int[] targets() {
        return targets;
    }

    /** One a neighbour; null: all are 1. */
    public double @Nullable [] weights() {
        return weights;
    }

    public int degree(int vertex) {
        return offsets[vertex + 1] - offsets[vertex];
    }

    /** Entries of all rows. */
    public int size() {
        return targets.length;
    }

    /** How often each vertex is a target, in an array of their number. */
    public int[] arrivals(GraphWork work) {
        int vertices = offsets.length - 1;
        int parts = Math.max(1, Math.min(work.crew().size(), size() / PART_ENTRIES));
        work.memory().grow(4L * parts * vertices);
        int[][] counts = new int[parts][];
        work.each(parts, part -> {
            int[] own = new int[vertices];
            int to = Crew.bound(size(), parts, part + 1);
            for (int i = Crew.bound(size(), parts, part); i < to; i++) {
                if ((i & 0xfffff) == 0) {
                    work.cancellation().check();
                }
                own[targets[i]]++;
            }
            counts[part] = own;
        });
        int[] all = counts[0];
        for (int part = 1; part < parts; part++) {
            for (int i = 0; i < vertices; i++) {
                all[i] += counts[part][i];
            }
        }
        work.memory().grow(-4L * (parts - 1) * vertices);
        return all;
    }

    /** The rows with one entry of those with the same target, of the sum of their weights; memory is the work's. */
    Adjacency united(GraphWork work) {
        int vertices = offsets.length - 1;
        work.memory().grow(4L * vertices + (weights == null ? 4L : 12L) * size());
        int[] newOffsets = new int[vertices + 1];
        int[] newTargets = new int[size()];
        double[] sums = weights == null ? null : new double[size()];
        int at = 0;
        for (int vertex = 0; vertex < vertices; vertex++) {
            int start = at;
            for (int i = offsets[vertex]; i < offsets[vertex + 1]; i++) {
                if ((i & 0xfffff) == 0) {
                    work.cancellation().check();
                }
                if (at == start || newTargets[at - 1] != targets[i]) {
                    newTargets[at++] = targets[i];
                }
                if (sums != null && weights != null) {
                    sums[at - 1] += weights[i];
                }
            }
            newOffsets[vertex + 1] = at;
        }
        long left = size() - at;
        int[] keptTargets = Arrays.copyOf(newTargets, at);
        double[] keptSums = sums == null ? null : Arrays.copyOf(sums, at);
        work.memory().grow(-(weights == null ? 4L : 12L) * left);
        return new Adjacency(newOffsets, keptTargets, keptSums);
    }

    /** Bounds of {@code parts} ranges of vertices with about as much work each; work is vertices and entries. */
    int[] balanced(int parts) {
        int vertices = offsets.length - 1;
        int[] bounds = new int[parts + 1];
        long total = (long) size() + vertices;
        int vertex = 0;
        for (int part = 1; part < parts; part++) {
            long goal = total * part / parts;
            int low = vertex;
            int high = vertices;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if ((long) offsets[middle] + middle < goal) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            vertex = low;
            bounds[part] = vertex;
        }
        bounds[parts] = vertices;
        return bounds;
    }

    /** A number of parts that suits the graph and does not depend on the threads, so that sums by part do not either. */
    int parts() {
        return Math.max(1, Math.min(256, (size() + offsets.length) / PART_ENTRIES));
    }
}
