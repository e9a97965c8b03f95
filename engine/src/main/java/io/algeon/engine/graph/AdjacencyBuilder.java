package io.algeon.engine.graph;

import io.algeon.metadata.error.EngineException;
import io.algeon.metadata.error.ErrorCode;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes compressed sparse rows from edges. Entries are first divided among buckets of neighbouring rows, small enough for the
 * second-level cache; then each bucket, by one thread, is divided among its rows, and the rows are sorted and freed of what is
 * double. Rows are sorted and double weights added in their order, so that the result depends on nothing but the set of edges.
 */
final class AdjacencyBuilder {
    /** Which way an edge is entered. */
    enum Direction {
        FORWARD,
        BACKWARD,
        BOTH
    }

    /** Edges between vertices by number; sources, then targets, in one array. */
    record Edges(int count, int[] ends, double @Nullable [] weights) {}

    private static final int BUCKET_ENTRIES = 1 << 15;
    private static final int MOST_BUCKETS = 2048;
    /** Longest array that every Java virtual machine makes. */
    private static final long MOST_ENTRIES = Integer.MAX_VALUE - 16L;

    private final List<Edges> chunks;
    private final int vertices;
    private final Direction direction;
    private final ParallelEdges parallel;
    private final boolean dropLoops;
    private final boolean weighted;
    private final GraphWork work;
    private final RowSort rowSort;

    private int[] degrees = {};
    private int[] rowBounds = {};
    private short[] bucketOf = {};
    private long[] bucketStarts = {};

    AdjacencyBuilder(
            List<Edges> chunks,
            int vertices,
            Direction direction,
            ParallelEdges parallel,
            boolean dropLoops,
            boolean weighted,
            GraphWork work) {
        this.chunks = chunks;
        this.vertices = vertices;
        this.direction = direction;
        this.parallel = parallel;
        this.dropLoops = dropLoops;
        this.weighted = weighted;
        this.work = work;
        this.rowSort = new RowSort(vertices, work);
    }

    Adjacency build() {
        work.memory().grow(4L * vertices * (1 + Math.min(work.crew().size(), chunks.size())));
        degrees = countDegrees();
        work.progress().accept(0.1);
        work.memory().grow(-4L * vertices * Math.min(work.crew().size(), chunks.size()));
        long entries = 0;
        for (int degree : degrees) {
            entries += degree;
        }
        if (entries > MOST_ENTRIES) {
            throw new EngineException(
                    ErrorCode.GRAPH_INPUT_INVALID,
                    "The graph has " + entries + " neighbours to hold; the most is " + MOST_ENTRIES
                            + ". Leave out edges, or add up parallel ones with GROUP BY.");
        }
        boolean withWeights = weighted || parallel == ParallelEdges.SUM;
        long scratch = entries * (withWeights ? 16 : 8) + 2L * vertices;
        long result = entries * (withWeights ? 12 : 4) + 4L * vertices;
        work.memory().grow(scratch + result);
        long[] packed = new long[(int) entries];
        double[] weights = weighted ? new double[(int) entries] : null;
        divide(entries);
        scatter(packed, weights);
        boolean sums = withWeights && !weighted;
        double[] out = sums ? new double[(int) entries] : weights;
        int buckets = rowBounds.length - 1;
        int[] kept = new int[buckets];
        work.share(0.5, 1).eachTold(buckets, bucket -> kept[bucket] = new Bucket(bucket, packed, weights, out).sort());
        Adjacency adjacency = collect(packed, out, kept);
        work.memory().grow(-scratch - (entries - adjacency.size()) * (withWeights ? 12 : 4));
        return adjacency;
    }

    private boolean forward() {
        return direction != Direction.BACKWARD;
    }

    private boolean backward() {
        return direction != Direction.FORWARD;
    }

    /** Entries of each row, double ones included. */
    private int[] countDegrees() {
        int parts = Math.max(1, Math.min(work.crew().size(), chunks.size()));
        int[][] counts = new int[parts][];
        work.crew().each(parts, part -> {
            int[] own = new int[vertices];
            for (int chunk = part; chunk < chunks.size(); chunk += parts) {
                work.cancellation().check();
                Edges edges = chunks.get(chunk);
                int[] ends = edges.ends();
                int count = edges.count();
                for (int i = 0; i < count; i++) {
                    int source = ends[i];
                    int target = ends[count + i];
                    if (source == target) {
                        own[source] += dropLoops ? 0 : 1;
                        continue;
                    }
                    if (forward()) {
                        own[source]++;
                    }
                    if (backward()) {
                        own[target]++;
                    }
                }
            }
            counts[part] = own;
        });
        int[] total = counts[0];
        work.ranges(vertices, 16_384, (from, to) -> {
            for (int part = 1; part < parts; part++) {
                for (int i = from; i < to; i++) {
                    total[i] += counts[part][i];
                }
            }
        });
        return total;
    }

