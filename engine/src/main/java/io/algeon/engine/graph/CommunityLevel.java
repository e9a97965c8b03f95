package io.algeon.engine.graph;

import io.algeon.engine.exec.Crew;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * An undirected weighted graph without loops at one level of community detection: vertices of the graph, or communities of a
 * finer level. Weight inside a vertex counts in its strength only. Weights are counted in a {@link WeightUnit}, so that their sums
 * are exact.
 *
 * @param offsets rows, as in {@link Adjacency}; their entries are in any order
 * @param weights null: all are {@code unit}
 * @param strengths sum of the weights at each vertex, what is inside counted twice
 * @param links entries whose weight is above 0
 * @param ownBytes memory of the arrays that are not a graph's
 */
public record CommunityLevel(
        int[] offsets,
        int[] targets,
        long @Nullable [] weights,
        long unit,
        long[] strengths,
        long links,
        long ownBytes) {
    public int size() {
        return strengths.length;
    }

    long weight(int entry) {
        return weights == null ? unit : weights[entry];
    }

    /** Neighbours of the vertex with the most of them. */
    int mostLinks() {
        int most = 0;
        for (int vertex = 0; vertex < size(); vertex++) {
            most = Math.max(most, offsets[vertex + 1] - offsets[vertex]);
        }
        return most;
    }

    /** The level of a graph's vertices. */
    static CommunityLevel of(Adjacency rows, GraphWork work) {
        int vertices = rows.offsets().length - 1;
        long held = 12L * vertices;
        work.memory().grow(held);
        int[] offsets = rows.offsets();
        int[] targets = rows.targets();
        int[] loops = new int[vertices + 1];
        work.ranges(vertices, 4096, (from, to) -> {
            for (int vertex = from; vertex < to; vertex++) {
                for (int i = offsets[vertex]; i < offsets[vertex + 1]; i++) {
                    loops[vertex + 1] += targets[i] == vertex ? 1 : 0;
                }
            }
        });
        for (int vertex = 0; vertex < vertices; vertex++) {
            loops[vertex + 1] += loops[vertex];
        }
        int left = targets.length - loops[vertices];
        long copied = (loops[vertices] == 0 ? 0 : 4L * left + 4L * vertices) + (rows.weights() == null ? 0 : 8L * left);
        work.memory().grow(copied);
        return new Whole(rows, loops, work).level(held + copied);
    }

    /** Makes whole numbers of weights, and leaves loops out. */
    private static final class Whole {
        private final Adjacency rows;
        private final int[] loopsBefore;
        private final GraphWork work;
        private final int[] offsets;
        private final int[] targets;
        private final double @Nullable [] given;

        Whole(Adjacency rows, int[] loopsBefore, GraphWork work) {
            this.rows = rows;
            this.loopsBefore = loopsBefore;
            this.work = work;
            this.offsets = rows.offsets();
            this.targets = rows.targets();
            this.given = rows.weights();
        }

        CommunityLevel level(long bytes) {
            int vertices = offsets.length - 1;
            int entries = targets.length;
            boolean withLoops = loopsBefore[vertices] > 0;
            WeightUnit unit = given == null ? WeightUnit.plain(entries) : unit(given);
            // of rows without weights only
            long plain = given == null ? 1L << unit.exponent() : 0;
            int[] newOffsets = withLoops ? new int[vertices + 1] : offsets;
            int[] newTargets = withLoops ? new int[entries - loopsBefore[vertices]] : targets;
            long[] weights = given == null ? null : new long[newTargets.length];
            long[] strengths = new long[vertices];
            AtomicLong links = new AtomicLong();
            double first = unit.firstFactor();
            double second = unit.secondFactor();
            work.ranges(vertices, 4096, (from, to) -> {
                long linked = 0;
                for (int vertex = from; vertex < to; vertex++) {
                    int at = offsets[vertex] - loopsBefore[vertex];
                    long strength = 0;
                    for (int i = offsets[vertex]; i < offsets[vertex + 1]; i++) {
                        long weight = plain;
                        if (given != null) {
                            // what is above 0 stays so
                            weight = given[i] > 0 ? Math.max(1, (long) (given[i] * first * second)) : 0;
                        }
                        if (targets[i] == vertex) {
                            strength += 2 * weight;
                            continue;
                        }
                        strength += weight;
                        linked += weight > 0 ? 1 : 0;
                        if (withLoops) {
                            newTargets[at] = targets[i];
                        }
                        if (weights != null) {
                            weights[at] = weight;
                        }
                        at++;
                    }
                    strengths[vertex] = strength;
                    newOffsets[vertex + 1] = at;
                }
                links.addAndGet(linked);
            });
            return new CommunityLevel(newOffsets, newTargets, weights, plain, strengths, links.get(), bytes);
        }

        private WeightUnit unit(double[] weights) {
            int parts = rows.parts();
            double[] greatest = new double[parts];
            work.each(parts, part -> {
                double most = 0;
                for (int i = Crew.bound(weights.length, parts, part), to = Crew.bound(weights.length, parts, part + 1);
                        i < to;
                        i++) {
                    most = Math.max(most, weights[i]);
                }
                greatest[part] = most;
            });
            double most = Arrays.stream(greatest).max().orElse(0);
            if (!(most > 0)) {
                return WeightUnit.plain(weights.length);
            }
            WeightUnit coarse = WeightUnit.coarse(most, weights.length);
            double first = coarse.firstFactor();
            double second = coarse.secondFactor();
            AtomicLong sum = new AtomicLong();
            work.ranges(offsets.length - 1, 4096, (from, to) -> {
                long own = 0;
                for (int vertex = from; vertex < to; vertex++) {
                    for (int i = offsets[vertex]; i < offsets[vertex + 1]; i++) {
                        long weight = (long) (weights[i] * first * second);
                        own += targets[i] == vertex ? 2 * weight : weight;
                    }
                }
                sum.addAndGet(own);
            });
            return coarse.refined(sum.get(), weights.length);
        }
    }

    /**
     * The level whose vertices are the communities of this one. Its bytes are added to the work's memory.
     *
     * @param communities of each vertex, numbered from 0 without gaps
     * @param count number of communities
     */
    CommunityLevel aggregate(int[] communities, int count, GraphWork work) {
        int[] starts = new int[count + 1];
        int[] members = Members.of(communities, count, starts);
        long[] newStrengths = new long[count];
        int parts = Math.max(1, Math.min(256, targets.length / 16_384));
        int[][] partTargets = new int[parts][];
        long[][] partWeights = new long[parts][];
        int[] newOffsets = new int[count + 1];
        int[] bounds = bounds(starts, members, parts);
        ConcurrentLinkedQueue<CommunityLinks> free = new ConcurrentLinkedQueue<>();
        work.each(parts, part -> {
            CommunityLinks known = free.poll();
            CommunityLinks links = known == null ? new CommunityLinks() : known;
            int[] found = new int[1024];
            long[] foundWeights = new long[1024];
            int size = 0;
            for (int community = bounds[part]; community < bounds[part + 1]; community++) {
                long most = 0;
                long strength = 0;
                for (int m = starts[community]; m < starts[community + 1]; m++) {
                    most += offsets[members[m] + 1] - offsets[members[m]];
                    strength += strengths[members[m]];
                }
                links.begin((int) Math.min(most, count));
                for (int m = starts[community]; m < starts[community + 1]; m++) {
                    addLinks(members[m], community, communities, links);
                }
                newStrengths[community] = strength;
                newOffsets[community + 1] = links.size();
                if (size + links.size() > found.length) {
                    int larger = Math.max(2 * found.length, size + links.size());
                    found = Arrays.copyOf(found, larger);
                    foundWeights = Arrays.copyOf(foundWeights, larger);
                }
                for (int i = 0; i < links.size(); i++) {
                    found[size] = links.community(i);
                    foundWeights[size++] = links.sum(i);
                }
            }
            work.hold(12L * size);
            partTargets[part] = Arrays.copyOf(found, size);
            partWeights[part] = Arrays.copyOf(foundWeights, size);
            free.add(links);
        });
        for (int community = 0; community < count; community++) {
            newOffsets[community + 1] += newOffsets[community];
        }
        long entries = newOffsets[count];
        work.memory().grow(12 * entries + 12L * count);
        int[] newTargets = new int[(int) entries];
        long[] newWeights = new long[(int) entries];
        int at = 0;
        for (int part = 0; part < parts; part++) {
            System.arraycopy(partTargets[part], 0, newTargets, at, partTargets[part].length);
            System.arraycopy(partWeights[part], 0, newWeights, at, partTargets[part].length);
            at += partTargets[part].length;
        }
        work.memory().grow(-12 * entries);
        return new CommunityLevel(
                newOffsets, newTargets, newWeights, unit, newStrengths, entries, bytes(count, entries));
    }

    /** Memory of a level of communities. */
    public static long bytes(long size, long entries) {
        return 12 * entries + 12 * size;
    }

    private void addLinks(int vertex, int community, int[] communities, CommunityLinks links) {
        for (int i = offsets[vertex]; i < offsets[vertex + 1]; i++) {
            int other = communities[targets[i]];
            long weight = weight(i);
            if (other != community && weight > 0) {
                links.add(other, weight);
            }
        }
    }

    /** Ranges of communities with about as many entries each. */
    private int[] bounds(int[] starts, int[] members, int parts) {
        int count = starts.length - 1;
        int[] bounds = new int[parts + 1];
        long seen = 0;
        int part = 1;
        for (int community = 0; community < count && part < parts; community++) {
            for (int m = starts[community]; m < starts[community + 1]; m++) {
                seen += offsets[members[m] + 1] - offsets[members[m]];
            }
            while (part < parts && seen >= (long) targets.length * part / parts) {
                bounds[part++] = community + 1;
            }
        }
        while (part <= parts) {
            bounds[part++] = count;
        }
        return bounds;
    }
}
