package io.algeon.engine.graph;

import io.algeon.engine.exec.CancellationToken;
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
    private final CancellationToken cancellation;
    private final Parts state;
    private final CommunityLinks links = new CommunityLinks();
    private int[] candidates = new int[16];
    private double[] chances = new double[16];

    /**
     * What is known of the parts of all communities, by part. Communities have none in common, so that several refinements work
     * on it side by side.
     *
     * @param strengths of their vertices
     * @param cuts weight of the edges between a part and the rest of its community
     * @param joined whether it has more than one vertex, or a vertex has left for another
     */
    record Parts(double[] strengths, double[] cuts, boolean[] joined) {
        static Parts of(int size) {
            return new Parts(new double[size], new double[size], new boolean[size]);
        }

        /** Memory of as many. */
        static long bytes(long size) {
            return 17 * size;
        }
    }

    /**
     * @param parts of the vertices: each its own; changed by {@link #refine}
     * @param state of the parts, changed likewise
     * @param unit of gains, from which probabilities are made
     */
    CommunityRefinement(
            CommunityLevel level,
            int[] communities,
            int[] parts,
            Parts state,
            double expectation,
            double unit,
            CancellationToken cancellation) {
        this.cancellation = cancellation;
        this.level = level;
        this.communities = communities;
        this.parts = parts;
        this.expectation = expectation;
        this.unit = unit;
        this.state = state;
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
            if ((i & 0xfff) == 0) {
                cancellation.check();
            }
            int j = random.nextInt(i + 1);
            order[i] = order[j];
            order[j] = members[from + i];
            int vertex = members[from + i];
            strength += level.strengths()[vertex];
            state.strengths[vertex] = level.strengths()[vertex];
            state.cuts[vertex] = inside(vertex, community);
        }
        int steps = 0;
        for (int vertex : order) {
            if ((++steps & 0xfff) == 0) {
                cancellation.check();
            }
            double own = level.strengths()[vertex];
            if (!state.joined[vertex] && isConnected(state.cuts[vertex], own, strength)) {
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
        int end = level.offsets()[vertex + 1];
        links.begin(end - level.offsets()[vertex]);
        for (int i = level.offsets()[vertex]; i < end; i++) {
            int target = level.targets()[i];
            double weight = weights == null ? 1 : weights[i];
            if (communities[target] == community && weight > 0) {
                links.add(parts[target], weight);
            }
        }
        if (candidates.length < links.size()) {
            candidates = new int[2 * links.size()];
            chances = new double[candidates.length];
        }
        int count = 0;
        double most = 0;
        for (int i = 0; i < links.size(); i++) {
            int part = links.community(i);
            double gain = links.sum(i) - expectation * own * state.strengths[part];
            if (gain >= 0 && isConnected(state.cuts[part], state.strengths[part], strength)) {
                candidates[count] = i;
                chances[count++] = gain;
                most = Math.max(most, gain);
            }
        }
        if (count == 0) {
            return;
        }
        double sum = 0;
        for (int c = 0; c < count; c++) {
            sum += Math.exp((chances[c] - most) / unit);
            chances[c] = sum;
        }
        double drawn = random.nextDouble() * sum;
        int chosen = 0;
        while (chosen < count - 1 && chances[chosen] <= drawn) {
            chosen++;
        }
        int part = links.community(candidates[chosen]);
        state.cuts[part] += state.cuts[vertex] - 2 * links.sum(candidates[chosen]);
        state.strengths[part] += own;
        parts[vertex] = part;
        state.joined[vertex] = true;
        state.joined[part] = true;
    }
}
