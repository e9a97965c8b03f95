package io.algeon.engine.graph;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An undirected weighted graph without loops at one level of community detection: vertices of the graph, or communities of a
 * finer level. Weight inside a vertex counts in its strength only.
 *
 * @param offsets rows, as in {@link Adjacency}
 * @param weights null: all 1
 * @param strengths sum of the weights at each vertex, what is inside counted twice
 */
record CommunityLevel(int[] offsets, int[] targets, double @Nullable [] weights, double[] strengths) {
    int size() {
        return strengths.length;
    }

    /** The level of a graph's vertices. */
    static CommunityLevel of(Adjacency rows, GraphWork work) {
        int vertices = rows.offsets().length - 1;
        double[] strengths = new double[vertices];
        int[] offsets = rows.offsets();
        int[] targets = rows.targets();
        double[] weights = rows.weights();
        int[] loops = new int[vertices + 1];
        work.ranges(vertices, 4096, (from, to) -> {
            for (int vertex = from; vertex < to; vertex++) {
                double strength = 0;
                for (int i = offsets[vertex]; i < offsets[vertex + 1]; i++) {
                    boolean loop = targets[i] == vertex;
                    strength += (weights == null ? 1 : weights[i]) * (loop ? 2 : 1);
                    loops[vertex + 1] += loop ? 1 : 0;
                }
                strengths[vertex] = strength;
            }
        });
        for (int vertex = 0; vertex < vertices; vertex++) {
            loops[vertex + 1] += loops[vertex];
        }
        if (loops[vertices] == 0) {
            return new CommunityLevel(offsets, targets, weights, strengths);
        }
        int[] newOffsets = new int[vertices + 1];
        int[] newTargets = new int[targets.length - loops[vertices]];
        double[] newWeights = weights == null ? null : new double[newTargets.length];
        int at = 0;
        for (int vertex = 0; vertex < vertices; vertex++) {
            for (int i = offsets[vertex]; i < offsets[vertex + 1]; i++) {
                if (targets[i] != vertex) {
                    newTargets[at] = targets[i];
                    if (newWeights != null && weights != null) {
                        newWeights[at] = weights[i];
                    }
                    at++;
                }
            }
            newOffsets[vertex + 1] = at;
        }
        return new CommunityLevel(newOffsets, newTargets, newWeights, strengths);
    }

    /**
     * The level whose vertices are the communities of this one.
     *
     * @param communities of each vertex, numbered from 0 without gaps
     * @param count number of communities
     */
    CommunityLevel aggregate(int[] communities, int count, GraphWork work) {
        int[] starts = new int[count + 1];
        int[] members = Members.of(communities, count, starts);
        double[] newStrengths = new double[count];
        int parts = Math.max(1, Math.min(256, targets.length / 16_384));
        int[][] partTargets = new int[parts][];
        double[][] partWeights = new double[parts][];
        int[] newOffsets = new int[count + 1];
        int[] bounds = bounds(starts, members, parts);
        work.each(parts, part -> {
            int from = bounds[part];
            int to = bounds[part + 1];
            double[] sums = new double[count];
            int[] touched = new int[count];
            int[] found = new int[64];
            double[] foundWeights = new double[64];
            int size = 0;
            for (int community = from; community < to; community++) {
                int touchedCount = 0;
                double strength = 0;
                for (int m = starts[community]; m < starts[community + 1]; m++) {
                    int vertex = members[m];
                    strength += strengths[vertex];
                    for (int i = offsets[vertex]; i < offsets[vertex + 1]; i++) {
                        int other = communities[targets[i]];
                        double weight = weights == null ? 1 : weights[i];
                        if (other != community && weight > 0) {
                            if (sums[other] == 0) {
                                touched[touchedCount++] = other;
                            }
                            sums[other] += weight;
                        }
                    }
                }
                newStrengths[community] = strength;
                if (size + touchedCount > found.length) {
                    int larger = Math.max(2 * found.length, size + touchedCount);
                    found = Arrays.copyOf(found, larger);
                    foundWeights = Arrays.copyOf(foundWeights, larger);
                }
                for (int t = 0; t < touchedCount; t++) {
                    found[size] = touched[t];
                    foundWeights[size++] = sums[touched[t]];
                    sums[touched[t]] = 0;
                }
                newOffsets[community + 1] = touchedCount;
            }
            partTargets[part] = Arrays.copyOf(found, size);
            partWeights[part] = Arrays.copyOf(foundWeights, size);
        });
        for (int community = 0; community < count; community++) {
            newOffsets[community + 1] += newOffsets[community];
        }
        int[] newTargets = new int[newOffsets[count]];
        double[] newWeights = new double[newOffsets[count]];
        int at = 0;
        for (int part = 0; part < parts; part++) {
            System.arraycopy(partTargets[part], 0, newTargets, at, partTargets[part].length);
            System.arraycopy(partWeights[part], 0, newWeights, at, partTargets[part].length);
            at += partTargets[part].length;
        }
        return new CommunityLevel(newOffsets, newTargets, newWeights, newStrengths);
    }

    /** Ranges of communities with about as many entries each. */
    private int[] bounds(int[] starts, int[] members, int parts) {
        int count = starts.length - 1;
        int[] bounds = new int[parts + 1];
        long seen = 0;
        int part = 1;
        for (int community = 0; community < count && part < parts; community++) {
            for (int m = starts[community]; m < starts[community + 1]; m++) {
                seen += offsets[members[m] + 1] - offsets[members[m]];
            }
            while (part < parts && seen >= (long) targets.length * part / parts) {
                bounds[part++] = community + 1;
            }
        }
        while (part <= parts) {
            bounds[part++] = count;
        }
        return bounds;
    }
}
