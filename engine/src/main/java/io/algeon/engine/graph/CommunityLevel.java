package io.algeon.engine.graph;

import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * An undirected weighted graph without loops at one level of community detection: vertices of the graph, or communities of a
 * finer level. Weight inside a vertex counts in its strength only.
 *
 * @param offsets rows, as in {@link Adjacency}
 * @param weights null: all 1
 * @param strengths sum of the weights at each vertex, what is inside counted twice
 * @param ownBytes memory of the arrays that are not a graph's
 */
record CommunityLevel(int[] offsets, int[] targets, double @Nullable [] weights, double[] strengths, long ownBytes) {
    int size() {
        return strengths.length;
    }

    /** Neighbours of the vertex with the most of them. */
    int mostLinks() {
        int most = 0;
        for (int vertex = 0; vertex < size(); vertex++) {
            most = Math.max(most, offsets[vertex + 1] - offsets[vertex]);
        }
        return most;
    }

    /** The level of a graph's vertices. */
    static CommunityLevel of(Adjacency rows, GraphWork work) {
        int vertices = rows.offsets().length - 1;
        long held = 12L * vertices;
        work.memory().grow(held);
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
            return new CommunityLevel(offsets, targets, weights, strengths, held);
        }
        long copied = 4L * vertices + (weights == null ? 4L : 12L) * (targets.length - loops[vertices]);
        work.memory().grow(copied);
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
        return new CommunityLevel(newOffsets, newTargets, newWeights, strengths, held + copied);
    }

    /**
     * The level whose vertices are the communities of this one. Its bytes are added to the work's memory.
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
        ConcurrentLinkedQueue<CommunityLinks> free = new ConcurrentLinkedQueue<>();
        work.each(parts, part -> {
            CommunityLinks known = free.poll();
            CommunityLinks links = known == null ? new CommunityLinks() : known;
            int[] found = new int[1024];
            double[] foundWeights = new double[1024];
            int size = 0;
            for (int community = bounds[part]; community < bounds[part + 1]; community++) {
                long most = 0;
                double strength = 0;
                for (int m = starts[community]; m < starts[community + 1]; m++) {
                    most += offsets[members[m] + 1] - offsets[members[m]];
                    strength += strengths[members[m]];
                }
                links.begin((int) Math.min(most, count));
                for (int m = starts[community]; m < starts[community + 1]; m++) {
                    addLinks(members[m], community, communities, links);
                }
                newStrengths[community] = strength;
                newOffsets[community + 1] = links.size();
                if (size + links.size() > found.length) {
                    int larger = Math.max(2 * found.length, size + links.size());
                    found = Arrays.copyOf(found, larger);
                    foundWeights = Arrays.copyOf(foundWeights, larger);
                }
                for (int i = 0; i < links.size(); i++) {
                    found[size] = links.community(i);
                    foundWeights[size++] = links.sum(i);
                }
            }
            work.hold(12L * size);
            partTargets[part] = Arrays.copyOf(found, size);
            partWeights[part] = Arrays.copyOf(foundWeights, size);
            free.add(links);
        });
        for (int community = 0; community < count; community++) {
            newOffsets[community + 1] += newOffsets[community];
        }
        long entries = newOffsets[count];
        work.memory().grow(12 * entries + 12L * count);
        int[] newTargets = new int[(int) entries];
        double[] newWeights = new double[(int) entries];
        int at = 0;
        for (int part = 0; part < parts; part++) {
            System.arraycopy(partTargets[part], 0, newTargets, at, partTargets[part].length);
            System.arraycopy(partWeights[part], 0, newWeights, at, partTargets[part].length);
            at += partTargets[part].length;
        }
        work.memory().grow(-12 * entries);
        return new CommunityLevel(newOffsets, newTargets, newWeights, newStrengths, 12 * entries + 12L * count);
    }

    private void addLinks(int vertex, int community, int[] communities, CommunityLinks links) {
        for (int i = offsets[vertex]; i < offsets[vertex + 1]; i++) {
            int other = communities[targets[i]];
            double weight = weights == null ? 1 : weights[i];
            if (other != community && weight > 0) {
                links.add(other, weight);
            }
        }
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
