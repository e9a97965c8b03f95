package io.algeon.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.algeon.engine.exec.CancellationToken;
import io.algeon.engine.exec.Crew;
import io.algeon.engine.memory.MemoryBudget;
import io.algeon.metadata.error.EngineException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleConsumer;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every algorithm ends soon after it is told to, and tells how far it is. Time is that of the processor, which does not depend on
 * what else the machine does. With {@code -Dalgeon.graph.edges=10000000} on a quiet machine, nothing takes more than 250 ms.
 */
class StoppingTest {
    private static final int EDGES = Integer.getInteger("algeon.graph.edges", 150_000);
    private static final boolean TELL = EDGES > 1_000_000;
    /** Several times what it takes, for interpreted code and collections of garbage. */
    private static final long MOST_MILLISECONDS = 1_000;

    interface Algorithm {
        void run(EdgeList edges, GraphWork work);
    }

    enum Shape {
        POWER_LAW,
        STAR,
        PATH;

        EdgeList edges() {
            return edges(EDGES);
        }

        EdgeList edges(int edges) {
            SplittableRandom random = new SplittableRandom(5);
            int vertices = Math.max(10, edges / 10);
            List<EdgeList.Chunk> chunks = new ArrayList<>();
            for (int from = 0; from < edges; from += 1 << 16) {
                int count = Math.min(1 << 16, edges - from);
                long[] sources = new long[count];
                long[] targets = new long[count];
                double[] weights = new double[count];
                for (int i = 0; i < count; i++) {
                    sources[i] = switch (this) {
                        case POWER_LAW -> (long) (vertices * Math.pow(random.nextDouble(), 3));
                        case STAR -> 0;
                        case PATH -> from + i;
                    };
                    targets[i] = this == POWER_LAW ? random.nextInt(vertices) : from + i + 1;
                    weights[i] = 1 + random.nextInt(4);
                }
                chunks.add(new EdgeList.Chunk(count, sources, targets, weights));
            }
            return new EdgeList(chunks, List.of(), true);
        }
    }

    private static Graph graph(EdgeList edges, boolean directed, GraphWork work) {
        return Graph.of(edges, new Graph.GraphShape(directed, ParallelEdges.SUM, false), work.share(0, 0.2));
    }

    static List<Named<Algorithm>> algorithms() {
        List<Named<Algorithm>> algorithms = new ArrayList<>();
        algorithms.add(Named.of("rows", (edges, work) -> {
            Graph graph = graph(edges, true, work);
            graph.out(work.share(0.2, 1));
            graph.inDegrees(work);
        }));
        algorithms.add(Named.of(
                "components",
                (edges, work) -> ConnectedComponents.weak(graph(edges, false, work), work.share(0.2, 1))));
        for (boolean directed : new boolean[] {true, false}) {
            algorithms.add(Named.of("rank, directed " + directed, (edges, work) -> {
                Graph graph = graph(edges, directed, work);
                graph.in(work.share(0.2, 0.5));
                new PageRank(graph, 0.85, 1e-6, 30, work.share(0.5, 1)).run(null);
            }));
        }
        algorithms.add(Named.of("search", (edges, work) -> {
            Graph graph = graph(edges, false, work);
            graph.out(work.share(0.2, 0.5));
            new BreadthFirstSearch(graph, work.share(0.5, 1)).run(new int[] {0}, Integer.MAX_VALUE, null, false);
        }));
        algorithms.add(Named.of("betweenness", (edges, work) -> {
            Graph graph = graph(edges, false, work);
            graph.out(work.share(0.2, 0.5));
            new Betweenness(graph, false, work.share(0.5, 1)).run(new int[] {0, 1, 2, 3}, true);
        }));
        algorithms.add(Named.of("leiden", (edges, work) -> {
            Graph graph = graph(edges, false, work);
            graph.out(work.share(0.2, 0.5));
            new Leiden(graph, 1, 1, 42, work.share(0.5, 1)).run(100);
        }));
        algorithms.add(Named.of("louvain", (edges, work) -> {
            Graph graph = graph(edges, false, work);
            graph.out(work.share(0.2, 0.5));
            Leiden.louvain(graph, 1, 1e-7, 42, work.share(0.5, 1)).run(100);
        }));
        algorithms.add(Named.of("pairs", (edges, work) -> {
            Graph graph = graph(edges, false, work);
            graph.out(work.share(0.2, 0.5));
            int[] firsts = new int[20_000];
            int[] seconds = new int[20_000];
            for (int i = 0; i < firsts.length; i++) {
                firsts[i] = i % Math.min(50, graph.vertexCount());
                seconds[i] = i % graph.vertexCount();
            }
            new Similarity(graph, Similarity.Measure.JACCARD, true, work.share(0.5, 1)).pairs(firsts, seconds);
        }));
        algorithms.add(Named.of("nearest", (edges, work) -> {
            Graph graph = graph(edges, true, work);
            graph.out(work.share(0.2, 0.4));
            graph.in(work.share(0.4, 0.6));
            new Similarity(graph, Similarity.Measure.COSINE, false, work.share(0.6, 1)).nearest(5);
        }));
        return algorithms;
    }

