package io.algeon.cuda.graph;

import io.algeon.cuda.expression.ValueKind;
import io.algeon.cuda.launch.KernelName;
import io.algeon.cuda.launch.Launch;
import io.algeon.cuda.relation.Block;
import io.algeon.cuda.relation.DeviceColumn;
import io.algeon.cuda.relation.DeviceRelation;
import io.algeon.cuda.relation.Workspace;
import io.algeon.engine.graph.Betweenness;
import java.util.List;

/**
 * Betweenness centrality after Brandes, a block a group of sources (after Jia, Lu, Hoberock, Garland, Hart 2011). Each group adds up its
 * sources in their order, and groups are added up in theirs; how many there are depends on the memory that is free, which may move
 * the last digits.
 */
final class BetweennessCentrality implements DeviceFunction {
    private static final int THREADS = 256;
    private static final int MOST_GROUPS = 512;
    /** Arrays of the groups take at most such a fraction of the memory that is free. */
    private static final int SHARE_OF_MEMORY = 4;

    private static final long BYTES_A_VERTEX = 36;
    private static final int WARP = 32;

    @Override
    public DeviceRelation run(GraphCall call) {
        DeviceGraph graph = call.graph();
        Workspace workspace = call.workspace();
        long vertices = graph.vertices();
        Block sources;
        long count;
        DeviceRelation given = call.relation("sources");
        if (given != null) {
            sources = call.vertices("sources", 0);
            count = given.rows();
        } else if (call.options().get("k") instanceof Long k) {
            int[] drawn =
                    Betweenness.sample(identity(vertices), k, call.options().integer("seed"));
            sources = workspace.allocate(4L * drawn.length);
            workspace.write(sources, drawn);
            count = drawn.length;
        } else {
            sources = call.operators().maps().identity(vertices, 0);
            count = vertices;
        }
        call.work().set("sources", count);
        Block totals = search(call, sources, count);
        sources.release();
        return call.byVertex(DeviceColumn.dense(ValueKind.F64, vertices, totals, null));
    }

    private static int[] identity(long count) {
        int[] all = new int[Math.toIntExact(count)];
        for (int i = 0; i < all.length; i++) {
            all[i] = i;
        }
        return all;
    }

    private static Block search(GraphCall call, Block sources, long count) {
        Workspace workspace = call.workspace();
        Rows out = call.graph().out();
        Rows in = call.graph().in();
        long vertices = out.vertices();
        boolean endpoints = call.options().flag("include_endpoints");
        long fitting = workspace.availableBytes() / (SHARE_OF_MEMORY * BYTES_A_VERTEX * vertices);
        long groups = Math.max(1, Math.min(Math.min(MOST_GROUPS, count), fitting));
        workspace.requireRoom(
                groups * BYTES_A_VERTEX * vertices,
                "Searching from " + groups + " of the sources of " + call.functionName() + " at a time (arguments edges"
                        + " and k)");
        long cells = groups * vertices;
        Block distances = workspace.allocate(4 * cells, -1);
        Block orders = workspace.allocate(4 * cells);
        Block levels = workspace.allocate(4 * groups * (vertices + 2));
        Block paths = workspace.allocate(8 * cells);
        Block shares = workspace.allocate(8 * cells);
        Block sums = workspace.allocate(8 * cells, 0);
        long steps = (count + groups - 1) / groups;
        int lanes = lanes(out);
        Pace pace = new Pace(1, 1, steps);
        for (long step = 0; step < steps; ) {
            long first = step;
            long amount = Math.min(pace.amount(), steps - step);
            long start = System.nanoTime();
            workspace.launch(
                    KernelName.CENTRALITY_SEARCH,
                    new Launch((int) groups, THREADS),
                    a -> a.address(out.offsets().address())
                            .address(out.targets().address())
                            .address(in.offsets().address())
                            .address(in.targets().address())
                            .int64(vertices)
                            .address(sources.address())
                            .int64(count)
                            .int64(first)
                            .int64(amount)
                            .int32(endpoints ? 1 : 0)
                            .int32(lanes)
                            .address(distances.address())
                            .address(orders.address())
                            .address(levels.address())
                            .address(paths.address())
                            .address(shares.address())
                            .address(sums.address()));
            workspace.await();
            pace.took(System.nanoTime() - start);
            step += amount;
            call.work().setProgress((double) step / steps);
        }
        double scale = Betweenness.scale(
                vertices,
                count,
                call.graph().shape().directed(),
                endpoints,
                call.options().flag("normalized"));
        Block totals = workspace.allocate(8 * vertices);
        workspace.launch(
                KernelName.CENTRALITY_TOTAL,
                vertices,
                a -> a.address(sums.address())
                        .int64(vertices)
                        .int64(groups)
                        .float64(scale)
                        .address(totals.address()));
        List.of(distances, orders, levels, paths, shares, sums).forEach(Block::release);
        return totals;
    }

    /** Threads a vertex: about its neighbours, on average. */
    private static int lanes(Rows rows) {
        long average = rows.entries() / Math.max(1, rows.vertices());
        return (int) Math.max(1, Math.min(WARP, Long.highestOneBit(Math.max(1, average))));
    }
}
