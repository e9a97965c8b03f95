package io.algeon.engine.graph;

import io.algeon.engine.exec.CancellationToken;
import java.util.Arrays;

/**
 * Splits communities of a level into parts: every vertex that is well connected within its community joins, while it is still
 * alone, a well-connected part at random, the more likely the more modularity grows. Used by one thread.
 *
 * <p>Vertices are visited in batches; those of a batch choose side by side and join at once, such that modularity does not fall by any
 * of them in whatever order they are taken: a vertex that others with lower numbers want to join stays for now, as does one whose
 * choice has a lower number and wants to leave; and joining has to do no harm even if all others join the same part, unless it is
 * the lowest of them. Those who stay try again with the next batch. So nothing depends on the order within a batch, as in
 * {@link CommunityMoves}, and, as communities have nothing in common, all may be refined side by side.
 */
public final class CommunityRefinement {
    /** Batches of all vertices; later ones are of those who had to stay. */
    public static final int BATCHES = 32;

    private static final int NOWHERE = -1;

    private final CommunityLevel level;
    private final int[] communities;
    private final int[] parts;
    private final double expectation;
    private final double unit;
    private final CancellationToken cancellation;
    private final Parts state;
    private final CommunityLinks links = new CommunityLinks();
    private final int[] starts = new int[BATCHES + 1];
    private int[] order = new int[64];
    private int[] batch = new int[64];
    private int[] decided = new int[64];
    private boolean[] withdrawn = new boolean[64];
    private int staying;

