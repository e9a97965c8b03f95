package io.algeon.engine.graph;

import io.algeon.engine.exec.Crew;
import java.util.Arrays;
import java.util.BitSet;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * How alike the neighbourhoods of two vertices are. Given pairs are answered together, in the cheaper of two ways. Few pairs: the
 * neighbours of the vertex with more of them are marked, and the other's row is read; or searched for, where marking them would
 * cost more. Many pairs: from the vertex with fewer neighbours all those two steps away are counted at once, as far as they have
 * more. For the nearest of every vertex all are counted, and no pair is kept but the best. Sums run over common neighbours in the order of their numbers in each case.
 */
public final class Similarity {
    /** What is computed from the common part and the two whole ones. */
    public enum Measure {
        /** Common over united. */
        JACCARD,
        /** Twice the common part over the sum of both. */
        SORENSEN,
        /** Common over the smaller. */
        OVERLAP,
        /** Dot product over the product of lengths. */
        COSINE
    }

    /** Rows longer by this factor than what is looked for in them are searched, not marked. */
    private static final int SEARCH_FACTOR = 32;

    private final Graph graph;
    private final Adjacency rows;
    /** Who has a vertex as neighbour; the same rows if the graph is undirected. */
    private final Adjacency back;

    private final Measure measure;
    private final double[] norms;
    private final boolean weighted;
    private final GraphWork work;
    private final ConcurrentLinkedQueue<Counter> counters = new ConcurrentLinkedQueue<>();

    /** @param useWeight whether weights of edges count, not only whether there are edges */
    public Similarity(Graph graph, Measure measure, boolean useWeight, GraphWork work) {
        this.graph = graph;
        Adjacency out = graph.out(work);
        Adjacency in = graph.in(work);
        // neighbourhoods are sets: parallel edges that were kept count as one of their weights together
        boolean unites = graph.shape().parallel() == ParallelEdges.KEEP;
        this.rows = unites ? out.united(work) : out;
        this.back = in == out ? rows : unites ? in.united(work) : in;
        this.measure = measure;
        this.weighted = useWeight && rows.weights() != null;
        this.work = work;
        int vertices = graph.vertexCount();
        work.memory().grow(8L * vertices + 20L * vertices * work.crew().size());
        this.norms = new double[vertices];
        work.ranges(vertices, 4096, this::norms);
    }

    private void norms(int from, int to) {
        int[] offsets = rows.offsets();
        double[] weights = rows.weights();
        for (int vertex = from; vertex < to; vertex++) {
            double norm = offsets[vertex + 1] - offsets[vertex];
            if (weighted && weights != null) {
                norm = 0;
                for (int i = offsets[vertex]; i < offsets[vertex + 1]; i++) {
                    norm += measure == Measure.COSINE ? weights[i] * weights[i] : weights[i];
                }
            }
            norms[vertex] = norm;
        }
    }

    private double value(double common, double a, double b) {
        if (common == 0) {
            return 0;
        }
        return switch (measure) {
            case JACCARD -> common / (a + b - common);
            case SORENSEN -> 2 * common / (a + b);
            case OVERLAP -> common / Math.min(a, b);
            case COSINE -> Math.min(1, common / Math.sqrt(a * b));
        };
    }

    private double common(double first, double second) {
        return measure == Measure.COSINE ? first * second : Math.min(first, second);
    }

    private Counter counter() {
        Counter known = counters.poll();
        return known == null ? new Counter(graph.vertexCount()) : known;
    }

