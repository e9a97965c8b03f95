package io.algeon.engine.graph;

import java.util.SplittableRandom;

/**
 * Splits communities of a level into parts: every vertex that is well connected within its community joins, while it is still
 * alone, a well-connected part at random, the more likely the more modularity grows. Used by one thread.
 */
final class CommunityRefinement {
    private final CommunityLevel level;
    private final int[] communities;
    private final int[] parts;
    private final double expectation;
    private final double unit;
    private final double[] partStrengths;
    /** Weight of the edges between a part and the rest of its community, by part. */
    private final double[] cuts;

    private final double[] links;
    private final int[] touched;
    private final double[] chances;
    private final boolean[] joined;

    /**
     * @param parts of the vertices: each its own; changed by {@link #refine}
     * @param unit of gains, from which probabilities are made
     */
    CommunityRefinement(CommunityLevel level, int[] communities, int[] parts, double expectation, double unit) {
        this.level = level;
        this.communities = communities;
        this.parts = parts;
        this.expectation = expectation;
        this.unit = unit;
        int size = level.size();
        partStrengths = new double[size];
        cuts = new double[size];
        links = new double[size];
        touched = new int[size];
        chances = new double[size];
        joined = new boolean[size];
    }

    /** Refines the community of {@code members[from .. to)}. */
    void refine(int[] members, int from, int to, SplittableRandom random) {
        int size = to - from;
        if (size == 1) {
            return;
        }
        int community = communities[members[from]];
        double strength = 0;
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = members[from + i];
            int vertex = members[from + i];
            strength += level.strengths()[vertex];
            partStrengths[vertex] = level.strengths()[vertex];
            cuts[vertex] = inside(vertex, community);
            joined[vertex] = false;
        }
        for (int vertex : order) {
            double own = level.strengths()[vertex];
            if (!joined[vertex] && isConnected(cuts[vertex], own, strength)) {
                join(vertex, community, own, strength, random);
            }
        }
    }

    private double inside(int vertex, int community) {
        double[] weights = level.weights();
        double sum = 0;
        for (int i = level.offsets()[vertex]; i < level.offsets()[vertex + 1]; i++) {
            if (communities[level.targets()[i]] == community) {
                sum += weights == null ? 1 : weights[i];
            }
        }
        return sum;
    }

    /** Whether a part has at least as many links to the rest of its community as chance would give it. */
    private boolean isConnected(double cut, double part, double community) {
        return cut >= expectation * part * (community - part);
    }

    private void join(int vertex, int community, double own, double strength, SplittableRandom random) {
        double[] weights = level.weights();
        int touchedCount = 0;
        for (int i = level.offsets()[vertex]; i < level.offsets()[vertex + 1]; i++) {
            int target = level.targets()[i];
            double weight = weights == null ? 1 : weights[i];
            if (communities[target] == community && weight > 0) {
                int part = parts[target];
                if (links[part] == 0) {
                    touched[touchedCount++] = part;
                }
                links[part] += weight;
            }
        }
        int candidates = 0;
        double most = 0;
        for (int t = 0; t < touchedCount; t++) {
            int part = touched[t];
            double gain = links[part] - expectation * own * partStrengths[part];
            if (gain >= 0 && isConnected(cuts[part], partStrengths[part], strength)) {
                touched[candidates] = part;
                chances[candidates++] = gain;
                most = Math.max(most, gain);
            } else {
                links[part] = 0;
            }
        }
        if (candidates > 0) {
            double sum = 0;
            for (int c = 0; c < candidates; c++) {
                sum += Math.exp((chances[c] - most) / unit);
                chances[c] = sum;
            }
            double drawn = random.nextDouble() * sum;
            int chosen = 0;
            while (chosen < candidates - 1 && chances[chosen] <= drawn) {
                chosen++;
            }
            int part = touched[chosen];
            cuts[part] += cuts[vertex] - 2 * links[part];
            partStrengths[part] += own;
            parts[vertex] = part;
            joined[vertex] = true;
            joined[part] = true;
        }
        for (int c = 0; c < candidates; c++) {
            links[touched[c]] = 0;
        }
    }
}
