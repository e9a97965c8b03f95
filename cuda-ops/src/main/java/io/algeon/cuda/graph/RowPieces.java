package io.algeon.cuda.graph;

import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.launch.Launch;
import io.algeon.cuda.operator.Operators;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.RowMaps;
import io.algeon.cuda.relation.Workspace;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a graph in pieces of at most {@link #PIECE} entries, over which a few threads sum together: a vertex with a million
 * neighbours is a thousand pieces, and one with three takes two threads, not a warp. Sums are made in an order that depends on
 * the rows alone.
 */
final class RowPieces implements AutoCloseable {
    private static final int PIECE = 1024;
    private static final int WARP = 32;
    private static final int THREADS = 256;

    private final Rows rows;
    private final Workspace workspace;
    private final Block first;
    private final Block rowOf;
    private final Block sums;
    private final long count;
    private final int lanes;

    RowPieces(Rows rows, Operators operators) {
        this.rows = rows;
        this.workspace = operators.workspace();
        Block counts = workspace.allocate(4 * rows.vertices());
        workspace.launch(
                KernelName.GRAPH_PIECES,
                rows.vertices(),
                a -> a.address(rows.offsets().address()).int64(rows.vertices()).address(counts.address()));
        RowMaps.Offsets offsets = operators.maps().offsets(counts, rows.vertices());
        counts.release();
        first = offsets.offsets();
        count = offsets.total();
        rowOf = workspace.allocate(4 * count);
        workspace.launch(
                KernelName.MAP_REPEAT,
                rows.vertices(),
                a -> a.address(first.address()).int64(rows.vertices()).address(rowOf.address()));
        sums = workspace.allocate(8 * count);
        lanes = lanes(rows.entries(), count);
    }

    /** Threads a piece: half of its entries, on average. */
    private static int lanes(long entries, long pieces) {
        long half = entries / Math.max(1, 2 * pieces);
        return (int) Math.max(1, Math.min(WARP, Long.highestOneBit(Math.max(1, half))));
    }

    /** Where the pieces of each row begin, a long a vertex and one more. */
    Block first() {
        return first;
    }

    /** The sums of the pieces that {@link #sum} made. */
    Block sums() {
        return sums;
    }

    /**
     * Sums each piece: the weights of its entries, or the values of their targets times the weights.
     *
     * @param values a double a vertex
     * @param weights whether weights count
     * @param squared whether weights are squared; without values only
     */
    void sum(@Nullable Block values, boolean weights, boolean squared) {
        if (count == 0) {
            return;
        }
        long threads = (count + WARP / lanes - 1) / (WARP / lanes) * WARP;
        workspace.launch(
                KernelName.GRAPH_PIECE_SUMS,
                Launch.forRows(threads, THREADS),
                a -> a.address(rows.offsets().address())
                        .address(rows.targets().address())
                        .address(weights ? rows.weightsAddress() : 0)
                        .address(values == null ? 0 : values.address())
                        .int32(squared ? 1 : 0)
                        .address(first.address())
                        .address(rowOf.address())
                        .int64(count)
                        .int32(lanes)
                        .address(sums.address()));
    }

    /** The sum of each row, from the sums of its pieces: a double a vertex. */
    Block rowSums() {
        Block all = workspace.allocate(8 * rows.vertices());
        workspace.launch(
                KernelName.GRAPH_ROW_SUMS,
                rows.vertices(),
                a -> a.address(first.address())
                        .address(sums.address())
                        .int64(rows.vertices())
                        .address(all.address()));
        return all;
    }

    @Override
    public void close() {
        first.release();
        rowOf.release();
        sums.release();
    }
}
