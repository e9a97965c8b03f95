package io.algeon.cuda.graph;

import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.launch.Launch;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.Workspace;

/** Sums over all vertices, by tiles in their order: the same at every schedule. */
final class Sums {
    /** Elements that a block sums: {@code SUM_TILE} of the kernels. */
    private static final int TILE = 2048;

    private static final int THREADS = 256;

    private Sums() {}

    static long tiles(long count) {
        return (count + TILE - 1) / TILE;
    }

    /** A block a tile; there must be a tile. */
    static Launch launch(long count) {
        return new Launch(Math.toIntExact(tiles(count)), THREADS);
    }

    /** Sums tiles into the double at an address. */
    static void total(long tileSums, long count, long target, Workspace workspace) {
        workspace.launch(
                KernelName.GRAPH_TOTAL,
                new Launch(1, THREADS),
                a -> a.address(tileSums).int64(tiles(count)).address(target));
    }

    /** The sum of some doubles; waits for it. */
    static double of(Block values, long count, Workspace workspace) {
        if (count == 0) {
            return 0;
        }
        Block tileSums = workspace.allocate(8 * tiles(count));
        workspace.launch(
                KernelName.GRAPH_TILE_SUMS,
                launch(count),
                a -> a.address(values.address()).int64(count).address(tileSums.address()));
        Block sum = workspace.allocate(8);
        total(tileSums.address(), count, sum.address(), workspace);
        double result = Double.longBitsToDouble(workspace.read(sum, 1)[0]);
        tileSums.release();
        sum.release();
        return result;
    }
}
