package io.algeon.cuda.graph;

import io.algeon.cuda.expression.NotOnDevice;
import io.algeon.cuda.launch.KernelArguments;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.RowMaps;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.graph.CommunityLevel;
import io.algeon.engine.graph.WeightUnit;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes levels of community detection in device memory: of a graph, and of the communities of another level. */
final class CommunityLevels {
    private final Operators operators;
    private final Workspace workspace;

    CommunityLevels(Operators operators) {
        this.operators = operators;
        this.workspace = operators.workspace();
    }

    /**
     * A level as {@link CommunityLevel} has it, but for loops, which stay among the entries and are not looked at.
     *
     * @param offsets a long a vertex, and one more
     * @param rowOf the vertex of each entry
     * @param weights a long an entry; null: all are {@code unit}
     * @param strengths a long a vertex
     * @param links entries whose weight is above 0, but for loops
     * @param total strength of all vertices
     */
    record Level(
            Block offsets,
            Block rowOf,
            Block targets,
            @Nullable Block weights,
            long unit,
            Block strengths,
            long vertices,
            long entries,
            long links,
            long total)
            implements AutoCloseable {
        long weightsAddress() {
            return weights == null ? 0 : weights.address();
        }

        /** Adds the entries to a kernel's arguments: row, target and weight of each, and how many they are. */
        KernelArguments addEntries(KernelArguments arguments) {
            return arguments
                    .address(rowOf.address())
                    .address(targets.address())
                    .address(weightsAddress())
                    .int64(unit)
                    .int64(entries);
        }

        @Override
        public void close() {
            List.of(offsets, rowOf, targets, strengths).forEach(Block::release);
            if (weights != null) {
                weights.release();
            }
        }
    }

    /** Bytes that working on a level takes, the level itself and the next one included. */
    static long bytes(long vertices, long entries) {
        return 130 * vertices + 58 * entries;
    }

    /** The level of a graph's vertices; takes the rows. */
    Level of(Rows rows) {
        Block rowOf = rowOf(rows.offsets(), rows.vertices(), rows.entries());
        Block strengths = workspace.allocate(8 * rows.vertices(), 0);
        Block given = rows.weights();
        WeightUnit unit = given == null ? WeightUnit.plain(rows.entries()) : unit(rows, given, rowOf);
        Block weights = given == null ? null : workspace.allocate(8 * rows.entries());
        long plain = given == null ? 1L << unit.exponent() : 0;
        long[] sums = weigh(rows, rowOf, unit, plain, weights, strengths);
        if (given != null) {
            given.release();
        }
        return new Level(
                rows.offsets(),
                rowOf,
                rows.targets(),
                weights,
                plain,
                strengths,
                rows.vertices(),
                rows.entries(),
                sums[1],
                sums[0]);
    }

    private WeightUnit unit(Rows rows, Block given, Block rowOf) {
        Block most = workspace.allocate(8, 0);
        workspace.launch(
                KernelName.RANK_MOST,
                rows.entries(),
                a -> a.address(given.address()).int64(rows.entries()).address(most.address()));
        double greatest = Double.longBitsToDouble(workspace.read(most, 1)[0]);
        most.release();
        if (!(greatest > 0)) {
            return WeightUnit.plain(rows.entries());
        }
        WeightUnit coarse = WeightUnit.coarse(greatest, rows.entries());
        return coarse.refined(weigh(rows, rowOf, coarse, 0, null, null)[0], rows.entries());
    }

    /** The sum of all weights, loops counted twice, and how many are above 0 and no loops. */
    private long[] weigh(
            Rows rows, Block rowOf, WeightUnit unit, long plain, @Nullable Block weights, @Nullable Block strengths) {
        Block sums = workspace.allocate(16, 0);
        workspace.launch(
                KernelName.COMMUNITY_WEIGH,
                rows.entries(),
                a -> a.address(rowOf.address())
                        .address(rows.targets().address())
                        .address(rows.weightsAddress())
                        .int64(rows.entries())
                        .int64(plain)
                        .float64(unit.firstFactor())
                        .float64(unit.secondFactor())
                        .address(weights == null ? 0 : weights.address())
                        .address(strengths == null ? 0 : strengths.address())
                        .address(sums.address()));
        long[] read = workspace.read(sums, 2);
        sums.release();
        return read;
    }

