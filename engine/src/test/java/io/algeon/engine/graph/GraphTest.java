package io.algeon.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.algeon.engine.exec.Crew;
import io.algeon.engine.exec.WorkerPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Numbering and rows against maps, in all shapes, with several numbers of threads. */
class GraphTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void rows_areThoseOfTheEdges(int threads) {
        try (WorkerPool pool = new WorkerPool("graph-test", threads)) {
            Crew crew = threads == 1 ? Crew.ALONE : pool.crew(threads);
            for (long seed = 1; seed <= 12; seed++) {
                long spread = seed % 3 == 0 ? 1_000_000_007L * 1_000 : seed % 3;
                RandomGraph random = RandomGraph.of(
                        seed, 50 + (int) seed * 20, (int) seed * 300, Math.max(1, spread), seed % 2 == 0);
                for (ParallelEdges parallel : ParallelEdges.values()) {
                    for (boolean directed : new boolean[] {true, false}) {
                        Graph.GraphShape shape = new Graph.GraphShape(directed, parallel, seed % 4 < 2);
                        GraphWork work = RandomGraph.work(crew);
                        Graph graph = random.graph(shape, work);
                        String what = "seed " + seed + ", " + shape;
                        assertThat(RandomGraph.rows(graph, graph.in(work)))
                                .as(what)
                                .isEqualTo(random.rows(shape, true));
                        assertThat(RandomGraph.rows(graph, graph.out(work)))
                                .as(what)
                                .isEqualTo(random.rows(shape, false));
                        for (int vertex = 0; vertex < graph.vertexCount(); vertex++) {
                            assertThat(graph.find(graph.id(vertex))).isEqualTo(vertex);
                            assertThat(graph.byRank()[graph.ranks()[vertex]]).isEqualTo(vertex);
                        }
                    }
                }
            }
        }
    }

    @Test
    void idsAtTheEndsOfTheRange_areIds() {
        long[] ids = {Long.MIN_VALUE, Long.MAX_VALUE, 0, -1, Long.MIN_VALUE + 1};
        EdgeList edges = new EdgeList(
                List.of(new EdgeList.Chunk(5, ids, new long[] {0, 0, Long.MAX_VALUE, Long.MIN_VALUE, 7}, null)),
                List.of(),
                false);
        Graph graph =
                Graph.of(edges, new Graph.GraphShape(true, ParallelEdges.KEEP, false), RandomGraph.work(Crew.ALONE));
        assertThat(graph.vertexCount()).isEqualTo(6);
        for (long id : ids) {
            assertThat(graph.id(graph.find(id))).isEqualTo(id);
        }
        assertThat(graph.find(8)).isEqualTo(-1);
    }

    @Test
    void noEdges_noVertices() {
        Graph graph = Graph.of(
                new EdgeList(List.of(), List.of(), false),
                new Graph.GraphShape(false, ParallelEdges.DISTINCT, false),
                RandomGraph.work(Crew.ALONE));
        assertThat(graph.vertexCount()).isZero();
        assertThat(graph.out(RandomGraph.work(Crew.ALONE)).size()).isZero();
        assertThat(new Leiden(graph, 1, 1, 42, RandomGraph.work(Crew.ALONE)).run(10))
                .isEmpty();
        assertThat(ConnectedComponents.weak(graph, RandomGraph.work(Crew.ALONE)))
                .isEmpty();
        assertThat(new Betweenness(graph, false, RandomGraph.work(Crew.ALONE)).run(new int[0], true))
                .isEmpty();
    }

    @Test
    void numbering_growsWithIdsFarApart() {
        SplittableRandom random = new SplittableRandom(11);
        long[] ids = random.longs(300_000).toArray();
        ids[5] = Long.MIN_VALUE;
        ids[6] = Long.MAX_VALUE;
        ids[7] = ids[8];
        List<EdgeList.Chunk> chunks = new ArrayList<>();
        for (int from = 0; from < ids.length; from += 20_000) {
            long[] sources = Arrays.copyOfRange(ids, from, from + 10_000);
            long[] targets = Arrays.copyOfRange(ids, from + 10_000, from + 20_000);
            chunks.add(new EdgeList.Chunk(10_000, sources, targets, null));
        }
        long[] sorted = Arrays.stream(ids).sorted().distinct().toArray();
        for (int threads : new int[] {1, 3}) {
            try (WorkerPool pool = new WorkerPool("graph-test", threads)) {
                Graph graph = Graph.of(
                        new EdgeList(chunks, List.of(), false),
                        new Graph.GraphShape(true, ParallelEdges.KEEP, false),
                        RandomGraph.work(threads == 1 ? Crew.ALONE : pool.crew(threads)));
                assertThat(graph.vertexCount()).isEqualTo(sorted.length);
                for (int position = 0; position < sorted.length; position++) {
                    int vertex = graph.byRank()[position];
                    assertThat(graph.id(vertex)).isEqualTo(sorted[position]);
                    assertThat(graph.find(sorted[position])).isEqualTo(vertex);
                }
            }
        }
    }
}
