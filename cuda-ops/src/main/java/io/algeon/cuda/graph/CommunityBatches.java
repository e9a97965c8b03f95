package io.algeon.cuda.graph;

import io.algeon.cuda.launch.KernelArguments;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.launch.Launch;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.Workspace;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Batches of vertices of a level, and the weights between each vertex of a batch and what is around it. */
final class CommunityBatches implements AutoCloseable {
    private static final int THREADS = 256;
    private static final int WARP = 32;

    private final CommunityLevels.Level level;
    private final Operators operators;
    private final Workspace workspace;
    private final Block due;
    private final Block list;
    private final Block totals;
    private long size;
    private long neighbours;
    private @Nullable Block keys;
    private @Nullable Block sums;
    private @Nullable Block starts;

    CommunityBatches(CommunityLevels.Level level, Operators operators) {
        this.level = level;
        this.operators = operators;
        this.workspace = operators.workspace();
        this.due = workspace.allocate(4 * level.vertices());
        this.list = workspace.allocate(4 * level.vertices());
        this.totals = workspace.allocate(16);
    }

    /** The number of the batch of each vertex; -1: none. */
    Block due() {
        return due;
    }

    /** How many vertices the batch has. */
    long size() {
        return size;
    }

    /** Adds the vertices of the batch, and how many they are, to a kernel's arguments. */
    KernelArguments addTo(KernelArguments arguments) {
        return arguments.address(list.address()).int64(size);
    }

    /** A warp a vertex of the batch, which is not empty. */
    Launch warps() {
        return Launch.forRows(size * WARP, THREADS);
    }

    /** Where the neighbours of each vertex of the batch begin; its table has twice as many slots. */
    Block starts() {
        return Objects.requireNonNull(starts);
    }

    Block keys() {
        return Objects.requireNonNull(keys);
    }

    Block sums() {
        return Objects.requireNonNull(sums);
    }

    /** Divides those who wait among batches. */
    void divide(Block waits, long key, int batches) {
        workspace.launch(
                KernelName.COMMUNITY_DIVIDE,
                level.vertices(),
                a -> a.address(waits.address())
                        .int64(level.vertices())
                        .int64(key)
                        .int32(batches)
                        .address(due.address()));
    }

    /** Lists a batch; false: nobody is in it. */
    boolean take(int batch) {
        workspace.stream().fill(totals.address(), (byte) 0, 16);
        workspace.launch(
                KernelName.COMMUNITY_BATCH,
                level.vertices(),
                a -> a.address(due.address())
                        .int64(level.vertices())
                        .int32(batch)
                        .address(level.offsets().address())
                        .address(list.address())
                        .address(totals.address()));
        long[] counted = workspace.read(totals, 2);
        size = counted[0];
        neighbours = counted[1];
        return size > 0;
    }

    /**
     * Adds up weights by the label of neighbours, for the batch.
     *
     * @param groups null, or only neighbours in the group of the vertex count
     */
    void link(Block labels, @Nullable Block groups) {
        forget();
        Block degrees = workspace.allocate(4 * size);
        workspace.launch(
                KernelName.BFS_DEGREES,
                size,
                a -> addTo(a).address(level.offsets().address()).address(degrees.address()));
        Block begins = operators.maps().starts(degrees, size);
        degrees.release();
        Block labelsOf = workspace.allocate(8 * neighbours, -1);
        Block weights = workspace.allocate(16 * neighbours, 0);
        workspace.launch(
                KernelName.COMMUNITY_LINKS,
                neighbours,
                a -> addTo(a).address(begins.address())
                        .int64(neighbours)
                        .address(level.offsets().address())
                        .address(level.targets().address())
                        .address(level.weightsAddress())
                        .int64(level.unit())
                        .address(labels.address())
                        .address(groups == null ? 0 : groups.address())
                        .address(labelsOf.address())
                        .address(weights.address()));
        starts = begins;
        keys = labelsOf;
        sums = weights;
    }

    private void forget() {
        for (Block block : new @Nullable Block[] {keys, sums, starts}) {
            if (block != null) {
                block.release();
            }
        }
        keys = null;
        sums = null;
        starts = null;
    }

    @Override
    public void close() {
        forget();
        List.of(due, list, totals).forEach(Block::release);
    }
}