    /** Bounds of buckets: runs of rows with about as many entries each. */
    private void divide(long entries) {
        int wanted = (int) Math.max(1, Math.min(MOST_BUCKETS, entries / BUCKET_ENTRIES));
        long size = entries / wanted + 1;
        int[] bounds = new int[wanted + 2];
        long[] starts = new long[wanted + 2];
        bucketOf = new short[vertices];
        int bucket = 0;
        long inBucket = 0;
        long at = 0;
        for (int row = 0; row < vertices; row++) {
            if (inBucket > 0 && inBucket + degrees[row] > size && bucket < wanted) {
                bucket++;
                bounds[bucket] = row;
                starts[bucket] = at;
                inBucket = 0;
            }
            bucketOf[row] = (short) bucket;
            inBucket += degrees[row];
            at += degrees[row];
        }
        rowBounds = Arrays.copyOf(bounds, bucket + 2);
        rowBounds[bucket + 1] = vertices;
        bucketStarts = Arrays.copyOf(starts, bucket + 2);
        bucketStarts[bucket + 1] = at;
    }

    private void scatter(long[] packed, double @Nullable [] weights) {
        int buckets = rowBounds.length - 1;
        int groups = Math.max(1, Math.min(chunks.size(), 4 * work.crew().size()));
        int[][] positions = new int[groups][buckets];
        work.each(groups, group -> {
            int[] counts = positions[group];
            for (int chunk = group; chunk < chunks.size(); chunk += groups) {
                work.cancellation().check();
                Edges edges = chunks.get(chunk);
                int[] ends = edges.ends();
                int count = edges.count();
                for (int i = 0; i < count; i++) {
                    int source = ends[i];
                    int target = ends[count + i];
                    if (source == target) {
                        counts[bucketOf[source]] += dropLoops ? 0 : 1;
                        continue;
                    }
                    if (forward()) {
                        counts[bucketOf[source]]++;
                    }
                    if (backward()) {
                        counts[bucketOf[target]]++;
                    }
                }
            }
        });
        for (int bucket = 0; bucket < buckets; bucket++) {
            int at = (int) bucketStarts[bucket];
            for (int group = 0; group < groups; group++) {
                int count = positions[group][bucket];
                positions[group][bucket] = at;
                at += count;
            }
        }
        work.share(0.2, 0.5).eachTold(groups, group -> {
            for (int chunk = group; chunk < chunks.size(); chunk += groups) {
                work.cancellation().check();
                scatter(chunks.get(chunk), positions[group], packed, weights);
            }
        });
    }

    private void scatter(Edges edges, int[] at, long[] packed, double @Nullable [] weights) {
        int[] ends = edges.ends();
        int count = edges.count();
        double[] from = edges.weights();
        for (int i = 0; i < count; i++) {
            int source = ends[i];
            int target = ends[count + i];
            boolean loop = source == target;
            if (loop && dropLoops) {
                continue;
            }
            if (forward() || loop) {
                int position = at[bucketOf[source]]++;
                packed[position] = (long) source << 32 | target;
                if (weights != null && from != null) {
                    weights[position] = from[i];
                }
            }
            if (backward() && !loop) {
                int position = at[bucketOf[target]]++;
                packed[position] = (long) target << 32 | source;
                if (weights != null && from != null) {
                    weights[position] = from[i];
                }
            }
        }
    }

    /** The entries that were kept, without gaps. */
    private Adjacency collect(long[] packed, double @Nullable [] weights, int[] kept) {
        int buckets = kept.length;
        int[] starts = new int[buckets + 1];
        for (int bucket = 0; bucket < buckets; bucket++) {
            starts[bucket + 1] = starts[bucket] + kept[bucket];
        }
        int[] targets = new int[starts[buckets]];
        int[] offsets = new int[vertices + 1];
        boolean inPlace = weights != null && starts[buckets] == weights.length;
        double[] compact = weights == null ? null : inPlace ? weights : new double[starts[buckets]];
        work.each(buckets, bucket -> {
            int at = starts[bucket];
            for (int row = rowBounds[bucket]; row < rowBounds[bucket + 1]; row++) {
                offsets[row] = at;
                at += degrees[row];
            }
            int from = (int) bucketStarts[bucket];
            for (int i = 0; i < kept[bucket]; i++) {
                targets[starts[bucket] + i] = (int) packed[from + i];
            }
            if (weights != null && compact != null && !inPlace) {
                System.arraycopy(weights, from, compact, starts[bucket], kept[bucket]);
            }
        });
        offsets[vertices] = starts[buckets];
        return new Adjacency(offsets, targets, compact);
    }

