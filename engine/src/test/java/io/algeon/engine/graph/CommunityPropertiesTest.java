package io.algeon.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.WorkerPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What communities have to be whatever the graph, checked by the plainest means. Of the guarantees of Leiden's paper: communities
 * are connected, and no two of them would be better as one, after every run. Where the last pass has moved nothing, no vertex is
 * better off elsewhere either; small graphs are taken that far. That no set of vertices is (subset optimality) is not
 * promised: the paper has it in the limit of infinitely many random passes only. Louvain promises that no two communities would
 * be better as one, and nothing of vertices and connections.
 */
class CommunityPropertiesTest {
    /** Edges without loops, each in both rows. */
    private record Network(String name, int vertices, List<int[]> edges, double[] weights, boolean weighted) {
        Graph graph(GraphWork work) {
            int count = edges.size();
            long[] sources = new long[count];
            long[] targets = new long[count];
            for (int i = 0; i < count; i++) {
                sources[i] = edges.get(i)[0];
                targets[i] = edges.get(i)[1];
            }
            EdgeList list = new EdgeList(
                    List.of(new EdgeList.Chunk(count, sources, targets, weighted ? weights.clone() : null)),
                    List.of(),
                    weighted);
            return Graph.of(list, new Graph.GraphShape(false, ParallelEdges.SUM, false), work);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static List<Network> networks() {
        List<Network> networks = new ArrayList<>();
        for (int seed = 1; seed <= 6; seed++) {
            for (int shape = 0; shape < 4; shape++) {
                networks.add(network(seed, shape, seed % 2 == 0));
            }
        }
        return networks;
    }

    /** Uniform, skewed, of two kinds of vertices, or of groups of ten. */
    private static Network network(int seed, int shape, boolean weighted) {
        Random random = new Random(100L * seed + shape);
        int vertices = 20 + random.nextInt(seed < 4 ? 40 : 400);
        int count = vertices * (1 + random.nextInt(6));
        List<int[]> edges = new ArrayList<>();
        double[] weights = new double[count];
        for (int i = 0; i < count; i++) {
            int first = random.nextInt(vertices);
            int second = random.nextInt(vertices);
            if (shape == 1) {
                first = (int) (vertices * Math.pow(random.nextDouble(), 3));
            } else if (shape == 2) {
                first = random.nextInt(vertices / 4);
                second = vertices / 4 + random.nextInt(vertices - vertices / 4);
            } else if (shape == 3 && random.nextInt(10) < 8) {
                second = Math.min(vertices - 1, first - first % 10 + random.nextInt(10));
            }
            edges.add(new int[] {first, second});
            weights[i] = 0.25 * (1 + random.nextInt(12));
        }
        return new Network("shape " + shape + ", seed " + seed, vertices, edges, weights, weighted);
    }

    /** A partition of a graph, with what modularity is made of: sums of weights by vertex and community. */
    private static final class Partition {
        private final Adjacency rows;
        private final int[] communities;
        private final int count;
        private final double[] strengths;
        private final double[] totals;
        private final double total;

        Partition(Adjacency rows, int[] communities) {
            this.rows = rows;
            this.communities = communities;
            this.count = Arrays.stream(communities).max().orElse(0) + 1;
            this.strengths = new double[communities.length];
            this.totals = new double[count];
            for (int vertex = 0; vertex < communities.length; vertex++) {
                for (int i = rows.offsets()[vertex]; i < rows.offsets()[vertex + 1]; i++) {
                    strengths[vertex] += weight(i) * (rows.targets()[i] == vertex ? 2 : 1);
                }
                totals[communities[vertex]] += strengths[vertex];
            }
            this.total = Arrays.stream(totals).sum();
        }

        private double weight(int entry) {
            double[] weights = rows.weights();
            return weights == null ? 1 : weights[entry];
        }

        /** Weight between communities; on the diagonal, twice what is inside. */
        double[][] between() {
            double[][] between = new double[count][count];
            for (int vertex = 0; vertex < communities.length; vertex++) {
                for (int i = rows.offsets()[vertex]; i < rows.offsets()[vertex + 1]; i++) {
                    int target = rows.targets()[i];
                    between[communities[vertex]][communities[target]] += weight(i) * (target == vertex ? 2 : 1);
                }
            }
            return between;
        }

        double modularity(double resolution) {
            double[][] between = between();
            double sum = 0;
            for (int community = 0; community < count; community++) {
                sum += between[community][community] / total
                        - resolution * totals[community] / total * (totals[community] / total);
            }
            return sum;
        }

        /** The most that modularity would grow by if one vertex moved, to another community or a new one. */
        double bestMove(double resolution) {
            double best = 0;
            for (int vertex = 0; vertex < communities.length; vertex++) {
                double[] links = new double[count];
                for (int i = rows.offsets()[vertex]; i < rows.offsets()[vertex + 1]; i++) {
                    links[communities[rows.targets()[i]]] += rows.targets()[i] == vertex ? 0 : weight(i);
                }
                int own = communities[vertex];
                double strength = strengths[vertex];
                double staying = links[own] - resolution * strength * (totals[own] - strength) / total;
                best = Math.max(best, -staying);
                for (int community = 0; community < count; community++) {
                    if (community != own) {
                        double moving = links[community] - resolution * strength * totals[community] / total;
                        best = Math.max(best, moving - staying);
                    }
                }
            }
            return 2 * best / total;
        }

        /** The most that modularity would grow by if two communities became one. */
        double bestMerge(double resolution) {
            double[][] between = between();
            double best = 0;
            for (int a = 0; a < count; a++) {
                for (int b = 0; b < a; b++) {
                    best = Math.max(best, between[a][b] - resolution * totals[a] * totals[b] / total);
                }
            }
            return 2 * best / total;
        }

        /** Components of the communities, of which each should be one. */
        int pieces() {
            int[] seen = new int[communities.length];
            int[] stack = new int[communities.length];
            int pieces = 0;
            for (int first = 0; first < seen.length; first++) {
                if (seen[first] == 0) {
                    pieces++;
                    seen[first] = 1;
                    int size = 0;
                    stack[size++] = first;
                    while (size > 0) {
                        int vertex = stack[--size];
                        for (int i = rows.offsets()[vertex]; i < rows.offsets()[vertex + 1]; i++) {
                            int target = rows.targets()[i];
                            if (seen[target] == 0 && communities[target] == communities[vertex]) {
                                seen[target] = 1;
                                stack[size++] = target;
                            }
                        }
                    }
                }
            }
            return pieces;
        }
    }

    @ParameterizedTest
    @MethodSource("networks")
    void communities_areConnectedAndAsGoodAsPromised_forEveryNumberOfThreads(Network network) {
        for (double resolution : new double[] {1, 0.4, 2.5}) {
            int[] leiden = null;
            int[] louvain = null;
            for (int threads : new int[] {1, 2, 7}) {
                try (WorkerPool pool = new WorkerPool("graph-test", threads)) {
                    GraphWork work = RandomGraph.work(threads == 1 ? Crew.ALONE : pool.crew(threads));
                    Graph graph = network.graph(work);
                    Leiden search = new Leiden(graph, resolution, 1, network.edges.size(), work);
                    int[] found = search.run(1000);
                    if (leiden == null) {
                        leiden = found;
                        checkLeiden(search, new Partition(graph.out(work), found), resolution);
                    }
                    assertThat(found).as(threads + " threads").isEqualTo(leiden);
                    Leiden levels = Leiden.louvain(graph, resolution, 0, network.edges.size(), work);
                    found = levels.run(1000);
                    if (louvain == null) {
                        louvain = found;
                        Partition partition = new Partition(graph.out(work), found);
                        assertThat(levels.modularity()).isCloseTo(partition.modularity(resolution), offset(1e-9));
                        assertThat(partition.bestMerge(resolution)).isLessThan(1e-9);
                    }
                    assertThat(found).as(threads + " threads").isEqualTo(louvain);
                }
            }
        }
    }

    private static void checkLeiden(Leiden search, Partition partition, double resolution) {
        assertThat(search.modularity()).isCloseTo(partition.modularity(resolution), offset(1e-9));
        assertThat(partition.pieces()).isEqualTo(partition.count);
        assertThat(partition.bestMerge(resolution)).isLessThan(1e-9);
        // small graphs are never left before
        assertThat(search.isStable()).isTrue();
        assertThat(partition.bestMove(resolution)).isLessThan(1e-9);
    }
}
