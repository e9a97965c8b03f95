package io.algeon.engine.graph;

import io.algeon.engine.exec.Crew;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Betweenness centrality after Brandes ("A faster algorithm for betweenness centrality", 2001), on paths with the fewest
 * edges, parallel over sources. Within a source, large levels are pulled: a vertex adds up an array that is 0 outside the level
 * next to it, which takes neither branches nor predecessor lists; the way back always does that, from successors. Sources are
 * divided into groups that do not depend on the threads, as far as memory allows; so sums are the same for every number of them.
 */
public final class Betweenness {
    private static final int MOST_GROUPS = 64;
    /** Sums of groups take at most so much memory, unless there are fewer groups than threads. */
    private static final long SUM_BYTES = 256L << 20;
    /** After so many vertices of a level, a power of two minus 1, it is checked whether to stop. */
    private static final int CHECK = 0x3fff;

    private final Graph graph;
    private final Adjacency out;
    /** Incoming rows; null if they would have to be built. */
    private final @Nullable Adjacency in;

    private final boolean endpoints;
    private final GraphWork work;

    /** @param endpoints whether a path counts for its ends too */
    public Betweenness(Graph graph, boolean endpoints, GraphWork work) {
        this.graph = graph;
        this.endpoints = endpoints;
        this.work = work;
        this.out = graph.out(work);
        this.in = graph.hasIn() ? graph.in(work) : null;
    }

    /** So many vertices, or all if there are fewer, drawn without putting back. */
    public static int[] sample(Graph graph, long count, long seed) {
        return sample(graph.byRank(), count, seed);
    }