    /** The rows of one bucket, worked on by one thread. */
    private final class Bucket {
        private final int firstRow;
        private final int lastRow;
        private final int from;
        private final int size;
        private final long[] packed;
        private final double @Nullable [] weights;
        private final double @Nullable [] out;

        Bucket(int bucket, long[] packed, double @Nullable [] weights, double @Nullable [] out) {
            this.firstRow = rowBounds[bucket];
            this.lastRow = rowBounds[bucket + 1];
            this.from = (int) bucketStarts[bucket];
            this.size = (int) (bucketStarts[bucket + 1] - bucketStarts[bucket]);
            this.packed = packed;
            this.weights = weights;
            this.out = out;
        }

        /** Sorts and merges; returns the entries that are left, which stand at the bucket's start. */
        int sort() {
            int rows = lastRow - firstRow;
            int[] ends = new int[rows + 1];
            for (int row = 0; row < rows; row++) {
                ends[row + 1] = ends[row] + degrees[firstRow + row];
            }
            int[] at = Arrays.copyOf(ends, rows);
            double[] given = weights;
            return given == null ? sortPlain(rows, ends, at) : sortWeighted(rows, ends, at, given);
        }

        private int sortPlain(int rows, int[] ends, int[] at) {
            int[] columns = new int[size];
            for (int i = from; i < from + size; i++) {
                long entry = packed[i];
                columns[at[(int) (entry >>> 32) - firstRow]++] = (int) entry;
            }
            double[] counts = out;
            int kept = 0;
            for (int row = 0; row < rows; row++) {
                int start = ends[row];
                int end = ends[row + 1];
                rowSort.sort(columns, start, end);
                int before = kept;
                for (int i = start; i < end; ) {
                    int next = i + 1;
                    while (next < end && columns[next] == columns[i] && parallel != ParallelEdges.KEEP) {
                        next++;
                    }
                    packed[from + kept] = columns[i];
                    if (counts != null) {
                        counts[from + kept] = next - i;
                    }
                    kept++;
                    i = next;
                }
                degrees[firstRow + row] = kept - before;
            }
            return kept;
        }

        private int sortWeighted(int rows, int[] ends, int[] at, double[] given) {
            long[] columns = new long[size];
            double[] values = Arrays.copyOfRange(given, from, from + size);
            for (int i = 0; i < size; i++) {
                long entry = packed[from + i];
                columns[at[(int) (entry >>> 32) - firstRow]++] = entry << 32 | i;
            }
            double[] run = new double[8];
            int kept = 0;
            for (int row = 0; row < rows; row++) {
                int start = ends[row];
                int end = ends[row + 1];
                rowSort.sort(columns, start, end);
                int before = kept;
                for (int i = start; i < end; ) {
                    int next = i + 1;
                    while (next < end && columns[next] >>> 32 == columns[i] >>> 32) {
                        next++;
                    }
                    int column = (int) (columns[i] >>> 32);
                    if (next == i + 1) {
                        packed[from + kept] = column;
                        given[from + kept++] = values[(int) columns[i]];
                    } else {
                        if (run.length < next - i) {
                            run = new double[2 * (next - i)];
                        }
                        for (int j = i; j < next; j++) {
                            run[j - i] = values[(int) columns[j]];
                        }
                        kept = merge(column, run, next - i, given, kept);
                    }
                    i = next;
                }
                degrees[firstRow + row] = kept - before;
            }
            return kept;
        }

        /** Enters parallel edges, in the order of their weights. */
        private int merge(int column, double[] run, int count, double[] given, int kept) {
            Arrays.sort(run, 0, count);
            if (parallel == ParallelEdges.KEEP) {
                for (int i = 0; i < count; i++) {
                    packed[from + kept + i] = column;
                    given[from + kept + i] = run[i];
                }
                return kept + count;
            }
            double sum = 0;
            for (int i = 0; i < count; i++) {
                sum += run[i];
            }
            packed[from + kept] = column;
            given[from + kept] = switch (parallel) {
                case SUM -> sum;
                case MAX -> run[count - 1];
                case MIN, DISTINCT, KEEP -> run[0];
            };
            return kept + 1;
        }
    }
}
