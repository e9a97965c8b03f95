package io.algeon.engine.graph;

import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The levels of one run of {@link Leiden}, from any level on: a device carries out large ones, and leaves those that have become
 * small to this. Holds what goes on from level to level: how many there were, of which random numbers are made. One thread.
 */
public final class CommunitySearch {
    /** Growth of modularity by a pass that makes another one worth its time. */
    private static final double WORTHWHILE = 0.001;
    /** A graph with fewer entries takes so little time that passes go on until nothing moves. */
    private static final long SMALL = 1 << 16;

    private final Options options;
    private final long total;
    private final GraphWork work;
    private int iterations;
    private int pass;
    private long growth;

    /**
     * What is searched for.
     *
     * @param resolution above 1: smaller communities
     * @param theta how random refinement is: gains are compared in units of the mean weight of an edge, divided by this
     * @param refine false: the Louvain algorithm
     * @param threshold levels of the Louvain algorithm end when modularity grows by less
     * @param mostIterations levels at most
     */
    public record Options(
            double resolution, double theta, long seed, boolean refine, double threshold, int mostIterations) {}

    /**
     * @param total strength of all vertices
     * @param work what levels hold is added to its memory
     */
    public CommunitySearch(Options options, long total, GraphWork work) {
        this.options = options;
        this.total = total;
        this.work = work;
    }

    public Options options() {
        return options;
    }

    /** Levels that were visited. */
    public int iterations() {
        return iterations;
    }

    /** What modularity has grown by since {@link #beginPass}, in units of weight, at about; 0 if nothing has moved. */
    public long growth() {
        return growth;
    }

    /** Whether there is another level to visit. */
    public boolean goesOn() {
        return iterations < options.mostIterations;
    }

    /** The work of moving the vertices of a level. */
    public GraphWork moving() {
        return work.share(1 - Math.pow(0.7, iterations), 1 - Math.pow(0.7, iterations + 0.9));
    }

    /**
     * Begins another pass over all levels, if there is to be one. The second corrects what the first could not know; later ones
     * follow as long as they find enough.
     *
     * @param entries of the first level
     */
    public boolean beginPass(long entries) {
        double found = growth * 2.0 / total;
        boolean begins =
                pass == 0 || options.refine && growth > 0 && (pass == 1 || entries < SMALL || found > WORTHWHILE);
        if (!begins || !goesOn()) {
            return false;
        }
        growth = 0;
        pass++;
        return true;
    }

    /** Whether a pass does not end where nothing moves any more, but with whole communities as vertices: all but the first. */
    public boolean unitesWhole() {
        return options.refine && pass > 1;
    }

    /** Resolution divided by the strength of all vertices. */
    public double expectation() {
        return options.resolution / total;
    }

    /** Unit of gains when a part is drawn, in a level with so many entries. */
    public double unit(long links) {
        return options.theta * total / Math.max(1, links);
    }

    /** The key of random numbers for moves of the level that is visited. */
    public long movesKey() {
        return CommunityRandom.key(options.seed, 2L * iterations);
    }

    /** The key of random numbers for refinement of that level, after {@link #visited}. */
    public long refinementKey() {
        return CommunityRandom.key(options.seed, 2L * iterations + 1);
    }

    /** The vertices of a level have moved, by which modularity has grown so much; whether that counts. */
    public boolean visited(long gain) {
        growth += gain;
        iterations++;
        work.progress().accept(1 - Math.pow(0.7, iterations));
        return options.refine ? gain > 0 : gain * 2.0 / total > options.threshold;
    }

    /**
     * The communities of a level's vertices that come out of this level and all above it. The level is given back to the work's
     * memory unless it is the first.
     *
     * @param communities to begin with, numbers below the number of vertices; changed
     * @param isFirst whether it is the first of its pass
     */
    public int[] run(CommunityLevel first, int[] communities, boolean isFirst) {
        CommunityLevel level = first;
        boolean isKept = isFirst;
        int[] origin = Leiden.identity(level.size());
        int[] current = communities;
        while (true) {
            boolean counts = visited(moved(level, current));
            int count = renumber(current);
            boolean rests = !counts && !isKept;
            if (count == level.size() || rests && !unitesWhole() || !goesOn()) {
                break;
            }
            int[] parts = parts(level, current, count, rests);
            int partCount = options.refine ? renumber(parts) : count;
            if (rests && partCount == level.size()) {
                break;
            }
            int[] above = new int[partCount];
            for (int vertex = 0; vertex < parts.length; vertex++) {
                above[parts[vertex]] = current[vertex];
            }
            for (int i = 0; i < origin.length; i++) {
                origin[i] = parts[origin[i]];
            }
            CommunityLevel finer = level;
            level = finer.aggregate(parts, partCount, work);
            current = above;
            release(finer, isKept);
            isKept = false;
        }
        int[] last = options.refine ? connected(level, current) : current;
        release(level, isKept);
        for (int i = 0; i < origin.length; i++) {
            origin[i] = last[origin[i]];
        }
        return origin;
    }

    /**
     * What becomes the vertices of the next level. Where nothing moves any more, that is whole communities: none of them is left
     * that would better be united with another.
     */
    private int[] parts(CommunityLevel level, int[] communities, int count, boolean rests) {
        if (!options.refine) {
            return communities.clone();
        }
        return rests ? connected(level, communities) : refined(level, communities, count);
    }

    private void release(CommunityLevel level, boolean isKept) {
        if (!isKept) {
            work.memory().grow(-level.ownBytes());
        }
    }

    /** Moves vertices of a level among communities; returns the growth in the weight of edges. */
    private long moved(CommunityLevel level, int[] communities) {
        long held = CommunityMoves.bytes(level, work.crew().size());
        work.memory().grow(held);
        long gain = new CommunityMoves(level, communities, expectation(), moving()).run(movesKey());
        work.memory().grow(-held);
        return gain;
    }

    /** Communities whose parts hang together, where the iterations ended before the algorithm itself saw to that. */
    private int[] connected(CommunityLevel level, int[] communities) {
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

    /** Numbers communities from 0 without gaps, in the order of their first vertex; returns how many there are. */
    private static int renumber(int[] communities) {
        int[] numbers = new int[2 * communities.length];
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
                + 16L * level.size()
                + CommunityLinks.bytes(level.mostLinks()) * work.crew().size();
        work.memory().grow(held);
        int[] starts = new int[count + 1];
        int[] members = Members.of(communities, count, starts);
        int[] parts = Leiden.identity(level.size());
        CommunityRefinement.Parts state = CommunityRefinement.Parts.of(level);
        ConcurrentLinkedQueue<CommunityRefinement> free = new ConcurrentLinkedQueue<>();
        long key = refinementKey();
        double unit = unit(level.links());
        int groups = Math.max(1, Math.min(256, count));
        work.each(groups, group -> {
            CommunityRefinement refinement = free.poll();
            if (refinement == null) {
                refinement = new CommunityRefinement(
                        level, communities, parts, state, expectation(), unit, work.cancellation());
            }
            for (int community = group; community < count; community += groups) {
                work.cancellation().check();
                refinement.refine(members, starts[community], starts[community + 1], key);
            }
            free.add(refinement);
        });
        work.memory().grow(-held);
        return parts;
    }
}
