package io.algeon.engine.graph;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;

/**
 * Weakly connected components by union-find: threads hook the root with the greater number under the other with
 * compare-and-set, and halve paths on their way (after Jayanti and Tarjan, PODC 2016). The component of a vertex is the same
 * whatever the order of the edges.
 */
public final class ConnectedComponents {
    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);

    private static final int LEAST_RANGE = 1 << 14;

    private ConnectedComponents() {}

    /** For each vertex, the vertex with the smallest id in its component. */
    public static int[] weak(Graph graph, GraphWork work) {
        int vertices = graph.vertexCount();
        work.memory().grow(12L * vertices);
        int[] labels = new int[vertices];
        int[] parent = new int[vertices];
        for (int i = 0; i < vertices; i++) {
            parent[i] = i;
        }
        List<AdjacencyBuilder.Edges> edges = graph.edges();
        if (edges != null) {
            work.share(0, 0.8).eachTold(edges.size(), chunk -> {
                int[] ends = edges.get(chunk).ends();
                int count = edges.get(chunk).count();
                for (int i = 0; i < count; i++) {
                    union(parent, ends[i], ends[count + i]);
                }
            });
        } else {
            Adjacency rows = graph.out(work);
            int[] bounds = rows.balanced(rows.parts());
            work.share(0, 0.8).eachTold(bounds.length - 1, part -> {
                for (int vertex = bounds[part]; vertex < bounds[part + 1]; vertex++) {
                    for (int i = rows.offsets()[vertex]; i < rows.offsets()[vertex + 1]; i++) {
                        union(parent, vertex, rows.targets()[i]);
                    }
                }
            });
        }
        int[] smallest = new int[vertices];
        Arrays.fill(smallest, Integer.MAX_VALUE);
        int[] byRank = graph.byRank();
        work.ranges(vertices, LEAST_RANGE, (from, to) -> {
            for (int rank = from; rank < to; rank++) {
                lower(smallest, find(parent, byRank[rank]), rank);
            }
        });
        work.ranges(vertices, LEAST_RANGE, (from, to) -> {
            for (int vertex = from; vertex < to; vertex++) {
                labels[vertex] = byRank[smallest[find(parent, vertex)]];
            }
        });
        work.memory().grow(-8L * vertices);
        return labels;
    }

    /** Makes a value at least as low as another. */
    private static void lower(int[] values, int position, int value) {
        int found = (int) INTS.getOpaque(values, position);
        while (value < found && !INTS.weakCompareAndSet(values, position, found, value)) {
            found = (int) INTS.getOpaque(values, position);
        }
    }

    private static int find(int[] parent, int vertex) {
        int at = vertex;
        int above = (int) INTS.getOpaque(parent, at);
        while (at != above) {
            int next = (int) INTS.getOpaque(parent, above);
            if (above != next) {
                INTS.compareAndSet(parent, at, above, next);
            }
            at = above;
            above = next;
        }
        return at;
    }

    private static void union(int[] parent, int first, int second) {
        int a = first;
        int b = second;
        while (true) {
            a = find(parent, a);
            b = find(parent, b);
            if (a == b) {
                return;
            }
            int low = Math.min(a, b);
            int high = Math.max(a, b);
            if (INTS.compareAndSet(parent, high, high, low)) {
                return;
            }
        }
    }
}