    /** The similarity of each pair. */
    public double[] pairs(int[] firsts, int[] seconds) {
        int count = firsts.length;
        int vertices = graph.vertexCount();
        work.memory().grow(16L * count + 8L * vertices);
        boolean counting = isCountingCheaper(firsts, seconds);
        // numbers rise as degrees fall
        int[] keys = new int[count];
        int[] starts = new int[vertices + 1];
        for (int i = 0; i < count; i++) {
            keys[i] = counting ? Math.max(firsts[i], seconds[i]) : Math.min(firsts[i], seconds[i]);
        }
        int[] grouped = Members.of(keys, vertices, starts);
        double[] values = new double[count];
        int parts = Math.max(1, Math.min(4096, count / 256));
        work.eachTold(parts, part -> {
            Counter counter = counter();
            int to = Crew.bound(count, parts, part + 1);
            for (int i = Crew.bound(count, parts, part); i < to; ) {
                int key = keys[grouped[i]];
                int end = Math.min(to, starts[key + 1]);
                if (counting) {
                    counter.count(key, key + 1);
                }
                boolean marked = !counting && counter.mark(key, firsts, seconds, grouped, i, end);
                for (int at = i; at < end; at++) {
                    if ((at & 0x3f) == 0) {
                        work.cancellation().check();
                    }
                    int other = firsts[grouped[at]] ^ seconds[grouped[at]] ^ key;
                    double common = counting
                            ? counter.counted(other)
                            : marked ? counter.read(other) : counter.searched(other, key);
                    values[grouped[at]] = value(common, norms[key], norms[other]);
                }
                counter.forget(key, counting, marked);
                i = end;
            }
            counters.add(counter);
        });
        work.memory().grow(-8L * count - 8L * vertices);
        return values;
    }

    /** Whether to count two steps from each vertex with fewer neighbours, rather than to read a row for each pair. */
    private boolean isCountingCheaper(int[] firsts, int[] seconds) {
        BitSet sources = new BitSet();
        double reading = 0;
        double counting = 0;
        for (int i = 0; i < firsts.length; i++) {
            if ((i & 0xffff) == 0) {
                work.cancellation().check();
            }
            int fewer = Math.max(firsts[i], seconds[i]);
            reading += rows.degree(fewer);
            if (!sources.get(fewer)) {
                sources.set(fewer);
                counting += twoSteps(fewer);
            }
        }
        // half of the steps lead to vertices with fewer neighbours
        return counting / 2 < reading;
    }

    /** For every vertex the most alike others: columns of rows that are sorted by first, then falling value, then second. */
    public record Nearest(int[] firsts, int[] seconds, double[] values) {}

    /** The {@code k} most alike vertices of each, among those that are alike at all; ties go to the smaller id. */
    public Nearest nearest(int k) {
        int vertices = graph.vertexCount();
        int[] order = graph.byRank();
        long[] costs = new long[vertices + 1];
        work.ranges(vertices, 4096, (from, to) -> {
            for (int i = from; i < to; i++) {
                costs[i + 1] = 1 + twoSteps(order[i]);
            }
        });
        for (int i = 0; i < vertices; i++) {
            costs[i + 1] += costs[i];
        }
        int parts = (int) Math.max(1, Math.min(1024, costs[vertices] / 65_536));
        Block[] blocks = new Block[parts];
        work.eachTold(parts, part -> {
            Counter counter = counter();
            Block block = new Block();
            int from = position(costs, costs[vertices] * part / parts);
            int to = part == parts - 1 ? vertices : position(costs, costs[vertices] * (part + 1) / parts);
            for (int i = from; i < to; i++) {
                work.cancellation().check();
                counter.nearest(order[i], k, block);
            }
            blocks[part] = block;
            counters.add(counter);
        });
        return join(blocks);
    }

    private static int position(long[] costs, long goal) {
        int position = Arrays.binarySearch(costs, goal);
        return position < 0 ? -position - 1 : position;
    }

    private long twoSteps(int vertex) {
        long steps = 0;
        for (int i = rows.offsets()[vertex]; i < rows.offsets()[vertex + 1]; i++) {
            steps += back.degree(rows.targets()[i]);
        }
        return steps;
    }

    private Nearest join(Block[] blocks) {
        long size = 0;
        for (Block block : blocks) {
            size += block.size;
        }
        work.memory().grow(16 * size);
        int count = Math.toIntExact(size);
        int[] firsts = new int[count];
        int[] seconds = new int[count];
        double[] values = new double[count];
        int at = 0;
        for (Block block : blocks) {
            System.arraycopy(block.firsts, 0, firsts, at, block.size);
            System.arraycopy(block.seconds, 0, seconds, at, block.size);
            System.arraycopy(block.values, 0, values, at, block.size);
            at += block.size;
        }
        work.memory().grow(-16 * size);
        return new Nearest(firsts, seconds, values);
    }

    /** Rows of the result from one part. */
    private final class Block {
        private int[] firsts = new int[64];
        private int[] seconds = new int[64];
        private double[] values = new double[64];
        private int size;

