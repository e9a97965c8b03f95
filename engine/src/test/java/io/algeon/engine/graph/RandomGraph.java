package io.algeon.engine.graph;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.engine.memory.Reservation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** Edges drawn at random, with what the graph of them has to be, by ids and the plainest means. */
final class RandomGraph {
    final long seed;
    final int count;
    final long[] sources;
    final long[] targets;
    final double[] weights;
    final boolean weighted;
    final long[] lonely;

    private RandomGraph(long seed, int vertices, int count, long spread, boolean weighted) {
        Random random = new Random(seed);
        this.seed = seed;
        this.count = count;
        this.weighted = weighted;
        sources = new long[count];
        targets = new long[count];
        weights = new double[count];
        for (int i = 0; i < count; i++) {
            // skewed, so that there are hubs; some loops and many parallel edges
            sources[i] = id(random, vertices, spread);
            targets[i] = random.nextInt(40) == 0 ? sources[i] : id(random, vertices, spread);
            weights[i] = 1 + random.nextInt(8);
        }
        lonely = new long[] {spread * vertices + 17, -5 * spread};
    }

    private static long id(Random random, int vertices, long spread) {
        double skewed = Math.pow(random.nextDouble(), 2);
        return ((long) (skewed * vertices) - vertices / 3) * spread;
    }

    /** @param spread 1: ids close together; large: far apart */
    static RandomGraph of(long seed, int vertices, int edges, long spread, boolean weighted) {
        return new RandomGraph(seed, vertices, edges, spread, weighted);
    }

    EdgeList edges(int chunkRows) {
        List<EdgeList.Chunk> chunks = new ArrayList<>();
        for (int from = 0; from < count; from += chunkRows) {
            int rows = Math.min(chunkRows, count - from);
            chunks.add(new EdgeList.Chunk(
                    rows,
                    java.util.Arrays.copyOfRange(sources, from, from + rows),
                    java.util.Arrays.copyOfRange(targets, from, from + rows),
                    weighted ? java.util.Arrays.copyOfRange(weights, from, from + rows) : null));
        }
        return new EdgeList(chunks, List.of(new EdgeList.Ids(lonely.length, lonely.clone())), weighted);
    }

    Graph graph(Graph.GraphShape shape, GraphWork work) {
        return Graph.of(edges(100 + (int) (seed & 255)), shape, work);
    }

    static GraphWork work(Crew crew) {
        Reservation memory =
                MemoryBudget.root("test", Long.MAX_VALUE, "memory_limit").reservation("test");
        return new GraphWork(crew, new CancellationToken(), memory, share -> {});
    }

    /** Neighbours with weights by id, in rising order; forward or backward along directed edges. */
    Map<Long, Map<Long, List<Double>>> rows(Graph.GraphShape shape, boolean backward) {
        Map<Long, Map<Long, List<Double>>> rows = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            rows.computeIfAbsent(sources[i], id -> new TreeMap<>());
            rows.computeIfAbsent(targets[i], id -> new TreeMap<>());
            if (sources[i] == targets[i] && shape.dropLoops()) {
                continue;
            }
            double weight = weighted ? weights[i] : 1;
            if (!shape.directed() || !backward) {
                add(rows, sources[i], targets[i], weight);
            }
            if ((!shape.directed() || backward) && !(sources[i] == targets[i] && !shape.directed())) {
                add(rows, targets[i], sources[i], weight);
            }
        }
        for (long id : lonely) {
            rows.computeIfAbsent(id, key -> new TreeMap<>());
        }
        rows.values().forEach(row -> row.replaceAll((id, values) -> merged(shape.parallel(), values)));
        return rows;
    }

    private static void add(Map<Long, Map<Long, List<Double>>> rows, long from, long to, double weight) {
        rows.get(from).computeIfAbsent(to, id -> new ArrayList<>()).add(weight);
    }

    private static List<Double> merged(ParallelEdges parallel, List<Double> values) {
        List<Double> sorted = new ArrayList<>(values);
        sorted.sort(null);
        return switch (parallel) {
            case KEEP -> sorted;
            case SUM -> List.of(sorted.stream().mapToDouble(Double::doubleValue).sum());
            case MAX -> List.of(sorted.get(sorted.size() - 1));
            case MIN, DISTINCT -> List.of(sorted.get(0));
        };
    }

    /** The rows of a graph by id. */
    static Map<Long, Map<Long, List<Double>>> rows(Graph graph, Adjacency adjacency) {
        Map<Long, Map<Long, List<Double>>> rows = new TreeMap<>();
        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
            Map<Long, List<Double>> row = new TreeMap<>();
            for (int i = adjacency.offsets()[vertex]; i < adjacency.offsets()[vertex + 1]; i++) {
                double[] weights = adjacency.weights();
                row.computeIfAbsent(graph.id(adjacency.targets()[i]), id -> new ArrayList<>())
                        .add(weights == null ? 1.0 : weights[i]);
            }
            rows.put(graph.id(vertex), row);
        }
        return rows;
    }

    /** Values by id. */
    static Map<Long, Double> byId(Graph graph, double[] values) {
        Map<Long, Double> byId = new TreeMap<>();
        for (int vertex = 0; vertex < values.length; vertex++) {
            byId.put(graph.id(vertex), values[vertex]);
        }
        return byId;
    }

    /** Distances by id from some ids, along rows. */
    static Map<Long, Integer> distances(Map<Long, Map<Long, List<Double>>> rows, List<Long> from) {
        Map<Long, Integer> distances = new LinkedHashMap<>();
        from.forEach(id -> distances.put(id, 0));
        List<Long> queue = new ArrayList<>(new TreeSet<>(from));
        for (int head = 0; head < queue.size(); head++) {
            long id = queue.get(head);
            for (long next : rows.get(id).keySet()) {
                if (!distances.containsKey(next)) {
                    distances.put(next, distances.get(id) + 1);
                    queue.add(next);
                }
            }
        }
        return distances;
    }
}