    /**
     * What is known of the parts of all communities, by part. Communities have none in common, so that several refinements work
     * on it side by side.
     *
     * @param strengths of their vertices
     * @param cuts weight of the edges between a part and the rest of its community
     * @param joining strength of those of a batch that want to join
     * @param firstJoining the lowest of them
     * @param wishes of vertices: which part one of the batch wants to join
     * @param wishLinks weight of its edges to that
     * @param joined the batch in which a vertex has left its own part for another
     */
    record Parts(
            long[] strengths,
            long[] cuts,
            long[] joining,
            int[] firstJoining,
            int[] wishes,
            long[] wishLinks,
            int[] joined) {
        static Parts of(CommunityLevel level) {
            int size = level.size();
            Parts parts = new Parts(
                    level.strengths().clone(),
                    new long[size],
                    new long[size],
                    new int[size],
                    new int[size],
                    new long[size],
                    new int[size]);
            Arrays.fill(parts.firstJoining, Integer.MAX_VALUE);
            Arrays.fill(parts.wishes, NOWHERE);
            Arrays.fill(parts.joined, NOWHERE);
            return parts;
        }

        /** Memory of as many. */
        static long bytes(long size) {
            return 44 * size;
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

    /** Refines the community of {@code members[from .. to)}; random numbers are made of a key. */
    void refine(int[] members, int from, int to, long key) {
        int size = to - from;
        if (size == 1) {
            return;
        }
        if (order.length < size) {
            order = new int[size];
            batch = new int[size];
            decided = new int[size];
            withdrawn = new boolean[size];
        }
        int community = communities[members[from]];
        long strength = divide(members, from, to, key, community);
        staying = 0;
        for (int number = 0; number < BATCHES || staying > 0; number++) {
            cancellation.check();
            int count = staying;
            if (number < BATCHES) {
                int begin = starts[number];
                int length = starts[number + 1] - begin;
                System.arraycopy(order, begin, batch, count, length);
                count += length;
            }
            if (count > 0) {
                batch(number, count, community, strength, key);
            }
        }
    }

    /** Orders the members by batch; returns the strength of all. */
    private long divide(int[] members, int from, int to, long key, int community) {
        int[] next = new int[BATCHES + 1];
        long strength = 0;
        for (int i = from; i < to; i++) {
            if ((i & 0xfff) == 0) {
                cancellation.check();
            }
            int vertex = members[i];
            next[CommunityRandom.batch(key, vertex, BATCHES) + 1]++;
            strength += level.strengths()[vertex];
            state.cuts[vertex] = inside(vertex, community);
        }
        for (int number = 0; number < BATCHES; number++) {
            next[number + 1] += next[number];
        }
        System.arraycopy(next, 0, starts, 0, BATCHES + 1);
        for (int i = from; i < to; i++) {
            order[next[CommunityRandom.batch(key, members[i], BATCHES)]++] = members[i];
        }
        return strength;
    }

    private long inside(int vertex, int community) {
        long sum = 0;
        for (int i = level.offsets()[vertex]; i < level.offsets()[vertex + 1]; i++) {
            if (communities[level.targets()[i]] == community) {
                sum += level.weight(i);
            }
        }
        return sum;
    }

    /** Whether a part has at least as many links to the rest of its community as chance would give it. */
    private boolean isConnected(long cut, long part, long community) {
        return cut >= expectation * part * (community - part);
    }

    private void batch(int number, int count, int community, long strength, long key) {
        int wishing = 0;
        for (int i = 0; i < count; i++) {
            if ((i & 0xfff) == 0xfff) {
                cancellation.check();
            }
            int vertex = batch[i];
            long own = level.strengths()[vertex];
            // nobody has joined it
            if (state.strengths[vertex] == own && isConnected(state.cuts[vertex], own, strength)) {
                int part = choose(vertex, community, own, strength, key);
                if (part != NOWHERE) {
                    state.wishes[vertex] = part;
                    state.joining[part] += own;
                    state.firstJoining[part] = Math.min(state.firstJoining[part], vertex);
                    batch[wishing++] = vertex;
                }
            }
        }
        for (int i = 0; i < wishing; i++) {
            withdrawn[i] = isToWithdraw(batch[i], CommunityRandom.key(key, number));
        }
        for (int i = 0; i < wishing; i++) {
            if (withdrawn[i]) {
                state.joining[state.wishes[batch[i]]] -= level.strengths()[batch[i]];
            }
        }
        for (int i = 0; i < wishing; i++) {
            decided[i] = isToJoin(batch[i], withdrawn[i]) ? batch[i] : ~batch[i];
        }
        // those who stay are the first of the next batch
        staying = 0;
        int joining = 0;
        for (int i = 0; i < wishing; i++) {
            boolean joins = decided[i] >= 0;
            int vertex = joins ? decided[i] : ~decided[i];
            int part = state.wishes[vertex];
            state.joining[part] = 0;
            state.firstJoining[part] = Integer.MAX_VALUE;
            state.wishes[vertex] = NOWHERE;
            if (joins) {
                decided[joining++] = vertex;
                state.strengths[part] += level.strengths()[vertex];
                parts[vertex] = part;
                state.joined[vertex] = number;
            } else {
                batch[staying++] = vertex;
            }
        }
        for (int i = 0; i < joining; i++) {
            state.cuts[parts[decided[i]]] += cut(decided[i], number);
        }
    }

    /** Draws a part that a vertex may join. */
    private int choose(int vertex, int community, long own, long strength, long key) {
        int[] targets = level.targets();
        long[] weights = level.weights();
        long unitWeight = level.unit();
        int end = level.offsets()[vertex + 1];
        links.begin(end - level.offsets()[vertex]);
        for (int i = level.offsets()[vertex]; i < end; i++) {
            int target = targets[i];
            long weight = weights == null ? unitWeight : weights[i];
            if (communities[target] == community && weight > 0) {
                links.add(parts[target], weight);
            }
        }
        long drawn = CommunityRandom.key(key, ~vertex);
        double factor = expectation * own;
        int best = NOWHERE;
        double bestChance = 0;
        for (int i = 0; i < links.size(); i++) {
            int part = links.community(i);
            double gain = links.sum(i) - factor * state.strengths[part];
            if (gain >= 0 && isConnected(state.cuts[part], state.strengths[part], strength)) {
                double chance = gain + unit * CommunityRandom.gumbel(drawn, part);
                if (best == NOWHERE || chance > bestChance || chance == bestChance && part < best) {
                    best = part;
                    bestChance = chance;
                    state.wishLinks[vertex] = links.sum(i);
                }
            }
        }
        return best;
    }

    /** Whether a vertex is left out of those that may all join its part, as they are too many for it. */
    private boolean isToWithdraw(int vertex, long key) {
        int part = state.wishes[vertex];
        long own = level.strengths()[vertex];
        long bearable = CommunityRandom.bearable(state.wishLinks[vertex], expectation * own, state.strengths[part]);
        return state.firstJoining[part] != vertex
                && CommunityRandom.isTooMany(key, vertex, state.joining[part] - own, bearable);
    }

    private boolean isToJoin(int vertex, boolean isWithdrawn) {
        int part = state.wishes[vertex];
        if (state.firstJoining[vertex] < vertex || part < vertex && state.wishes[part] != NOWHERE) {
            return false;
        }
        double factor = expectation * level.strengths()[vertex];
        long others = state.strengths[part] + state.joining[part] - level.strengths()[vertex];
        return state.firstJoining[part] == vertex || !isWithdrawn && state.wishLinks[vertex] >= factor * others;
    }

    /** What the cut of a part grows by if a vertex joins, by half of the edges to those that have joined with it. */
    private long cut(int vertex, int number) {
        int part = parts[vertex];
        long cut = state.cuts[vertex];
        for (int i = level.offsets()[vertex]; i < level.offsets()[vertex + 1]; i++) {
            int other = level.targets()[i];
            if (parts[other] == part) {
                cut -= state.joined[other] == number ? level.weight(i) : 2 * level.weight(i);
            }
        }
        return cut;
    }
}
