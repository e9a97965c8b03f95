package io.algeon.engine.graph;

import io.algeon.engine.exec.Crew;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Breadth-first search from one or more sources, level by level, in the cheaper of two directions (Beamer, Asanović, Patterson
 * 2012): threads push a small frontier's neighbours, or every vertex not yet reached pulls from a large frontier. Pulling needs
 * the incoming rows, and is done where they are there already: always in undirected graphs. The predecessor of a vertex is
 * the one with the smallest id among those that come first, whatever the direction and the threads.
 */
public final class BreadthFirstSearch {
    private static final VarHandle INTS = MethodHandles.arrayElementVarHandle(int[].class);
    /** Frontiers with more than this share of all edges are pulled from. */
    private static final int PULL_SHARE = 14;

    private static final int PART = 512;

    private final Graph graph;
    private final GraphWork work;
    private final Adjacency out;
    private final int[] rank;
    private final int[] distance;
    private final int[] predecessor;
    private int levels;

    /** Prepares a search. */
    public BreadthFirstSearch(Graph graph, GraphWork work) {
        this.graph = graph;
        this.work = work;
        this.out = graph.out(work);
        this.rank = graph.ranks();
        int vertices = graph.vertexCount();
        work.memory().grow(16L * vertices);
        this.distance = new int[vertices];
        this.predecessor = new int[vertices];
        Arrays.fill(distance, -1);
        Arrays.fill(predecessor, -1);
    }

    /** Edges from the nearest source; -1 where none leads. */
    public int[] distance() {
        return distance;
    }

    /** The vertex before; -1 at sources and where nothing leads. */
    public int[] predecessor() {
        return predecessor;
    }

    /** Levels that were visited. */
    public int levels() {
        return levels;
    }

    /**
     * Searches.
     *
     * @param depthLimit vertices farther away are not reached
     * @param targets the search ends with the level in which the last of them is reached, or the first if
     *     {@code firstTarget}; null: it goes on
     */
    public void run(int[] sources, int depthLimit, int @Nullable [] targets, boolean firstTarget) {
        int[] frontier = new int[sources.length];
        int size = 0;
        for (int source : sources) {
            if (distance[source] < 0) {
                distance[source] = 0;
                frontier[size++] = source;
            }
        }
        Adjacency in = graph.hasIn() ? graph.in(work) : null;
        boolean[] wanted = null;
        int missing = 0;
        if (targets != null) {
            work.memory().grow(distance.length);
            wanted = new boolean[distance.length];
            for (int target : targets) {
                missing += wanted[target] ? 0 : 1;
                wanted[target] = true;
            }
        }
        int found = wanted == null ? 0 : count(frontier, size, wanted);
        int level = 0;
        long reached = size;
        while (size > 0 && level < depthLimit && !(wanted != null && (firstTarget ? found > 0 : found == missing))) {
            work.cancellation().check();
            long edges = 0;
            for (int i = 0; i < size; i++) {
                edges += out.degree(frontier[i]);
            }
            frontier = in != null && edges > out.size() / PULL_SHARE ? pull(in, level) : push(frontier, size, level);
            size = frontier.length;
            found += wanted == null ? 0 : count(frontier, size, wanted);
            level++;
            reached += size;
            work.progress().accept((double) reached / Math.max(1, distance.length));
        }
        levels = level;
    }

    private static int count(int[] vertices, int size, boolean[] wanted) {
        int count = 0;
        for (int i = 0; i < size; i++) {
            count += wanted[vertices[i]] ? 1 : 0;
        }
        return count;
    }

    private int[] push(int[] frontier, int size, int level) {
        int parts = Math.max(1, size / PART);
        int[][] found = new int[parts][];
        int[] offsets = out.offsets();
        int[] targets = out.targets();
        work.each(parts, part -> {
            int from = Crew.bound(size, parts, part);
            int to = Crew.bound(size, parts, part + 1);
            int[] next = new int[Math.max(16, to - from)];
            int count = 0;
            for (int i = from; i < to; i++) {
                int vertex = frontier[i];
                for (int j = offsets[vertex]; j < offsets[vertex + 1]; j++) {
                    int target = targets[j];
                    int known = (int) INTS.getOpaque(distance, target);
                    if (known >= 0 && known <= level) {
                        continue;
                    }
                    if (known < 0 && INTS.compareAndSet(distance, target, -1, level + 1)) {
                        if (count == next.length) {
                            next = Arrays.copyOf(next, 2 * count);
                        }
                        next[count++] = target;
                    }
                    precede(target, vertex);
                }
            }
            found[part] = Arrays.copyOf(next, count);
        });
        return concatenated(found);
    }

    /** Makes a vertex the predecessor of another unless one with a smaller id is. */
    private void precede(int target, int vertex) {
        while (true) {
            int known = (int) INTS.getOpaque(predecessor, target);
            if (known >= 0 && rank[known] <= rank[vertex] || INTS.compareAndSet(predecessor, target, known, vertex)) {
                return;
            }
        }
    }

    private int[] pull(Adjacency in, int level) {
        int parts = in.parts();
        int[] bounds = in.balanced(parts);
        int[][] found = new int[parts][];
        int[] offsets = in.offsets();
        int[] sources = in.targets();
        int[] marks = new int[distance.length];
        work.each(parts, part -> {
            int count = 0;
            for (int vertex = bounds[part]; vertex < bounds[part + 1]; vertex++) {
                if (distance[vertex] >= 0) {
                    continue;
                }
                int best = -1;
                for (int i = offsets[vertex]; i < offsets[vertex + 1]; i++) {
                    int source = sources[i];
                    if (distance[source] == level && (best < 0 || rank[source] < rank[best])) {
                        best = source;
                    }
                }
                if (best >= 0) {
                    predecessor[vertex] = best;
                    marks[bounds[part] + count++] = vertex;
                }
            }
            found[part] = Arrays.copyOfRange(marks, bounds[part], bounds[part] + count);
        });
        int[] next = concatenated(found);
        for (int vertex : next) {
            distance[vertex] = level + 1;
        }
        return next;
    }

    private static int[] concatenated(int[][] parts) {
        int size = 0;
        for (int[] part : parts) {
            size += part.length;
        }
        int[] all = new int[size];
        int at = 0;
        for (int[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }
}
