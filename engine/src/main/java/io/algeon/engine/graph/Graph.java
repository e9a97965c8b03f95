package io.algeon.engine.graph;

import io.algeon.engine.exec.Crew;
import io.algeon.engine.memory.Reservation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A graph over vertices {@code 0 .. vertexCount - 1}, numbered by falling degree, vertices of one degree by their id. Rows are
 * built when an algorithm first asks for them, from the edges by number, which stay until then. Safe for several threads.
 */
public final class Graph {
    /** Degrees from here on are sorted one by one; there are few. */
    private static final int HIGH_DEGREE = 1 << 16;
    /** Vertices that are worth handing to another thread. */
    private static final int DEGREES_A_PART = 1 << 16;

    private final GraphShape shape;
    private final boolean weighted;
    private final long[] sortedIds;
    private final int[] byRank;
    private final int[] rank;
    private final long inputEdges;
    /** Rows belong to the graph, whoever asks for them first. */
    private final Reservation memory;

    private List<AdjacencyBuilder.Edges> edges;
    private @Nullable Adjacency out;
    private @Nullable Adjacency in;
    private long buildNanoseconds;

    private Graph(
            GraphShape shape,
            boolean weighted,
            long[] sortedIds,
            int[] byRank,
            int[] rank,
            List<AdjacencyBuilder.Edges> edges,
            long inputEdges,
            Reservation memory) {
        this.shape = shape;
        this.weighted = weighted;
        this.sortedIds = sortedIds;
        this.byRank = byRank;
        this.rank = rank;
        this.edges = edges;
        this.inputEdges = inputEdges;
        this.memory = memory;
    }

    /**
     * How edges are read.
     *
     * @param directed false: each edge leads both ways
     * @param parallel what becomes of parallel edges
     * @param dropLoops whether edges from a vertex to itself are left out
     */
    public record GraphShape(boolean directed, ParallelEdges parallel, boolean dropLoops) {}

    /** Memory that numbering so many edges takes at the least. */
    public static long bytes(long edges, boolean weighted) {
        return (weighted ? 16 : 8) * edges;
    }

    /** Numbers the vertices of an edge list, which is not needed afterwards. */
    public static Graph of(EdgeList input, GraphShape shape, GraphWork work) {
        VertexNumbering numbering = new VertexNumbering(input, work.share(0, 0.7));
        int[][] ranks = numbering.number();
        long[] ids = numbering.sortedIds();
        int vertices = ids.length;
        work.memory().grow(12L * vertices);
        int[] degrees = degrees(ranks, vertices, work);
        work.progress().accept(0.8);
        int[] byRank = new int[vertices];
        int[] rank = new int[vertices];
        order(degrees, byRank, rank, work);
        work.share(0.8, 1).eachTold(ranks.length, chunk -> {
            int[] ends = ranks[chunk];
            for (int i = 0; i < ends.length; i++) {
                ends[i] = byRank[ends[i]];
            }
        });
        work.memory().grow(-4L * vertices);
        List<AdjacencyBuilder.Edges> edges = new ArrayList<>();
        for (int chunk = 0; chunk < ranks.length; chunk++) {
            double[] weights = input.chunks().get(chunk).weights();
            if (weights != null) {
                work.memory().grow(8L * weights.length);
            }
            edges.add(new AdjacencyBuilder.Edges(input.chunks().get(chunk).count(), ranks[chunk], weights));
        }
        return new Graph(shape, input.weighted(), ids, byRank, rank, edges, input.edgeCount(), work.memory());
    }

    private static int[] degrees(int[][] ranks, int vertices, GraphWork work) {
        int parts = Math.max(1, Math.min(work.crew().size(), ranks.length));
        int[][] counts = new int[parts][];
        work.memory().grow(4L * parts * vertices);
        work.crew().each(parts, part -> {
            int[] own = new int[vertices];
            for (int chunk = part; chunk < ranks.length; chunk += parts) {
                work.cancellation().check();
                for (int end : ranks[chunk]) {
                    own[end]++;
                }
            }
            counts[part] = own;
        });
        for (int part = 1; part < parts; part++) {
            for (int i = 0; i < vertices; i++) {
                counts[0][i] += counts[part][i];
            }
        }
        work.memory().grow(-4L * parts * vertices);
        return counts[0];
    }

