package io.algeon.engine.graph;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Communities by the Leiden algorithm for modularity (Traag, Waltman, van Eck, "From Louvain to Leiden: guaranteeing
 * well-connected communities", 2019): vertices move to neighbouring communities as long as modularity grows, communities are
 * split into well-connected parts (refinement), and the parts become the vertices of the next level, which begins with the
 * communities that the parts came from. A pass over all levels is followed by others, from the communities that it has found
 * ({@link CommunitySearch#beginPass}).
 *
 * <p>Threads move vertices together ({@link CommunityMoves}). Refinement of a community depends on nothing outside it, so that
 * threads refine communities side by side; aggregation divides communities likewise. Weights are whole numbers of a small unit, and
 * random numbers functions of what they are for, so that the result for a seed is the same for every number of threads, and on
 * a device.
 */
public final class Leiden {
    private final Graph graph;
    private final double resolution;
    private final double theta;
    private final long seed;
    private final boolean refine;
    private final double threshold;
    private final GraphWork work;
    private double modularity;
    private int iterations;
    private boolean stable = true;

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

    /** Whether nothing moved in the last pass: then no vertex is better off in another community, of those that exist or a new one. */
    public boolean isStable() {
        return stable;
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
        long total = Arrays.stream(level.strengths()).sum();
        int[] result = identity(vertices);
        if (total > 0) {
            CommunitySearch search = new CommunitySearch(
                    new CommunitySearch.Options(resolution, theta, seed, refine, threshold, maxIterations),
                    total,
                    work);
            while (search.beginPass(rows.size())) {
                result = search.run(level, result, true);
            }
            stable = search.growth() == 0;
            iterations = search.iterations();
            modularity = modularity(level, result, total);
        }
        work.memory().grow(-level.ownBytes());
        int[] numbered = numbered(result);
        work.memory().grow(-held + 4L * vertices);
        return numbered;
    }

    static int[] identity(int size) {
        int[] identity = new int[size];
        Arrays.setAll(identity, i -> i);
        return identity;
    }

    private double modularity(CommunityLevel level, int[] communities, double total) {
        int size = level.size();
        AtomicLong inside = new AtomicLong();
        work.ranges(size, 4096, (from, to) -> inside.addAndGet(within(level, communities, from, to)));
        long[] strengths = new long[size];
        for (int vertex = 0; vertex < size; vertex++) {
            strengths[communities[vertex]] += level.strengths()[vertex];
        }
        double expected = 0;
        for (long strength : strengths) {
            expected += strength / total * (strength / total);
        }
        return inside.get() / total - resolution * expected;
    }

    /** Weight of the edges of a range of vertices that stay in their community. */
    private static long within(CommunityLevel level, int[] communities, int from, int to) {
        long inside = 0;
        for (int vertex = from; vertex < to; vertex++) {
            long outgoing = 0;
            for (int i = level.offsets()[vertex]; i < level.offsets()[vertex + 1]; i++) {
                long weight = level.weight(i);
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
}
