package io.algeon.engine.graph;

import io.algeon.engine.exec.Crew;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Moves vertices of a level to the neighbouring community where modularity grows most, until none can move, by several threads.
 *
 * <p>Vertices that wait are visited in rounds, in batches that the seed decides. All of a batch choose on the state before it, side by
 * side. Some of those who want to move then do so, all at once, and such that modularity grows by each move in whatever order
 * they are made: of two neighbours of which one goes where the other leaves, or leaves where the other arrives, the lower number
 * goes; and a move has to pay even if all others arrive where it goes to and leave where it comes from, unless it is the one with
 * the lowest number in both places. Where they are too many for that, a share of them is left out at random. Who wanted to move and did not waits for the next round, as do neighbours of those who moved.
 *
 * <p>Nothing depends on the order within a batch, as sums of weights are exact, so that any number of threads, and a device with
 * thousands of them, gives the same communities ({@code io.algeon.cuda.graph.Communities}).
 *
 * <p>Communities have numbers below twice the number of vertices: a vertex that is best off alone goes to a number of its own.
 */
public final class CommunityMoves {
    /** Most batches of a round, in small levels. */
    private static final long FEW_BATCHES = 64;
    /** Links in a batch of a larger level: the smaller a batch is, the more of the others' moves a choice knows. */
    private static final long BATCH_LINKS = 20_000;
    /** Where few vertices wait, a batch may be as large as a vertex of so many of the level. */
    private static final long SPARSE = 1024;

    private static final int PART_ENTRIES = 1 << 12;
    private static final int NOWHERE = -1;

    /** Gains are compared with this tolerance, relative to what is compared, so that rounding moves nobody. */
    private static final double TOLERANCE = 1e-12;

    private final CommunityLevel level;
    private final int[] communities;
    /** Resolution divided by the strength of all vertices. */
    private final double expectation;

    private final GraphWork work;
    private final ConcurrentLinkedQueue<CommunityLinks> free = new ConcurrentLinkedQueue<>();
    private final CommunityLinks own = new CommunityLinks();
    /** Of each community: of its vertices, and of those of a batch that want to go there and to leave. */
    private final long[] strengths;

    private final long[] arriving;
    private final long[] leaving;
    /** The lowest of those. */
    private final int[] firstArriving;

    private final int[] firstLeaving;
    private final boolean[] waits;
    /** Where a vertex of the batch wants to go. */
    private final int[] wishes;

    private final int[] round;
    private long roundKey;
    private long[] linkGains = new long[1024];
    private int[] movers = new int[1024];
    private boolean[] withdrawn = new boolean[1024];
    private boolean[] moves = new boolean[1024];

    /** @param communities of the vertices, changed by {@link #run}; numbers below the number of vertices */
    CommunityMoves(CommunityLevel level, int[] communities, double expectation, GraphWork work) {
        this.level = level;
        this.communities = communities;
        this.expectation = expectation;
        this.work = work;
        int size = level.size();
        this.strengths = new long[2 * size];
        this.arriving = new long[2 * size];
        this.leaving = new long[2 * size];
        this.firstArriving = new int[2 * size];
        this.firstLeaving = new int[2 * size];
        this.waits = new boolean[size];
        this.wishes = new int[size];
        this.round = new int[size];
        for (int vertex = 0; vertex < size; vertex++) {
            strengths[communities[vertex]] += level.strengths()[vertex];
        }
        Arrays.fill(firstArriving, Integer.MAX_VALUE);
        Arrays.fill(firstLeaving, Integer.MAX_VALUE);
        Arrays.fill(wishes, NOWHERE);
    }

    /** Memory for a level. */
    static long bytes(CommunityLevel level, int threads) {
        return 87L * level.size() + CommunityLinks.bytes(level.mostLinks()) * (threads + 1);
    }

    /** Batches of a round in which so many of the vertices of a level wait, which have so many links. */
    public static int batches(long waiting, long size, long links) {
        long most = Math.max(FEW_BATCHES, links / BATCH_LINKS);
        return (int) Math.max(1, Math.min(most, waiting * SPARSE / size));
    }