    private Block rowOf(Block offsets, long vertices, long entries) {
        Block rowOf = workspace.allocate(4 * entries);
        workspace.launch(
                KernelName.MAP_REPEAT,
                vertices,
                a -> a.address(offsets.address()).int64(vertices).address(rowOf.address()));
        return rowOf;
    }

    /**
     * The level whose vertices are communities of another one.
     *
     * @param labels the community of each vertex, numbered without gaps
     */
    Level aggregate(Level level, Block labels, long count) {
        Block counts = workspace.allocate(4 * count, 0);
        workspace.launch(
                KernelName.COMMUNITY_LEAVING,
                level.entries(),
                a -> level.addEntries(a).address(labels.address()).address(counts.address()));
        RowMaps.Offsets starts = operators.maps().offsets(counts, count);
        counts.release();
        long slots = 2 * starts.total();
        if (slots > Integer.MAX_VALUE) {
            throw new NotOnDevice("communities with " + starts.total() + " links between them");
        }
        Block keys = workspace.allocate(4 * slots, -1);
        Block sums = workspace.allocate(8 * slots, 0);
        workspace.launch(
                KernelName.COMMUNITY_MERGE,
                level.entries(),
                a -> level.addEntries(a)
                        .address(labels.address())
                        .address(starts.offsets().address())
                        .address(keys.address())
                        .address(sums.address()));
        Block used = workspace.allocate(slots);
        workspace.launch(
                KernelName.COMMUNITY_USED,
                slots,
                a -> a.address(keys.address()).int64(slots).address(used.address()));
        RowMaps.Selection kept = operators.maps().select(used, slots, null);
        used.release();
        Level above = collected(level, labels, count, starts.offsets(), kept, keys, sums);
        List.of(keys, sums, kept.rows(), starts.offsets()).forEach(Block::release);
        return above;
    }

    private Level collected(
            Level level, Block labels, long count, Block starts, RowMaps.Selection kept, Block keys, Block sums) {
        long entries = kept.count();
        Block targets = workspace.allocate(4 * entries);
        Block weights = workspace.allocate(8 * entries);
        workspace.launch(
                KernelName.COMMUNITY_COLLECT,
                entries,
                a -> a.address(kept.rows().address())
                        .int64(entries)
                        .address(keys.address())
                        .address(sums.address())
                        .address(targets.address())
                        .address(weights.address()));
        Block offsets = workspace.allocate(8 * (count + 1));
        workspace.launch(
                KernelName.COMMUNITY_OFFSETS,
                count + 1,
                a -> a.address(starts.address())
                        .int64(count)
                        .address(kept.rows().address())
                        .int64(entries)
                        .address(offsets.address()));
        Block strengths = strengths(level, labels, count);
        return new Level(
                offsets,
                rowOf(offsets, count, entries),
                targets,
                weights,
                level.unit(),
                strengths,
                count,
                entries,
                entries,
                level.total());
    }

    /** The strength of each community, a long. */
    Block strengths(Level level, Block labels, long communities) {
        Block sums = workspace.allocate(8 * communities, 0);
        workspace.launch(
                KernelName.COMMUNITY_STRENGTHS,
                level.vertices(),
                a -> a.address(labels.address())
                        .address(level.strengths().address())
                        .int64(level.vertices())
                        .address(sums.address()));
        return sums;
    }

    /** A level that has become small, on the host; loops are left out. */
    CommunityLevel onHost(Level level) {
        int vertices = (int) level.vertices();
        long[] starts = workspace.read(level.offsets(), vertices + 1);
        int[] targets = workspace.readInts(level.targets(), (int) level.entries());
        Block given = level.weights();
        long[] weights = given == null ? null : workspace.read(given, (int) level.entries());
        int[] offsets = new int[vertices + 1];
        int at = 0;
        for (int vertex = 0; vertex < vertices; vertex++) {
            for (int i = (int) starts[vertex]; i < starts[vertex + 1]; i++) {
                if (targets[i] != vertex) {
                    targets[at] = targets[i];
                    if (weights != null) {
                        weights[at] = Objects.requireNonNull(weights)[i];
                    }
                    at++;
                }
            }
            offsets[vertex + 1] = at;
        }
        return new CommunityLevel(
                offsets,
                targets,
                weights,
                level.unit(),
                workspace.read(level.strengths(), vertices),
                level.links(),
                CommunityLevel.bytes(vertices, level.entries()));
    }
}
