package io.algeon.engine.graph;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Moves vertices of a level to the neighbouring community where modularity grows most, until none can move, by several threads.
 *
 * <p>Vertices that wait are visited in rounds, in an order that the seed decides, in batches. All of a batch choose on the state
 * before it, side by side. Then those who want to move do so one after the other: who has a neighbour that wanted to move before
 * it chooses anew; the links of all others are still what they were, so that it takes but a look at the strengths of the two
 * communities to tell whether moving still pays. Every move thus makes modularity grow by what was computed for it, as if one
 * thread had made it, and nothing depends on how many there are. Neighbours of those who moved wait for the next round.
 *
 * <p>Batches are so small that few of their vertices are neighbours, or, where that is not enough work for several threads,
 * just large enough. Levels with few edges are visited vertex by vertex.
 */
final class CommunityMoves {
    private static final int MOST_IN_BATCH = 1 << 16;
    /** Entries of a batch that are worth dividing among threads. */
    private static final int BATCH_ENTRIES = 1 << 18;

    private static final int PART_ENTRIES = 1 << 15;
    /** A choice: the vertex would be better off alone. */
    private static final int ALONE = -1;

    private final CommunityLevel level;
    private final int[] communities;
    /** Resolution divided by the strength of all vertices. */
    private final double expectation;

    private final GraphWork work;
    private final ConcurrentLinkedQueue<CommunityLinks> free = new ConcurrentLinkedQueue<>();
    private final CommunityLinks own = new CommunityLinks();
    private final double[] strengths;
    private final int[] sizes;
    private final int[] empty;
    private int emptyCount;
    private final boolean[] waits;
    /** Who wants to move: its position in the batch, plus 1. */
    private final int[] wishes;

    private final int[] choices;
    private final double[] ownLinks;
    private final double[] chosenLinks;
    private final int[] movers;
    private final boolean[] disturbed;

    /** @param communities of the vertices, changed by {@link #run}; numbers below the number of vertices */
    CommunityMoves(CommunityLevel level, int[] communities, double expectation, GraphWork work) {
        this.level = level;
        this.communities = communities;
        this.expectation = expectation;
        this.work = work;
        int size = level.size();
        this.strengths = new double[size];
        this.sizes = new int[size];
        this.empty = new int[size + 1];
        this.waits = new boolean[size];
        this.wishes = new int[size];
        for (int vertex = 0; vertex < size; vertex++) {
            strengths[communities[vertex]] += level.strengths()[vertex];
            sizes[communities[vertex]]++;
        }
        for (int community = size - 1; community >= 0; community--) {
            if (sizes[community] == 0) {
                empty[emptyCount++] = community;
            }
        }
        int batch = batchSize();
        this.choices = new int[batch];
        this.ownLinks = new double[batch];
        this.chosenLinks = new double[batch];
        this.movers = new int[batch];
        this.disturbed = new boolean[batch];
    }

    /** Memory for a level. */
    static long bytes(CommunityLevel level, int threads) {
        return 29L * level.size() + 33L * MOST_IN_BATCH + CommunityLinks.bytes(level.mostLinks()) * (threads + 1);
    }

    private int batchSize() {
        int size = level.size();
        if (level.targets().length < BATCH_ENTRIES) {
            return 1;
        }
        int degree = level.targets().length / size + 1;
        return Math.max(1, Math.min(MOST_IN_BATCH, Math.max(size / (10 * degree), BATCH_ENTRIES / degree)));
    }

    /** Moves; returns the growth of modularity, in the weight of edges; 0 if nobody has moved. */
    double run(SplittableRandom random) {
        Arrays.fill(waits, true);
        double growth = 0;
        int[] round = new int[level.size()];
        long visited = 0;
        while (true) {
            int count = 0;
            for (int vertex = 0; vertex < waits.length; vertex++) {
                round[count] = vertex;
                count += waits[vertex] ? 1 : 0;
            }
            if (count == 0) {
                return growth;
            }
            shuffle(round, count, random);
            for (int from = 0; from < count; from += choices.length) {
                int batch = Math.min(choices.length, count - from);
                growth += batch(round, from, batch);
                visited += batch;
                // most come to rest after a few rounds
                work.progress().accept(visited / (visited + 2.0 * level.size()));
            }
        }
    }

    private static void shuffle(int[] values, int count, SplittableRandom random) {
        for (int i = count - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int moved = values[i];
            values[i] = values[other];
            values[other] = moved;
        }
    }