    static GraphWork work(CancellationToken cancellation, DoubleConsumer progress) {
        MemoryBudget budget = MemoryBudget.root("test", Long.MAX_VALUE, "-Xmx");
        return new GraphWork(Crew.ALONE, cancellation, budget.reservation("graph"), progress);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void progress_movesFromTheBeginningToTheEnd(Algorithm algorithm) {
        List<Double> told = new ArrayList<>();
        algorithm.run(Shape.POWER_LAW.edges(), work(new CancellationToken(), told::add));
        assertThat(told).allSatisfy(share -> assertThat(share).isBetween(0.0, 1.0));
        for (int tenth : new int[] {0, 2, 4}) {
            assertThat(told).anyMatch(share -> share > tenth / 10.0 && share <= (tenth + 3) / 10.0);
        }
        assertThat(told.stream().mapToDouble(share -> share).max().orElse(0)).isGreaterThan(0.7);
        assertThat(told.stream().distinct().count()).isGreaterThan(6);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void cancel_endsWithinMilliseconds(Algorithm algorithm) throws InterruptedException {
        for (Shape shape : Shape.values()) {
            EdgeList edges = shape.edges();
            long whole = stop(algorithm, edges, Long.MAX_VALUE);
            for (int part = 1; part <= 5; part++) {
                long after = stop(algorithm, edges, whole * part / 6);
                if (TELL) {
                    System.err.println(
                            shape + " " + whole / 1_000_000 + " ms, part " + part + ": " + after / 1_000_000);
                }
                assertThat(after / 1_000_000).as(shape + ", part " + part).isLessThan(MOST_MILLISECONDS);
            }
        }
    }

    /** Cancels after so much time of the processor; returns the time spent after that. Without an end, the time of the whole. */
    private static long stop(Algorithm algorithm, EdgeList edges, long nanoseconds) throws InterruptedException {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        CancellationToken cancellation = new CancellationToken();
        Thread runner = Thread.currentThread();
        long begin = threads.getCurrentThreadCpuTime();
        long[] cancelled = {0};
        Thread canceller = new Thread(() -> {
            try {
                while (threads.getThreadCpuTime(runner.getId()) - begin < nanoseconds) {
                    Thread.sleep(1);
                }
                cancellation.cancel();
                cancelled[0] = threads.getThreadCpuTime(runner.getId());
            } catch (InterruptedException e) {
                // the algorithm was faster
            }
        });
        canceller.start();
        try {
            algorithm.run(edges, work(cancellation, share -> {}));
        } catch (EngineException e) {
            assertThat(cancellation.isStopped()).as(e.getMessage()).isTrue();
        }
        long end = threads.getCurrentThreadCpuTime();
        canceller.interrupt();
        canceller.join();
        if (nanoseconds == Long.MAX_VALUE) {
            return end - begin;
        }
        // not even begun to cancel: this run was faster than the first
        return cancelled[0] == 0 ? 0 : Math.max(0, end - cancelled[0]);
    }

    @ParameterizedTest
    @MethodSource("algorithms")
    void memory_isRefusedBeforeItIsTaken(Algorithm algorithm) {
        EdgeList edges = Shape.POWER_LAW.edges();
        MemoryBudget budget = MemoryBudget.root("test", 512 << 10, "query_memory_limit");
        GraphWork small =
                new GraphWork(Crew.ALONE, new CancellationToken(), budget.reservation("The graph"), share -> {});
        assertThatThrownBy(() -> algorithm.run(edges, small))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("query_memory_limit");
    }
}