        void add(int first, int second, double value) {
            if (size == firsts.length) {
                int larger = 2 * size;
                synchronized (work) {
                    work.memory().grow(16L * size);
                }
                firsts = Arrays.copyOf(firsts, larger);
                seconds = Arrays.copyOf(seconds, larger);
                values = Arrays.copyOf(values, larger);
            }
            firsts[size] = first;
            seconds[size] = second;
            values[size++] = value;
        }
    }

    /** One thread's marks and counts. */
    private final class Counter {
        /** Common parts with weights, by vertex; 0 outside of a computation. */
        private final double[] sums;
        /** Common neighbours, by vertex; 0 outside of a computation. */
        private final int[] counts;
        /** Position in the marked row, plus 1, by vertex; 0 outside of a computation. */
        private final int[] marks;

        private final int[] touched;
        private int touchedCount;
        private int[] heap = {};
        private double[] heapValues = {};

        Counter(int vertices) {
            sums = new double[weighted ? vertices : 0];
            counts = new int[weighted ? 0 : vertices];
            marks = new int[vertices];
            touched = new int[vertices + 1];
        }

        /** Marks the neighbours of a vertex, if that is worthwhile for these pairs. */
        boolean mark(int vertex, int[] firsts, int[] seconds, int[] grouped, int from, int to) {
            long reading = 0;
            for (int i = from; i < to; i++) {
                reading += rows.degree(firsts[grouped[i]] ^ seconds[grouped[i]] ^ vertex);
            }
            if (rows.degree(vertex) / SEARCH_FACTOR > reading) {
                return false;
            }
            work.cancellation().check();
            for (int i = rows.offsets()[vertex]; i < rows.offsets()[vertex + 1]; i++) {
                marks[rows.targets()[i]] = i + 1;
            }
            return true;
        }

        /** Makes everything 0 again that was counted or marked for a vertex. */
        void forget(int vertex, boolean counting, boolean marked) {
            if (counting) {
                forget(vertex + 1);
            } else if (marked) {
                for (int i = rows.offsets()[vertex]; i < rows.offsets()[vertex + 1]; i++) {
                    marks[rows.targets()[i]] = 0;
                }
            }
        }

        /** The common part with the marked row, by reading the other one. */
        private double read(int second) {
            int[] targets = rows.targets();
            double[] weights = rows.weights();
            int end = rows.offsets()[second + 1];
            if (!weighted || weights == null) {
                int common = 0;
                for (int i = rows.offsets()[second]; i < end; i++) {
                    common += marks[targets[i]] == 0 ? 0 : 1;
                }
                return common;
            }
            double common = 0;
            for (int i = rows.offsets()[second]; i < end; i++) {
                int mark = marks[targets[i]];
                common += mark == 0 ? 0 : common(weights[mark - 1], weights[i]);
            }
            return common;
        }

        /** The common part by looking for each neighbour of one in the long row of the other. */
        private double searched(int first, int second) {
            int[] targets = rows.targets();
            double[] weights = rows.weights();
            int low = rows.offsets()[second];
            int end = rows.offsets()[second + 1];
            double common = 0;
            for (int i = rows.offsets()[first]; i < rows.offsets()[first + 1] && low < end; i++) {
                int found = Arrays.binarySearch(targets, low, end, targets[i]);
                if (found >= 0) {
                    common += weighted && weights != null ? common(weights[i], weights[found]) : 1;
                    low = found + 1;
                } else {
                    low = -found - 1;
                }
            }
            return common;
        }

        private double counted(int second) {
            return weighted ? sums[second] : counts[second];
        }

        /**
         * Sums the common parts of a vertex with those two steps away whose numbers are below a limit; returns a number above
         * all of theirs, which is small where degrees are high.
         */
        private int count(int first, int limit) {
            int[] offsets = back.offsets();
            int[] sources = back.targets();
            double[] weights = rows.weights();
            double[] backWeights = back.weights();
            int end = 0;
            for (int i = rows.offsets()[first]; i < rows.offsets()[first + 1]; i++) {
                int between = rows.targets()[i];
                int from = offsets[between];
                int to = offsets[between + 1];
                if ((i & 0x3f) == 0) {
                    work.cancellation().check();
                }
                end = Math.max(end, Math.min(limit, sources[to - 1] + 1));
                if (weighted && weights != null && backWeights != null) {
                    for (int j = from; j < to && sources[j] < limit; j++) {
                        sums[sources[j]] += common(weights[i], backWeights[j]);
                    }
                } else {
                    for (int j = from; j < to && sources[j] < limit; j++) {
                        counts[sources[j]]++;
                    }
                }
            }
            return end;
        }

