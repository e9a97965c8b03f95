package io.algeon.engine.graph;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Moves vertices of a level to the neighbouring community where modularity grows most, until none can move. */
final class CommunityMoves {
    private final CommunityLevel level;
    private final int[] communities;
    /** Resolution divided by the strength of all vertices. */
    private final double expectation;

    private final GraphWork work;
    private final double[] strengths;
    private final double[] links;
    private final int[] touched;
    private final int[] empty;
    private int emptyCount;
    private double gained;
    private final int[] sizes;

    /** @param communities of the vertices, changed by {@link #run}; numbers below the number of vertices */
    CommunityMoves(CommunityLevel level, int[] communities, double expectation, GraphWork work) {
        this.level = level;
        this.communities = communities;
        this.expectation = expectation;
        this.work = work;
        int size = level.size();
        this.strengths = new double[size];
        this.links = new double[size];
        this.touched = new int[size];
        this.sizes = new int[size];
        this.empty = new int[size + 1];
        for (int vertex = 0; vertex < size; vertex++) {
            strengths[communities[vertex]] += level.strengths()[vertex];
            sizes[communities[vertex]]++;
        }
        for (int community = size - 1; community >= 0; community--) {
            if (sizes[community] == 0) {
                empty[emptyCount++] = community;
            }
        }
    }

    /** Moves; returns the growth of modularity, in the weight of edges; 0 if nobody has moved. */
    double run(SplittableRandom random) {
        int size = level.size();
        int[] queue = new int[size];
        for (int i = 0; i < size; i++) {
            int j = random.nextInt(i + 1);
            queue[i] = queue[j];
            queue[j] = i;
        }
        boolean[] queued = new boolean[size];
        Arrays.fill(queued, true);
        int[] offsets = level.offsets();
        int[] targets = level.targets();
        int head = 0;
        int waiting = size;
        double growth = 0;
        long steps = 0;
        while (waiting > 0) {
            if ((steps++ & 0x3fff) == 0) {
                work.cancellation().check();
            }
            int vertex = queue[head];
            head = head + 1 == size ? 0 : head + 1;
            waiting--;
            queued[vertex] = false;
            int before = communities[vertex];
            int best = best(vertex, before);
            if (best == before) {
                continue;
            }
            growth += gained;
            move(vertex, before, best);
            for (int i = offsets[vertex]; i < offsets[vertex + 1]; i++) {
                int neighbour = targets[i];
                if (!queued[neighbour] && communities[neighbour] != best) {
                    queued[neighbour] = true;
                    int tail = head + waiting;
                    queue[tail >= size ? tail - size : tail] = neighbour;
                    waiting++;
                }
            }
        }
        return growth;
    }

    private void move(int vertex, int before, int after) {
        double strength = level.strengths()[vertex];
        strengths[before] -= strength;
        strengths[after] += strength;
        if (--sizes[before] == 0) {
            strengths[before] = 0;
            empty[emptyCount++] = before;
        }
        if (sizes[after]++ == 0) {
            emptyCount--;
        }
        communities[vertex] = after;
    }

    /** The community in which a vertex is best, which may be an empty one. Stays where nothing is better. */
    private int best(int vertex, int own) {
        int[] offsets = level.offsets();
        int[] targets = level.targets();
        double[] weights = level.weights();
        int touchedCount = 0;
        for (int i = offsets[vertex]; i < offsets[vertex + 1]; i++) {
            int community = communities[targets[i]];
            double weight = weights == null ? 1 : weights[i];
            if (links[community] == 0 && weight > 0) {
                touched[touchedCount++] = community;
            }
            links[community] += weight;
        }
        double strength = level.strengths()[vertex];
        double factor = strength * expectation;
        double stay = links[own] - (strengths[own] - strength) * factor;
        int best = own;
        double bestGain = stay;
        for (int t = 0; t < touchedCount; t++) {
            int community = touched[t];
            double gain = links[community] - strengths[community] * factor;
            links[community] = 0;
            if (community != own
                    && (Leiden.isGain(gain - bestGain, strength)
                            || best != own && gain == bestGain && community < best)) {
                best = community;
                bestGain = gain;
            }
        }
        if (sizes[own] > 1 && emptyCount > 0 && Leiden.isGain(0 - bestGain, strength)) {
            best = empty[emptyCount - 1];
            bestGain = 0;
        }
        gained = bestGain - stay;
        return best;
    }
}