    private double batch(int[] round, int from, int count) {
        divided(round, from, count, (position, links) -> {
            int vertex = round[from + position];
            waits[vertex] = false;
            choose(vertex, position, links);
            if (choices[position] != communities[vertex]) {
                wishes[vertex] = position + 1;
            }
        });
        int wishing = 0;
        for (int position = 0; position < count; position++) {
            if (choices[position] != communities[round[from + position]]) {
                movers[wishing++] = round[from + position];
            }
        }
        if (wishing == 0) {
            return 0;
        }
        if (count > 1) {
            divided(movers, 0, wishing, (mover, links) -> disturbed[mover] = isDisturbed(movers[mover]));
        }
        double growth = 0;
        for (int mover = 0; mover < wishing; mover++) {
            growth += settle(movers[mover], disturbed[mover]);
        }
        divided(movers, 0, wishing, (mover, links) -> {
            int vertex = movers[mover];
            if (wishes[vertex] == 0) {
                wake(vertex);
            }
            wishes[vertex] = 0;
        });
        return growth;
    }

    /** Something done for a vertex of a list. */
    private interface Step {
        void take(int position, CommunityLinks links);
    }

    private void divided(int[] vertices, int from, int count, Step step) {
        long entries = 0;
        for (int i = from; i < from + count; i++) {
            entries += level.offsets()[vertices[i] + 1] - level.offsets()[vertices[i]];
        }
        int parts = (int) Math.max(1, Math.min(count, Math.min(8L * work.crew().size(), entries / PART_ENTRIES)));
        if (parts == 1) {
            work.cancellation().check();
            for (int position = 0; position < count; position++) {
                step.take(position, own);
            }
            return;
        }
        work.each(parts, part -> {
            CommunityLinks links = free.poll();
            if (links == null) {
                links = new CommunityLinks();
            }
            int to = GraphWork.bound(count, parts, part + 1);
            for (int position = GraphWork.bound(count, parts, part); position < to; position++) {
                step.take(position, links);
            }
            free.add(links);
        });
    }

    /** Whether a neighbour wanted to move before this one. */
    private boolean isDisturbed(int vertex) {
        int[] targets = level.targets();
        int wish = wishes[vertex];
        for (int i = level.offsets()[vertex]; i < level.offsets()[vertex + 1]; i++) {
            int other = wishes[targets[i]];
            if (other != 0 && other < wish) {
                return true;
            }
        }
        return false;
    }

    /** Moves a vertex if that still pays, and takes its wish away then; returns the growth of modularity. */
    private double settle(int vertex, boolean isDisturbed) {
        int position = wishes[vertex] - 1;
        int before = communities[vertex];
        if (isDisturbed) {
            choose(vertex, position, own);
            if (choices[position] == before) {
                return 0;
            }
        }
        double strength = level.strengths()[vertex];
        double factor = strength * expectation;
        double stay = ownLinks[position] - (strengths[before] - strength) * factor;
        int after = choices[position];
        double gain;
        if (after == ALONE) {
            boolean isPossible = sizes[before] > 1 && emptyCount > 0;
            gain = isPossible ? -stay : 0;
            after = isPossible ? empty[emptyCount - 1] : before;
        } else {
            gain = chosenLinks[position] - strengths[after] * factor - stay;
        }
        if (!Leiden.isGain(gain, strength)) {
            waits[vertex] = true;
            return 0;
        }
        move(vertex, before, after);
        wishes[vertex] = 0;
        return gain;
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

    /** Lets the neighbours wait that are in other communities. Threads may write to one place: all write the same. */
    private void wake(int vertex) {
        int[] targets = level.targets();
        int community = communities[vertex];
        for (int i = level.offsets()[vertex]; i < level.offsets()[vertex + 1]; i++) {
            int neighbour = targets[i];
            if (communities[neighbour] != community) {
                waits[neighbour] = true;
            }
        }
    }

    /** Chooses the community in which a vertex is best; its own if none is better. */
    private void choose(int vertex, int position, CommunityLinks links) {
        int[] targets = level.targets();
        double[] weights = level.weights();
        int end = level.offsets()[vertex + 1];
        links.begin(end - level.offsets()[vertex]);
        for (int i = level.offsets()[vertex]; i < end; i++) {
            double weight = weights == null ? 1 : weights[i];
            if (weight > 0) {
                links.add(communities[targets[i]], weight);
            }
        }
        int before = communities[vertex];
        double strength = level.strengths()[vertex];
        double factor = strength * expectation;
        double linked = links.of(before);
        int best = before;
        double bestGain = linked - (strengths[before] - strength) * factor;
        double bestLinks = 0;
        for (int i = 0; i < links.size(); i++) {
            int community = links.community(i);
            double gain = links.sum(i) - strengths[community] * factor;
            if (community != before
                    && (Leiden.isGain(gain - bestGain, strength)
                            || best != before && gain == bestGain && community < best)) {
                best = community;
                bestGain = gain;
                bestLinks = links.sum(i);
            }
        }
        if (sizes[before] > 1 && emptyCount > 0 && Leiden.isGain(0 - bestGain, strength)) {
            best = ALONE;
        }
        choices[position] = best;
        ownLinks[position] = linked;
        chosenLinks[position] = bestLinks;
    }
}