        private void forget(int end) {
            if (weighted) {
                Arrays.fill(sums, 0, end, 0);
            } else {
                Arrays.fill(counts, 0, end, 0);
            }
        }

        /** Lists the vertices two steps away, each once. */
        private void touch(int first) {
            for (int i = rows.offsets()[first]; i < rows.offsets()[first + 1]; i++) {
                int between = rows.targets()[i];
                for (int j = back.offsets()[between]; j < back.offsets()[between + 1]; j++) {
                    int second = back.targets()[j];
                    if (marks[second] == 0) {
                        marks[second] = 1;
                        touched[touchedCount++] = second;
                    }
                }
            }
            for (int i = 0; i < touchedCount; i++) {
                marks[touched[i]] = 0;
            }
        }

        void nearest(int first, int k, Block block) {
            int end = count(first, Integer.MAX_VALUE);
            touchedCount = 0;
            if (end > 4 * twoSteps(first)) {
                touch(first);
            } else {
                for (int second = 0; second < end; second++) {
                    touched[touchedCount] = second;
                    touchedCount += counted(second) > 0 ? 1 : 0;
                }
            }
            int most = Math.min(k, touchedCount);
            if (heap.length < most) {
                heap = new int[most];
                heapValues = new double[most];
            }
            int size = 0;
            for (int i = 0; i < touchedCount; i++) {
                int second = touched[i];
                double value = second == first ? 0 : value(counted(second), norms[first], norms[second]);
                if (value <= 0) {
                    continue;
                }
                if (size < most) {
                    heap[size] = second;
                    heapValues[size++] = value;
                    up(size - 1);
                } else if (most > 0 && isWorse(heap[0], heapValues[0], second, value)) {
                    heap[0] = second;
                    heapValues[0] = value;
                    down(size);
                }
            }
            if (end > 4 * twoSteps(first)) {
                for (int i = 0; i < touchedCount; i++) {
                    int second = touched[i];
                    if (weighted) {
                        sums[second] = 0;
                    } else {
                        counts[second] = 0;
                    }
                }
            } else {
                forget(end);
            }
            int begin = block.size;
            for (int left = size; left > 0; left--) {
                block.add(first, heap[0], heapValues[0]);
                heap[0] = heap[left - 1];
                heapValues[0] = heapValues[left - 1];
                down(left - 1);
            }
            // the worst came first
            for (int low = begin, high = block.size - 1; low < high; low++, high--) {
                int second = block.seconds[low];
                block.seconds[low] = block.seconds[high];
                block.seconds[high] = second;
                double value = block.values[low];
                block.values[low] = block.values[high];
                block.values[high] = value;
            }
        }

        private boolean isWorse(int a, double valueA, int b, double valueB) {
            return valueA < valueB || valueA == valueB && graph.ranks()[a] > graph.ranks()[b];
        }

        private void swap(int i, int j) {
            int vertex = heap[i];
            heap[i] = heap[j];
            heap[j] = vertex;
            double value = heapValues[i];
            heapValues[i] = heapValues[j];
            heapValues[j] = value;
        }

        private void up(int start) {
            int at = start;
            while (at > 0) {
                int above = (at - 1) / 2;
                if (!isWorse(heap[at], heapValues[at], heap[above], heapValues[above])) {
                    return;
                }
                swap(at, above);
                at = above;
            }
        }

        private void down(int size) {
            int at = 0;
            while (true) {
                int below = 2 * at + 1;
                if (below >= size) {
                    return;
                }
                if (below + 1 < size
                        && isWorse(heap[below + 1], heapValues[below + 1], heap[below], heapValues[below])) {
                    below++;
                }
                if (!isWorse(heap[below], heapValues[below], heap[at], heapValues[at])) {
                    return;
                }
                swap(at, below);
                at = below;
            }
        }
    }
}