    /** Moves; returns the growth of modularity, in units of weight, at about; 0 if nobody has moved. */
    long run(long key) {
        Arrays.fill(waits, true);
        long growth = 0;
        long visited = 0;
        for (int number = 0; ; number++) {
            int count = 0;
            for (int vertex = 0; vertex < waits.length; vertex++) {
                count += waits[vertex] ? 1 : 0;
            }
            if (count == 0) {
                return growth;
            }
            roundKey = CommunityRandom.key(key, number);
            int[] starts = divide(roundKey, batches(count, waits.length, level.links()));
            for (int batch = 0; batch + 1 < starts.length; batch++) {
                growth += batch(starts[batch], starts[batch + 1]);
                visited += starts[batch + 1] - starts[batch];
                // most come to rest after a few rounds
                work.progress().accept(visited / (visited + 2.0 * waits.length));
            }
        }
    }

    /** Lists those who wait, batch by batch; returns where each begins, and the end. */
    private int[] divide(long key, int batches) {
        int[] starts = new int[batches + 2];
        for (int vertex = 0; vertex < waits.length; vertex++) {
            if (waits[vertex]) {
                starts[CommunityRandom.batch(key, vertex, batches) + 2]++;
            }
        }
        for (int batch = 2; batch < batches + 2; batch++) {
            starts[batch] += starts[batch - 1];
        }
        for (int vertex = 0; vertex < waits.length; vertex++) {
            if (waits[vertex]) {
                round[starts[CommunityRandom.batch(key, vertex, batches) + 1]++] = vertex;
            }
        }
        return Arrays.copyOf(starts, batches + 1);
    }

