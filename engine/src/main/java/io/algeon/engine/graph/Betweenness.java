package io.algeon.engine.graph;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Betweenness centrality after Brandes ("A faster algorithm for betweenness centrality", 2001), on paths with the fewest
 * edges, parallel over sources. The way back pulls from successors, so that outgoing rows suffice. Sources are divided into
 * groups that do not depend on the threads, as far as memory allows; so sums are the same for every number of them.
 */
public final class Betweenness {
    private static final int MOST_GROUPS = 64;
    /** Sums of groups take at most so much memory, unless there are fewer groups than threads. */
    private static final long SUM_BYTES = 256L << 20;

    private final Graph graph;
    private final Adjacency out;
    private final boolean endpoints;
    private final GraphWork work;

    /** @param endpoints whether a path counts for its ends too */
    public Betweenness(Graph graph, boolean endpoints, GraphWork work) {
        this.graph = graph;
        this.endpoints = endpoints;
        this.work = work;
        this.out = graph.out(work);
    }

    /** So many vertices, or all if there are fewer, drawn without putting back. */
    public static int[] sample(Graph graph, long count, long seed) {
        int[] vertices = graph.byRank().clone();
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
            for (int i = GraphWork.bound(sources.length, parts, part);
                    i < GraphWork.bound(sources.length, parts, part + 1);
                    i++) {
                search.from(sources[i], sum);
                work.progress().accept((double) done.incrementAndGet() / sources.length);
            }
            sums[part] = sum;
            searches.add(search);
        });
        double scale = scale(vertices, sources.length, normalized);
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

    private double scale(int vertices, int sources, boolean normalized) {
        double n = vertices;
        double scale = graph.shape().directed() ? 1 : 0.5;
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
        private final double[] paths;
        /** For a vertex with successors: what they depend on it, divided by the number of paths to it. */
        private final double[] share;

        Search(int vertices) {
            distance = new int[vertices];
            order = new int[vertices];
            paths = new double[vertices];
            share = new double[vertices];
            Arrays.fill(distance, -1);
        }

        static long bytes(int vertices) {
            return 24L * vertices;
        }

        void from(int source, double[] sum) {
            int[] offsets = out.offsets();
            int[] targets = out.targets();
            int count = 0;
            order[count++] = source;
            distance[source] = 0;
            paths[source] = 1;
            for (int head = 0; head < count; head++) {
                if ((head & 0x3fff) == 0) {
                    work.cancellation().check();
                }
                int vertex = order[head];
                int next = distance[vertex] + 1;
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
            for (int at = count - 1; at > 0; at--) {
                int vertex = order[at];
                int next = distance[vertex] + 1;
                double dependent = 0;
                for (int i = offsets[vertex]; i < offsets[vertex + 1]; i++) {
                    int target = targets[i];
                    if (distance[target] == next) {
                        dependent += share[target];
                    }
                }
                double delta = paths[vertex] * dependent;
                share[vertex] = (1 + delta) / paths[vertex];
                sum[vertex] += endpoints ? delta + 1 : delta;
            }
            if (endpoints) {
                sum[source] += count - 1;
            }
            for (int at = 0; at < count; at++) {
                distance[order[at]] = -1;
            }
        }
    }
}