    /** Vertices by falling degree, then rank: counts of degrees by part say where each part's vertices go. */
    private static void order(int[] degrees, int[] byRank, int[] rank, GraphWork work) {
        int parts = Math.max(1, Math.min(work.crew().size(), degrees.length / DEGREES_A_PART));
        int most = Math.min(HIGH_DEGREE, Arrays.stream(degrees).max().orElse(0));
        int[][] at = new int[parts][most + 1];
        work.each(parts, part -> {
            int to = Crew.bound(degrees.length, parts, part + 1);
            for (int i = Crew.bound(degrees.length, parts, part); i < to; i++) {
                at[part][Math.min(degrees[i], most)]++;
            }
        });
        int position = 0;
        int high = 0;
        for (int degree = most; degree >= 0; degree--) {
            for (int[] counts : at) {
                int count = counts[degree];
                counts[degree] = position;
                position += count;
            }
            high = degree == HIGH_DEGREE ? position : high;
        }
        work.each(parts, part -> {
            int[] next = at[part];
            int to = Crew.bound(degrees.length, parts, part + 1);
            for (int i = Crew.bound(degrees.length, parts, part); i < to; i++) {
                int vertex = next[Math.min(degrees[i], most)]++;
                rank[vertex] = i;
                byRank[i] = vertex;
            }
        });
        if (high > 1) {
            long[] keys = new long[high];
            for (int i = 0; i < high; i++) {
                keys[i] = (long) (Integer.MAX_VALUE - degrees[rank[i]]) << 32 | rank[i];
            }
            Arrays.sort(keys);
            for (int i = 0; i < high; i++) {
                rank[i] = (int) keys[i];
                byRank[rank[i]] = i;
            }
        }
    }

    public int vertexCount() {
        return rank.length;
    }

    public GraphShape shape() {
        return shape;
    }

    /** Whether the rows have weights. */
    public boolean weighted() {
        return weighted || shape.parallel() == ParallelEdges.SUM;
    }

    /** The id of a vertex. */
    public long id(int vertex) {
        return sortedIds[rank[vertex]];
    }

    /** Position of each vertex in the order of the ids: compares like the ids. */
    public int[] ranks() {
        return rank;
    }

    /** The vertices in the order of their ids. */
    public int[] byRank() {
        return byRank;
    }

    /** The vertex with an id; -1 if there is none. */
    public int find(long id) {
        int count = sortedIds.length;
        if (count == 0 || id < sortedIds[0] || id > sortedIds[count - 1]) {
            return -1;
        }
        // ids often have no gaps
        long guess = id - sortedIds[0];
        int position = guess >= 0 && guess < count && sortedIds[(int) guess] == id
                ? (int) guess
                : Arrays.binarySearch(sortedIds, id);
        return position < 0 ? -1 : byRank[position];
    }

    /** Nanoseconds spent on rows so far. */
    public synchronized long buildNanoseconds() {
        return buildNanoseconds;
    }

    /** Edges that arrive at each vertex, as the rows have them. */
    public int[] inDegrees(GraphWork work) {
        if (!hasIn()) {
            return out(work).arrivals(work);
        }
        work.memory().grow(4L * vertexCount());
        Adjacency rows = in(work);
        int[] degrees = new int[vertexCount()];
        Arrays.setAll(degrees, rows::degree);
        return degrees;
    }

    /** Whether {@link #in} costs nothing. */
    public synchronized boolean hasIn() {
        return !shape.directed() || in != null;
    }

    /** The rows of outgoing edges; of all edges if the graph is undirected. */
    public synchronized Adjacency out(GraphWork work) {
        Adjacency rows = out;
        if (rows == null) {
            rows = build(shape.directed() ? AdjacencyBuilder.Direction.FORWARD : AdjacencyBuilder.Direction.BOTH, work);
            out = rows;
        }
        return rows;
    }

    /** The rows of incoming edges; those of {@link #out} if the graph is undirected. */
    public synchronized Adjacency in(GraphWork work) {
        if (!shape.directed()) {
            return out(work);
        }
        Adjacency rows = in;
        if (rows == null) {
            rows = build(AdjacencyBuilder.Direction.BACKWARD, work);
            in = rows;
        }
        return rows;
    }

    private Adjacency build(AdjacencyBuilder.Direction direction, GraphWork caller) {
        GraphWork work = new GraphWork(caller.crew(), caller.cancellation(), memory, caller.progress());
        long start = System.nanoTime();
        Adjacency rows = new AdjacencyBuilder(
                        edges, vertexCount(), direction, shape.parallel(), shape.dropLoops(), weighted, work)
                .build();
        buildNanoseconds += System.nanoTime() - start;
        if (!shape.directed()) {
            release();
        }
        return rows;
    }

    /** Forgets the edges: the rows say all. */
    private void release() {
        long bytes = 0;
        for (AdjacencyBuilder.Edges chunk : edges) {
            bytes += 8L * chunk.count();
            double[] weights = chunk.weights();
            bytes += weights == null ? 0 : 8L * weights.length;
        }
        edges = List.of();
        memory.grow(-bytes);
    }

    /** The edges by number, as long as no rows have been built; null afterwards. */
    synchronized @Nullable List<AdjacencyBuilder.Edges> edges() {
        return edges.isEmpty() && inputEdges > 0 ? null : edges;
    }
}
