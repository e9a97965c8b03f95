package io.algeon.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.WorkerPool;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jgrapht.alg.connectivity.ConnectivityInspector;
import org.jgrapht.alg.scoring.BetweennessCentrality;
import org.jgrapht.graph.AbstractBaseGraph;
import org.jgrapht.graph.DefaultDirectedGraph;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.DefaultUndirectedGraph;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each algorithm against JGraphT or the plainest computation, on small random graphs of all shapes. */
class AlgorithmsTest {
    private record Case(RandomGraph random, Graph.GraphShape shape) {
        Graph graph(GraphWork work) {
            return random.graph(shape, work);
        }

        @Override
        public String toString() {
            return "seed " + random.seed + ", " + shape + (random.weighted ? ", weighted" : "");
        }
    }

    static List<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (long seed = 1; seed <= 24; seed++) {
            int vertices = 5 + (int) (seed * 7 % 60);
            int edges = (int) (vertices * (0.4 + seed % 5));
            RandomGraph random = RandomGraph.of(seed, vertices, edges, seed % 3 == 0 ? 1L << 40 : 1, seed % 2 == 0);
            ParallelEdges parallel = random.weighted ? ParallelEdges.SUM : ParallelEdges.DISTINCT;
            cases.add(new Case(random, new Graph.GraphShape(seed % 4 < 2, parallel, false)));
        }
        return cases;
    }

    private static GraphWork alone() {
        return RandomGraph.work(Crew.ALONE);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void pageRank_isTheStationaryDistribution(Case test) {
        Graph graph = test.graph(alone());
        Convergence result = new PageRank(graph, 0.85, 1e-12, 10_000, alone()).run(null);
        assertThat(result.converged()).isTrue();
        Map<Long, Double> ranks = RandomGraph.byId(graph, result.values());
        assertThat(ranks.values().stream().mapToDouble(Double::doubleValue).sum())
                .isCloseTo(1, offset(1e-9));
        Map<Long, Map<Long, List<Double>>> rows = test.random.rows(test.shape, false);
        Map<Long, Double> next = new TreeMap<>();
        rows.keySet().forEach(id -> next.put(id, 0.15 / rows.size()));
        rows.forEach((id, row) -> {
            double total = row.values().stream()
                    .flatMap(List::stream)
                    .mapToDouble(Double::doubleValue)
                    .sum();
            if (row.isEmpty()) {
                rows.keySet().forEach(other -> next.merge(other, 0.85 * ranks.get(id) / rows.size(), Double::sum));
            }
            row.forEach((other, weights) ->
                    weights.forEach(weight -> next.merge(other, 0.85 * ranks.get(id) * weight / total, Double::sum)));
        });
        ranks.forEach((id, rank) -> assertThat(next.get(id)).as("vertex " + id).isCloseTo(rank, offset(1e-10)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void components_areThoseOfJGraphT(Case test) {
        Graph graph = test.graph(alone());
        int[] labels = ConnectedComponents.weak(graph, alone());
        graph.out(alone());
        assertThat(ConnectedComponents.weak(graph, alone())).isEqualTo(labels);
        Map<Long, Long> expected = new TreeMap<>();
        for (Set<Long> component : new ConnectivityInspector<>(jgrapht(test.random, false)).connectedSets()) {
            component.forEach(id -> expected.put(id, Collections.min(component)));
        }
        Map<Long, Long> found = new TreeMap<>();
        for (int vertex = 0; vertex < labels.length; vertex++) {
            found.put(graph.id(vertex), graph.id(labels[vertex]));
        }
        assertThat(found).isEqualTo(expected);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void betweenness_isThatOfJGraphT(Case test) {
        Graph graph = test.graph(alone());
        double[] values = new Betweenness(graph, false, alone()).run(graph.byRank(), false);
        Map<Long, Double> expected = new TreeMap<>(
                new BetweennessCentrality<>(jgrapht(test.random, test.shape.directed()), false).getScores());
        RandomGraph.byId(graph, values)
                .forEach((id, value) -> assertThat(value).as("vertex " + id).isCloseTo(expected.get(id), offset(1e-9)));
    }

    private static AbstractBaseGraph<Long, DefaultEdge> jgrapht(RandomGraph random, boolean directed) {
        AbstractBaseGraph<Long, DefaultEdge> graph = directed
                ? new DefaultDirectedGraph<>(DefaultEdge.class)
                : new DefaultUndirectedGraph<>(DefaultEdge.class);
        for (int i = 0; i < random.count; i++) {
            graph.addVertex(random.sources[i]);
            graph.addVertex(random.targets[i]);
            graph.addEdge(random.sources[i], random.targets[i]);
        }
        for (long id : random.lonely) {
            graph.addVertex(id);
        }
        return graph;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void search_findsDistancesAndTheSmallestPredecessors(Case test) {
        for (boolean pull : new boolean[] {false, true}) {
            Graph graph = test.graph(alone());
            if (pull) {
                graph.in(alone());
            }
            List<Long> sources = List.of(test.random.sources[0], test.random.targets[test.random.count - 1]);
            BreadthFirstSearch search = new BreadthFirstSearch(graph, alone());
            search.run(sources.stream().mapToInt(graph::find).toArray(), Integer.MAX_VALUE, null, false);
            Map<Long, Integer> expected = RandomGraph.distances(test.random.rows(test.shape, false), sources);
            Map<Long, Map<Long, List<Double>>> before = test.random.rows(test.shape, true);
            for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
                long id = graph.id(vertex);
                int distance = expected.getOrDefault(id, -1);
                assertThat(search.distance()[vertex]).as("vertex " + id).isEqualTo(distance);
                if (distance > 0) {
                    long smallest = before.get(id).keySet().stream()
                            .filter(other -> expected.getOrDefault(other, -2) == distance - 1)
                            .min(Long::compare)
                            .orElseThrow();
                    assertThat(graph.id(search.predecessor()[vertex])).isEqualTo(smallest);
                } else {
                    assertThat(search.predecessor()[vertex]).isEqualTo(-1);
                }
            }
        }
    }

    @Test
    void search_endsAtDepthAndTargets() {
        long[] path = {0, 1, 2, 3, 4, 5};
        EdgeList edges = new EdgeList(
                List.of(new EdgeList.Chunk(6, path, new long[] {1, 2, 3, 4, 5, 6}, null)), List.of(), false);
        Graph graph = Graph.of(edges, new Graph.GraphShape(true, ParallelEdges.DISTINCT, false), alone());
        assertThat(reached(graph, 2, null, false)).isEqualTo(3);
        assertThat(reached(graph, 0, null, false)).isEqualTo(1);
        int[] targets = {graph.find(2), graph.find(4)};
        assertThat(reached(graph, 9, targets, true)).isEqualTo(3);
        assertThat(reached(graph, 9, targets, false)).isEqualTo(5);
    }

    private static int reached(Graph graph, int depth, int[] targets, boolean first) {
        BreadthFirstSearch search = new BreadthFirstSearch(graph, alone());
        search.run(new int[] {graph.find(0)}, depth, targets, first);
        int reached = 0;
        for (int distance : search.distance()) {
            reached += distance >= 0 ? 1 : 0;
        }
        return reached;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void similarity_isThatOfSets(Case test) {
        Graph graph = test.graph(alone());
        Map<Long, Map<Long, List<Double>>> rows = test.random.rows(test.shape, false);
        int vertices = graph.vertexCount();
        int[] firsts = new int[vertices * vertices];
        int[] seconds = new int[vertices * vertices];
        for (int i = 0; i < firsts.length; i++) {
            firsts[i] = i % vertices;
            seconds[i] = i / vertices;
        }
        for (Similarity.Measure measure : Similarity.Measure.values()) {
            for (boolean weighted : new boolean[] {false, true}) {
                double[] values = new Similarity(graph, measure, weighted, alone()).pairs(firsts, seconds);
                for (int i = 0; i < values.length; i++) {
                    double expected = similarity(
                            rows.get(graph.id(firsts[i])), rows.get(graph.id(seconds[i])), measure, weighted);
                    assertThat(values[i]).as(measure + " " + i).isCloseTo(expected, offset(1e-12));
                }
                checkNearest(graph, rows, measure, weighted);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void similarity_takesKeptParallelEdgesAsOne_whicheverWayItIsComputed(Case test) {
        ParallelEdges united = test.random.weighted ? ParallelEdges.SUM : ParallelEdges.DISTINCT;
        Graph kept = test.random.graph(new Graph.GraphShape(test.shape.directed(), ParallelEdges.KEEP, false), alone());
        Graph plain = test.random.graph(new Graph.GraphShape(test.shape.directed(), united, false), alone());
        int vertices = kept.vertexCount();
        int[] firsts = new int[vertices * vertices];
        int[] seconds = new int[vertices * vertices];
        for (int i = 0; i < firsts.length; i++) {
            firsts[i] = i % vertices;
            seconds[i] = i / vertices;
        }
        for (boolean weighted : new boolean[] {false, true}) {
            Similarity ofKept = new Similarity(kept, Similarity.Measure.COSINE, weighted, alone());
            Similarity ofPlain = new Similarity(plain, Similarity.Measure.COSINE, weighted, alone());
            double[] all = ofKept.pairs(firsts, seconds);
            assertThat(all).containsExactly(ofPlain.pairs(firsts, seconds), offset(1e-12));
            for (int i = 0; i < all.length; i += 17) {
                int[] first = {firsts[i]};
                int[] second = {seconds[i]};
                assertThat(ofKept.pairs(first, second)[0]).isCloseTo(all[i], offset(1e-12));
            }
            assertThat(ofKept.nearest(3).values())
                    .containsExactly(ofPlain.nearest(3).values(), offset(1e-12));
        }
    }

    private static void checkNearest(
            Graph graph, Map<Long, Map<Long, List<Double>>> rows, Similarity.Measure measure, boolean weighted) {
        Similarity.Nearest nearest = new Similarity(graph, measure, weighted, alone()).nearest(3);
        int at = 0;
        for (long id : rows.keySet()) {
            TreeMap<Double, TreeSet<Long>> best = new TreeMap<>(Collections.reverseOrder());
            for (long other : rows.keySet()) {
                double value = similarity(rows.get(id), rows.get(other), measure, weighted);
                if (other != id && value > 0) {
                    best.computeIfAbsent((double) Math.round(value * 1e9), key -> new TreeSet<>())
                            .add(other);
                }
            }
            int left = 3;
            for (Map.Entry<Double, TreeSet<Long>> entry : best.entrySet()) {
                List<Long> found = new ArrayList<>();
                while (found.size() < Math.min(left, entry.getValue().size())) {
                    assertThat(graph.id(nearest.firsts()[at])).isEqualTo(id);
                    assertThat((double) Math.round(nearest.values()[at] * 1e9)).isEqualTo(entry.getKey());
                    found.add(graph.id(nearest.seconds()[at++]));
                }
                assertThat(entry.getValue()).containsAll(found);
                left -= found.size();
            }
        }
        assertThat(nearest.firsts()).hasSize(at);
    }

    private static double similarity(
            Map<Long, List<Double>> a, Map<Long, List<Double>> b, Similarity.Measure measure, boolean weighted) {
        Set<Long> all = new HashSet<>(a.keySet());
        all.addAll(b.keySet());
        double common = 0;
        double sumA = 0;
        double sumB = 0;
        for (long id : all) {
            double weightA = a.containsKey(id) ? weighted ? a.get(id).get(0) : 1 : 0;
            double weightB = b.containsKey(id) ? weighted ? b.get(id).get(0) : 1 : 0;
            boolean cosine = measure == Similarity.Measure.COSINE;
            common += cosine ? weightA * weightB : Math.min(weightA, weightB);
            sumA += cosine ? weightA * weightA : weightA;
            sumB += cosine ? weightB * weightB : weightB;
        }
        if (common == 0) {
            return 0;
        }
        return switch (measure) {
            case JACCARD -> common / (sumA + sumB - common);
            case SORENSEN -> 2 * common / (sumA + sumB);
            case OVERLAP -> common / Math.min(sumA, sumB);
            case COSINE -> common / Math.sqrt(sumA * sumB);
        };
    }

    @ParameterizedTest
    @MethodSource("cases")
    void leiden_findsConnectedCommunitiesThatCannotBeMerged(Case test) {
        Graph.GraphShape shape = new Graph.GraphShape(false, test.shape.parallel(), false);
        Graph graph = test.random.graph(shape, alone());
        Leiden leiden = new Leiden(graph, 1, 1, 42, alone());
        int[] communities = leiden.run(100);
        Map<Long, Map<Long, List<Double>>> rows = test.random.rows(shape, false);
        Map<Integer, TreeSet<Long>> members = new TreeMap<>();
        for (int vertex = 0; vertex < communities.length; vertex++) {
            members.computeIfAbsent(communities[vertex], id -> new TreeSet<>()).add(graph.id(vertex));
        }
        double modularity = modularity(rows, members.values());
        assertThat(leiden.modularity()).isCloseTo(modularity, offset(1e-9));
        List<TreeSet<Long>> list = new ArrayList<>(members.values());
        for (int i = 0; i < list.size(); i++) {
            TreeSet<Long> community = list.get(i);
            Map<Long, Map<Long, List<Double>>> inside = new HashMap<>();
            community.forEach(id -> {
                Map<Long, List<Double>> row = new TreeMap<>(rows.get(id));
                row.keySet().retainAll(community);
                inside.put(id, row);
            });
            assertThat(RandomGraph.distances(inside, List.of(community.first())))
                    .hasSize(community.size());
            if (i > 0) {
                TreeSet<Long> before = list.get(i - 1);
                assertThat(before.size()).isGreaterThanOrEqualTo(community.size());
                assertThat(before.size() > community.size() || before.first() < community.first())
                        .isTrue();
            }
            for (int j = 0; j < i; j++) {
                List<TreeSet<Long>> merged = new ArrayList<>(list);
                TreeSet<Long> both = new TreeSet<>(community);
                both.addAll(list.get(j));
                merged.set(j, both);
                merged.set(i, new TreeSet<>());
                assertThat(modularity(rows, merged)).isLessThanOrEqualTo(modularity + 1e-9);
            }
        }
    }

    private static double modularity(Map<Long, Map<Long, List<Double>>> rows, Iterable<TreeSet<Long>> communities) {
        Map<Long, Double> strengths = new HashMap<>();
        double total = 0;
        for (Map.Entry<Long, Map<Long, List<Double>>> row : rows.entrySet()) {
            double strength = 0;
            for (Map.Entry<Long, List<Double>> cell : row.getValue().entrySet()) {
                strength += cell.getValue().get(0) * (cell.getKey().equals(row.getKey()) ? 2 : 1);
            }
            strengths.put(row.getKey(), strength);
            total += strength;
        }
        double modularity = 0;
        for (TreeSet<Long> community : communities) {
            double inside = 0;
            double strength = 0;
            for (long id : community) {
                strength += strengths.get(id);
                for (Map.Entry<Long, List<Double>> cell : rows.get(id).entrySet()) {
                    if (community.contains(cell.getKey())) {
                        inside += cell.getValue().get(0) * (cell.getKey() == id ? 2 : 1);
                    }
                }
            }
            modularity += inside / total - strength / total * (strength / total);
        }
        return modularity;
    }

    @Test
    void threads_changeNothing() {
        for (boolean weighted : new boolean[] {false, true}) {
            RandomGraph random = RandomGraph.of(99, 10_000, 150_000, 3, weighted);
            List<Object> first = null;
            for (int threads : new int[] {1, 2, 7}) {
                try (WorkerPool pool = new WorkerPool("graph-test", threads)) {
                    Crew crew = threads == 1 ? Crew.ALONE : pool.crew(threads);
                    List<Object> results = results(random, RandomGraph.work(crew));
                    first = first == null ? results : first;
                    for (int i = 0; i < results.size(); i++) {
                        assertThat(results.get(i)).as("result " + i).isEqualTo(first.get(i));
                    }
                }
            }
        }
    }

    private static List<Object> results(RandomGraph random, GraphWork work) {
        ParallelEdges parallel = random.weighted ? ParallelEdges.SUM : ParallelEdges.DISTINCT;
        Graph directed = random.graph(new Graph.GraphShape(true, parallel, false), work);
        Graph undirected = random.graph(new Graph.GraphShape(false, parallel, true), work);
        List<Object> results = new ArrayList<>();
        results.add(ConnectedComponents.weak(directed, work));
        results.add(new PageRank(directed, 0.85, 1e-9, 500, work).run(null).values());
        results.add(new PageRank(undirected, 0.85, 1e-9, 500, work).run(null).values());
        BreadthFirstSearch search = new BreadthFirstSearch(undirected, work);
        search.run(new int[] {7}, Integer.MAX_VALUE, null, false);
        results.add(search.distance());
        results.add(search.predecessor());
        BreadthFirstSearch push = new BreadthFirstSearch(directed, work);
        push.run(new int[] {7}, Integer.MAX_VALUE, null, false);
        results.add(push.predecessor());
        results.add(new Betweenness(directed, false, work).run(Betweenness.sample(directed, 50, 3), true));
        results.add(new Leiden(undirected, 1, 1, 42, work).run(100));
        Similarity.Nearest nearest =
                new Similarity(undirected, Similarity.Measure.JACCARD, random.weighted, work).nearest(5);
        results.add(nearest.seconds());
        results.add(nearest.values());
        return results;
    }
}