    /** So many of some vertices, which are in the order of their ids, or all if there are fewer. */
    public static int[] sample(int[] byRank, long count, long seed) {
        int[] vertices = byRank.clone();
        int drawn = (int) Math.min(count, vertices.length);
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < drawn; i++) {
            int other = i + random.nextInt(vertices.length - i);
            int moved = vertices[i];
            vertices[i] = vertices[other];
            vertices[other] = moved;
        }
        return Arrays.copyOf(vertices, drawn);
    }

    /**
     * The centrality of each vertex.
     *
     * @param sources where paths begin; the result is an estimate from them, exact if they are all vertices
     * @param normalized as a share of all pairs of vertices
     */
    public double[] run(int[] sources, boolean normalized) {
        int vertices = graph.vertexCount();
        int threads = work.crew().size();
        int groups = (int) Math.max(threads, Math.min(MOST_GROUPS, SUM_BYTES / Math.max(1, 8L * vertices)));
        int parts = Math.max(1, Math.min(groups, sources.length));
        work.memory().grow(8L * vertices * parts + Search.bytes(vertices) * Math.min(threads, parts));
        double[][] sums = new double[parts][];
        ConcurrentLinkedQueue<Search> searches = new ConcurrentLinkedQueue<>();
        AtomicInteger done = new AtomicInteger();
        work.each(parts, part -> {
            Search search = searches.poll();
            if (search == null) {
                search = new Search(vertices);
            }
            double[] sum = new double[vertices];
            for (int i = Crew.bound(sources.length, parts, part);
                    i < Crew.bound(sources.length, parts, part + 1);
                    i++) {
                search.from(sources[i], sum);
                work.progress().accept((double) done.incrementAndGet() / sources.length);
            }
            sums[part] = sum;
            searches.add(search);
        });
        double scale = scale(vertices, sources.length, graph.shape().directed(), endpoints, normalized);
        double[] total = sums[0];
        work.ranges(vertices, 4096, (from, to) -> {
            for (int i = from; i < to; i++) {
                double sum = 0;
                for (double[] part : sums) {
                    sum += part[i];
                }
                total[i] = sum * scale;
            }
        });
        work.memory().grow(-8L * vertices * (parts - 1) - Search.bytes(vertices) * Math.min(threads, parts));
        return total;
    }

    /** What sums over sources are multiplied by. */
    public static double scale(long vertices, long sources, boolean directed, boolean endpoints, boolean normalized) {
        double n = vertices;
        double scale = directed ? 1 : 0.5;
        if (normalized) {
            double pairs = endpoints ? n * (n - 1) : (n - 1) * (n - 2);
            scale = pairs > 0 ? 1 / pairs : 1;
        }
        return sources == 0 ? 0 : scale * n / sources;
    }

    /** One thread's search. */
    private final class Search {
        private final int[] distance;
        private final int[] order;
        /** Where each level begins in {@link #order}. */
        private int[] levels = new int[16];

        private final double[] paths;
        /**
         * Forwards: the paths to the vertices of one level. Backwards: what depends on those of one level, divided by their
         * paths. 0 for all other vertices.
         */
        private final double[] shares;

        private int count;

        Search(int vertices) {
            distance = new int[vertices];
            order = new int[vertices];
            paths = new double[vertices];
            shares = new double[vertices];
            Arrays.fill(distance, -1);
        }

        static long bytes(int vertices) {
            return 24L * vertices;
        }

        void from(int source, double[] sum) {
            int depth = forwards(source);
            for (int level = depth; level > 0; level--) {
                backwards(level, level == depth, sum);
            }
            if (depth > 0) {
                clear(1);
            }
            if (endpoints) {
                sum[source] += count - 1;
            }
            for (int at = 0; at < count; at++) {
                distance[order[at]] = -1;
            }
        }

        /** Counts the shortest paths to each vertex; returns the last level. */
        private int forwards(int source) {
            count = 0;
            order[count++] = source;
            distance[source] = 0;
            paths[source] = 1;
            levels[0] = 0;
            levels[1] = 1;
            int level = 0;
            long unseen = out.size() - out.degree(source);
            while (unseen > 0 || in == null) {
                work.cancellation().check();
                long edges = 0;
                for (int at = levels[level]; at < levels[level + 1]; at++) {
                    edges += out.degree(order[at]);
                }
                Adjacency rows = in;
                if (rows != null && edges > unseen / 2) {
                    pull(rows, level);
                } else {
                    push(level);
                }
                if (count == levels[level + 1]) {
                    return level;
                }
                level++;
                if (level + 2 > levels.length) {
                    levels = Arrays.copyOf(levels, 2 * levels.length);
                }
                levels[level + 1] = count;
                for (int at = levels[level]; at < count; at++) {
                    unseen -= out.degree(order[at]);
                }
            }
            return level;
        }

        private void push(int level) {
            int[] offsets = out.offsets();
            int[] targets = out.targets();
            int next = level + 1;
            for (int at = levels[level]; at < levels[level + 1]; at++) {
                if ((at & CHECK) == 0) {
                    work.cancellation().check();
                }
                int vertex = order[at];
                double ways = paths[vertex];
                for (int i = offsets[vertex]; i < offsets[vertex + 1]; i++) {
                    int target = targets[i];
                    int known = distance[target];
                    if (known < 0) {
                        distance[target] = next;
                        paths[target] = ways;
                        order[count++] = target;
                    } else if (known == next) {
                        paths[target] += ways;
                    }
                }
            }
        }

        private void pull(Adjacency rows, int level) {
            int[] offsets = rows.offsets();
            int[] sources = rows.targets();
            int end = levels[level + 1];
            for (int at = levels[level]; at < end; at++) {
                shares[order[at]] = paths[order[at]];
            }
            for (int vertex = 0; vertex < distance.length; vertex++) {
                if ((vertex & CHECK) == 0) {
                    work.cancellation().check();
                }
                if (distance[vertex] < 0) {
                    double ways = 0;
                    for (int i = offsets[vertex]; i < offsets[vertex + 1]; i++) {
                        ways += shares[sources[i]];
                    }
                    if (ways > 0) {
                        distance[vertex] = level + 1;
                        paths[vertex] = ways;
                        order[count++] = vertex;
                    }
                }
            }
            clear(level);
        }

        private void clear(int level) {
            for (int at = levels[level]; at < levels[level + 1]; at++) {
                shares[order[at]] = 0;
            }
        }

        /** What depends on the vertices of a level, from what depends on those of the next, which is replaced. */
        private void backwards(int level, boolean last, double[] sum) {
            work.cancellation().check();
            int[] offsets = out.offsets();
            int[] targets = out.targets();
            int begin = levels[level];
            int end = levels[level + 1];
            for (int at = begin; at < end; at++) {
                if ((at & CHECK) == 0) {
                    work.cancellation().check();
                }
                int vertex = order[at];
                double dependent = 0;
                for (int i = offsets[vertex]; i < offsets[vertex + 1] && !last; i++) {
                    dependent += shares[targets[i]];
                }
                double delta = paths[vertex] * dependent;
                sum[vertex] += endpoints ? delta + 1 : delta;
                // not yet among the shares, which neighbours in this level read
                paths[vertex] = (1 + delta) / paths[vertex];
            }
            if (!last) {
                clear(level + 1);
            }
            for (int at = begin; at < end; at++) {
                shares[order[at]] = paths[order[at]];
            }
        }
    }
}