    private long batch(int from, int to) {
        int count = to - from;
        if (count > movers.length) {
            int larger = Math.min(round.length, 2 * count);
            movers = new int[larger];
            withdrawn = new boolean[larger];
            moves = new boolean[larger];
            linkGains = new long[larger];
        }
        divided(round, from, count, (position, links) -> choose(round[from + position], position, links));
        int wishing = 0;
        for (int position = 0; position < count; position++) {
            int vertex = round[from + position];
            if (wishes[vertex] != NOWHERE) {
                movers[wishing] = vertex;
                linkGains[wishing++] = linkGains[position];
                announce(vertex);
            }
        }
        if (wishing == 0) {
            return 0;
        }
        for (int mover = 0; mover < wishing; mover++) {
            withdrawn[mover] = isToWithdraw(movers[mover], linkGains[mover]);
        }
        for (int mover = 0; mover < wishing; mover++) {
            if (withdrawn[mover]) {
                int vertex = movers[mover];
                arriving[wishes[vertex]] -= level.strengths()[vertex];
                leaving[communities[vertex]] -= level.strengths()[vertex];
            }
        }
        divided(
                movers,
                0,
                wishing,
                (mover, links) -> moves[mover] = isToMove(movers[mover], linkGains[mover], withdrawn[mover]));
        long growth = 0;
        int moving = 0;
        for (int mover = 0; mover < wishing; mover++) {
            int vertex = movers[mover];
            if (moves[mover]) {
                growth += Math.max(1, (long) gain(vertex, linkGains[mover]));
                movers[moving++] = vertex;
            } else {
                waits[vertex] = true;
                forget(vertex);
            }
        }
        for (int mover = 0; mover < moving; mover++) {
            move(movers[mover]);
        }
        divided(movers, 0, moving, (mover, links) -> wake(movers[mover]));
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
            int to = Crew.bound(count, parts, part + 1);
            for (int position = Crew.bound(count, parts, part); position < to; position++) {
                step.take(position, links);
            }
            free.add(links);
        });
    }

    /** Chooses the community in which a vertex is best: the one with the lower number, if two are equally good. */
    private void choose(int vertex, int position, CommunityLinks links) {
        waits[vertex] = false;
        int[] targets = level.targets();
        long[] weights = level.weights();
        long unit = level.unit();
        int end = level.offsets()[vertex + 1];
        links.begin(end - level.offsets()[vertex]);
        for (int i = level.offsets()[vertex]; i < end; i++) {
            long weight = weights == null ? unit : weights[i];
            if (weight > 0) {
                links.add(communities[targets[i]], weight);
            }
        }
        int before = communities[vertex];
        long strength = level.strengths()[vertex];
        double factor = strength * expectation;
        int best = NOWHERE;
        double bestGain = 0;
        long bestLinks = 0;
        for (int i = 0; i < links.size(); i++) {
            int community = links.community(i);
            double gain = links.sum(i) - strengths[community] * factor;
            if (community != before && (best == NOWHERE || gain > bestGain || gain == bestGain && community < best)) {
                best = community;
                bestGain = gain;
                bestLinks = links.sum(i);
            }
        }
        int alone = level.size() + vertex;
        if (strengths[alone] != 0) {
            alone = strengths[vertex] == 0 ? vertex : NOWHERE;
        }
        if (alone != NOWHERE && strengths[before] > strength && (best == NOWHERE || bestGain < 0)) {
            best = alone;
            bestLinks = 0;
        }
        if (best != NOWHERE) {
            long linkGain = bestLinks - links.of(before);
            boolean isBetter = pays(linkGain, factor, strengths[best] - strengths[before] + strength, strength);
            linkGains[position] = linkGain;
            wishes[vertex] = isBetter ? best : NOWHERE;
        }
    }

    /**
     * Whether a vertex gains by moving.
     *
     * @param linkGain weight to the community that it goes to, less that to the one it leaves
     * @param factor its strength, times the resolution divided by the strength of all
     * @param strengthGain strength of the others in the former, less that of the others in the latter
     */
    private static boolean pays(long linkGain, double factor, long strengthGain, long strength) {
        double expected = factor * strengthGain;
        return linkGain - expected > TOLERANCE * (strength + Math.abs(expected));
    }

    private void announce(int vertex) {
        long strength = level.strengths()[vertex];
        int before = communities[vertex];
        int after = wishes[vertex];
        arriving[after] += strength;
        leaving[before] += strength;
        firstArriving[after] = Math.min(firstArriving[after], vertex);
        firstLeaving[before] = Math.min(firstLeaving[before], vertex);
    }

    private void forget(int vertex) {
        int before = communities[vertex];
        int after = wishes[vertex];
        arriving[after] = 0;
        leaving[before] = 0;
        firstArriving[after] = Integer.MAX_VALUE;
        firstLeaving[before] = Integer.MAX_VALUE;
        wishes[vertex] = NOWHERE;
    }

    /**
     * Whether a vertex is left out of those that may all go where it goes and leave where it comes from, as they are too many for
     * it: the more likely, the more there are. Otherwise only the lowest would go, and the others would have to try again.
     */
    private boolean isToWithdraw(int vertex, long linkGain) {
        long strength = level.strengths()[vertex];
        int before = communities[vertex];
        int after = wishes[vertex];
        if (firstArriving[after] == vertex && firstLeaving[before] == vertex) {
            return false;
        }
        long others = arriving[after] + leaving[before] - 2 * strength;
        long bearable = CommunityRandom.bearable(
                linkGain, strength * expectation, strengths[after] - strengths[before] + strength);
        return CommunityRandom.isTooMany(roundKey, vertex, others, bearable);
    }

    /** Whether a vertex that wants to move may. */
    private boolean isToMove(int vertex, long linkGain, boolean isWithdrawn) {
        int[] targets = level.targets();
        int before = communities[vertex];
        int after = wishes[vertex];
        for (int i = level.offsets()[vertex]; i < level.offsets()[vertex + 1]; i++) {
            int other = targets[i];
            int wish = wishes[other];
            if (wish != NOWHERE && other < vertex && (wish == before || communities[other] == after)) {
                return false;
            }
        }
        if (firstArriving[after] == vertex && firstLeaving[before] == vertex) {
            return true;
        }
        if (isWithdrawn) {
            return false;
        }
        long strength = level.strengths()[vertex];
        long most = strengths[after] + arriving[after] - strength - (strengths[before] - leaving[before]);
        return pays(linkGain, strength * expectation, most, strength);
    }

    private double gain(int vertex, long linkGain) {
        long strength = level.strengths()[vertex];
        long difference = strengths[wishes[vertex]] - strengths[communities[vertex]] + strength;
        return linkGain - strength * expectation * difference;
    }

    private void move(int vertex) {
        long strength = level.strengths()[vertex];
        int after = wishes[vertex];
        strengths[communities[vertex]] -= strength;
        strengths[after] += strength;
        forget(vertex);
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
}
