package io.algeon.engine.graph;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * PageRank by power iteration (Page, Brin, Motwani, Winograd 1998), pulling: each vertex adds up the shares of its
 * predecessors, so that no two threads write to one place. Shares are divided by the sender's weight beforehand. Sums over all
 * vertices are made by fixed parts, which makes the result the same for every number of threads.
 */
public final class PageRank {
    private final Graph graph;
    private final double alpha;
    private final double epsilon;
    private final int maxIterations;
    private final GraphWork work;

    /**
     * @param alpha share of a rank that follows edges, 0 to 1
     * @param epsilon iteration ends when the sum of all changes is below
     */
    public PageRank(Graph graph, double alpha, double epsilon, int maxIterations, GraphWork work) {
        this.graph = graph;
        this.alpha = alpha;
        this.epsilon = epsilon;
        this.maxIterations = maxIterations;
        this.work = work;
    }

    /**
     * Iterates.
     *
     * @param restart probability of each vertex to be the next one of those who do not follow an edge, summing to 1; null:
     *     all alike. Ranks of vertices without edges to follow are spread over all vertices alike
     */
    public Convergence run(double @Nullable [] restart) {
        int vertices = graph.vertexCount();
        if (vertices == 0) {
            return new Convergence(new double[0], 0, 0, true);
        }
        Adjacency in = graph.in(work);
        work.memory().grow(24L * vertices);
        double[] inverse = inverseWeights(in);
        double[] rank = new double[vertices];
        double[] share = new double[vertices];
        if (restart == null) {
            Arrays.fill(rank, 1.0 / vertices);
        } else {
            System.arraycopy(restart, 0, rank, 0, vertices);
        }
        int parts = in.parts();
        int[] bounds = in.balanced(parts);
        double[] dangling = new double[parts];
        double[] change = new double[parts];
        double[] total = new double[parts];
        double error = Double.POSITIVE_INFINITY;
        double first = error;
        int iteration = 0;
        while (iteration < maxIterations && !(error < epsilon)) {
            work.each(parts, part -> dangling[part] = shares(rank, inverse, share, bounds[part], bounds[part + 1]));
            double lost = sum(dangling);
            double everywhere = alpha * lost / vertices + (restart == null ? (1 - alpha) / vertices : 0);
            work.each(
                    parts,
                    part -> change[part] =
                            pull(in, share, rank, restart, everywhere, bounds[part], bounds[part + 1], total, part));
            error = sum(change);
            first = iteration++ == 0 ? error : first;
            work.progress().accept(progress(iteration, first, error));
        }
        double scale = 1 / sum(total);
        if (iteration > 0 && Double.isFinite(scale)) {
            work.ranges(vertices, 16_384, (from, to) -> {
                for (int i = from; i < to; i++) {
                    rank[i] *= scale;
                }
            });
        }
        work.memory().grow(-16L * vertices);
        return new Convergence(rank, iteration, error, error < epsilon);
    }

    /** Of the iterations, or of the way from the first error to the greatest allowed, on which each goes as far. */
    private double progress(int iteration, double first, double error) {
        double way = Math.log(first / error) / Math.log(first / epsilon);
        double counted = (double) iteration / maxIterations;
        return way > counted && way <= 1 ? way : counted;
    }

    private static double sum(double[] parts) {
        double sum = 0;
        for (double part : parts) {
            sum += part;
        }
        return sum;
    }

    /** One divided by the weight of all edges that leave a vertex; 0 where none do. */
    private double[] inverseWeights(Adjacency in) {
        int vertices = graph.vertexCount();
        double[] leaving = new double[vertices];
        if (!graph.shape().directed()) {
            work.ranges(vertices, 4096, (from, to) -> rowWeights(in, leaving, from, to));
        } else if (in.weights() == null) {
            // exact whatever the order: sums of ones
            int[] counts = in.arrivals(work);
            for (int i = 0; i < vertices; i++) {
                leaving[i] = counts[i];
            }
            work.memory().grow(-4L * vertices);
        } else {
            Adjacency out = graph.out(work);
            work.ranges(vertices, 4096, (from, to) -> rowWeights(out, leaving, from, to));
        }
        for (int i = 0; i < vertices; i++) {
            leaving[i] = leaving[i] > 0 ? 1 / leaving[i] : 0;
        }
        return leaving;
    }

    private static void rowWeights(Adjacency rows, double[] sums, int from, int to) {
        int[] offsets = rows.offsets();
        double[] weights = rows.weights();
        for (int vertex = from; vertex < to; vertex++) {
            double sum = offsets[vertex + 1] - offsets[vertex];
            if (weights != null) {
                sum = 0;
                for (int i = offsets[vertex]; i < offsets[vertex + 1]; i++) {
                    sum += weights[i];
                }
            }
            sums[vertex] = sum;
        }
    }

    /** What each vertex of a range gives to an edge of weight 1; returns the rank of those without edges. */
    private double shares(double[] rank, double[] inverse, double[] share, int from, int to) {
        double lost = 0;
        for (int i = from; i < to; i++) {
            double sent = rank[i] * inverse[i];
            share[i] = alpha * sent;
            lost += inverse[i] == 0 ? rank[i] : 0;
        }
        return lost;
    }

    /** New ranks of a range; returns the sum of their changes. */
    private double pull(
            Adjacency in,
            double[] share,
            double[] rank,
            double @Nullable [] restart,
            double everywhere,
            int from,
            int to,
            double[] total,
            int part) {
        int[] offsets = in.offsets();
        int[] sources = in.targets();
        double[] weights = in.weights();
        double change = 0;
        double all = 0;
        for (int vertex = from; vertex < to; vertex++) {
            int end = offsets[vertex + 1];
            double sum = 0;
            if (weights == null) {
                for (int i = offsets[vertex]; i < end; i++) {
                    sum += share[sources[i]];
                }
            } else {
                for (int i = offsets[vertex]; i < end; i++) {
                    sum += share[sources[i]] * weights[i];
                }
            }
            double next = sum + everywhere + (restart == null ? 0 : (1 - alpha) * restart[vertex]);
            change += Math.abs(next - rank[vertex]);
            rank[vertex] = next;
            all += next;
        }
        total[part] = all;
        return change;
    }
}
