package io.algeon.engine.graph;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Communities by the Leiden algorithm for modularity (Traag, Waltman, van Eck, "From Louvain to Leiden: guaranteeing
 * well-connected communities", 2019): vertices move to neighbouring communities as long as modularity grows, communities are
 * split into well-connected parts (refinement), and the parts become the vertices of the next level, which begins with the
 * communities that the parts came from. A pass over all levels is followed by another, from the communities that it has found.
 *
 * <p>Threads move vertices together ({@link CommunityMoves}). Refinement of a community depends on nothing outside it, so that
 * threads refine communities side by side, each with random numbers of its own; aggregation divides communities likewise. The
 * result for a seed is the same for every number of threads.
 */
public final class Leiden {
    /** Gains are compared with this tolerance, relative to a vertex's strength, so that rounding moves nobody. */
    private static final double TOLERANCE = 1e-12;

    /** The second one corrects what the first could not know; a third finds less than it costs. */
    private static final int PASSES = 2;

    private final Graph graph;
    private final double resolution;
    private final double theta;
    private final long seed;
    private final boolean refine;
    private final double threshold;
    private final GraphWork work;
    private double total;
    private double modularity;
    private int iterations;

    /**
     * @param resolution above 1: smaller communities
     * @param theta how random refinement is: gains are compared in units of the mean weight of an edge, divided by this
     */
    public Leiden(Graph graph, double resolution, double theta, long seed, GraphWork work) {
        this(graph, resolution, theta, seed, true, 0, work);
    }

    private Leiden(
            Graph graph, double resolution, double theta, long seed, boolean refine, double threshold, GraphWork work) {
        this.graph = graph;
        this.resolution = resolution;
        this.theta = theta;
        this.seed = seed;
        this.refine = refine;
        this.threshold = threshold;
        this.work = work;
    }

    /**
     * The same without refinement: the Louvain algorithm (Blondel, Guillaume, Lambiotte, Lefebvre 2008).
     *
     * @param threshold levels end when modularity grows by less
     */
    public static Leiden louvain(Graph graph, double resolution, double threshold, long seed, GraphWork work) {
        return new Leiden(graph, resolution, 1, seed, false, threshold, work);
    }

    /** Modularity of the result, with the resolution. */
    public double modularity() {
        return modularity;
    }

    /** Levels that were visited. */
    public int iterations() {
        return iterations;
    }

    /** The community of each vertex: numbers from 0, by falling size, then the smallest id. */
    public int[] run(int maxIterations) {
        int vertices = graph.vertexCount();
        Adjacency rows = graph.out(work);
        // communities, origins, results, and what is made from them for a moment
        long held = 48L * vertices;
        work.memory().grow(held);
        CommunityLevel level = CommunityLevel.of(rows, work);
        for (double strength : level.strengths()) {
            total += strength;
        }
        int[] result = identity(vertices);
        if (total > 0) {
            result = communities(level, maxIterations);
            modularity = modularity(level, result);
        }
        work.memory().grow(-level.ownBytes());
        int[] numbered = numbered(result);
        work.memory().grow(-held + 4L * vertices);
        return numbered;
    }

    private static int[] identity(int size) {
        int[] identity = new int[size];
        Arrays.setAll(identity, i -> i);
        return identity;
    }

    private int[] communities(CommunityLevel vertices, int maxIterations) {
        int[] communities = identity(vertices.size());
        for (int pass = 0; pass < (refine ? PASSES : 1) && iterations < maxIterations; pass++) {
            if (pass(vertices, communities, maxIterations) == 0) {
                break;
            }
        }
        return communities;
    }

    /** All levels once, from communities of the vertices, which are changed; returns the growth in the weight of edges. */
    private double pass(CommunityLevel vertices, int[] result, int maxIterations) {
        CommunityLevel level = vertices;
        int[] origin = identity(level.size());
        int[] communities = result.clone();
        double growth = 0;
        while (true) {
            double gain = moved(level, communities);
            growth += gain;
            boolean moved = refine ? gain > 0 : gain * 2 / total > threshold;
            iterations++;
            work.progress().accept(1 - Math.pow(0.7, iterations));
            int count = renumber(communities);
            if (count == level.size() || !moved && level != vertices || iterations >= maxIterations) {
                break;
            }
            int[] parts = refine ? refined(level, communities, count) : communities.clone();
            int partCount = refine ? renumber(parts) : count;
            int[] above = new int[partCount];
            for (int vertex = 0; vertex < parts.length; vertex++) {
                above[parts[vertex]] = communities[vertex];
            }
            for (int i = 0; i < origin.length; i++) {
                origin[i] = parts[origin[i]];
            }
            CommunityLevel finer = level;
            level = finer.aggregate(parts, partCount, work);
            communities = above;
            release(finer, vertices);
        }
        int[] last = connected(level, communities);
        for (int i = 0; i < result.length; i++) {
            result[i] = last[origin[i]];
        }
        release(level, vertices);
        return growth;
    }

    private void release(CommunityLevel level, CommunityLevel vertices) {
        if (level != vertices) {
            work.memory().grow(-level.ownBytes());
        }
    }

    /** Moves vertices of a level among communities; returns the growth in the weight of edges. */
    private double moved(CommunityLevel level, int[] communities) {
        long held = CommunityMoves.bytes(level, work.crew().size());
        work.memory().grow(held);
        GraphWork share = work.share(1 - Math.pow(0.7, iterations), 1 - Math.pow(0.7, iterations + 0.9));
        double gain = new CommunityMoves(level, communities, resolution / total, share)
                .run(new SplittableRandom(mix(seed, iterations)));
        work.memory().grow(-held);
        return gain;
    }

    /** Communities whose parts hang together, where the iterations ended before the algorithm itself saw to that. */
    private int[] connected(CommunityLevel level, int[] communities) {
        if (!refine) {
            return communities;
        }
        int[] parts = new int[communities.length];
        Arrays.fill(parts, -1);
        int[] queue = new int[communities.length];
        for (int first = 0; first < parts.length; first++) {
            if (parts[first] >= 0) {
                continue;
            }
            int size = 0;
            queue[size++] = first;
            parts[first] = first;
            for (int head = 0; head < size; head++) {
                if ((head & 0xfff) == 0) {
                    work.cancellation().check();
                }
                int vertex = queue[head];
                for (int i = level.offsets()[vertex]; i < level.offsets()[vertex + 1]; i++) {
                    int target = level.targets()[i];
                    if (parts[target] < 0 && communities[target] == communities[first]) {
                        parts[target] = first;
                        queue[size++] = target;
                    }
                }
            }
        }
        return parts;
    }

    private static long mix(long seed, long number) {
        long mixed = (seed ^ number * 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        return mixed ^ mixed >>> 31;
    }

    /** Numbers communities from 0 without gaps, in the order of their first vertex; returns how many there are. */
    private static int renumber(int[] communities) {
        int[] numbers = new int[communities.length];
        Arrays.fill(numbers, -1);
        int count = 0;
        for (int i = 0; i < communities.length; i++) {
            int community = communities[i];
            if (numbers[community] < 0) {
                numbers[community] = count++;
            }
            communities[i] = numbers[community];
        }
        return count;
    }

    /** Splits each community into well-connected parts, named after one of their vertices. */
    private int[] refined(CommunityLevel level, int[] communities, int count) {
        long held = CommunityRefinement.Parts.bytes(level.size())
                + 12L * level.size()
                + CommunityLinks.bytes(level.mostLinks()) * work.crew().size();
        work.memory().grow(held);
        int[] starts = new int[count + 1];
        int[] members = Members.of(communities, count, starts);
        int[] parts = identity(level.size());
        double unit = theta * Math.max(Double.MIN_NORMAL, total / Math.max(1, level.targets().length));
        CommunityRefinement.Parts state = CommunityRefinement.Parts.of(level.size());
        ConcurrentLinkedQueue<CommunityRefinement> free = new ConcurrentLinkedQueue<>();
        int groups = Math.max(1, Math.min(256, count));
        work.each(groups, group -> {
            CommunityRefinement refinement = free.poll();
            if (refinement == null) {
                refinement = new CommunityRefinement(
                        level, communities, parts, state, resolution / total, unit, work.cancellation());
            }
            for (int community = group; community < count; community += groups) {
                work.cancellation().check();
                refinement.refine(
                        members,
                        starts[community],
                        starts[community + 1],
                        new SplittableRandom(mix(mix(seed, ~iterations), members[starts[community]])));
            }
            free.add(refinement);
        });
        work.memory().grow(-held);
        return parts;
    }

    /** By fixed parts, so that the sum is the same for every number of threads. */
    private double modularity(CommunityLevel level, int[] communities) {
        int size = level.size();
        int parts = Math.max(1, Math.min(256, (size + level.targets().length) / 65_536));
        double[] within = new double[parts];
        work.each(
                parts,
                part -> within[part] = within(
                        level,
                        communities,
                        GraphWork.bound(size, parts, part),
                        GraphWork.bound(size, parts, part + 1)));
        double inside = 0;
        for (double share : within) {
            inside += share;
        }
        double[] strengths = new double[size];
        for (int vertex = 0; vertex < size; vertex++) {
            strengths[communities[vertex]] += level.strengths()[vertex];
        }
        double expected = 0;
        for (double strength : strengths) {
            expected += strength / total * (strength / total);
        }
        return inside / total - resolution * expected;
    }

    /** Weight of the edges of a range of vertices that stay in their community. */
    private static double within(CommunityLevel level, int[] communities, int from, int to) {
        double inside = 0;
        for (int vertex = from; vertex < to; vertex++) {
            double outgoing = 0;
            for (int i = level.offsets()[vertex]; i < level.offsets()[vertex + 1]; i++) {
                double weight = level.weights() == null ? 1 : level.weights()[i];
                outgoing += weight;
                inside += communities[level.targets()[i]] == communities[vertex] ? weight : 0;
            }
            // loops
            inside += level.strengths()[vertex] - outgoing;
        }
        return inside;
    }

    private int[] numbered(int[] communities) {
        int size = communities.length;
        int[] sizes = new int[size];
        int[] smallest = new int[size];
        Arrays.fill(smallest, Integer.MAX_VALUE);
        for (int vertex = 0; vertex < size; vertex++) {
            int community = communities[vertex];
            sizes[community]++;
            smallest[community] = Math.min(smallest[community], graph.ranks()[vertex]);
        }
        int count = 0;
        long[] keys = new long[size];
        int[] byRank = new int[size];
        for (int community = 0; community < size; community++) {
            if (sizes[community] > 0) {
                keys[count++] = (long) (Integer.MAX_VALUE - sizes[community]) << 32 | smallest[community];
                byRank[smallest[community]] = community;
            }
        }
        Arrays.sort(keys, 0, count);
        int[] numbers = new int[size];
        for (int i = 0; i < count; i++) {
            numbers[byRank[(int) keys[i]]] = i;
        }
        int[] result = new int[size];
        for (int vertex = 0; vertex < size; vertex++) {
            result[vertex] = numbers[communities[vertex]];
        }
        return result;
    }

    /** Whether a gain is one. */
    static boolean isGain(double gain, double strength) {
        return gain > TOLERANCE * strength;
    }
}
